"""From a name in a study to a plugin, with its parameters checked and its schema known."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache, wraps
from importlib.metadata import EntryPoint, distributions
from importlib.util import find_spec
from inspect import cleandoc
from types import ModuleType
from typing import Any, Generic, TypeVar, Unpack

from pydantic import TypeAdapter, ValidationError

from shoal.card import Card, InCode, read_card, with_inherited
from shoal.errors import NotYetAvailable, StudyError, did_you_mean
from shoal.plugin import VAST, is_vast
from shoal.validation import ABSENT, Finding, findings, shown

Plugin = TypeVar("Plugin")
Class = TypeVar("Class", bound=type)


class Registry(Generic[Plugin]):
    """The plugins of one family by the name they have in a study.

    Attributes:
        kind: What a member is called in messages ("privacy model").
        key: The key that names the member in a study ("model").
        planned: Names that studies will be able to use; their plugins do not exist yet.
        group: The entry point group by which other packages add members; None if they cannot.
        tells: The fields of a card that every member needs.
    """

    def __init__(
        self,
        kind: str,
        key: str,
        planned: tuple[str, ...] = (),
        group: str | None = None,
        tells: tuple[str, ...] = ("advice",),
    ) -> None:
        self.kind, self.key, self.planned, self.group = kind, key, planned, group
        self.tells = tells
        self._classes: dict[str, type] = {}
        self._cards: dict[str, Card] = {}
        self._broken: dict[str, str] = {}
        self._package: str | None = None

    def register(
        self, name: str, card: Card | None = None, **in_code: Unpack[InCode]
    ) -> Callable[[Class], Class]:
        """Register the decorated plugin under its study name.

        What people read about it is the section `Card:` of its docstring, with the fields that are
        not text: `formula` and `begin`. A `Card` may be given instead. A plugin without a complete
        card is refused: nobody could say what it promises.

        From then on its constructor complains as a study does: one sentence per parameter. Its
        docstring no longer holds the card, and describes inherited parameters, too.
        """

        def keep(cls: Class) -> Class:
            about = card or self._read_card(name, cls, **in_code)
            self._refuse_unfit(name, about, cls)
            self._classes[name], self._cards[name] = cls, about
            _explain(cls, f"{self.kind} {name!r}")
            return cls

        return keep

    def card(self, name: object) -> Card:
        """What people read about the plugin of a name."""
        self.class_of(name)
        return self._cards[str(name)]

    def build(self, settings: Mapping[str, Any]) -> Plugin:
        """The plugin that a study's settings describe."""
        if self.key not in settings:
            raise StudyError(f"A {self.kind} needs the key {self.key!r}.{self._available_names()}")
        name = settings[self.key]
        cls = self.class_of(name)
        parameters = {key: value for key, value in settings.items() if key != self.key}
        try:
            return cls(**parameters)  # type: ignore[no-any-return]
        except (ValidationError, TypeError) as error:
            who = f"{self.kind} {name!r}"
            raise StudyError(*complaints(who, cls, error, parameters)) from None

    def class_of(self, name: object) -> type:
        """The class registered under a name."""
        if name in self:
            return self._classes[str(name)]
        if name in self.planned:
            raise NotYetAvailable(
                f"The {self.kind} {name!r} is not yet available.{self._available_names()}"
            )
        if name in self._broken:
            raise StudyError(self._broken[str(name)])
        known = [*self._classes, *self.planned]
        raise StudyError(f"There is no {self.kind} {name!r}.{did_you_mean(str(name), known)}")

    def name_of(self, plugin: object) -> str:
        """The study name of a plugin."""
        return next(name for name, cls in self._classes.items() if cls is type(plugin))

    @property
    def load_errors(self) -> list[str]:
        """Why plugins of other packages cannot be loaded, each in a sentence."""
        self._load_all()
        return list(self._broken.values())

    def is_loaded(self, name: object) -> bool:
        """Whether a name can be looked up at no cost."""
        return name in self._classes

    def is_named(self, plugin: object, name: str) -> bool:
        """Whether a plugin has a study name; nothing is loaded, as its class already is."""
        return type(plugin) is self._classes.get(name)

    def schema(self, name: str) -> dict[str, Any]:
        """JSON schema of the parameters; the docstring is the description."""
        return TypeAdapter(self.class_of(name)).json_schema()

    def live_in(self, package: str) -> None:
        """The package whose modules hold the plugins; each is imported when it is asked for."""
        self._package = package

    def __iter__(self) -> Iterator[str]:
        self._load_all()
        return iter(sorted(self._classes))

    def __contains__(self, name: object) -> bool:
        if isinstance(name, str) and name not in self._classes:
            self._load_one(name)
        return name in self._classes

    def _load_one(self, name: str) -> None:
        """Import the file of that name, where most plugins live; for others, import every file."""
        module = f"{self._package}.{name.replace('-', '_')}"
        if self._package and name.isascii() and find_spec(module):
            importlib.import_module(module)
        if name not in self._classes:
            self._load_all()

    def _load_all(self) -> None:
        """Import every module of the package, and every third-party plugin: they register."""
        if self._package:
            package, self._package = self._package, None
            modules_of(package)
            for entry in _entry_points():
                if entry.group == self.group:
                    self._load_announced(entry)

    def _load_announced(self, entry: EntryPoint) -> None:
        """Import a plugin of another package; one that is broken must not stop all others."""
        try:
            entry.load()
        except Exception as error:  # whatever the other package does when it is imported
            self._broken[entry.name] = (
                f"The {self.kind} {entry.name!r} of another package cannot be loaded:"
                f" {type(error).__name__}: {error}"
            )

    def _read_card(self, name: str, cls: type, **in_code: Unpack[InCode]) -> Card:
        """The card in the docstring of a class, which loses that section."""
        who = f"The {self.kind} {name!r}"
        try:
            card = read_card(cls.__doc__, **in_code)
        except (TypeError, ValueError) as error:
            raise TypeError(f"{who} has a wrong card: {error}.") from None
        if "\nCard:\n" not in cleandoc(cls.__doc__ or ""):
            raise TypeError(f"{who} has no card. Its docstring needs a section `Card:`.")
        cls.__doc__ = with_inherited(cls)
        if "says" in self.tells and card.says is None:
            return replace(card, says=cls.__doc__.partition("\n")[0])
        return card

    def _refuse_unfit(self, name: str, card: Card, cls: type) -> None:
        """Refuse mistakes of a plugin's author: no card, half a card, a name that is taken."""
        who = f"The {self.kind} {name!r}"
        if not isinstance(card, Card):
            raise TypeError(f"{who} has no card. Register it as register({name!r}, Card(…)).")
        lacks = card.lacks(self.tells, tuple(_parameter_names(cls)))
        if lacks:
            raise TypeError(f"{who} has an incomplete card: {'; '.join(lacks)}.")
        owner = self._classes.get(name, cls).__module__
        if owner != cls.__module__:
            raise TypeError(f"{who} exists already, in {owner}. Choose another name.")

    def _available_names(self) -> str:
        return f" Available: {', '.join(self)}."


@cache
def _entry_points() -> tuple[EntryPoint, ...]:
    """What installed packages announce: read once, as every package has to be looked at."""
    return tuple(entry for package in distributions() for entry in package.entry_points)


def _explain(cls: type, who: str) -> None:
    """Let the constructor of a plugin say what is wrong in our words."""
    checked = cls.__init__  # type: ignore[misc]

    @wraps(checked)
    def initialize(self: object, *given: Any, **named: Any) -> None:  # noqa: ANN401
        all_given = dict(zip(_parameter_names(cls), given, strict=False)) | named
        _refuse_vast(who, all_given)
        try:
            checked(self, *given, **named)
        except (ValidationError, TypeError) as error:
            raise StudyError(*complaints(who, cls, error, all_given)) from None

    cls.__init__ = initialize  # type: ignore[misc]


def complaints(who: str, cls: type, error: Exception, given: Mapping[str, Any]) -> Iterator[str]:
    """One sentence per wrong parameter, naming the parameter and the rule.

    Args:
        who: What is made.
        cls: Its class.
        error: What its constructor raised.
        given: The parameters that it was called with.
    """
    if not isinstance(error, ValidationError):
        has_names = all(isinstance(key, str) for key in given)
        said = error if has_names else "a parameter must be a text; put it in quotes."
        yield f"{who}: {said}"
        return
    for found in findings(error.errors(), given):
        yield f"{who}{_complaint(found, _parameter_names(cls))}"


def _complaint(found: Finding, known: list[str]) -> str:
    """What is wrong with a parameter, or with several together; `known` are all parameters."""
    place = ".".join(map(str, found.place))
    if found.type == "unexpected_keyword_argument":
        return f" has no parameter {place!r}.{did_you_mean(place, known)}"
    if found.type in ABSENT:
        return f" needs the parameter {place!r}."
    if not place:
        return f": {found.rule}."
    return f", parameter {place!r}: {found.rule}, got {shown(found.value)}.{found.hint}"


def _parameter_names(cls: type) -> list[str]:
    return [field.name for field in fields(cls)] if is_dataclass(cls) else []


def _refuse_vast(who: str, parameters: Mapping[str, Any]) -> None:
    """Whole numbers that calculations cannot hold, and that messages cannot show."""
    vast = [key for key, value in parameters.items() if is_vast(value)]
    if vast:
        raise StudyError(*(f"{who}, parameter {key!r}: {VAST}." for key in vast))


def modules_of(package: str) -> list[ModuleType]:
    """Every module of a package, imported."""
    home = importlib.import_module(package)
    names = [found.name for found in pkgutil.iter_modules(home.__path__)]
    return [importlib.import_module(f"{package}.{name}") for name in names]
