"""Each loss in the form that the kernels take; None where the kernels cannot compute it."""

from collections.abc import Callable, Sequence
from math import fsum, log, log2, prod
from typing import Any

import numpy as np

from shoal.engine.arrays import Codes, Counts
from shoal.engine.encoded import Occurrences
from shoal.engine.kernel import kernel
from shoal.privacy.model import is_decided_by_size, minimum_size
from shoal.quality.ambiguity import Ambiguity
from shoal.quality.average_class_size import AverageClassSize
from shoal.quality.classification import Classification
from shoal.quality.discernibility import Discernibility
from shoal.quality.entropy_based_loss import EntropyBasedLoss
from shoal.quality.kl_divergence import KLDivergence
from shoal.quality.model import generalization_and_suppression
from shoal.quality.publisher_payout import PublisherPayout
from shoal.search.by_class import form as kinds
from shoal.search.by_class.form import Form, Terms
from shoal.search.by_class.marginal import (
    by_level,
    collision,
    entropy,
    logarithms,
    total,
    unit_of,
    units_by_code,
    units_of,
)
from shoal.search.problem import Problem

USED = 63  # bits of a word: words stay positive
MOST_WORDS = 64  # of a class: targets with more values take the general way


def form_of(problem: Problem) -> tuple[Form, Counts] | None:
    """The form of a problem's loss and what each tuple carries, where the kernels apply."""
    encoded = problem.encoded
    build = FORMS.get(type(problem.quality))
    if build is None or encoded.people is not None or encoded.aggregated or not encoded.records:
        return None
    if encoded.layout.words > 1 or not all(map(is_decided_by_size, problem.privacy)):
        return None
    return build(problem, problem.quality)


def _plain(problem: Problem, kind: int, *factors: float) -> Form:
    """A form that needs no more than the sizes of classes."""
    weights = by_level(problem.encoded, problem.lattice, problem.encoded.counts)
    size = max(map(minimum_size, problem.privacy), default=1)
    return Form(
        terms=Terms(kind, problem.encoded.records, size, 0, np.array(factors, float)),
        words=1,
        bits=1,
        targets=np.zeros(0, np.int64),
        base=np.zeros(problem.lattice.size),
        spread=np.zeros(problem.lattice.size),
        guess=total([list(map(collision, levels)) for levels in weights]),
        # Where suppression costs nothing, or much, the best lies where the guess is as low.
        reach=0.0 if kind in (kinds.SQUARES, kinds.DIVERGENCE) else np.inf,
        start=np.zeros((0, 0), np.int64),
        units=np.zeros(0),
        logarithms=np.zeros(0),
    )


def _discernibility(problem: Problem, model: Discernibility) -> tuple[Form, Counts]:
    kind = kinds.SQUARES if model.monotonic else kinds.DISCERNIBILITY
    return _plain(problem, kind), problem.encoded.counts


def _class_size(problem: Problem, model: AverageClassSize) -> tuple[Form, Counts]:
    generalization, suppression = generalization_and_suppression(model.gs_factor)
    form = _plain(problem, kinds.CLASS_SIZE, suppression, generalization)
    weights = by_level(problem.encoded, problem.lattice, problem.encoded.counts)
    codes = total([[log2(np.count_nonzero(part)) for part in levels] for levels in weights])
    tuples = np.count_nonzero(problem.encoded.counts)
    most = np.minimum(np.exp2(codes) * (1 + 1e-9), tuples)
    return form._replace(spread=most), problem.encoded.counts


def _divergence(problem: Problem, model: KLDivergence) -> tuple[Form, Counts] | None:
    encoded = problem.encoded
    counts = encoded.counts
    weights = counts**2 if model.arx_compatible else counts
    whole, bits = int(weights.sum()), bits_for(encoded.records)
    if model.arx_compatible and bits + whole.bit_length() > 63:
        return None  # both sums do not fit one word
    marginal = by_level(encoded, problem.lattice, weights)
    logs = units_by_code(problem, lambda column, level: np.log2(column.leaves[level]))
    used = counts > 0
    known = fsum((weights[used] * np.log2(counts[used] / encoded.records)).tolist())
    covered = total(
        [
            [fsum((part * log).tolist()) for part, log in zip(*both, strict=True)]
            for both in zip(marginal, logs, strict=True)
        ]
    )
    base = (known + covered) / encoded.records
    entropies = total([list(map(entropy, levels)) for levels in marginal])
    domain = fsum(log2(column.values) for column in encoded.columns)
    start, units = units_of(logs)
    form = _plain(problem, kinds.DIVERGENCE, domain, whole, model.arx_compatible)
    return form._replace(
        bits=bits, base=base, spread=entropies, guess=base + whole / encoded.records * entropies,
        start=start, units=units, logarithms=logarithms(encoded.records),
    ), (counts | (weights << bits)) if model.arx_compatible else counts  # fmt: skip


def _classification(problem: Problem, model: Classification) -> tuple[Form, Counts] | None:
    encoded, prices = problem.encoded, model.prices
    names = {column.name for column in encoded.columns}
    if (
        not model.targets
        or names & set(model.targets)
        or not _are_all_columns(model.features, names)
    ):
        return None
    found = [encoded.targets[name] for name in model.targets]
    values, bits = [len(target.labels) for target in found], bits_for(encoded.records)
    words = words_for(sum(values), bits)
    if words > MOST_WORDS:
        return None
    scale = encoded.records * (1 if model.arx_compatible else len(values))
    form = _plain(
        problem, kinds.CLASSIFICATION,
        prices.minority, prices.no_majority, prices.suppressed, scale,
    )  # fmt: skip
    form = form._replace(
        terms=form.terms._replace(times=len(values)),
        words=words, bits=bits, targets=np.array(values, np.int64),
    )  # fmt: skip
    return form, histograms(len(encoded.counts), found, bits)


def _are_all_columns(features: tuple[str, ...], names: set[str]) -> bool:
    """Whether groups are classes: other columns would divide them further."""
    return not features or set(features) == names


def _ambiguity(problem: Problem, model: Ambiguity) -> tuple[Form, Counts]:
    encoded = problem.encoded
    whole = float(prod(column.values for column in encoded.columns))
    units = units_by_code(problem, lambda column, level: column.leaves[level].astype(np.float64))
    start, covers = units_of(units)
    marginal = by_level(encoded, problem.lattice, encoded.counts)
    logarithms = total(
        [
            [float((part * np.log(unit)).sum()) for part, unit in zip(*both, strict=True)]
            for both in zip(marginal, units, strict=True)
        ]
    )
    base = encoded.records * np.exp(logarithms / encoded.records)
    most = np.exp(total([[log(unit.max()) for unit in levels] for levels in units])) * (1 + 1e-12)
    form = _plain(problem, kinds.AMBIGUITY, whole, float(base[0]), float(most[0]))
    return form._replace(base=base, spread=most, guess=base, start=start, units=covers), (
        encoded.counts
    )


def _entropy_loss(problem: Problem, model: EntropyBasedLoss) -> tuple[Form, Counts]:
    encoded = problem.encoded
    generalization, suppression = generalization_and_suppression(model.gs_factor)
    units = units_by_code(
        problem, lambda column, level: np.log(column.covers[level] / unit_of(column))
    )
    whole = fsum(log(column.domain / unit_of(column)) for column in encoded.columns) or 1.0
    marginal = by_level(encoded, problem.lattice, encoded.counts)
    parts = [
        [float((part * unit).sum()) for part, unit in zip(*both, strict=True)]
        for both in zip(marginal, units, strict=True)
    ]
    base = total(parts) / whole
    most = total([[float(unit.max()) for unit in levels] for levels in units]) / whole
    start, covers = units_of(units)
    form = _plain(
        problem, kinds.ENTROPY, generalization, suppression, whole, float(base[0]), float(most[0])
    )
    return form._replace(base=base, spread=most, guess=base, start=start, units=covers), (
        encoded.counts
    )


def _payout(problem: Problem, model: PublisherPayout) -> tuple[Form, Counts] | None:
    """What information is worth, and what attacks on classes of the data cost."""
    if model.needs_population and problem.encoded.population is not None:
        return None
    form, counts = _entropy_loss(problem, EntropyBasedLoss(gs_factor=model.gs_factor))
    factors, stakes = form.terms.factors.copy(), model.stakes
    damage = generalization_and_suppression(model.gs_factor)[0] * stakes.publisher_loss
    factors[[kinds.GENERALIZED, kinds.SUPPRESSED]] *= stakes.publisher_benefit
    factors = np.append(factors, (damage, float(stakes.attack_limit)))
    return form._replace(terms=form.terms._replace(kind=kinds.PAYOUT, factors=factors)), counts


def bits_for(records: int) -> int:
    """As many bits as a counter needs that never exceeds the number of records."""
    return records.bit_length()


def words_for(counters: int, bits: int) -> int:
    """How many words the counters take."""
    return -(-counters // (USED // bits))


def histograms(tuples: int, targets: Sequence[Occurrences], bits: int) -> Counts:
    """The words of every tuple, one tuple after the other; targets follow each other."""
    words = words_for(sum(len(target.labels) for target in targets), bits)
    loads, first = np.zeros(tuples * words, np.int64), 0
    for target in targets:
        _count(target.tuples, target.values, target.counts, first, bits, words, loads)
        first += len(target.labels)
    return loads


@kernel
def _count(
    tuples: Codes, values: Codes, counts: Counts, first: int, bits: int, words: int, loads: Counts
) -> None:
    per_word = USED // bits
    for at in range(tuples.size):
        word, counter = divmod(first + values[at], per_word)
        loads[tuples[at] * words + word] += counts[at] << (counter * bits)


FORMS: dict[type, Callable[[Problem, Any], tuple[Form, Counts] | None]] = {
    Ambiguity: _ambiguity,
    AverageClassSize: _class_size,
    Classification: _classification,
    Discernibility: _discernibility,
    EntropyBasedLoss: _entropy_loss,
    KLDivergence: _divergence,
    PublisherPayout: _payout,
}
