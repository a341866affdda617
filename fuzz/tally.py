"""What was tried, counted."""

from collections import Counter
from dataclasses import dataclass, field

from fuzz.attempt import Result
from fuzz.case import Case


@dataclass
class Tally:
    """Counts by kind: models, recodings, methods, engines, losses, and how attempts ended."""

    counts: dict[str, Counter[str]] = field(default_factory=dict)
    attempts: int = 0
    candidates: int = 0

    def add(self, case: Case, result: Result) -> None:
        """One more attempt."""
        self.attempts += 1
        self.candidates += result.checked
        for group, names in _kinds(case).items():
            self.counts.setdefault(group, Counter()).update(names)
        self.counts.setdefault("ended", Counter())[result.ended] += 1

    def table(self) -> str:
        """All counts, a line per group."""
        lines = [
            f"{group:12} " + ", ".join(f"{n} {c}" for n, c in sorted(counts.items()))
            for group, counts in self.counts.items()
        ]
        head = f"{self.attempts} attempts, {self.candidates} candidates by brute force"
        return "\n".join([head, *lines])


def _kinds(case: Case) -> dict[str, list[str]]:
    study = case.study
    recoding = study.get("recoding", "global")
    method = study.get("method", {}).get("name")
    output = study.get("output", {})
    return {
        "promises": [promise["model"] for promise in study.get("privacy", ())],
        "recoding": [recoding if isinstance(recoding, str) else recoding["mode"]]
        if not method
        else [],
        "method": [method] if method else [],
        "search": [study.get("search", {}).get("strategy", "optimal")] if not method else [],
        "quality": [study.get("quality", {}).get("model", "loss")],
        "engine": [study.get("engine", "memory")],
        "suppressed": [output.get("suppressed", "left-out")],
        "also": [name for name, there in _also(case).items() if there],
    }


def _also(case: Case) -> dict[str, bool]:
    columns = case.study["columns"].values()
    return {
        "person": bool(case.study.get("person")),
        "subset": "subset" in case.study,
        "population": "population" in case.study,
        "aggregated": any("aggregate" in keys for keys in columns),
        "hidden": "columns" in case.study.get("output", {}),
        "levels": any("min_level" in k or "max_level" in k for k in columns),
        "weights": any("weight" in keys for keys in columns),
        "missing": any(None in row.values() for row in case.rows),
    }
