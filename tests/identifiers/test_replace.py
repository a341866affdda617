import polars as pl
import pytest

from shoal.errors import StudyError
from shoal.identifiers import pseudonym_methods
from shoal.identifiers.key_file import key_in
from shoal.identifiers.replace import Replacement

ANN, BOB = "1234567", "7654321"
KEYED = {"domain": "patients", "key": "k", "create_key": True}
METHODS = {
    "keyed-hash": KEYED,
    "surrogate": KEYED,
    "token": KEYED | {"mapping": "m"},
}
every_method = pytest.mark.parametrize("method", METHODS)


def replaced(folder, method, values, recipient=None, **settings):
    built = pseudonym_methods.build({"method": method, **METHODS[method], **settings})
    return Replacement(built, folder, recipient).pseudonyms(pl.Series("id", values)).to_list()


def test_every_method_that_releases_something_is_under_these_laws():
    assert {*METHODS, "drop"} == set(pseudonym_methods)


@every_method
def test_the_same_value_has_the_same_pseudonym_and_missing_stays_missing(tmp_path, method):
    ann, nobody, bob, again = replaced(tmp_path, method, [ANN, None, BOB, ANN])
    assert nobody is None
    assert ann == again != bob
    assert {ann, bob} & {ANN, BOB} == set()


@every_method
def test_linked_tables_of_one_domain_can_be_joined(tmp_path, method):
    visits = replaced(tmp_path, method, [ANN, BOB, ANN])
    assert replaced(tmp_path, method, [BOB, ANN]) == [visits[1], visits[0]]


@every_method
@pytest.mark.parametrize("other", [{"domain": "doctors"}, {"recipient": "lab"}])
def test_other_domains_and_recipients_cannot_be_joined(tmp_path, method, other):
    own = replaced(tmp_path, method, [ANN, BOB])
    assert not set(own) & set(replaced(tmp_path, method, [ANN, BOB], **other))


@every_method
def test_the_studys_recipient_counts_where_the_method_names_none(tmp_path, method):
    named = replaced(tmp_path, method, [ANN], recipient="lab")
    assert named == replaced(tmp_path, method, [ANN], **{"recipient": "lab"})
    built = METHODS[method] | {"recipient": "clinic"}
    plugin = pseudonym_methods.build({"method": method, **built})
    found = Replacement(plugin, tmp_path, "lab").pseudonyms(pl.Series([ANN])).to_list()
    assert found != named


def test_methods_do_not_share_keys(tmp_path):
    master = key_in(tmp_path / "k", create=True)
    contexts = [(name, "patients", "") for name in pseudonym_methods]
    assert len({master.derive(*context).digests(["x"])[0] for context in contexts}) == 4


@pytest.mark.parametrize("method", METHODS)
def test_a_mapping_leads_back(tmp_path, method):
    plugin = pseudonym_methods.build({"method": method, **METHODS[method], "mapping": "m"})
    replacement = Replacement(plugin, tmp_path)
    found = replacement.pseudonyms(pl.Series([ANN, BOB]))
    assert replacement.originals(found).to_list() == [ANN, BOB]


def test_a_hash_without_mapping_leads_nowhere(tmp_path):
    plugin = pseudonym_methods.build({"method": "keyed-hash", **KEYED})
    with pytest.raises(StudyError, match="keeps no mapping"):
        Replacement(plugin, tmp_path).originals(pl.Series(["x"]))


@pytest.mark.parametrize("values", [[], [None, None]])
@every_method
def test_a_column_without_values_has_no_pseudonyms(tmp_path, method, values):
    series = pl.Series(values, dtype=pl.String)
    assert replaced(tmp_path, method, series) == values


def test_a_setting_of_form_keeps_mappings_apart(tmp_path):
    short = replaced(tmp_path, "token", [ANN], length=16)
    assert len(short[0]) == 16
    assert len(replaced(tmp_path, "token", [ANN])[0]) == 32
