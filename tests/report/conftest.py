"""A report like the one of the built-in example: 39,676 records, nine quasi-identifiers."""

import copy

import pytest

RECORDS, SUPPRESSED = 39676, 1204


@pytest.fixture
def report():
    return copy.deepcopy(discharge_report())


def discharge_report():
    columns = [_column(*facts) for facts in COLUMNS]
    columns += [
        _column("charge", "insensitive", "ordered", None, None, None, CHARGES, CHARGES),
    ]
    return {
        "format": 1,
        "created": "2025-03-04T10:32:07+00:00",
        "study": STUDY,
        "summary": _summary(columns),
        "columns": columns,
        "class_sizes": {
            "bins": ["1", "2", "3-4", "5-9", "10-19", "20-49", "50-99", "100-199", "200+"],
            "before": [35121, 3204, 1012, 339, 0, 0, 0, 0, 0],
            "after": [0, 0, 0, 1875, 3204, 7811, 9450, 8630, 7502],
        },
    }


def _summary(columns):
    generalized = [column for column in columns if column["role"] == "quasi-identifier"]
    return {
        "format": 1,
        "shoal_version": "0.1.0",
        "input": {"records": RECORDS, "sha256": "9f2c4e1ab7d05863" * 4},
        "quasi_identifiers": [column["name"] for column in generalized],
        "lattice_size": 36864,
        "candidates_checked": 12417,
        "levels": {column["name"]: column["level"] for column in generalized},
        "loss": 0.41382715,
        "loss_normalized": 0.4671,
        "loss_by_column": {column["name"]: column["loss"] for column in generalized},
        "optimal": True,
        "gap": 0.0,
        "suppressed_records": SUPPRESSED,
        "fully_generalized_records": 313,
        "classes": {"count": 1083, "min": 5, "mean": 35.5235457, "max": 771},
        "privacy": [
            {
                "model": "k-anonymity",
                "parameters": {"k": 5},
                "holds": True,
                "reason": "The smallest of 1,083 classes has 5 records.",
                "measured": {"k": 5},
            }
        ],
        "risk": {
            "before": {
                "highest": 1.0,
                "average": 0.93127,
                "lowest": 0.1429,
                "uniques": 35121,
                "at_risk": 0.99146,
            },
            "after": {
                "highest": 0.2,
                "average": 0.02815,
                "lowest": 0.001297,
                "uniques": 0,
                "at_risk": 0.0,
            },
        },
        "utility": {"granularity": 0.58617},
        "removed_columns": ["patient_id"],
        "warnings": ["Column 'county' follows from column 'zip' in 99.2% of the records."],
        "seconds": SECONDS,
        "cpu_seconds": {name: round(value * 1.07, 4) for name, value in SECONDS.items()},
        "peak_memory_mb": 214.6,
    }


def _column(name, role, kind, level, top, loss, before, after):
    return {
        "name": name, "role": role, "type": kind, "level": level, "max_level": top, "loss": loss,
        "before": _counts(before, RECORDS), "after": _counts(after, RECORDS - SUPPRESSED),
        "before_distinct": len(before), "after_distinct": len(after),
    }  # fmt: skip


def _counts(weights, records):
    """The records of the 30 most frequent labels and of the others, in whole records."""
    total = sum(weights.values())
    rows = sorted(([label, int(records * w / total)] for label, w in weights.items()), key=_rarity)
    rows[0][1] += records - sum(count for _, count in rows)
    rest = sum(count for _, count in rows[30:])
    return rows[:30] + ([["other", rest]] if rest else [])


def _rarity(row):
    return -row[1]


CHARGES = {"10,000-50,000": 52, "< 10,000": 31, "> 50,000": 17}
SECONDS = {
    "read": 0.081, "encode": 0.047, "kernels": 0.36, "search": 1.42, "transform": 0.021,
    "write": 0.034, "verify": 0.29, "evaluate": 0.08, "total": 2.333,
}  # fmt: skip
QI = "quasi-identifier"
AGES = {str(age): 20 + abs(age - 30) % 41 + age // 3 for age in range(95)}
STAYS = {str(days): 400 / days**1.4 for days in range(1, 41)}
COLUMNS = (
    ("hospital_id", QI, "string", 2, 3, 0.6125,
     {f"H{n:03}": 60 / n**0.6 for n in range(1, 61)},
     {"Large teaching": 46, "Community": 38, "Rural": 16}),
    ("age", QI, "integer", 2, 3, 0.21053,
     AGES, {"[0, 20[": 14, "[20, 40[": 19, "[40, 60[": 24, "[60, 80[": 29, "[80, 100[": 14}),
    ("sex", QI, "string", 0, 1, 0.0304, {"F": 54.2, "M": 45.8}, {"F": 54.3, "M": 45.7}),
    ("ethnicity", QI, "string", 0, 1, 0.0304, {"Not Hispanic": 84, "Hispanic": 13, "Unknown": 3},
     {"Not Hispanic": 86, "Hispanic": 12, "Unknown": 2}),
    ("race", QI, "string", 1, 2, 0.3441,
     {"White": 61, "Black": 17, "Other": 12, "Asian": 7, "Native American": 2, "Pacific": 1},
     {"White": 62, "Not White": 38}),
    ("zip", QI, "string", 3, 3, 1.0, {f"{13000 + 37 * n}": 90 - n % 60 for n in range(240)},
     {"*****": 1}),
    ("county", QI, "string", 2, 3, 0.55,
     {f"County {chr(65 + n)}": 30 - n for n in range(26)},
     {"North": 31, "West": 28, "Metropolitan": 41}),
    ("length_of_stay", QI, "integer", 2, 3, 0.4872, STAYS,
     {"[1, 4[": 57, "[4, 8[": 27, "[8, 16[": 11, "[16, 41[": 5}),
    ("admission_quarter", QI, "ordered", 1, 2, 0.5,
     {"2024-Q1": 26, "2024-Q2": 24, "2024-Q3": 23, "2024-Q4": 27},
     {"2024 first half": 50, "2024 second half": 50}),
)  # fmt: skip
STUDY = {
    "data": {"path": "discharge.csv", "format": "csv", "separator": ",", "encoding": "utf-8"},
    "columns": {
        "patient_id": {"role": "identifier", "pseudonym": {"method": "drop"}},
        **{facts[0]: {"role": QI, "hierarchy": f"hierarchies/{facts[0]}.csv"} for facts in COLUMNS},
        "age": {"role": QI, "type": "integer",
                "hierarchy": {"builder": "intervals", "width": 10, "levels": 3}},
        "charge": {"role": "insensitive", "type": "ordered", "target": True},
    },
    "privacy": [{"model": "k-anonymity", "k": 5}],
    "quality": {"model": "loss", "aggregate": "geometric-mean", "gs_factor": 0.5},
    "suppression_limit": 0.05,
    "search": {"strategy": "exhaustive"},
    "seed": 7,
}  # fmt: skip
