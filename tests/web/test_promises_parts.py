"""The pure parts of the step Promises: words, meanings, mending, presets, changes."""

import asyncio
import re
from dataclasses import replace

import pytest

from shoal.pipeline.prepare.guards import advice
from shoal.privacy.table_facts import TableFacts
from shoal.study.keys import plugins
from shoal.study.study import Study
from shoal.web.forms.known import plugins_of
from shoal.web.pages.promises.aside import settings_in
from shoal.web.pages.promises.chooser import (
    GROUPS,
    NO_COLUMN,
    NO_POPULATION,
    first_settings,
    headings,
    unmet_need,
)
from shoal.web.pages.promises.facts import game_of, people, promise_meaning, spread
from shoal.web.pages.promises.how import method_to_begin, with_method
from shoal.web.pages.promises.mending import TITLES, acceptable, place_of
from shoal.web.pages.promises.output import output_schema, put_run
from shoal.web.pages.promises.presets import PRESETS, fill_in
from shoal.web.pages.promises.quality import shares
from shoal.web.pages.promises.recipient import form_value, key_of
from shoal.web.pages.promises.study_editor import StudyEditor
from shoal.web.pages.promises.study_file import replace_keys
from shoal.web.pages.promises.subset import condition
from shoal.web.pages.promises.suppression import percent_of, share_of

PRIVACY, QUALITY, METHODS = plugins_of("privacy"), plugins_of("quality"), plugins_of("method")
FACTS = TableFacts(1000, (), {"illness": spread([500, 300, 200])}, 2_000_000, game_of({}))
QUASI = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
COLUMNS = {"age": QUASI, "illness": {"role": "sensitive"}}


def test_every_privacy_and_quality_model_is_explained_and_nothing_else():
    assert set(PRIVACY) == set(plugins.privacy_models())
    assert set(QUALITY) == set(plugins.quality_models())
    assert {model.card.group for model in PRIVACY.values()} == set(GROUPS)
    assert headings(PRIVACY) == GROUPS


def test_a_group_that_another_package_brings_is_its_own_heading():
    model = replace(PRIVACY["k-map"], card=replace(PRIVACY["k-map"].card, group="Rumors"))
    assert headings({"rumor": model}) == {**GROUPS, "Rumors": "Rumors"}


@pytest.mark.parametrize("name", PRIVACY)
def test_every_promise_can_begin_and_says_what_it_means(name):
    settings = first_settings(name, PRIVACY[name].card, "illness")
    plugins.privacy_models().build(settings)
    assert promise_meaning(settings, FACTS).endswith(".")


@pytest.mark.parametrize("model", [*PRIVACY.values(), *QUALITY.values()], ids=lambda m: m.name)
def test_formulas_are_well_formed(model):
    opened = re.findall(r"<(\w+)", model.card.formula)
    closed = re.findall(r"</(\w+)>", model.card.formula)
    assert sorted(opened) == sorted(closed)
    assert opened[0] == "math"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"model": "k-anonymity", "k": 5}, "At k = 5, one in five: "),
        ({"model": "k-anonymity", "k": 5}, "at most 20%. The release has at most 200 classes."),
        ({"model": "k-anonymity", "k": 5000}, "only 1,000 records: no release is possible"),
        ({"model": "distinct-l-diversity", "column": "illness", "l": 4}, "only 3 different values"),
        ({"model": "t-closeness", "column": "illness", "t": 0.2}, "between 30% and 70%"),
        ({"model": "delta-disclosure", "column": "illness", "delta": 1}, "25% and 100%"),
        ({"model": "basic-beta-likeness", "column": "illness", "beta": 0.5}, "30% of a class"),
        ({"model": "sample-uniqueness", "threshold": 0.01}, "At most 10 of 1,000 records"),
        ({"model": "population-uniqueness", "threshold": 0.01}, "At most 20,000 of 2,000,000"),
        ({"model": "average-risk", "threshold": 0.1}, "at most 100 classes"),
    ],
)
def test_a_promise_says_what_it_means_for_this_table(settings, said):
    assert said in promise_meaning(settings, FACTS)


def test_a_promise_that_is_not_right_yet_means_nothing():
    assert promise_meaning({"model": "k-anonymity", "k": "five"}, FACTS) == ""
    assert promise_meaning({"model": "t-closeness", "t": 0.2}, FACTS) == ""


def test_the_chooser_tells_what_the_study_lacks():
    assert unmet_need(PRIVACY["t-closeness"].card, {"columns": {"age": QUASI}}) == NO_COLUMN
    assert unmet_need(PRIVACY["k-map"].card, {"columns": COLUMNS}) == NO_POPULATION
    assert unmet_need(PRIVACY["k-map"].card, {"columns": COLUMNS, "population": {"size": 9}}) == ""
    assert unmet_need(PRIVACY["k-anonymity"].card, {}) == ""


@pytest.mark.parametrize(
    ("sentence", "place"),
    [
        ("privacy: there is no promise. Give at least one privacy model.", "#privacy"),
        ("privacy: a promise needs to know how large the population is.", "#population"),
        ("No promise protects the sensitive column 'x': members may share one value.", "#privacy"),
        ("Column 'zip': 3 of 9 values are not in its hierarchy.", "columns"),
        ("2 columns are not named in the study and not released: 'a', 'b'.", "data"),
        ("subset: none of the 9 records is in it.", "#subset"),
        ("`shuffle: false`: records stand in the order of the input.", "#output"),
        ("The guard 'near-unique:x' was acknowledged in the study.", "#check"),
        ("Something nobody foresaw.", ""),
    ],
)
def test_a_sentence_of_the_check_leads_to_where_it_can_be_mended(sentence, place):
    assert place_of(sentence) == place
    assert not place or place in TITLES


def test_a_guard_can_be_accepted_as_the_library_names_it():
    assert acceptable(advice("near-unique", "fee", "all differ")) == "near-unique:fee"
    assert acceptable("Column 'x' is fine.") == ""


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_makes_a_study_that_is_well_formed(name):
    body = {"columns": COLUMNS, "method": {"name": "datafly", "bin_size": 5}}
    fill_in(body, PRESETS[name])
    study = Study.of(body)
    assert len(study.privacy) == 2
    assert study.review_months == PRESETS[name].months


@pytest.mark.parametrize("name", ["argus", "datafly", "mdav", "sangreea", "local-suppression"])
def test_a_method_stands_instead_of_promises_and_search(name):
    columns = {**COLUMNS, "id": {"role": "identifier"}}
    body = {"columns": columns, "privacy": [{"model": "k-anonymity", "k": 2}], "person": "id"}
    with_method(body, method_to_begin(name, METHODS[name].card, {"age": "quasi-identifier"}))
    assert Study.of(body).method is not None
    assert Study.of(body).person == "id"


def test_that_records_count_stays_decided_with_a_method():
    body = {"columns": COLUMNS, "privacy": [{"model": "k-anonymity", "k": 2}], "person": False}
    with_method(
        body, method_to_begin("datafly", METHODS["datafly"].card, {"age": "quasi-identifier"})
    )
    assert Study.of(body).person is False


def test_a_recipient_survives_the_form():
    group = {"name": "known", "columns": ["age"], "trust": "partial"}
    form = {"name": "lab", "groups": [group], "drop": ["zip"]}
    assert form_value(key_of(form)) == form
    assert key_of({"groups": []}) is None
    assert form_value(None) == {}


def test_a_subset_is_counted_by_a_condition_where_it_is_one():
    assert condition({"column": "site", "equals": "north"}) == "\"site\" = 'north'"
    assert condition({"query": "age > 3"}) == "age > 3"
    assert condition({"column": "site", "equals": "o'hara"}) is None
    assert condition({"sample": 0.5}) is None


def test_a_percentage_is_an_exact_share():
    assert share_of("5") == 0.05
    assert share_of("2.5 %") == 0.025
    assert share_of("many") is None
    assert percent_of(0.07) == 7.0


def test_weights_become_shares_even_if_nothing_counts():
    assert shares({"age": 3, "sex": 1}) == {"age": 0.75, "sex": 0.25}
    assert shares({"age": 0, "sex": 0}) == {"age": 0.5, "sex": 0.5}


def test_the_population_is_told_in_people():
    assert people({"population": {"fraction": 0.01}}, 500) == 50_000
    assert people({"population": {"region": "Germany"}}, 500) == 80_767_000
    assert people({}, 500) is None


def test_output_has_no_database_and_run_settings_leave_no_trace_of_the_usual():
    assert "url" not in output_schema()["properties"]
    body = {"reproducible": True, "engine": "duckdb", "privacy": []}
    put_run(body, {"engine": "duckdb"})
    assert body == {"engine": "duckdb", "privacy": []}


def test_a_pasted_study_without_data_is_about_the_same_table():
    body = {"data": {"table": "t"}, "seed": 3}
    replace_keys(body, {"columns": {}})
    assert body == {"columns": {}, "data": {"table": "t"}}


def test_what_a_browser_kept_is_read_with_care():
    assert settings_in('[{"model": "k-anonymity", "k": 2}, 7, {"k": 1}]') == [
        {"model": "k-anonymity", "k": 2}
    ]
    assert settings_in("[") == []
    assert settings_in(None) == []


class OnPaper:
    """A story that is kept nowhere, and refuses a k without size of the population."""

    def __init__(self):
        self.body = {}

    async def change(self, edit):
        body = dict(self.body)
        edit(body)
        if body.get("k") and not body.get("size"):
            return ["k needs a size"]
        self.body = body
        return []


def test_a_change_that_contradicts_another_key_waits_until_it_fits():
    async def story():
        editor = StudyEditor(OnPaper(), FACTS)
        assert await editor.put("k", 5) == ["k needs a size"]
        assert list(editor.waiting) == ["k"]
        assert editor.body == {}
        assert await editor.put("size", 9) == []
        return editor

    editor = asyncio.run(story())
    assert editor.body == {"k": 5, "size": 9}
    assert editor.waiting == {}


def test_a_change_that_fits_is_kept_beside_one_that_waits():
    async def story():
        editor = StudyEditor(OnPaper(), FACTS)
        told = []
        editor.when_changed(lambda: told.append(len(editor.waiting)))
        await editor.put("k", 5)
        await editor.put("seed", 1)
        return editor, told

    editor, told = asyncio.run(story())
    assert editor.body == {"seed": 1}
    assert told == [1, 1]
