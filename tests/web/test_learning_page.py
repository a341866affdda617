"""The page learning in a real browser: from settings to curves, and a model to take along."""

import random

import pytest

from web.browser import NARROW, person
from web.looks import faults
from web.places import settle
from web.seeded import Script

pytestmark = [pytest.mark.slow, pytest.mark.needs("browser")]

NASTY = "it's <i>c</i> d=1"
CLASSES = 30  # of the second column that can be predicted


@pytest.fixture
def study(server):
    """A small table with a study that marks no target, and a run of it."""
    script = Script(server)
    dice = random.Random(5)
    lines = [f"age,sex,{NASTY},illness,town"]
    for _ in range(400):
        age, sex = dice.randint(0, 79), dice.choice("fm")
        ill = "flu" if dice.random() < (0.9 if age < 40 else 0.2) else "none"
        lines.append(f"{age},{sex},{dice.choice('pq')},{ill},t{dice.randrange(CLASSES)}")
    table = script.table("people.csv", "\n".join(lines).encode())
    quasi = {"role": "quasi-identifier"}
    ages = {"builder": "intervals", "width": 10, "levels": 3}
    keys = {
        "data": {"table": table},
        "columns": {
            "age": {**quasi, "type": "integer", "hierarchy": ages},
            "sex": {**quasi},
            NASTY: {"role": "insensitive"},
            "illness": {"role": "sensitive"},
            "town": {"role": "insensitive"},
        },
        "privacy": [{"model": "k-anonymity", "k": 5}],
        "suppression_limit": 0.05,
    }
    made = script.study(keys, "People")
    script.done("run", study=made)
    yield made
    script.close()


def is_evaluation(job, study):
    """Whether a job judged models of a study."""
    return job["action"] == "evaluate" and job["arguments"]["study"] == study


def choose_columns(page):
    """Columns are ticked by people alone: what the page itself ticks is no change."""
    page.get_by_role("button", name="None", exact=True).click()
    page.get_by_text("Tick at least one column").wait_for()
    assert not page.get_by_role("checkbox", name="age").is_checked()
    page.get_by_role("checkbox", name="sex").click()
    page.get_by_text("Predict illness from 1 column by").wait_for()
    page.get_by_role("button", name="All", exact=True).click()
    page.get_by_text("Predict illness from 4 columns").wait_for()


def test_models_are_chosen_judged_shown_again_and_taken_along(page, server, study):
    page.goto(f"/studies/{study}/learning")
    page.get_by_role("button", name="Predict illness").click()
    page.get_by_text("Predict illness from 4 columns").wait_for()

    choose_columns(page)

    # What is wrong is told beside the field; nothing can be evaluated meanwhile.
    page.get_by_label("Scaling of age").fill("log(x")
    page.get_by_text("'log(x': expected a closing parenthesis").wait_for()
    evaluate = page.get_by_role("button", name="Evaluate", exact=True)
    assert evaluate.is_disabled()
    page.get_by_label("Scaling of age").fill("log(x + 1)")
    page.get_by_text("79 → 4.382").wait_for()
    page.get_by_label("Folds", exact=True).fill("1")
    page.get_by_text("Should be greater than or equal to 2.").wait_for()
    page.get_by_label("Folds", exact=True).fill("3")
    page.get_by_text("Should be greater than or equal to 2.").wait_for(state="hidden")
    page.get_by_label("Add a model").click()
    page.get_by_role("option", name="naive-bayes").click()
    page.get_by_text("by logistic-regression, naive-bayes.").wait_for()

    assert faults(page) == []
    evaluate.click()
    page.get_by_text("is right in").first.wait_for(timeout=120_000)
    settle(page)
    said = page.get_by_text("naive-bayes is right in").inner_text()
    assert "from the original in" in said
    assert "guessing always the most frequent class gives" in said
    assert faults(page) == []
    assert page.get_by_role("img", name="ROC curves of class flu").count() == 1
    assert page.locator("[role=img][aria-label*='taken for']").count() == 2

    # Another class has its own curve; tables sort.
    page.get_by_label("Class", exact=True).click()
    page.get_by_role("option", name="none").click()
    page.get_by_role("img", name="ROC curves of class none").wait_for()
    page.get_by_role("button", name="Sort by Relative accuracy").click()
    page.locator("th[aria-sort=descending]").wait_for()

    # The study keeps the question, and the same question is not answered twice.
    script = Script(server)
    kept = script.ask("GET", f"/studies/{study}")["body"]["evaluate"]
    assert kept == {
        "targets": ["illness"],
        "scaling": {"age": "log(x + 1)"},
        "folds": 3,
        "models": ["logistic-regression", "naive-bayes"],
    }
    page.reload()
    page.get_by_text("is right in").first.wait_for()
    assert len([one for one in script.ask("GET", "/jobs") if is_evaluation(one, study)]) == 1
    script.close()

    page.get_by_role("button", name="Train and save").click()
    link = page.get_by_role("link", name="model.shoal")
    link.wait_for(timeout=60_000)
    with page.expect_download() as download:
        link.click()
    assert download.value.suggested_filename == "model.shoal"
    assert download.value.path().stat().st_size > 500


def test_many_classes_fit_a_phone_in_the_dark_without_barriers(browser, server, study):
    script = Script(server)
    keys = script.ask("GET", f"/studies/{study}")["body"]
    asked = {"targets": ["town"], "models": ["naive-bayes"], "folds": 2}
    script.ask("PUT", f"/studies/{study}", json={"study": {**keys, "evaluate": asked}})
    script.close()
    with person(browser, server, viewport=NARROW, color_scheme="dark") as (page, watch):
        page.goto(f"/studies/{study}/learning")
        page.get_by_text("Predict town from").wait_for()
        settle(page)  # the settings open, and the button moves away
        page.get_by_role("button", name="Evaluate", exact=True).click()
        page.get_by_text("is right in").first.wait_for(timeout=120_000)
        settle(page)
        assert page.get_by_text("nothing to learn").count() > 0  # the towns are random
        assert faults(page) == []
        assert watch.found == []
