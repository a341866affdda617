"""The example as a folder that a study can be run in."""

from importlib import resources
from pathlib import Path

from shoal.data.example.table import discharge


def write_example(folder: Path) -> Path:
    """Write discharge.csv, hierarchies/*.csv and study.yaml; the path of the study.

    The folder is made if it is missing; files of these names in it are replaced.
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
