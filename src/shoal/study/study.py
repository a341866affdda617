"""The study: one file that says what is released and under which promises (docs/study.md).

Reading a study reports everything wrong with it at once. A study knows the folder it came from, so
that its relative paths do not depend on the current folder.
"""

from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from annotated_types import Ge, Le
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PlainSerializer,
    PrivateAttr,
    ValidationError,
)
from pydantic import model_validator as model_rule

from shoal.errors import DataError, StudyError
from shoal.study import text as study_text
from shoal.study.across_keys import problems_between_keys
from shoal.study.keys.columns import Column
from shoal.study.keys.data import Data, as_key, as_section
from shoal.study.keys.engine import Engine, EngineKey
from shoal.study.keys.evaluate import Evaluate
from shoal.study.keys.game import GameKey
from shoal.study.keys.kinds import Text, Texts, a_list, a_section, one_of
from shoal.study.keys.output import Output
from shoal.study.keys.person import PersonKey
from shoal.study.keys.plain import StudyKeys, keys_of
from shoal.study.keys.plugins import Method, PrivacyModel, QualityModel, Strategy
from shoal.study.keys.population import Population
from shoal.study.keys.recipient import RecipientKey
from shoal.study.keys.recoding import GLOBAL, Recoding
from shoal.study.keys.section import Section, all_wrong, study_error, wrong
from shoal.study.keys.subset import Subset


def float_as_text(given: object) -> object:
    """A float as its shortest decimal text, so that 0.1 means one tenth; anything else as it is."""
    if isinstance(given, bool):
        raise wrong("expected a number between 0 and 1, found true or false")
    return repr(given) if isinstance(given, float) else given


def share_in_file(share: Decimal) -> float | str:
    """A number a study can hold: a float, or the decimal text where a float is not exact."""
    return float(share) if Decimal(repr(float(share))) == share else str(share)


def with_few_digits(share: Decimal) -> Decimal:
    """The share; refused if it has too many digits to calculate with, such as 1e-999999999."""
    if share and (
        share.adjusted() < -study_text.DIGITS or len(share.as_tuple().digits) > study_text.DIGITS
    ):
        raise wrong(f"has more than {study_text.DIGITS} digits")
    return share


Share = Annotated[
    Decimal,
    BeforeValidator(float_as_text),
    PlainSerializer(share_in_file),
    Ge(0),
    Le(1),
    AfterValidator(with_few_digits),
]
# Types whose values are points on a line, so that two of them are the ends of a range.
ON_A_LINE = ("integer", "decimal", "date")
DataKey = Annotated[Data, BeforeValidator(as_section), PlainSerializer(as_key)]


class Study(Section):
    """What to release, and under which promises.

    Attributes:
        data: Where the table is; not needed when a table is given in Python.
        columns: Every column that is released, or known to be an identifier.
        privacy: The promises; all must hold.
        quality: The loss that the search makes small.
        subset: The records that are released; the others are its population.
        population: Whom the records could be about, where it is not the rest of the data.
        person: The identifier that tells whose record it is; promises then count people. False:
            somebody decided that every record counts, whoever it belongs to.
        undecided: What becomes of undecided columns: nothing is released before a person decides,
            or they are dropped.
        game: What publisher and adversary play for, for the models that depend on it.
        suppression_limit: The largest share of records that may be suppressed.
        search: How candidates are visited.
        seed: The seed of search and learning; never used for what protects people.
        method: What anonymizes the table instead of a search for the best levels.
        recipient: Whose profile says which columns the method takes as linked.
        recoding: Whether all records have the same levels, or each class its own.
        continues: The release of which this is the next one: both together keep the promises.
        engine: Where the records are counted.
        evaluate: What models predict from the release, and how they are judged.
        review_months: After how many months the release should be looked at again.
        output: How the release is written.
        reproducible: Repeatable to the byte, and therefore not private.
        acknowledge: Misuse guards that were looked at and are accepted, as `guard:column`.
    """

    data: DataKey | None = None
    columns: Annotated[dict[Text, Column], a_section("one entry per column")]
    privacy: Annotated[tuple[PrivacyModel, ...], a_list("privacy models")] = ()
    quality: QualityModel = Field(default={"model": "loss"}, validate_default=True)
    suppression_limit: Share = Decimal(0)
    search: Strategy = Field(default={"strategy": "optimal"}, validate_default=True)
    seed: Annotated[int, Ge(0)] | None = None
    recoding: Recoding = GLOBAL
    continues: Text | None = None
    method: Method | None = None
    subset: Subset | None = None
    population: Population | None = None
    person: PersonKey = None
    undecided: Annotated[Literal["refuse", "drop"], one_of("refuse", "drop")] = "refuse"
    game: GameKey = None
    evaluate: Evaluate | None = None
    recipient: RecipientKey | None = None
    engine: EngineKey = Engine()
    review_months: Annotated[int, Ge(1), Le(1200)] = 12
    output: Output = Output()
    reproducible: bool = False
    acknowledge: Texts = ()
    _folder: Path = PrivateAttr(default=Path())

    @classmethod
    def of(cls, keys: Mapping[str, Any], folder: Path | str = ".") -> Self:
        """The study that a mapping describes; relative paths are relative to the folder."""
        try:
            study = cls.model_validate(dict(keys))
        except ValidationError as error:
            raise study_error(error) from None
        study._folder = Path(folder)
        return study

    def given(self) -> StudyKeys:
        """The study as its file would hold it: plain values, defaults left out."""
        return keys_of(super().given())

    @property
    def folder(self) -> Path:
        """The folder that relative paths are relative to."""
        return self._folder

    def with_role(self, role: str) -> list[str]:
        """The names of the columns of one role, in the order of the study."""
        return [name for name, column in self.columns.items() if column.role == role]

    @property
    def roles(self) -> dict[str, str]:
        """The role of each column."""
        return {name: column.role for name, column in self.columns.items()}

    @property
    def person_column(self) -> str | None:
        """The column by which people are counted; None where records are."""
        return self.person or None

    @property
    def quasi_identifiers(self) -> list[str]:
        """The columns by which somebody could recognize a person, in the order of the study."""
        return self.with_role("quasi-identifier")

    @property
    def generalized(self) -> list[str]:
        """The quasi-identifiers that form classes and have levels, in the order of the study."""
        return [name for name, column in self.columns.items() if column.is_generalized]

    @property
    def range_columns(self) -> list[str]:
        """The columns of numbers and dates without a hierarchy, which a method shows as ranges."""
        if self.method is None or not self.method.own_cells:
            return []
        columns = ((name, self.columns[name]) for name in self.generalized)
        return [name for name, x in columns if x.hierarchy is None and x.type in ON_A_LINE]

    @property
    def aggregated(self) -> list[str]:
        """The columns whose values are aggregated in each class, in the order of the study."""
        return [name for name, column in self.columns.items() if column.aggregate is not None]

    @property
    def all_promises(self) -> tuple[Any, ...]:
        """The promises of the study, and those that its method keeps as constraints."""
        return (*self.privacy, *getattr(self.method, "constraints", ()))

    @property
    def private(self) -> Any:  # noqa: ANN401  (the engine is loaded only when it is used)
        """The promise of differential privacy, which draws records; None if the study has none."""
        drawing = (each for each in self.privacy if getattr(each, "draws_records", False))
        return next(drawing, None)

    @property
    def is_sampled(self) -> bool:
        """Whether the records that may be released are drawn by chance."""
        sample = None if self.subset is None else self.subset.sample
        return sample is not None or self.private is not None

    @property
    def is_by_chance(self) -> bool:
        """Whether chance decides who is released, or what they show."""
        return self.is_sampled or bool(getattr(self.method, "by_chance", False))

    @property
    def changed_by_chance(self) -> list[str]:
        """The written columns whose values the method changes by chance."""
        if not getattr(self.method, "by_chance", False):
            return []
        changed = getattr(self.method, "columns", None) or self.generalized
        return [name for name in self.written if name in changed]

    @property
    def is_local(self) -> bool:
        """Whether classes have levels of their own."""
        return bool(self.recoding != GLOBAL)

    @property
    def is_recoded_by_record(self) -> bool:
        """Whether records differ in how their cells are changed: by class, or cell by cell.

        Otherwise, one level for each column says what all records show.
        """
        changes_cells = self.method is not None and (
            self.method.blanks_cells or self.method.own_cells
        )
        return self.is_local or changes_cells

    @property
    def columns_by_record(self) -> list[str]:
        """The quasi-identifiers whose released values do not follow from a level."""
        return self.quasi_identifiers if self.is_recoded_by_record else self.aggregated

    @property
    def outside_the_key(self) -> list[str]:
        """The aggregated columns that take no part in forming classes."""
        return [name for name in self.aggregated if self.columns[name].is_outside_the_key]

    @property
    def released(self) -> list[str]:
        """The columns of the release that show values of the data, in its order."""
        return [name for name in self.written if not self.columns[name].is_replaced]

    @property
    def replaced(self) -> list[str]:
        """The columns of the release that show pseudonyms or shifted dates, in its order."""
        return [name for name in self.written if self.columns[name].is_replaced]

    @property
    def written(self) -> list[str]:
        """All columns of the release, in its order."""
        if self.output.columns is not None:
            return [name for name in self.output.columns if name in self.columns]
        return [name for name, column in self.columns.items() if column.is_released]

    @model_rule(mode="before")
    @classmethod
    def _default_to_series(cls, keys: Any) -> Any:  # noqa: ANN401  (whatever stands in the file)
        """A study that continues a release has `recoding: series`, unless it says otherwise."""
        if isinstance(keys, dict) and keys.get("continues") is not None:
            return {"recoding": "series", **keys}
        return keys

    @model_rule(mode="after")
    def _keys_fit_together(self) -> Self:
        """Refuse keys that contradict each other; all contradictions in one error."""
        if problems := problems_between_keys(self):
            raise all_wrong("Study", problems)
        return self


def read_study(path: Path | str) -> Study:
    """The study in a file; one error with everything wrong. Its folder is that of the file."""
    path = Path(path)
    return Study.of(study_text.parse(text_of(path), path.name), path.parent)


def text_of(path: Path) -> str:
    """The text of a study file; an error if it is a folder, absent, or not in UTF-8."""
    if path.is_dir():
        raise StudyError(f"{path} is a folder. Expected a study file such as {path}/study.yaml.")
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise StudyError(f"There is no file {path}. Expected a study (YAML).") from None
    except UnicodeDecodeError:
        raise StudyError(f"{path} is not text in UTF-8. Expected a study (YAML).") from None
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}.") from None
