from itertools import pairwise

import polars as pl
import pytest

from shoal.errors import DataError, StudyError
from shoal.hierarchies import builder_of
from shoal.hierarchies.classification import blocks


def rows(values, **parameters):
    hierarchy = builder_of({"builder": "icd10", **parameters}).build(pl.Series(values))
    return list(zip(*(level.to_list() for level in hierarchy.levels), strict=True))


def test_a_code_belongs_to_a_category_a_block_and_a_chapter():
    """The example of docs/theory/hierarchies.md."""
    assert rows(["C25.0", "C25.1", "C18.2"]) == [
        ("C25.0", "C25.-", "C15-C26", "II", "*"),
        ("C25.1", "C25.-", "C15-C26", "II", "*"),
        ("C18.2", "C18.-", "C15-C26", "II", "*"),
    ]


def test_dots_case_and_blanks_do_not_matter():
    found = rows(["C25.0", "C250", "c25.0", " c250 ", "C25", "C25.-", "C25-"])
    assert {row[1:] for row in found} == {("C25.-", "C15-C26", "II", "*")}


def test_levels_can_be_chosen():
    levels = ["subcategory", "category", "block", "chapter"]
    assert rows(["S52.363K", "I10"], levels=levels) == [
        ("S52.363K", "S52.3-", "S52.-", "S50-S59", "XIX", "*"),
        ("I10", "I10.-", "I10.-", "I10-I1A", "IX", "*"),
    ]
    assert rows(["I10"], levels=["chapter"]) == [("I10", "IX", "*")]


@pytest.mark.parametrize(
    ("category", "block"),
    [
        *(("C4A", "C43-C44"), ("C7A", "C7A"), ("C79", "C76-C80"), ("C80", "C76-C80")),
        *(("D3A", "D3A"), ("D48", "D37-D48"), ("M1A", "M05-M14"), ("Z3A", "Z30-Z39")),
        *(("O9A", "O94-O9A"), ("QA0", "QA0"), ("X95", "X92-Y09"), ("Y05", "X92-Y09")),
    ],
)
def test_categories_with_letters_stand_where_the_classification_puts_them(category, block):
    assert rows([category])[0][2] == block


def test_unknown_codes_are_errors_that_are_counted_not_quoted():
    with pytest.raises(DataError, match="2 of 3 different values are no icd10 codes") as caught:
        rows(["C25.0", "canary", "A10"])
    assert "canary" not in str(caught.value)


@pytest.mark.parametrize("stranger", ["canary", "A10", "C25.12345", "25", "C2", "C25.0.1", ""])
def test_unknown_codes_can_be_suppressed(stranger):
    assert rows([stranger], unknown="suppress") == [(stranger, "*", "*", "*", "*")]


@pytest.mark.parametrize(
    "wrong", [{"levels": ["block", "category"]}, {"levels": []}, {"unknown": "keep"}]
)
def test_wrong_parameters_are_refused(wrong):
    with pytest.raises(StudyError, match="icd10"):
        builder_of({"builder": "icd10", **wrong})


@pytest.mark.parametrize("name", ["icd10", "icd9"])
def test_blocks_do_not_overlap_except_where_a_single_category_stands_out(name):
    wide = sorted((one for one in blocks(name) if one.first != one.last), key=lambda x: x.first)
    assert all(before.last < after.first for before, after in pairwise(wide))


@pytest.mark.needs("data")
def test_every_code_of_the_classification_is_found_where_it_belongs(shared_data):
    given = pl.read_csv(shared_data / "icd" / "icd10cm_hierarchy.csv.gz", infer_schema=False)
    found = builder_of({"builder": "icd10"}).build(given["code"]).levels
    assert found[1].str.strip_chars_end(".-").equals(given["category"].alias("label"))
    assert found[2].equals(given["block"].alias("label"))
    pairs = pl.DataFrame([found[3].alias("chapter"), given["chapter"].alias("number")]).unique()
    assert pairs.height == 22
