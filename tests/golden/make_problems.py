"""Make problems.json with the slow reference: `python tests/golden/make_problems.py`.

Deterministic: the same file comes out every time. The problems on all nine columns of the example
take some minutes; everything else takes seconds to a minute.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from golden.problems import PATH, as_answer, question_of
from golden.whole_lattice import optimum_of, sweeps
from reference import optimum

ABOUT = "Optima by tests/reference.py: exact, slow and independent of the package's engine."
TOYS = {
    "toy": ["age", "sex"],
    "mirror": ["x", "y"],
    "three mirrors": ["x", "y", "z"],
    "missing": ["age", "sex", "ward"],
    "no root": ["blood", "ward"],
    "all alike": ["sex", "age"],
    "all different": ["ward", "age"],
}
WHOLE = [
    {"name": "hospital_id"},
    {"name": "age", "weight": "2"},
    *({"name": name} for name in ("sex", "ethnicity", "race", "zip", "county")),
    {"name": "length_of_stay"},
    {"name": "admission_quarter"},
]
PERSON = ("age", "sex", "ethnicity", "race")
PLACE = ("hospital_id", "zip", "county")
STAY = ("age", "sex", "length_of_stay", "admission_quarter")
MIXED = ("sex", "race", "county", "length_of_stay", "admission_quarter")


def asked(
    table: str,
    columns: list[dict[str, Any]],
    k: int,
    limit: str,
    aggregate: str = "geometric-mean",
    gs_factor: str = "0.5",
) -> dict[str, Any]:
    """One problem, without its answer."""
    return {
        "table": table,
        "columns": columns,
        "k": k,
        "limit": limit,
        "aggregate": aggregate,
        "gs_factor": gs_factor,
    }


def named(*names: str, **settings: dict[str, Any]) -> list[dict[str, Any]]:
    """Columns by name, some with settings."""
    return [{"name": name, **settings.get(name, {})} for name in names]


def toy_problems() -> Iterator[dict[str, Any]]:
    """Problems to check by eye."""
    for table, names in TOYS.items():
        yield asked(table, named(*names), 2, "0")
        yield asked(table, named(*names), 2, "0.3")
        yield asked(table, named(*names), 3, "1", "sum", "0.25")
    for aggregate in ("sum", "maximum", "arithmetic-mean", "geometric-mean", "rank"):
        yield asked("toy", named("age", "sex"), 2, "1", aggregate)
        yield asked("toy", named("age", "sex", sex={"weight": "0.5"}), 2, "0.15", aggregate)
        yield asked("missing", named("ward", "sex", "age"), 3, "0.35", aggregate, "0.6")
    for gs_factor in ("0", "0.25", "0.75", "1"):
        yield asked("toy", named("age", "sex"), 2, "1", gs_factor=gs_factor)
    yield asked("toy", named("age", "sex", age={"lowest": 1, "highest": 1}), 2, "1")
    yield asked("no root", named("ward", "blood"), 6, "0")


def subset_problems() -> Iterator[dict[str, Any]]:
    """Some columns of the example, on all records."""
    yield asked("discharge", named(*PERSON), 2, "0")
    yield asked("discharge", named(*PERSON), 5, "0.01", "rank")
    yield asked("discharge", named(*PERSON, age={"weight": "0.3"}), 10, "0.05", "sum")
    yield asked("discharge", named(*PERSON, race={"weight": "0"}), 50, "0.1", "maximum")
    yield asked("discharge", named(*PERSON, race={"lowest": 1}), 5, "1", gs_factor="0")
    yield asked("discharge", named(*PLACE), 5, "0")
    yield asked("discharge", named(*PLACE), 20, "0.02")
    yield asked("discharge", named(*PLACE), 100, "0.001", "arithmetic-mean", "0.25")
    yield asked("discharge", named(*PLACE, zip={"highest": 2}), 1000, "1", "maximum", "0.75")
    yield asked("discharge", named(*STAY), 5, "0")
    yield asked("discharge", named(*STAY), 5, "0.05")
    yield asked("discharge", named(*STAY), 5, "1")
    yield asked("discharge", named(*STAY, age={"weight": "2"}), 11, "0.037", "rank", "0.4")
    yield asked("discharge", named(*STAY, sex={"highest": 0}), 50, "0.2", "sum", "0.9")
    yield asked("discharge", named(*MIXED, race={"highest": 1}), 5, "0.01")
    yield asked("discharge", named(*MIXED, county={"lowest": 1}), 7, "0.03", "arithmetic-mean")
    yield asked("discharge", named(*MIXED, race={"lowest": 1}), 25, "0", "sum", "0.7")
    yield asked("discharge", named("sex"), 30000, "0.1")


def whole_problems() -> Iterator[dict[str, Any]]:
    """All columns of the example: 36,864 candidates."""
    yield asked("discharge", WHOLE, 5, "0.05")  # the example's own study
    yield asked("discharge", WHOLE, 5, "0")
    yield asked("discharge", WHOLE, 5, "1")
    yield asked("discharge", WHOLE, 5, "0.1", "sum", "0.25")
    yield asked("discharge", WHOLE, 3, "0.02", "arithmetic-mean")
    yield asked("discharge", WHOLE, 3, "0.05", "geometric-mean", "0.75")
    yield asked("discharge", WHOLE, 20, "0.1")
    yield asked("discharge", WHOLE, 20, "1", "maximum")


def main() -> None:
    """Answer every problem and write the file."""
    problems = [*toy_problems(), *subset_problems()]
    for problem in problems:
        problem["answer"] = as_answer(question_of(problem), optimum(question_of(problem)))
    whole = list(whole_problems())
    swept = sweeps(question_of(whole[0]), sorted({problem["k"] for problem in whole}))
    for problem in whole:
        question = question_of(problem)
        problem["answer"] = as_answer(question, optimum_of(question, swept[problem["k"]]))
    lines = ",\n".join(json.dumps(problem) for problem in [*problems, *whole])
    PATH.write_text(f'{{"about": {json.dumps(ABOUT)},\n"problems": [\n{lines}\n]}}\n', "utf-8")


if __name__ == "__main__":
    main()
