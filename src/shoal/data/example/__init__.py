"""A synthetic hospital discharge table with its hierarchies and its study: see docs/example.md."""

from importlib import resources
from pathlib import Path

from shoal.data.example.table import discharge

__all__ = ["discharge", "write_example"]


def write_example(folder: Path) -> Path:
    """Write the example as a folder in which a study can be run; returns the path of the study.

    The folder gets discharge.csv, hierarchies/*.csv and study.yaml. It is created if it is missing;
    files of these names in it are replaced.
    """
    shipped = resources.files("shoal.data.example")
    hierarchies = folder / "hierarchies"
    hierarchies.mkdir(parents=True, exist_ok=True)
    discharge().write_csv(folder / "discharge.csv")
    for file in shipped.joinpath("hierarchies").iterdir():
        (hierarchies / file.name).write_bytes(file.read_bytes())
    study = folder / "study.yaml"
    study.write_bytes(shipped.joinpath("study.yaml").read_bytes())
    return study
