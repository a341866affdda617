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
        " Text files may use any separator and encoding: both are found out by looking.",
    ),
    "grid": Entry(
        "the grid",
        "All records as they were given. Filter them with conditions on columns: = != < <= > >=,"
        " and, or, not, and parentheses. Texts with spaces stand in quotes. With the arrow keys you"
        " go from cell to cell; Home, End, Page Up and Page Down go further.",
    ),
}
