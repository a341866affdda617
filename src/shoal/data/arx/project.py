"""What an ARX project says: columns, promises, weights and limits, in the words of ARX.

Versions 2 and 3 of ARX write the same parts: `data/input.csv`, `project.xml` with the separator,
`input/config.xml` with promises and weights, `input/definition.xml` with the columns, their
hierarchies below `input/hierarchies/`, and the same settings again as Java objects
(`input/config.dat`), which hold more. Parts named `output/` are the last result.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from shoal.data.arx.archive import Archive, Element
from shoal.data.arx.java_stream import JavaObject, find_objects, read_object
from shoal.errors import DataError

DATA = "data/input.csv"
SUBSET = "data/input_subset.csv"  # until 2015; later ones keep it in the Java objects only
BEFORE = "input/"


@dataclass(frozen=True)
class ArxColumn:
    """One column.

    Attributes:
        name: Its name.
        role: `QUASI_IDENTIFYING_ATTRIBUTE` and so on.
        settings: What else is said, by names in lowercase: `datatype`, `format`, `min`, …
        hierarchy: The entry with its hierarchy; None if it has none.
    """

    name: str
    role: str
    settings: Mapping[str, str]
    hierarchy: str | None


@dataclass(frozen=True)
class ArxProject:
    """A project, without its table.

    Attributes:
        version: The version of ARX that wrote it.
        separator: What stands between two cells of its tables.
        columns: The columns.
        promises: The privacy models, each as ARX describes it.
        loss: The quality model, as ARX describes it.
        weights: The weight of each column that has one.
        settings: Other settings, by name.
        objects: The same settings as Java objects; None if they are missing or unreadable.
        entries: The names of all parts.
    """

    version: str
    separator: str
    columns: tuple[ArxColumn, ...]
    promises: tuple[str, ...]
    loss: str
    weights: Mapping[str, float]
    settings: Mapping[str, str]
    objects: JavaObject | None
    entries: tuple[str, ...] = field(repr=False)

    def find(self, *classes: str) -> JavaObject | None:
        """The first Java object of the first of these classes that has one; None if none has."""
        for name in classes:
            for one in find_objects(self.objects, name):
                return one
        return None


def read_project(archive: Archive) -> ArxProject:
    """The settings of an open project; DataError if something that every project has is missing."""
    if DATA not in archive:
        raise DataError("The ARX project has no table. Import data into it in ARX, and save it.")
    config = archive.elements(f"{BEFORE}config.xml")
    columns = _columns(archive)
    if not config or not columns:
        raise DataError("The ARX project has no settings of its input. Save it with ARX 2 or 3.")
    texts = {one.name: one.text.strip() for one in config if one.around == ("config",)}
    return ArxProject(
        _text(archive.elements("metadata.xml"), "version"),
        _text(archive.elements("project.xml"), "separator", strip=False)[:1] or ";",
        columns,
        tuple(one.text.strip() for one in config if one.name == "criterion"),
        texts.pop("metric", ""),
        _weights(config),
        {key: text for key, text in texts.items() if text},
        _objects(archive),
        archive.names(),
    )


def _columns(archive: Archive) -> tuple[ArxColumn, ...]:
    """The columns of the definition; ARX spells the element "assigment"."""
    found: list[dict[str, str]] = []
    for one in archive.elements(f"{BEFORE}definition.xml"):
        if one.name in {"assigment", "assignment"}:
            found.append({})
        elif found:
            found[-1][one.name.lower()] = one.text  # versions differ in the case
    if any("name" not in one for one in found):
        raise DataError("A column of the ARX project has no name.")
    return tuple(_column(one, archive) for one in found)


def _column(said: dict[str, str], archive: Archive) -> ArxColumn:
    name, role = said.pop("name"), said.pop("type", "").strip()
    entry = f"{BEFORE}{said.pop('ref', '').strip()}"
    # ARX 3.4.1 names files of hierarchies that it did not write.
    return ArxColumn(name, role, said, entry if entry in archive else None)


def _weights(config: Iterable[Element]) -> dict[str, float]:
    weights: dict[str, float] = {}
    name = ""
    for one in config:
        if one.around[-1:] == ("attributeWeight",):
            if one.name == "attribute":
                name = one.text
            elif one.name == "weight":
                weights[name] = _number(one.text, "weight")
    return weights


def _objects(archive: Archive) -> JavaObject | None:
    if f"{BEFORE}config.dat" not in archive:
        return None
    try:
        found = read_object(archive.read(f"{BEFORE}config.dat"))
    except DataError:
        return None
    return found if isinstance(found, JavaObject) else None


def _number(text: str, what: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise DataError(f"A {what} of the ARX project is not a number.") from None


def _text(elements: Iterable[Element], name: str, *, strip: bool = True) -> str:
    text = next((one.text for one in elements if one.name == name), "")
    return text.strip() if strip else text
