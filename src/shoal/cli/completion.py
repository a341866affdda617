"""What the Tab key offers, found without loading a library or opening a file of the user.

It offers names of files, of folders and of what a study can name. If nothing is found, the shell
offers files as it always does.
"""

import re
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
STUDY_SUFFIXES = (".yaml", ".yml", ".json")
SUMMARY = "summary.json"
NO_STUDIES = (SUMMARY, "certificate.json")
DEEPEST = 3  # levels of folders below the typed one
MOST = 2000  # files and folders looked at, so that Tab answers at once in a crowded folder
PLAIN = re.compile(r"\w[\w.+@-]*")  # names that need no quotes in a shell
REGISTERED = re.compile(r'^@(\w+)\.register\(\s*"([^"]+)"', re.MULTILINE)
# The folder with the members of each registry, and the entry points of other packages.
HOMES = {
    "privacy_models": ("privacy", "shoal.privacy_models"),
    "quality_models": ("quality", "shoal.quality_models"),
    "strategies": ("search", "shoal.strategies"),
    "methods": ("methods", "shoal.methods"),
    "builders": ("hierarchies", "shoal.hierarchy_builders"),
    "aggregates": ("engine/aggregates", "shoal.aggregates"),
    "pseudonym_methods": ("identifiers", "shoal.pseudonym_methods"),
    "learning_models": ("learning/models", "shoal.learning_models"),
}


def studies(incomplete: str) -> list[str]:
    """Study files, here and in folders below."""
    return [text for text, path in _paths_below(incomplete) if _is_study(path)]


def projects(incomplete: str) -> list[str]:
    """ARX projects, here and in folders below."""
    return [text for text, path in _paths_below(incomplete) if path.suffix.lower() == ".deid"]


def runs(incomplete: str) -> list[str]:
    """Run folders, here and in folders below."""
    return [text for text, path in _paths_below(incomplete) if (path / SUMMARY).is_file()]


def runs_or_studies(incomplete: str) -> list[str]:
    """Run folders, or study files if there are none."""
    return runs(incomplete) or studies(incomplete)


def models() -> list[str]:
    """Everything that a study can name."""
    return sorted({name for registry in HOMES for name in registry_names(registry)})


def builders() -> list[str]:
    """The hierarchy builders."""
    return registry_names("builders")


def learning_models() -> list[str]:
    """The prediction models."""
    return registry_names("learning_models")


def registry_names(registry: str) -> list[str]:
    """The names in a registry of HOMES, sorted: ours, and those of other packages.

    Ours are read from the text of the sources, because importing these takes seconds.
    """
    from importlib.metadata import entry_points  # noqa: PLC0415  (only when Tab asks for names)

    folder, group = HOMES[registry]
    sources = (PACKAGE / folder).glob("*.py")
    registrations = (REGISTERED.findall(path.read_text("utf-8")) for path in sources)
    ours = {name for pairs in registrations for home, name in pairs if home == registry}
    return sorted(ours | set(entry_points(group=group).names))


def _is_study(path: Path) -> bool:
    """Whether a file may be a study, judged by its name without opening it."""
    return path.suffix in STUDY_SUFFIXES and path.name not in NO_STUDIES and path.is_file()


def _paths_below(incomplete: str) -> Iterator[tuple[str, Path]]:
    """Files and folders whose path begins with the typed text, and what is inside, nearest first.

    Yields pairs: the path as the person would type it, and the path. Looks DEEPEST folders deep,
    and at no more than MOST paths.
    """
    begun = re.split(r"[/\\]", incomplete)[-1]
    typed = incomplete.removesuffix(begun)
    folders, left = [(typed, Path(typed).expanduser())], MOST
    for depth in range(DEEPEST + 1):
        deeper = []
        for text, path in (entry for folder in folders for entry in _entries(*folder)):
            if depth or path.name.startswith(begun):
                left -= 1
                if left < 0:
                    return
                yield text, path
                deeper.append((f"{text}/", path))
        folders = deeper


def _entries(typed: str, folder: Path) -> Iterator[tuple[str, Path]]:
    """The entries of a folder with a plain name, sorted, each as it would be typed and as a path.

    Nothing if the folder cannot be read or is not a folder. `typed` is the folder as it was typed.
    """
    try:
        paths = sorted(folder.iterdir())
    except OSError:
        return
    yield from ((f"{typed}{path.name}", path) for path in paths if PLAIN.fullmatch(path.name))
