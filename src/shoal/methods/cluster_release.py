"""From clusters to what a method answers: cells, what is lost, and a step for the report."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from shoal.engine.encoded import EncodedTable
from shoal.errors import NoReleaseError
from shoal.methods.clustering.cells import cells_of
from shoal.methods.clustering.loss import Formed
from shoal.methods.clustering.space import Space
from shoal.methods.registry import Treated
from shoal.search.problem import Problem


def treated(problem: Problem, space: Space, formed: Formed) -> Treated:
    """What records show that are in clusters."""
    encoded = problem.encoded
    step = {
        "step": "cluster",
        "clusters": len(formed.sizes),
        "smallest": int(formed.sizes.min()),
        "largest": int(formed.sizes.max()),
    }
    return Treated(
        problem.lattice.minimum,
        np.zeros(encoded.records, np.bool_),
        None,
        1,
        (step,),
        cells_of(encoded, space, formed),
        figures(encoded, space, formed),
    )


def figures(encoded: EncodedTable, space: Space, formed: Formed) -> Mapping[str, Any]:
    """What clusters lose, as a share, for the whole table and for each column."""
    names = [column.name for column in encoded.columns]
    shares = dict(zip(names, formed.by_column(space).tolist(), strict=True))
    return {
        "ngil": formed.ngil(space),
        "ngil_weighted": formed.weighted(space),
        "ngil_by_column": shares,
    }


def refuse_few(records: int, k: int) -> None:
    """A table that has no room for one cluster."""
    if records < k:
        raise NoReleaseError(
            f"The data has {records:,} records, but a cluster needs {k:,}. Collect more records,"
            " or lower k."
        )
