import copy
import re
from html.parser import HTMLParser

import pytest

from shoal.report.page import render_report

VOID = {"meta", "link", "br", "hr", "img", "input"}
HOSTILE = "<script>alert(1)</script>"


class Reader(HTMLParser):
    """Checks that tags are balanced; keeps texts and attributes."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.attributes, self.texts = [], set(), [], []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)

    @property
    def text(self):
        return " ".join("".join(self.texts).split())


def read(page):
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


def numbers_of(part):
    if isinstance(part, dict | list):
        for each in part.values() if isinstance(part, dict) else part:
            yield from numbers_of(each)
    elif isinstance(part, int | float) and not isinstance(part, bool):
        yield part


def unshown_numbers(report):
    """Numbers of the summary that the page neither holds exactly nor draws per column."""
    values = {value for name, value in read(render_report(report)).attributes if name == "value"}
    drawn = {"loss_by_column"}
    return [
        (key, n)
        for key, part in report["summary"].items()
        if key not in drawn
        for n in numbers_of(part)
        if str(n) not in values
    ]


def test_the_page_opens_with_the_answer_and_says_whose_it_is(report):
    text = read(render_report(report)).text
    assert (
        "Every record looks like at least 4 others. 1,204 of 39,676 records were left out." in text
    )
    assert "For the data steward only. Do not share this page with the release" in text


def test_records_outside_a_sample_are_told(report):
    sampled = copy.deepcopy(report)
    sampled["summary"]["input"]["outside_subset"] = 4321
    assert "4,321 more are in the input" in read(render_report(sampled)).text
    assert "more are in the input" not in read(render_report(report)).text


def test_the_page_asks_for_nothing_from_elsewhere(report):
    page = render_report(report)
    assert not re.search(r"https?:|//|@import|url\(|<script|javascript:|\son\w+=", page)
    links = [x for name, x in read(page).attributes if name in ("href", "src", "xlink:href")]
    assert links
    assert all(link.startswith(("#", "data:")) for link in links)


def test_every_link_leads_somewhere(report):
    attributes = read(render_report(report)).attributes
    ids = [value for name, value in attributes if name == "id"]
    assert len(ids) == len(set(ids))
    assert {x[1:] for name, x in attributes if name == "href" and x[0] == "#"} <= set(ids)


def test_every_number_of_the_summary_appears(report):
    assert unshown_numbers(report) == []


def test_a_number_that_is_not_shown_would_be_noticed(report):
    report["summary"]["classes"]["median"] = 17.25
    assert unshown_numbers(report) == [("classes", 17.25)]


def test_the_loss_of_every_column_is_drawn(report):
    text = read(render_report(report)).text
    for shown in ("zip: 100%", "hospital_id: 61.3%", "age: 21.1%", "sex: 3.04%"):
        assert shown in text


def test_the_recipe_is_the_study_as_yaml(report):
    text = "".join(read(render_report(report)).texts)
    assert "suppression_limit: 0.05\n" in text
    assert "- {model: k-anonymity, k: 5}\n" in text


def test_the_recipe_hides_passwords_and_keeps_separators(report):
    report["study"]["data"] = {"url": "postgresql://ana:secret@host/db", "separator": "\t"}
    page = render_report(report)
    assert "secret" not in page
    assert "postgresql://ana:…@host/db" in page
    assert r"separator: &#34;\t&#34;" in page


def test_levels_are_told_with_examples(report):
    text = read(render_report(report)).text
    assert "Grouped. Values now look like [60, 80[ [40, 60[" in text
    assert "Fully generalized: every record shows the same value." in text


def test_ordered_labels_are_drawn_in_their_order(report):
    text = read(render_report(report)).text
    places = [text.index(f"{label}: ") for label in ("[0, 20[", "[20, 40[", "[80, 100[")]
    places += [text.index(f"2024-Q{quarter}: ") for quarter in range(1, 5)]
    assert places == sorted(places)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_text_and_bars_stand_out_from_their_ground(report, theme):
    blocks = re.findall(r":root \{(.*?)\}", render_report(report), re.DOTALL)
    colors = dict(re.findall(r"--([\w-]+): (#\w+)", blocks[theme]))
    for text in ("ink", "soft", "after"):
        assert contrast(colors[text], colors["card"]) >= 4.5
        assert contrast(colors[text], colors["ground"]) >= 4.5
    for tone in ("good", "bad", "open"):
        assert contrast(colors[tone], colors[f"{tone}-tint"]) >= 4.5
    assert contrast(colors["before"], colors["card"]) >= 3


def contrast(one, other):
    """The contrast ratio of WCAG 2.1, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(color):
    digits = color[1:] if len(color) == 7 else "".join(2 * c for c in color[1:])
    shares = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    "hostile", [HOSTILE, '"><img src=x onerror=alert(1)>', "</style><svg onload=x>", "{{ 7*7 }}"]
)
def test_names_and_labels_cannot_become_markup(report, hostile):
    clean = read(render_report(report))
    for poison in (_in_columns, _in_study, _in_summary):
        page = render_report(poison(copy.deepcopy(report), hostile))
        found = read(page)
        assert found.tags == clean.tags
        assert hostile in "".join(found.texts)
        assert not any(name.startswith("on") for name, _ in found.attributes)


def _in_columns(report, text):
    column = report["columns"][1]
    column |= {"name": text, "type": text, "role": text}
    column["before"][0][0] = column["after"][0][0] = text
    report["class_sizes"]["bins"][0] = text
    return report


def _in_study(report, text):
    report["study"]["columns"][text] = {"role": text}
    report["study"]["data"] = text
    return report


def _in_summary(report, text):
    summary = report["summary"]
    summary |= {"warnings": [text], "removed_columns": [text], "shoal_version": text}
    summary["input"]["sha256"] = text
    summary["privacy"][0] |= {"model": text, "reason": text, "parameters": {text: text}}
    summary["risk"]["before"][text] = summary["utility"][text] = 0.5
    summary["levels"][text] = summary["loss_by_column"][text] = summary["seconds"][text] = 1
    return report


def test_enormous_labels_are_shortened(report):
    page = render_report(
        _in_summary(_in_study(_in_columns(report, "x" * 10_000), "y" * 10_000), "z" * 10_000)
    )
    assert "x" * 500 not in page
    assert "y" * 500 not in page
    assert len(page) < 200_000


def test_the_page_can_be_written_whatever_the_labels_are(report):
    render_report(_in_columns(report, "\ud800\x00\u202e")).encode("utf-8")


def test_what_is_null_is_not_available(report):
    report["summary"] = dict.fromkeys(report["summary"])
    report["columns"] = [
        dict.fromkeys(column) | {"name": column["name"]} for column in report["columns"]
    ]
    report |= {"class_sizes": None, "created": None, "study": None}
    text = read(render_report(report)).text
    assert text.count("not available") > 10
    assert "None" not in text
    assert "nan" not in text.lower().split()


@pytest.mark.parametrize("key", ["summary", "study", "columns", "class_sizes", "created", "format"])
def test_a_missing_part_leaves_a_gap_and_not_an_error(report, key):
    del report[key]
    read(render_report(report))


def test_every_key_of_the_summary_and_of_a_column_is_optional(report):
    for key in report["summary"]:
        smaller = report | {"summary": {k: v for k, v in report["summary"].items() if k != key}}
        read(render_report(smaller))
    for key in report["columns"][0]:
        columns = [{k: v for k, v in c.items() if k != key} for c in report["columns"]]
        read(render_report(report | {"columns": columns}))
    read(render_report({}))


def test_parameters_are_numbers_and_not_shares(report):
    report["summary"]["privacy"][0] |= {"model": "t-closeness", "parameters": {"t": 0.2}}
    assert "t-closeness with t = 0.2" in read(render_report(report)).text


def test_local_recoding_has_no_single_level(report):
    report["summary"]["levels"] = None
    for column in report["columns"]:
        column["level"] = None
    text = read(render_report(report)).text
    assert text.count("no single level") == 9
    assert "Varies from record to record." in text


def test_a_broken_promise_takes_the_headline(report):
    report["summary"]["privacy"][0]["holds"] = False
    page = render_report(report)
    headline = re.search("<h1>(.*?)</h1>", page, re.DOTALL)[1]
    assert headline == "1 of 1 promise does not hold. Do not share this release."
    assert "Does not hold" in page


def test_what_is_not_safe_takes_the_headline_and_no_tick_is_green(report):
    alone = {"columns": ["age", "charge"], "records": 38472, "unique": 38000, "share": 0.9877}
    report["summary"]["uniqueness"] = alone | {"quasi_identifiers": {"unique": 0, "share": 0.0}}
    page = render_report(report)
    headline = re.search("<h1>(.*?)</h1>", page, re.DOTALL)[1]
    assert headline.startswith("The promise holds, but 98.77% of the records are unique")
    assert 'class="badge good"' not in page
    assert 'class="standing good"' not in page
    assert "38,000 (98.77%)" in page
    assert "By age, charge together" in page


def test_every_column_of_the_input_is_listed(report):
    fates = {"patient_id": "removed", "age": "grouped", "charge": "unchanged", "note": "not named"}
    report["summary"]["columns"] = [
        {"name": name, "role": "insensitive", "fate": fate, "before": 7, "after": 3}
        for name, fate in fates.items()
    ]
    text = read(render_report(report)).text
    for told in ("removed", "grouped", "unchanged", "not released: the study does not name it"):
        assert told in text
    assert "7 → 3" in text


def test_a_promise_that_was_not_checked_is_not_called_kept(report):
    report["summary"]["privacy"][0] |= {"holds": "not_checked", "measured": None}
    text = read(render_report(report)).text
    assert "? Not checked" in text
    assert "✓ Holds" not in text


def test_every_table_has_headers_and_every_chart_a_title(report):
    page = render_report(report)
    assert page.count("<table") == page.count("<thead") == 3
    assert page.count('<svg role="img"') == page.count("<svg") > 20
    assert page.count("<desc>") == page.count("<svg")


def test_the_page_is_small(report):
    assert len(render_report(report).encode()) < 1_000_000
