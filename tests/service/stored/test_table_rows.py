"""Uploads are kept complete or not at all, for their owner only, within their limits."""

import errno
import hashlib
import io
import os

import polars as pl
import pytest

from shoal.errors import DataError
from shoal.server import stored
from shoal.server.stored import InUse, Limits, NotFound, QuotaExceeded, TooLarge
from shoal.server.stored.drafts import remove_left_drafts
from shoal.server.stored.job_rows import add_job, end_job, list_jobs
from shoal.server.stored.table_rows import path_of


def files(workspace):
    home = workspace.folder / "tables"
    return sorted(str(path.relative_to(home)) for path in home.rglob("*")) if home.exists() else []


def parquet(frame):
    buffer = io.BytesIO()
    frame.write_parquet(buffer)
    return buffer.getvalue()


def test_an_upload_is_kept_with_its_fingerprint_columns_and_records(workspace, keep):
    made = keep("a,b\n1,2\n3,4\n")
    assert (made.columns, made.records, made.format) == (("a", "b"), 2, "csv")
    assert made.sha256 == hashlib.sha256(b"a,b\n1,2\n3,4\n").hexdigest()
    assert path_of(workspace, made).read_bytes() == b"a,b\n1,2\n3,4\n"
    assert stored.table(workspace, "ann", made.id) == made
    assert stored.tables(workspace, "ann") == [made]


def test_a_process_of_its_own_finds_the_same(workspace, keep):
    content = "a,b\n1,2\n3,4\n"
    apart = stored.keep_table(
        workspace, "ann", "x.csv", [content[:5].encode(), content[5:].encode()]
    )
    here = keep(content)
    assert (apart.columns, apart.records, apart.sha256) == (here.columns, here.records, here.sha256)


def test_a_process_of_its_own_says_what_is_wrong(workspace):
    with pytest.raises(DataError, match="columns"):
        stored.keep_table(workspace, "ann", "x.csv", [b"a,a\n1,2\n"])
    assert files(workspace) == []


def test_a_file_that_needs_too_much_memory_is_refused(workspace):
    little = Limits(read_bytes=1 << 20)
    with pytest.raises(TooLarge, match="memory"):
        stored.keep_table(workspace, "ann", "x.csv", [b"a,b\n1,2\n"], little)
    assert files(workspace) == []


def test_nobody_else_finds_it(workspace, keep):
    made = keep()
    assert stored.tables(workspace, "bob") == []
    for attempt in (stored.table, stored.forget_table):
        with pytest.raises(NotFound, match="There is no table with this id"):
            attempt(workspace, "bob", made.id)
    assert stored.table(workspace, "ann", made.id) == made


@pytest.mark.parametrize(
    "id",
    ["", "..", "../../etc/passwd", "a" * 31, "A" * 32, "0" * 33, "0" * 31 + "/", "' OR 1=1 --", 7],
)
def test_what_is_no_id_is_not_found(workspace, keep, id):
    keep()
    with pytest.raises(NotFound):
        stored.table(workspace, "ann", id)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../../etc/passwd", "passwd"),
        ("C:\\Users\\x\\table.csv", "table.csv"),
        ("", "unnamed"),
        ("a\x00b\nc\u202e.csv", "a b c .csv"),
        ("x" * 500 + ".csv", "x" * 196 + ".csv"),
    ],
)
def test_a_name_is_shown_and_used_for_nothing_else(workspace, keep, name, shown):
    made = keep(name=name)
    assert made.name == shown
    inside = ("cells.arrow", "encoding", "table.csv")
    assert files(workspace) == [made.id, *(f"{made.id}/{one}" for one in inside)]


def test_only_the_owner_of_the_workspace_may_look_inside(workspace, keep):
    made = keep()
    path = path_of(workspace, made)
    folders = path.parent, path.parent.parent, workspace.folder
    assert [one.stat().st_mode & 0o777 for one in folders] == [0o700] * 3
    assert path.stat().st_mode & 0o777 == 0o600


def test_too_many_bytes_are_refused_before_they_are_read(workspace, keep):
    sent = []

    def forever():
        while True:
            sent.append(1)
            yield b"a,b\n" * 1000

    with pytest.raises(TooLarge, match="10,000 bytes"):
        stored.keep_table(workspace, "ann", "x", forever(), Limits(table_bytes=10_000))
    assert len(sent) == 3
    assert files(workspace) == []


def test_an_upload_that_breaks_off_leaves_nothing(workspace):
    def broken():
        yield b"a,b\n"
        raise ConnectionError

    with pytest.raises(ConnectionError):
        stored.keep_table(workspace, "ann", "x.csv", broken())
    assert files(workspace) == []
    assert stored.tables(workspace, "ann") == []


@pytest.mark.parametrize(
    "content", [b"", b"PK\x03\x04" + b"\0" * 50, b"PAR1 and no more", b"\x1f\x8b\x08"]
)
def test_what_cannot_be_read_is_not_kept(workspace, keep, content):
    with pytest.raises(DataError):
        keep(content)
    assert files(workspace) == []


def test_all_uploads_of_an_owner_have_a_common_limit(keep):
    limits = Limits(owner_bytes=40)
    keep("a,b\n1,2\n3,4\n5,6\n", limits=limits)
    keep("a,b\n1,2\n3,4\n5,6\n", limits=limits)
    with pytest.raises((TooLarge, QuotaExceeded)):
        keep("a,b\n1,2\n3,4\n", limits=limits)
    keep("a,b\n1,2\n3,4\n", owner="bob", limits=limits)


def test_an_owner_keeps_only_so_many_tables(keep):
    keep(limits=Limits(owner_tables=1))
    with pytest.raises(QuotaExceeded, match="Forget some"):
        keep(limits=Limits(owner_tables=1))


def test_a_forgotten_table_is_gone_from_the_disk(workspace, keep):
    made, other = keep(), keep()
    stored.forget_table(workspace, "ann", made.id)
    assert files(workspace)[0] == other.id
    assert len(files(workspace)) == 4
    with pytest.raises(NotFound):
        stored.table(workspace, "ann", made.id)


def test_what_jobs_found_out_about_a_table_is_forgotten_with_it(workspace, keep):
    made, other = keep(), keep()
    jobs = [
        add_job(workspace, "ann", "profile", {"table": one.id}, 1.0, 9) for one in (made, other)
    ]
    with pytest.raises(InUse, match="Wait for it, or cancel it"):
        stored.forget_table(workspace, "ann", made.id)
    for one in jobs:
        end_job(workspace, one.id, "failed")
    stored.forget_table(workspace, "ann", made.id)
    assert [one.id for one in list_jobs(workspace, "ann")] == [jobs[1].id]


def test_copies_of_jobs_about_forgotten_runs_and_studies_go_with_the_table(workspace, keep, body):
    made, other = keep(), stored.keep_study(workspace, "ann", body)
    gone = "0" * 32
    named = [{"run": gone}, {"study": gone}, {"study": other.id}]
    jobs = [add_job(workspace, "ann", "align", one, 1.0, 9) for one in named]
    for one in jobs:
        end_job(workspace, one.id, "failed")
        (workspace.folder / "jobs" / one.id).mkdir(parents=True)
    stored.forget_table(workspace, "ann", made.id)
    assert [one.id for one in list_jobs(workspace, "ann")] == [jobs[2].id]
    assert [one.name for one in (workspace.folder / "jobs").iterdir()] == [jobs[2].id]


def test_what_a_killed_upload_left_is_swept(workspace, keep):
    keep()
    left = workspace.folder / "tables" / ".draft-0123"
    left.mkdir()
    (left / "received").write_bytes(b"half")
    assert remove_left_drafts(left.parent) == 1
    assert not left.exists()


def test_a_table_with_too_many_cells_is_refused(keep):
    wide = parquet(pl.DataFrame({"a": [1] * 1000, "b": [2] * 1000}))
    assert keep(wide, limits=Limits(cells=2000)).records == 1000
    with pytest.raises(TooLarge, match="1,999 cells"):
        keep(wide, limits=Limits(cells=1999))


@pytest.mark.skipif(os.name == "nt", reason="no modes")
def test_other_formats_are_told_by_their_bytes(keep):
    frame = pl.DataFrame({"a": ["x", "y"], "b": [1, 2]})
    arrow = io.BytesIO()
    frame.write_ipc(arrow)
    excel = io.BytesIO()
    frame.write_excel(excel)
    found = {
        form: keep(content, name="table.csv")
        for form, content in {
            "parquet": parquet(frame),
            "arrow": arrow.getvalue(),
            "excel": excel.getvalue(),
        }.items()
    }
    assert {form: (one.format, one.records) for form, one in found.items()} == {
        form: (form, 2) for form in found
    }


@pytest.mark.parametrize(
    "error", [OSError(errno.ENOSPC, "No space left on device"), pl.exceptions.ComputeError(
        "No space left on device (os error 28)")],
)  # fmt: skip
def test_a_full_disk_is_told_as_such(workspace, keep, monkeypatch, error):
    def full(*_, **__):
        raise error

    monkeypatch.setattr(pl.DataFrame, "write_ipc", full)
    with pytest.raises(TooLarge, match="disk of this server is full"):
        keep()
    assert files(workspace) == []


def test_a_disk_that_is_full_while_an_upload_arrives_is_told_as_such(workspace):
    def pieces():
        yield b"a,b\n"
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(TooLarge, match="disk of this server is full"):
        stored.keep_table(workspace, "ann", "x.csv", pieces())


def test_another_fault_of_a_disk_is_no_full_one(workspace):
    def pieces():
        yield b"a,b\n"
        raise OSError(errno.EIO, "Input/output error")

    with pytest.raises(OSError, match="Input/output"):
        stored.keep_table(workspace, "ann", "x.csv", pieces())
