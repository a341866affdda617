"""Names of columns that hold quotes: the verifier sees the columns that are meant."""

import pytest

from shoal.verify.tables.files import read_file

TEXT = '"a ""b"" c",age,"x, y"\n1,2,"say ""no"""\n3,4,5\n'


@pytest.mark.parametrize("ending", ["", "\n\n"])
def test_names_and_cells_with_doubled_quotes_are_read_as_they_are_meant(tmp_path, ending):
    path = tmp_path / "quoted.csv"
    path.write_text(TEXT + ending, encoding="utf-8")
    frame = read_file(path, {}, None)
    assert frame.columns == ['a "b" c', "age", "x, y"]
    assert frame["x, y"].to_list() == ['say "no"', "5"]


def test_a_column_whose_name_holds_quotes_can_be_wanted_alone(tmp_path):
    path = tmp_path / "quoted.csv"
    path.write_bytes(("\ufeff" + TEXT).encode())
    frame = read_file(path, {}, ("age", 'a "b" c'))
    assert frame.to_dict(as_series=False) == {'a "b" c': ["1", "3"], "age": ["2", "4"]}
