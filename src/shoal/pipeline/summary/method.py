"""What a method did, as part of the summary: its steps, blank cells, and the risk with them."""

from collections.abc import Iterator
from typing import cast

import numpy as np
import polars as pl

from shoal.engine.arrays import Counts
from shoal.engine.transform import transform
from shoal.pipeline.states.released import Released
from shoal.report.method_section import BY_PERSON
from shoal.report.summary import as_plain, risk
from shoal.report.types.sections import MethodFacts, Perturbation, Risk, RiskSides
from shoal.report.types.summary import Summary
from shoal.study.keys.plugins import methods, plugin_settings

WILDCARD = "A blank cell matches every value."


def with_method(summary: Summary, done: Released) -> Summary:
    """The summary of a run with what its method did; unchanged without a method.

    Risks are counted as the method counts: where it blanks cells, a blank cell matches every value.
    """
    method = done.way.recipe
    if done.treated is None or method is None:
        return summary
    k = done.way.smallest or 5
    levels = dict(zip(done.study.generalized, done.treated.levels, strict=True))
    facts: MethodFacts = {
        "name": methods().name_of(method),
        "settings": plugin_settings(methods(), method),
        "levels": None if method.own_cells else levels,
        "steps": [dict(step) for step in done.treated.steps],
        **cast(MethodFacts, done.treated.figures),
    }
    before, after = done.problem.encoded.counts, done.outcome.class_sizes
    risks: RiskSides = {"before": risk(before, k), "after": risk(after, k)}
    if method.blanks_cells:
        from shoal.methods.subcombinations import smallest_bins  # noqa: PLC0415  (loads methods)
        from shoal.methods.texts import crowd_of  # noqa: PLC0415

        texts, encoded = _texts(done), done.problem.encoded
        bins = smallest_bins(texts)
        crowd = crowd_of(encoded, done.treated.levels)
        promised = bins if crowd is None else smallest_bins(texts, crowd)
        _add_blanks(facts, done)
        facts["smallest_bin"] = int(promised.min(initial=encoded.records))
        facts["matching"] = WILDCARD if crowd is None else BY_PERSON
        facts["risk_if_blank_is_a_value"] = risk(after, k)
        risks["after"] = wildcard_risk(bins, k)
    warnings = [*summary["warnings"], *_blank_warnings(facts)]
    if "perturbation" in facts:
        summary = _without_loss(summary, facts["perturbation"])
    return {
        **summary,
        "method": as_plain(facts),
        "risk": as_plain(risks),
        "warnings": warnings,
        # A method compares no candidates.
        "lattice_size": None,
        "candidates_checked": None,
    }


def _without_loss(summary: Summary, facts: Perturbation) -> Summary:
    """The summary without losses of changed columns: these tell how coarse values are, not how far.

    What changed columns lost is under `method`.
    """
    changed = dict.fromkeys(column["name"] for column in facts["columns"])
    by_column = {**summary["loss_by_column"], **changed}
    return {**summary, "loss": None, "loss_normalized": None, "loss_by_column": by_column}


def _blank_warnings(facts: MethodFacts) -> Iterator[str]:
    """A warning about records that are safe only if blank cells of others may be any value."""
    if "risk_if_blank_is_a_value" not in facts:
        return
    alone = facts["risk_if_blank_is_a_value"]["uniques"]
    if alone:
        yield (
            f"{alone:,} records look like no other unless blank cells, among them those that were"
            " missing in the input, are taken as any value. The method counts them so; somebody"
            " who knows the values of a person may not be misled."
        )


def wildcard_risk(bins: Counts, k: int) -> Risk:
    """The risk where each record has a bin of its own size (docs/theory/risk.md).

    Args:
        bins: The size of each record's bin.
        k: Records in smaller bins are at risk.
    """
    if not bins.size:
        return risk(bins, k)
    return {
        "highest": 1 / int(bins.min()),
        "average": float(np.mean(1 / bins)),
        "lowest": 1 / int(bins.max()),
        "uniques": int(np.count_nonzero(bins == 1)),
        "at_risk": np.count_nonzero(bins < k) / len(bins),
    }


def _add_blanks(facts: MethodFacts, done: Released) -> None:
    """Add to the facts how many cells are blank, per column and in all."""
    blank = None if done.treated is None else done.treated.blank
    cells = [0] * len(done.study.generalized) if blank is None else blank.sum(axis=0).tolist()
    facts["blank_cells"] = sum(cells)
    facts["blank_cells_by_column"] = dict(zip(done.study.generalized, cells, strict=True))


def _texts(done: Released) -> pl.DataFrame:
    """What the release shows of the quasi-identifiers."""
    recoded, outcome = done.recoded, done.outcome
    assert recoded is not None  # noqa: S101  (asked by the caller)
    texts = transform(recoded, outcome.levels, outcome.suppressed)
    return pl.DataFrame([column.cast(pl.String) for column in texts.values()])
