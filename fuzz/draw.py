"""From a seed to a case: a small table and a study that may ask for anything at once."""

from random import Random
from typing import Any

from fuzz.case import Case, Row
from fuzz.draw_around import population, subset
from fuzz.draw_methods import CLUSTERS, METHODS, NUMBERS, by_chance, by_method
from fuzz.draw_search import by_search
from fuzz.draw_table import Drawn, drawn_column, records

Keys = dict[str, Any]
LIMITS = (0, 0, 0.1, 0.2, 0.25, 0.5, 1)
SEARCHED = ("global", "local", "iterated")
SECRETS = (
    ("flu", "lung", "any"),
    ("asthma", "lung", "any"),
    ("gout", "joint", "any"),
    ("sprain", "joint", "any"),
    ("burn", "skin", "any"),
)
GUARDS = ("near-unique", "looks-like-hash", "repeats-identifier", "looks-like-identifier")


def draw(seed: int, *, spark: bool = False, samples: bool = False) -> Case:
    """The case of a seed; always the same one.

    Args:
        seed: Any whole number.
        spark: Whether Spark may count; slow.
        samples: Whether a subset may be a random sample, of which little can be checked later.
    """
    dice = Random(seed)
    ways = ("global", "local", "iterated", "method", "private")
    way = dice.choices(ways, (50, 18, 14, 14, 4))[0]
    engine = "memory"
    if way == "global" and dice.random() < 0.15:
        engine = dice.choice(("duckdb", "spark")) if spark else "duckdb"
    return _Draw(dice, way, engine, samples=samples).case()


class _Draw:
    """The parts of a case, drawn one after the other."""

    def __init__(self, dice: Random, way: str, engine: str, *, samples: bool) -> None:
        self.samples = samples
        self.dice, self.way, self.engine, self.method = dice, way, engine, ""
        self.tables: dict[str, tuple[Row, ...]] = {}

    def chance(self, share: float) -> bool:
        return self.dice.random() < share

    def case(self) -> Case:
        """The table first, then what is asked of it."""
        columns = self.columns()
        count = self.dice.choices((1, 4, 8, 14, 22, 40), (1, 2, 4, 6, 5, 2))[0]
        people = self.way in SEARCHED and self.chance(0.25)
        rows = records(self.dice, columns, count, people=people)
        study = self.study(columns, rows, people=people)
        trees = {c.name: c.tree for c in columns if c.tree}
        listed = tuple(c.name for c in columns if c.listed)
        if study["columns"].get("s", {}).get("hierarchy"):
            trees["s"], listed = SECRETS, (*listed, "s")
        return Case(rows, study, trees, self.tables, listed)

    def columns(self) -> list[Drawn]:
        """Quasi-identifiers, as far as the way takes them."""
        dice, count = self.dice, self.dice.choices((1, 2, 3, 4), (1, 4, 4, 1))[0]
        kinds = {"levels": self.way != "method", "files": self.way == "private"}
        found = [drawn_column(dice, f"q{at}", **kinds) for at in range(count)]
        if self.way == "method":
            self.method = dice.choice(METHODS)
            if self.method in (*CLUSTERS, *NUMBERS):
                found = [self.cluster_column(c) for c in found]
        if self.way in SEARCHED and self.engine == "memory":
            if self.chance(0.2):
                found.append(self.aggregated(f"q{count}"))
            elif self.way == "global" and self.chance(0.06):
                found[0] = self.clustered(found[0])
        return found

    def cluster_column(self, column: Drawn) -> Drawn:
        """Clusters show ranges of numbers, and some methods take nothing else."""
        if self.method not in ("mdav", *NUMBERS) and not self.chance(0.4):
            return column
        values = tuple(map(str, range(self.dice.randint(1, 9))))
        return Drawn(column.name, values, (), {"role": "quasi-identifier", "type": "integer"})

    def aggregated(self, name: str) -> Drawn:
        """A column that forms no classes."""
        function = self.dice.choice(("mean", "median", "interval", "mode", "set"))
        keys = {"role": "quasi-identifier", "type": "integer", "aggregate": {"function": function}}
        return Drawn(name, tuple(map(str, range(1, self.dice.randint(2, 9)))), (), keys)

    def clustered(self, column: Drawn) -> Drawn:
        """A column that forms classes and shows their aggregate."""
        function = self.dice.choice(("mode", "set"))
        keys = {**column.keys, "aggregate": {"function": function, "clustering": True}}
        return Drawn(column.name, column.values, column.tree, keys, column.listed)

    def study(self, columns: list[Drawn], rows: tuple[Row, ...], *, people: bool) -> Keys:
        """All keys but `data`."""
        keys: Keys = {"columns": {c.name: dict(c.keys) for c in columns}}
        keys["suppression_limit"] = self.dice.choice(LIMITS)
        if self.way != "private":
            keys["columns"] |= {"s": {"role": "sensitive"}, "note": {"role": "insensitive"}}
        keys["columns"]["id"] = {"role": "identifier"}
        if people:
            keys["person"] = "id" if self.chance(0.85) else False
        if self.way != "private":
            self.around(keys, columns, rows)
        self.promises(keys, columns)
        self.output(keys)
        if self.way != "private":
            keys["acknowledge"] = [f"{g}:{name}" for g in GUARDS for name in ("note", "s")]
        return keys

    def promises(self, keys: Keys, columns: list[Drawn]) -> None:
        """What is promised, and how it is reached."""
        if self.way == "private":
            by_chance(self.dice, keys)
        elif self.way == "method":
            by_method(self.dice, keys, columns, self.method)
            self.tables.pop("population.csv", None)
        else:
            by_search(self.dice, keys, columns, self.way, self.engine)

    def around(self, keys: Keys, columns: list[Drawn], rows: tuple[Row, ...]) -> None:
        """A subset, a population, or neither."""
        kind = self.dice.choices(("none", "subset", "table", "size"), (55, 20, 12, 13))[0]
        if self.engine != "memory":
            kind = self.dice.choice(("none", "size"))
        if kind == "subset":
            name = columns[0].name
            self.tables |= subset(self.dice, keys, name, rows, samples=self.samples)
        elif kind != "none":
            self.tables |= population(self.dice, keys, columns, rows, kind)

    def output(self, keys: Keys) -> None:
        """How the release is written; not every engine can do all of it."""
        made: Keys = {}
        free = self.engine == "memory" and self.way != "private"
        if self.way != "private" and self.chance(0.5):
            modes = ["left-out", "blank", *(["keep-values"] if self.way == "global" else [])]
            made["suppressed"] = self.dice.choice(modes if free else modes[:2])
        if self.chance(0.15):
            formats = ("parquet", "parquet" if self.engine == "spark" else "arrow")
            made["format"] = self.dice.choice(formats)
        if self.chance(0.1) and self.way != "private":
            made["shuffle"] = False
        if self.chance(0.2) and free:
            names = [n for n, k in keys["columns"].items() if k["role"] != "identifier"]
            made["columns"] = self.dice.sample(names, self.dice.randint(1, len(names)))
        if made:
            keys["output"] = made
        if self.engine != "memory":
            keys["engine"] = self.engine
