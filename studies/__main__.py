"""Do the case studies and write their pages: `python -m studies [study …] [--seconds 600]`."""

from studies import (
    acute_inflammation,
    breast_cancer,
    clustering,
    contraceptive_method,
    discharge,
    forgetting,
    ordered_closeness,
    sub_combinations,
    unsupervised,
)
from studies.places import asked

STUDIES = {
    "acute-inflammation": acute_inflammation.study,
    "breast-cancer": breast_cancer.study,
    "contraceptive-method": contraceptive_method.study,
    "discharge": discharge.study,
    "forgetting": forgetting.study,
    "clustering": clustering.study,
    "ordered-closeness": ordered_closeness.study,
    "sub-combinations": sub_combinations.study,
    "unsupervised": unsupervised.study,
}


def main() -> None:
    """Each study writes a page and its pictures."""
    places, names = asked(tuple(STUDIES))
    for folder in (places.pages, places.work):
        folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        print(f"{name} …", flush=True)
        page = places.pages / f"{name}.md"
        page.write_text(STUDIES[name](places), encoding="utf-8")
        print(f"{name}: docs/studies/{page.name}")


if __name__ == "__main__":
    main()
