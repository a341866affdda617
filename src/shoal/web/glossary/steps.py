"""Words of the page with steps by hand."""

from shoal.web.glossary.entry import Entry

ENTRIES = {
    "by-hand": Entry(
        "working by hand",
        "Do one thing at a time, see what it changes, and take it back if it is not worth it, as"
        " in µ-Argus. Nothing is released until you make a study of your steps and run it.",
    ),
    "bin-size": Entry(
        "the bin size",
        "How many records must share a combination of values so that it does not single anybody"
        " out. Smaller bins are called rare.",
    ),
    "identifying": Entry(
        "how identifying a column is",
        "µ-Argus looks at single values of all identifying columns, at pairs with a most or a more"
        " identifying one, and at triples with one of each. It does not look at larger"
        " combinations: choose sub-combination analysis for all of them.",
    ),
    "unsafe-records": Entry(
        "records with something rare",
        "Records that have at least one rare combination. Somebody who knows these values of a"
        " person may recognize the record.",
    ),
    "unsafe-combinations": Entry(
        "rare combinations",
        "Combinations of values that too few records share, counted by their number of columns."
        " One that contains a smaller rare one is not counted again.",
    ),
    "smallest-bin": Entry(
        "the smallest bin",
        "The fewest records that match a record in all columns; a blank cell matches every value.",
    ),
    "blank-cells": Entry("blank cells", "Cells whose value is removed, while the record stays."),
    "detail": Entry(
        "detail",
        "Bits that are needed to write down what the columns still show (Sweeney, Table 6). It"
        " falls with every step that makes values less precise.",
        "records × ⌈log₂ of the different values⌉, summed over the columns",
    ),
    "different-values": Entry(
        "different values", "How many different values the column still shows; fewer is coarser."
    ),
}
