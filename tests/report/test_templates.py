"""Templates are compiled once, and pages are made even where nothing can be kept."""

from shoal.report.templates import template


def test_a_compiled_template_is_kept_and_used(tmp_path, monkeypatch):
    monkeypatch.setenv("SHOAL_CACHE", str(tmp_path))
    template("certificate.html")
    kept = [path for path in (tmp_path / "templates").rglob("*") if path.is_file()]
    assert kept
    monkeypatch.setattr("jinja2.environment.Environment._parse", None)  # it would be called
    template("certificate.html")


def test_a_folder_that_cannot_be_written_is_no_trouble(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("SHOAL_CACHE", str(tmp_path / "file"))
    assert template("certificate.html")
