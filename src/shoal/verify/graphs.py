"""The released graph, checked by itself, against the release, and against the input's edges.

No file says who is in which cluster. The run that made the release hands it over, and every count
is then made anew; without it, only what can be seen from the files is checked, and the rest is
reported as not checked.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import polars as pl
from polars.selectors import by_name

from shoal.errors import DataError, StudyError
from shoal.verify.findings.verdict import Finding
from shoal.verify.study.terms import Terms
from shoal.verify.tables.files import FORMATS, read_file
from shoal.verify.tables.inputs import read_other_table

Pairs = Counter[tuple[int, int]]
NODES, EDGES = "nodes", "edges"  # behind `draft_`, or `release_` once the release is shared
OF_NODES = ("cluster", "nodes", "edges_inside")
OF_EDGES = ("cluster", "other_cluster", "edges")


def has_graph(terms: Terms) -> bool:
    """Whether the study releases a graph."""
    return terms.method is not None and terms.method.get("edges") is not None


def graph_findings(
    terms: Terms,
    folder: Path,
    place: Path,
    data: pl.DataFrame,
    release: pl.DataFrame,
    clusters: pl.Series | None = None,
) -> Iterator[Finding]:
    """All findings about the graph.

    Args:
        terms: What the study says.
        folder: What its paths are relative to.
        place: The folder in which the released graph is.
        data: The input, with the column of its nodes' ids.
        release: The release.
        clusters: The released number of the cluster of each record of the input; None if the run
            does not hand it over.
    """
    settings = terms.method or {}
    names = [name for name in terms.released if terms.columns[name].is_generalized]
    try:
        nodes = _read(place, NODES, (*_free_names(OF_NODES, names), *names))
        edges = _read(place, EDGES, OF_EDGES)
        sizes, inside, between = _read_counts(nodes, edges)
    except DataError as error:
        yield Finding("graph file", False, str(error))
        return
    yield Finding("graph file", True, measured={"nodes": nodes.height, "edges": edges.height})
    pairs = edge_pairs(data[str(settings.get("node"))], read_other_table(settings["edges"], folder))
    yield _sizes_finding(sizes, _whole_number(settings.get("k")), data.height)
    yield _cells_finding(nodes, release, names)
    yield _edges_finding(sizes, inside, between, len(pairs))
    yield _counts_finding(pairs, sizes, inside, between, clusters)


def graph_files(place: Path, name: str = "*") -> list[Path]:
    """The files of a graph beside a draft or a release, `name` being a pattern."""
    return sorted([*place.glob(f"draft_{name}"), *place.glob(f"release_{name}")])


def _read(place: Path, name: str, columns: tuple[str, ...]) -> pl.DataFrame:
    """The one file of nodes or edges; DataError if it is not there or has other columns."""
    files = [path for path in graph_files(place, f"{name}.*") if path.suffix in FORMATS]
    if len(files) != 1:
        raise DataError(f"There are {len(files)} files of {name}; expected one beside the release.")
    frame = read_file(files[0], {}, None)
    if tuple(frame.columns) != columns:
        raise DataError(
            f"{files[0].name} has {frame.width} columns that are not the {len(columns)} expected."
        )
    return frame


def _free_names(names: tuple[str, ...], taken: list[str]) -> tuple[str, ...]:
    """Our own names, with underscores added until no column of the table has them."""

    def free(name: str) -> str:
        return free(f"{name}_") if name in taken else name

    return tuple(map(free, names))


def _read_counts(
    nodes: pl.DataFrame, edges: pl.DataFrame
) -> tuple[dict[int, int], dict[int, int], Pairs]:
    """The size of each cluster, the edges inside each, and the edges between pairs of them.

    Clusters are numbered 1, 2, … and nothing else names them.
    """
    numbers, sizes, inside = (_numbers(nodes[:, at]) for at in range(3))
    if sorted(numbers) != list(range(1, len(numbers) + 1)):
        raise DataError(f"{NODES}: clusters are not numbered from 1 to their number.")
    left, right, many = (_numbers(edges[:, at]) for at in range(3))
    known = set(numbers)
    pairs = list(zip(left, right, strict=True))
    wrong = [pair for pair in pairs if not (set(pair) <= known and pair[0] < pair[1])]
    if wrong or len(set(pairs)) < len(pairs) or 0 in many:
        raise DataError(
            f"{EDGES}: {len(wrong)} records do not join two clusters, or some repeat others."
        )
    between = Counter(dict(zip(pairs, many, strict=True)))
    sized = dict(zip(numbers, sizes, strict=True))
    return sized, dict(zip(numbers, inside, strict=True)), between


def _numbers(values: pl.Series) -> list[int]:
    """Counts as whole numbers; DataError if a cell is no count."""
    texts = values.cast(pl.String)
    plain = texts.str.contains(r"^(0|[1-9][0-9]{0,17})$").fill_null(False)
    if not plain.all():
        raise DataError(f"{int((~plain).sum())} cells of the released graph are no counts.")
    return texts.cast(pl.Int64).to_list()


def edge_pairs(ids: pl.Series, listed: pl.DataFrame) -> list[tuple[int, int]]:
    """The different edges of the input as places of records, lower first; loops are left out.

    Args:
        ids: The id of each record.
        listed: The edges; their first two columns are the ids of both ends.
    """
    place = {str(name): at for at, name in enumerate(ids.cast(pl.String).to_list())}
    names = listed.columns[:2]
    ends = [tuple(row) for row in listed.select(by_name(names).cast(pl.String)).iter_rows()]
    if all(name in place for name in names):  # a list without a header
        ends.append((names[0], names[1]))
    unknown = sum(left not in place or right not in place for left, right in ends)
    if unknown:
        raise DataError(f"{unknown} edges of the input have an end that is no record.")
    pairs = {(place[left], place[right]) for left, right in ends}
    return sorted({(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]})


def _sizes_finding(sizes: Mapping[int, int], k: int, records: int) -> Finding:
    """Check that super-nodes stand for at least k records each, and for all together."""
    small, total = [size for size in sizes.values() if size < k], sum(sizes.values())
    reasons = []
    if small:
        reasons.append(f"{len(small)} super-nodes stand for fewer than {k} records.")
    if total != records:
        reasons.append(f"Super-nodes stand for {total} records; the input has {records}.")
    measured = {"super_nodes": len(sizes), "smallest": min(sizes.values(), default=None)}
    return Finding("graph clusters", not reasons, " ".join(reasons), measured)


def _cells_finding(nodes: pl.DataFrame, release: pl.DataFrame, names: list[str]) -> Finding:
    """Check that super-nodes show the cells of as many released records as they stand for."""
    shown: Counter[tuple[Any, ...]] = Counter()
    sizes = _numbers(nodes[:, 1])
    for cells, size in zip(_rows(nodes, names), sizes, strict=True):
        shown[cells] += size
    wrong = shown != Counter(_rows(release, names))
    reason = "The super-nodes do not show what the released records show." if wrong else ""
    return Finding("graph cells", not wrong, reason)


def _rows(frame: pl.DataFrame, names: list[str]) -> list[tuple[Any, ...]]:
    """The cells of each record in some columns, as texts."""
    return frame.select(by_name(names).cast(pl.String)).rows() if names else [()] * frame.height


def _edges_finding(
    sizes: Mapping[int, int], inside: Mapping[int, int], between: Pairs, edges: int
) -> Finding:
    """Check that there are as many edges as in the input, and nowhere more than possible."""
    crowded = [node for node, many in inside.items() if many > _possible_edges(sizes[node])]
    full = [pair for pair, many in between.items() if many > sizes[pair[0]] * sizes[pair[1]]]
    total = sum(inside.values()) + sum(between.values())
    reasons = []
    if crowded or full:
        reasons.append(f"{len(crowded) + len(full)} counts are larger than there is room for.")
    if total != edges:
        reasons.append(f"The released graph has {total} edges; the input has {edges}.")
    measured = {"edges": total, "nsil": float(nsil(sizes, inside, between))}
    return Finding("graph edges", not reasons, " ".join(reasons), measured)


def nsil(sizes: Mapping[int, int], inside: Mapping[int, int], between: Pairs) -> Fraction:
    """Structural information loss by its definition, as a share (0 to 1) of the largest possible.

    Args:
        sizes: The size of each cluster.
        inside: The edges inside each cluster.
        between: The edges between pairs of clusters.
    """
    records = sum(sizes.values())
    parts = [(many, _possible_edges(sizes[node])) for node, many in inside.items()]
    parts += [(many, sizes[pair[0]] * sizes[pair[1]]) for pair, many in between.items()]
    lost = sum((2 * many * (1 - Fraction(many, room)) for many, room in parts if room), Fraction(0))
    largest = Fraction(records * (records - 1), 4)
    return lost / largest if largest else Fraction(0)


def _possible_edges(size: int) -> int:
    """How many edges there can be among as many nodes."""
    return size * (size - 1) // 2


def _counts_finding(
    pairs: list[tuple[int, int]],
    sizes: Mapping[int, int],
    inside: Mapping[int, int],
    between: Pairs,
    clusters: pl.Series | None,
) -> Finding:
    """Compare each count with one made anew from the edges of the input."""
    if clusters is None:
        reason = "Nothing tells which records are in which cluster; only sums were compared."
        return Finding("graph counts", "not_checked", reason)
    of = clusters.to_list()
    counted: Pairs = Counter((min(of[a], of[b]), max(of[a], of[b])) for a, b in pairs)
    alone = {node: counted[node, node] for node in sizes}
    across = Counter({pair: many for pair, many in counted.items() if pair[0] != pair[1]})
    wrong = sum(alone[node] != inside[node] for node in sizes)
    wrong += sum(across[pair] != between[pair] for pair in {*across, *between})
    wrong += sum(many != sizes.get(node) for node, many in Counter(of).items())
    reason = f"{wrong} counts are not those of the input's edges." if wrong else ""
    return Finding("graph counts", not wrong, reason)


def _whole_number(given: object) -> int:
    """The `k` of the method; StudyError if it is no whole number."""
    if not isinstance(given, int):
        raise StudyError("The method needs a whole number `k`.")
    return given
