"""Where a study reads its data and leaves what it found."""

import argparse
import os
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]
PUBLIC_HOMES = {
    "discharge/sparcs2020_musculoskeletal.csv.gz": "Open NY"
    ' ("Hospital Inpatient Discharges (SPARCS De-Identified): 2020")',
    "discharge/diabetes130_us_hospitals.csv.gz": "the UCI Machine Learning Repository"
    ' ("Diabetes 130-US hospitals")',
    "adult/adult_uci_train.csv.gz": 'the UCI Machine Learning Repository ("Adult")',
    "adult/adult_arx.csv": 'the UCI Machine Learning Repository ("Adult")',
    "acute_inflammations/acute_inflammations.csv": "the UCI Machine Learning Repository"
    ' ("Acute Inflammations")',
    "breast_cancer_wisconsin/breast_cancer_wisconsin.csv": "the UCI Machine Learning Repository"
    ' ("Breast Cancer Wisconsin (Original)")',
    "cmc/cmc.csv": 'the UCI Machine Learning Repository ("Contraceptive Method Choice")',
}


@dataclass(frozen=True)
class Places:
    """Folders of a study.

    Attributes:
        data: The shared datasets; they are never copied.
        pages: Pages and pictures for people.
        work: What a long study has found so far.
        seconds: How long a study may go on collecting.
    """

    data: Path
    pages: Path
    work: Path
    seconds: float = 600

    def table(self, name: str) -> Path:
        """The file of a dataset, or a message where to get it."""
        path = self.data / name
        if path.is_file():
            return path
        home = PUBLIC_HOMES.get(name, "its public home")
        raise SystemExit(
            f"{name} is not in the data folder. Get it from {home}, put it there, and name the"
            " folder with --data or SHOAL_DATA."
        )


def asked(names: tuple[str, ...], words: list[str] | None = None) -> tuple[Places, list[str]]:
    """The folders, and the studies that were asked for, as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m studies", description="Case studies.")
    parser.add_argument("studies", nargs="*", help=f"any of: {', '.join(names)}")
    parser.add_argument("--data", type=Path, default=_shared(), help="folder of the datasets")
    parser.add_argument("--pages", type=Path, default=CHECKOUT / "docs" / "studies")
    parser.add_argument("--work", type=Path, default=CHECKOUT / "build" / "studies")
    parser.add_argument("--seconds", type=float, default=600, help="for each long collection")
    found = parser.parse_args(words)
    if unknown := set(found.studies) - set(names):
        parser.error(f"no study {', '.join(sorted(unknown))}; known: {', '.join(names)}")
    return Places(found.data, found.pages, found.work, found.seconds), found.studies or [*names]


def _shared() -> Path:
    return Path(os.environ.get("SHOAL_DATA") or CHECKOUT.parent / "shared" / "data")
