"""The keys of stored studies are those that a study has: neither fewer nor others."""

import pytest

from shoal.privacy.game import Game
from shoal.server.stored import study_keys as plain
from shoal.study.keys.columns import Column
from shoal.study.keys.data import Data
from shoal.study.keys.population import Population
from shoal.study.keys.recipient import Group, Profile, Recipient
from shoal.study.keys.subset import Subset
from shoal.study.study import Study

SECTIONS = {
    plain.GroupKeys: Group,
    plain.ProfileKeys: Profile,
    plain.RecipientKeys: Recipient,
    plain.StoredColumn: Column,
    plain.StoredKeys: Study,
    plain.StoredPopulation: Population,
    plain.StoredSubset: Subset,
}


@pytest.mark.parametrize("keys", SECTIONS, ids=lambda keys: keys.__name__)
def test_every_key_of_a_section_has_a_type(keys):
    assert {*keys.__annotations__} == {*SECTIONS[keys].model_fields}


def test_data_can_also_name_a_stored_table():
    assert {*plain.StoredData.__annotations__} == {*Data.model_fields, "table"}


def test_every_stake_of_the_game_has_a_type():
    assert {*plain.GameKeys.__annotations__} == {*Game.__dataclass_fields__}


def test_keys_are_left_out_chosen_and_replaced_without_changing_those_given():
    keys: plain.StoredColumn = {"role": "sensitive", "type": "date", "weight": 2}
    assert plain.without(keys, "weight", "shift") == {"role": "sensitive", "type": "date"}
    assert plain.only(keys, "weight", "shift") == {"weight": 2}
    assert plain.with_key(keys, "weight", 3) == {"role": "sensitive", "type": "date", "weight": 3}
    assert keys == {"role": "sensitive", "type": "date", "weight": 2}


def test_keys_are_taken_out_in_place():
    keys: plain.StoredColumn = {"role": "sensitive", "weight": 2}
    plain.remove_keys(keys, "weight", "shift")
    assert keys == {"role": "sensitive"}
