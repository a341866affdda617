"""The toy table of docs/theory/classes.md: seven patients, small enough to check by eye."""

import pytest

AGE = "34;<50;*\n45;<50;*\n66;>=50;*\n70;>=50;*\n"
SEX = "m;*\nf;*\n"
TABLE = """age,sex,dis,id
34,m,flu,1
45,f,flu,2
66,m,hiv,3
70,f,flu,4
34,f,hiv,5
70,m,hiv,6
45,m,flu,7
"""
STUDY = """data: toy.csv
columns:
  id: {role: identifier}
  age: {role: quasi-identifier, type: integer, hierarchy: age.csv}
  sex: {role: quasi-identifier, hierarchy: sex.csv}
  dis: {role: insensitive}
privacy:
  - {model: k-anonymity, k: 2}
suppression_limit: 0.2
"""


@pytest.fixture
def toy(tmp_path):
    """A folder with the toy table, its hierarchies and its study."""
    for name, text in {
        "toy.csv": TABLE,
        "age.csv": AGE,
        "sex.csv": SEX,
        "study.yaml": STUDY,
    }.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def keys():
    """The toy study as a mapping; the hierarchies are built, so that no file is needed."""
    return {
        "columns": {
            "age": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}},
            "sex": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
            "dis": {"role": "insensitive"},
        },
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "suppression_limit": 0.2,
    }
