"""The keys `edges` and `node` of a method, which describe a graph of the records."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from shoal.data.source import Source
from shoal.errors import StudyError, did_you_mean

if TYPE_CHECKING:
    from shoal.study.study import Study


def edges_of(study: "Study") -> str | Mapping[str, Any] | None:
    """The list of edges that a study names; None if it has no graph."""
    edges: str | Mapping[str, Any] | None = getattr(study.method, "edges", None)
    return edges


def graph_problems(study: "Study") -> Iterator[str]:
    """Contradictions between the keys about a graph and other keys."""
    edges, node = edges_of(study), getattr(study.method, "node", None)
    if edges is None:
        yield from _weights_of_nothing(study.method)
    if edges is None and node is None:
        return
    if edges is None or node is None:
        given, lacking = ("edges", "node") if node is None else ("node", "edges")
        yield f"method.{given}: it needs `{lacking}`: a list of edges, and the column of their ids."
        return
    identifiers = study.with_role("identifier")
    if node not in identifiers:
        hint = did_you_mean(node, identifiers) if identifiers else ""
        yield (
            f"method.node: {node!r} is not a column with `role: identifier`, which it must be"
            f" because edges name records by it.{hint}"
        )
    if not study.method.alpha and not study.method.beta:  # type: ignore[union-attr]
        yield "method: neither values nor structure count. Give `alpha` or `beta` above 0."
    if study.subset is not None:
        yield "subset: a graph is released as a whole. Leave it out, or leave `edges` out."
    if study.evaluate is not None and study.evaluate.anonymize == "each-fold":
        yield "evaluate.anonymize: parts of a graph are no graph. Leave `each-fold` or `edges` out."
    try:
        Source.of(edges, study.folder)
    except StudyError as error:
        yield from (f"method.edges: {problem}" for problem in error.problems)


def _weights_of_nothing(method: Any) -> Iterator[str]:  # noqa: ANN401  (any method)
    """Weights of values and structure, which nothing uses where there are no edges."""
    for name in ("alpha", "beta"):
        if getattr(method, name, 1.0) != 1.0:
            yield f"method.{name}: it weighs values against edges. Leave it out, or give `edges`."
