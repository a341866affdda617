"""What the classes of one candidate say, compiled: suppressed records and the loss's statistics.

Each function fills a row of figures and returns the suppressed records; `bounds.py` knows what
the figures mean for the candidate and for those above and below it.
"""

import numpy as np
from numba import int64, uint64

from shoal.engine.arrays import Counts, Floats, Keys
from shoal.engine.kernel import inner
from shoal.search.by_class.form import (
    AMBIGUITY,
    ATTACKED,
    BY_RECORD,
    CLASS_SIZE,
    CLASSIFICATION,
    DISCERNIBILITY,
    DIVERGENCE,
    MINORITY,
    PAYOUT,
    SQUARES,
    TIED,
    Form,
)
from shoal.search.exact.tables import Tables


@inner
def measure_classes(
    tables: Tables, form: Form, keys: Keys, loads: Counts, levels: Counts, classes: int,
    figures: Floats,
) -> int:  # fmt: skip
    """The figures of the classes at hand; returns how many records are suppressed."""
    if form.terms.kind in (DISCERNIBILITY, SQUARES):
        return _squares(form, loads, classes, figures)
    if form.terms.kind == CLASS_SIZE:
        return _count_kept_classes(form, loads, classes, figures)
    if form.terms.kind == DIVERGENCE:
        return _divergence(tables, form, keys, loads, levels, classes, figures)
    if form.terms.kind == CLASSIFICATION:
        return _majorities(form, loads, classes, figures)
    return _volumes(tables, form, keys, loads, levels, classes, figures)


@inner
def _squares(form: Form, loads: Counts, classes: int, figures: Floats) -> int:
    """Squared sizes of kept and of suppressed classes: whole numbers, so any order will do."""
    kept, left_out, suppressed = int64(0), int64(0), int64(0)
    for at in range(classes):
        size = loads[at]
        if size < form.terms.size:
            suppressed += size
            left_out += size * size
        else:
            kept += size * size
    figures[0], figures[1] = kept, left_out
    return suppressed


@inner
def _count_kept_classes(form: Form, loads: Counts, classes: int, figures: Floats) -> int:
    kept, suppressed = int64(0), int64(0)
    for at in range(classes):
        size = loads[at]
        if size < form.terms.size:
            suppressed += size
        else:
            kept += 1
    figures[0] = kept
    return suppressed


@inner
def _divergence(
    tables: Tables, form: Form, keys: Keys, loads: Counts, levels: Counts, classes: int,
    figures: Floats,
) -> int:  # fmt: skip
    """Weights times logarithms: of all sizes, of what suppression changes, of all weights."""
    by_record = form.terms.factors[BY_RECORD] > 0
    mask = (int64(1) << form.bits) - 1
    sizes, changed, weights, spread = 0.0, 0.0, int64(0), 0.0
    suppressed = int64(0)
    for at in range(classes):
        load = loads[at]
        size, weight = load, load
        if load == 0:  # tuples without a record
            continue
        if by_record:
            size, weight = load & mask, load >> form.bits
            spread += weight * np.log2(float(weight))
        part = weight * _log2(form, size)
        sizes += part
        if size < form.terms.size:
            suppressed += size
            weights += weight
            changed += part - weight * _units(tables, form, keys[at], levels)
    figures[0], figures[1], figures[2] = sizes, changed, weights
    figures[3] = spread if by_record else sizes
    return suppressed


@inner
def _majorities(form: Form, loads: Counts, classes: int, figures: Floats) -> int:
    """Penalties of kept classes, and records that are not of the majority, kept and suppressed."""
    mask = (int64(1) << form.bits) - 1
    per_word = 63 // form.bits
    minority, tied, kept, left_out, suppressed = int64(0), int64(0), int64(0), int64(0), int64(0)
    for at in range(classes):
        counter = int64(0)
        word, load = at * form.words, loads[at * form.words]
        size = int64(0)
        for target in range(form.targets.size):
            size, most, often = int64(0), int64(0), int64(0)
            for _ in range(form.targets[target]):
                if counter == per_word:
                    counter = int64(0)
                    word += 1
                    load = loads[word]
                count = load & mask
                load >>= form.bits
                counter += 1
                size += count
                if count > most:
                    most, often = count, int64(1)
                elif count == most:
                    often += 1
            if size < form.terms.size:
                left_out += size - most
            else:
                kept += size - most
                if often == 1:
                    minority += size - most
                else:
                    tied += size
        if size < form.terms.size:
            suppressed += size
    figures[0] = form.terms.factors[MINORITY] * minority + form.terms.factors[TIED] * tied
    figures[1], figures[2] = kept, left_out
    return suppressed


@inner
def _volumes(
    tables: Tables, form: Form, keys: Keys, loads: Counts, levels: Counts, classes: int,
    figures: Floats,
) -> int:  # fmt: skip
    """What kept and what suppressed records cover: products of units, or their logarithms.

    And, for payouts, how many kept classes are attacked.
    """
    kept, left_out, suppressed, attacked = 0.0, 0.0, int64(0), int64(0)
    safe = form.terms.factors[ATTACKED] if form.terms.kind == PAYOUT else 0.0
    for at in range(classes):
        size = loads[at]
        covered = size * _units(tables, form, keys[at], levels)
        if size < form.terms.size:
            suppressed += size
            left_out += covered
        else:
            kept += covered
            if 0 < size < safe:
                attacked += 1
    figures[0], figures[1], figures[2] = kept, left_out, attacked
    return suppressed


@inner
def _units(tables: Tables, form: Form, key: int, levels: Counts) -> float:
    """What a class covers: the product of its units, or the sum of their logarithms."""
    product, total = 1.0, 0.0
    for column in range(levels.size):
        code = int64((uint64(key) >> tables.shift[column]) & tables.mask[column])
        units = form.units[form.start[column, levels[column]] + code]
        product *= units
        total += units
    return product if form.terms.kind == AMBIGUITY else total


@inner
def _log2(form: Form, number: int) -> float:
    return form.logarithms[number] if number < form.logarithms.size else np.log2(float(number))
