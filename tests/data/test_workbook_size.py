"""A small workbook that spans many cells is refused before it takes memory."""

import struct
import zipfile

import pytest

from shoal.data.files import read
from shoal.data.files.workbook_size import Extent, refuse_sparse
from shoal.data.source import Source
from shoal.errors import DataError

RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
OASIS = "urn:oasis:names:tc:opendocument:xmlns"


def xlsx(path, rows, sheet="worksheets/sheet1.xml", prefix=""):
    """A workbook with one sheet."""
    body = f'<{prefix}worksheet xmlns="{MAIN}" xmlns:x="{MAIN}"><{prefix}sheetData>{rows}'
    parts = {
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}"><Relationship Id="r1"'
        f' Type="{RELATED}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELATED}"><sheets>'
        '<sheet name="one" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}"><Relationship Id="r1"'
        f' Type="{RELATED}/worksheet" Target="{sheet}"/></Relationships>',
        f"xl/{sheet}": f"{body}</{prefix}sheetData></{prefix}worksheet>",
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return path


def ods(path, rows):
    names = " ".join(f'xmlns:{one}="{OASIS}:{one}:1.0"' for one in ("office", "table", "text"))
    text = (
        f"<office:document-content {names}><office:body><office:spreadsheet>"
        f'<table:table table:name="one">{rows}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", text)
        manifest = (
            f'<manifest:manifest xmlns:manifest="{OASIS}:manifest:1.0">'
            '<manifest:file-entry manifest:full-path="/" manifest:media-type='
            '"application/vnd.oasis.opendocument.spreadsheet"/></manifest:manifest>'
        )
        archive.writestr("META-INF/manifest.xml", manifest)
    return path


def cell(text):
    return (
        f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'
    )


def row(*cells, times=1):
    return (
        f'<table:table-row table:number-rows-repeated="{times}">{"".join(cells)}</table:table-row>'
    )


FAR = '<row r="1"><c r="A1"><v>1</v></c></row><row r="800"><c r="XFD800"><v>2</v></c></row>'
EMPTY = '<table:table-cell table:number-columns-repeated="16000"/>'
BLOCK = (
    '<table:table-cell table:number-columns-repeated="16000" office:value-type="float"'
    ' office:value="1"><text:p>1</text:p></table:table-cell>'
)


@pytest.mark.parametrize(
    "rows",
    [
        FAR,
        FAR.replace("<c ", "<c s='1' ").replace('r="XFD800"', "r='xfd800'"),
        FAR.replace("<c r=", "<c\n r ="),
    ],
)
def test_two_cells_far_apart_in_a_workbook_are_refused(tmp_path, rows):
    with pytest.raises(DataError, match="2 cells span 800 rows and 16,384 columns"):
        read(Source.of(xlsx(tmp_path / "far.xlsx", rows)))


def test_a_sheet_at_an_unusual_place_counts_too(tmp_path):
    path = xlsx(tmp_path / "far.xlsx", FAR, "elsewhere.dat")
    with pytest.raises(DataError, match="span 800 rows"):
        read(Source.of(path))


@pytest.mark.parametrize(
    "rows",
    [
        row(cell("a")) + row(EMPTY, times=800) + row(EMPTY, cell("b")),
        row(BLOCK, times=800) + row(cell("b")),
    ],
)
def test_repeated_cells_of_an_opendocument_sheet_are_refused(tmp_path, rows):
    with pytest.raises(DataError, match=r"cells span 80\d rows and 16,00\d columns"):
        read(Source.of(ods(tmp_path / "far.ods", rows)))


def test_far_cells_of_a_binary_sheet_are_refused(tmp_path):
    def record(kind, *numbers):
        content = struct.pack(f"<{len(numbers)}I", *numbers)
        return bytes([kind, len(content)]) + content

    sheet = record(0, 0, 0) + record(7, 0, 0) + record(0, 799, 0) + record(7, 16383, 0)
    with zipfile.ZipFile(tmp_path / "far.xlsb", "w") as archive:
        archive.writestr("xl/workbook.bin", b"")
        archive.writestr("xl/worksheets/sheet1.bin", sheet)
    with pytest.raises(DataError, match="2 cells span 800 rows and 16,384 columns"):
        refuse_sparse(tmp_path / "far.xlsb")


def test_a_format_far_away_is_no_cell(tmp_path):
    rows = (
        '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>'
        '<row r="2"><c r="A2"><v>1</v></c><c r="XFD2" s="1"/></row>'
        '<row r="900000"><c r="A900000" s="1"/></row>'
    )
    assert read(Source.of(xlsx(tmp_path / "x.xlsx", rows))).records == 1


@pytest.mark.parametrize("reference", [True, False])
def test_a_full_sheet_of_many_cells_passes(tmp_path, reference):
    """With references and without: 3,000 rows of 100 columns, in more than one piece."""
    names = [f"{a}{b}" for a in " ABC" for b in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"][:100]

    def line(at):
        places = [f' r="{name.strip()}{at}"' if reference else "" for name in names]
        cells = "".join(f"<c{place}><v>{at + 7}</v></c>" for place in places)
        return f'<row r="{at}">{cells}</row>' if reference else f"<row>{cells}</row>"

    header = "".join(
        f'<c r="{name.strip()}1" t="inlineStr"><is><t>n{at}</t></is></c>'
        for at, name in enumerate(names)
    )
    lines = "".join(line(at) for at in range(2, 3001))
    path = xlsx(tmp_path / "full.xlsx", f'<row r="1">{header}</row>{lines}')
    refuse_sparse(path)
    assert read(Source.of(path)).records == 2999


def test_an_ordinary_opendocument_sheet_passes(tmp_path):
    lines = "".join(row(cell(at), cell("x")) for at in range(5))
    far = '<table:table-cell table:number-columns-repeated="16382"/>'
    empty = row(far, times=1_048_570)  # as spreadsheets end every sheet
    table = read(
        Source.of(ods(tmp_path / "plain.ods", row(cell("a"), cell("b"), far) + lines + empty))
    )
    assert (table.records, [*table.names]) == (5, ["a", "b"])


def test_what_is_no_archive_is_left_to_its_reader(tmp_path):
    (tmp_path / "x.xlsx").write_bytes(b"PK\x03\x04 no archive")
    refuse_sparse(tmp_path / "x.xlsx")
    with pytest.raises(DataError, match="not a workbook"):
        read(Source.of(tmp_path / "x.xlsx"))


def test_a_large_rectangle_needs_cells_of_its_own():
    Extent(16_000, 250, 1).refuse_sparse("x")
    Extent(16_000, 60_000, 48_000_000).refuse_sparse("x")
    with pytest.raises(DataError):
        Extent(16_000, 60_000, 47_000_000).refuse_sparse("x")
