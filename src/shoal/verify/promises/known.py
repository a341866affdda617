"""Which promises the verifier knows: every name of the study file, with its check or the reason."""

from collections.abc import Mapping

from shoal.verify.promises.answer import Check
from shoal.verify.promises.closeness import check_against_input, t_closeness
from shoal.verify.promises.diversity import distinct, entropy, recursive
from shoal.verify.promises.likeness import (
    basic_beta_likeness,
    delta_disclosure,
    enhanced_beta_likeness,
)
from shoal.verify.promises.populations import delta_presence, k_map
from shoal.verify.promises.profit import journalist, prosecutor
from shoal.verify.promises.sampled import differential_privacy
from shoal.verify.promises.sizes import k_anonymity
from shoal.verify.promises.tables import TABLES

CHECKS: Mapping[str, Check] = {
    "k-anonymity": k_anonymity,
    "distinct-l-diversity": distinct,
    "entropy-l-diversity": entropy,
    "recursive-l-diversity": recursive,
    "t-closeness": check_against_input(t_closeness, "t"),
    "delta-disclosure": check_against_input(delta_disclosure, "delta"),
    "basic-beta-likeness": check_against_input(basic_beta_likeness, "beta"),
    "enhanced-beta-likeness": check_against_input(enhanced_beta_likeness, "beta"),
    "k-map": k_map,
    "delta-presence": delta_presence,
    "prosecutor-profitability": prosecutor,
    "journalist-profitability": journalist,
    "differential-privacy": differential_privacy,
    **TABLES,
}
# Promises that compare with all records that were drawn, not with the released ones alone.
BY_DRAWN = (
    *("t-closeness", "delta-disclosure", "basic-beta-likeness", "enhanced-beta-likeness"),
    *("population-uniqueness", "prosecutor-profitability", "journalist-profitability"),
)
# Registered promises that are not checked, and why.
NOT_CHECKABLE: Mapping[str, str] = {}
