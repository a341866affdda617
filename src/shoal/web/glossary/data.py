"""Words of the first step: tables, columns and their roles."""

from shoal.web.glossary.entry import Entry

ENTRIES = {
    "columns": Entry("columns", "How many different things the table says about each record."),
    "file-size": Entry("size", "How large the file is that you gave; it is kept as it was."),
    "file-format": Entry(
        "format",
        "What kind of file it is. It is found out by looking at the content, not at the name.",
    ),
    "upload": Entry(
        "an upload",
        "The file is sent to this server, read once, and kept if it is a table within the limits."
        " Text files may use any separator and encoding: both are found out by looking. Where the"
        " encoding is not certain, you are asked for it.",
    ),
    "encoding": Entry(
        "encoding",
        "How letters are stored in a text file. UTF-8 and UTF-16 are recognized for sure. Of others"
        " it is found out which one makes sense, and told, since letters could be wrong.",
    ),
    "connection": Entry(
        "a connection",
        "A database that whoever started this server has named. It is asked to read, never to"
        " write, and its answer is kept as a table here. Nobody learns its address or password.",
    ),
    "reading": Entry(
        "how a file is read",
        "Separator, encoding and the rest are found out by looking at the file. Where that went"
        " wrong, say it here: the file is read again, and what is found is a table of its own.",
    ),
    "grid": Entry(
        "the grid",
        "All records as they were given. Filter them with conditions on columns: = != < <= > >=,"
        " and, or, not, and parentheses. Texts with spaces stand in quotes. With the arrow keys you"
        " go from cell to cell; Home, End, Page Up and Page Down go further, and"
        " Ctrl-C copies the cell.",
    ),
    "role": Entry(
        "a role",
        "What a column tells about a person. Identifier: names one person, and is never released as"
        " it is. Quasi-identifier: others may know it, so it is made coarser until nobody stands"
        " out. Sensitive: nobody should learn it about a person. Insensitive: harmless, which only"
        " a person can say. Undecided: nothing is known about it, and nothing is released before a"
        " person decides.",
    ),
    "type": Entry(
        "a type",
        "How values are read: as texts, as texts with an order, as whole numbers, as decimal"
        " numbers, as dates, or as yes and no. It decides which hierarchies fit.",
    ),
    "distinct": Entry(
        "distinct values",
        "How many different values the column has, and their share of all records that have one."
        " Near 100%, nearly everybody has a value of their own.",
        "distinct values / records with a value",
    ),
    "missing": Entry("missing values", "Records without a value in this column, and their share."),
    "missing-cells": Entry(
        "missing cells",
        "The share of all cells of the table that have no value.",
        "cells without a value / (records × columns)",
    ),
    "alone": Entry(
        "alone",
        "The share of records whose value no other record has. Whoever knows such a value finds the"
        " person at once.",
        "values that occur once / records with a value",
    ),
    "spread": Entry(
        "the bars",
        "How values are spread: numbers in 20 ranges of equal width, other values by the twelve"
        " most frequent ones. Point at a bar to read it. Only you see them.",
    ),
    "suggestion": Entry(
        "a suggestion",
        "A role that fits the column by its name, its form or its values; the reason is told. It is"
        " a guess of a program: only you know what others may know about the people.",
    ),
    "undecided": Entry(
        "what is left to decide",
        "Columns that nothing is known about have no role yet. Give each one, or all the same, or"
        " release none of them. Where an identifier repeats, somebody has several records: promises"
        " then count people, unless you decide that records count.",
    ),
    "not-released": Entry(
        "columns that are not released",
        "Columns of the table without a role. They are not in the release at all.",
    ),
}
