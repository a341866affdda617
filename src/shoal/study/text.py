"""Study text: YAML read by the rules of YAML 1.2, so that nothing changes its meaning silently.

PyYAML follows YAML 1.1, where `no` is false, `012` is ten and `2020-01-01` is a date. A study
names columns and values, so only true, false, null, plain numbers and texts are read as such
(YAML 1.2.2, §10.3 core schema), and a key that stands twice is refused.
"""

import json
import re
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from decimal import Decimal
from typing import Any, NoReturn

import yaml

from shoal.errors import StudyError

INFINITE = 1 << 30  # characters of a line that is never broken
DEPTH = 50  # lists and keys inside one another; a study needs about ten
DIGITS = 400  # of one number: more than any float has, few enough to calculate with


def parse(text: str, name: str, *, aliases: bool = True) -> dict[str, Any]:
    """The keys and values of a study's text.

    Args:
        text: The text.
        name: What messages call it.
        aliases: Whether a part may be repeated by `*name`.
    """
    loader = _Loader if aliases else _LoaderWithoutAliases
    try:
        keys = _parse_json(text) if text.lstrip()[:1] == "{" else None
        keys = yaml.load(text, loader) if keys is None else keys  # noqa: S506  (a safe loader)
    except yaml.YAMLError as error:
        raise StudyError(f"{name} is not readable as YAML{_where(error)}") from None
    except RecursionError:
        raise StudyError(f"{name} is nested too deeply to be a study.") from None
    if not isinstance(keys, dict):
        raise StudyError(f"{name} holds no study. Expected keys such as `data:` and `columns:`.")
    return keys


def write(study: Mapping[str, object], comment: str = "") -> str:
    """A study as YAML, after a comment."""
    lines = "".join(f"# {line}\n" for line in comment.splitlines())
    return lines + yaml.dump(
        dict(study),
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        width=100,
        default_flow_style=None,  # innermost lists and keys on one line, as people write them
    )


def line(key: str, value: object) -> str:
    """One key with its value, on a line of its own."""
    return f"{_inline('', key)}: {_inline('', value)}"


def with_key(text: str, place: Sequence[str], value: object) -> str:
    """The text of a study with another value at a place; everything else stays, comments too.

    Args:
        text: The text.
        place: The keys that lead there, the last of which may be new.
        value: What it says from now on.
    """
    node = yaml.compose(text, _Loader)
    for key in place[:-1]:
        node = _value_of(node, key)
    known = _value_of(node, place[-1])
    if known is not None:
        return _splice(text, known.start_mark.index, known.end_mark.index, _inline(text, value))
    return _add_key(text, node, place[-1], value)


def _value_of(node: Any, key: str) -> Any:  # noqa: ANN401  (a node of PyYAML)
    """The node of a key's value in a mapping; None if the key is not there."""
    return next((value for name, value in node.value if name.value == key), None)


def _add_key(text: str, node: Any, key: str, value: object) -> str:  # noqa: ANN401  (as above)
    """The text with a new key at the end of a mapping."""
    end = node.value[-1][1].end_mark.index
    if node.flow_style:
        return _splice(text, end, end, f", {_inline(text, key)}: {_inline(text, value)}")
    new = f"{' ' * node.start_mark.column}{_inline(text, key)}: {_inline(text, value)}\n"
    kept = text[:end].rstrip()  # a block ends where the next begins
    return f"{kept}{_rest_of_line(text, len(kept))}\n{new}{_after_line(text, len(kept))}"


def _rest_of_line(text: str, start: int) -> str:
    return text[start:].partition("\n")[0]


def _after_line(text: str, start: int) -> str:
    return text[start:].partition("\n")[2]


def _splice(text: str, start: int, end: int, new: str) -> str:
    """The text with `new` instead of what is between two places."""
    return f"{text[:start]}{new}{text[end:]}"


def _inline(text: str, value: object) -> str:
    """A value on one line; as JSON if the study is JSON."""
    if text.lstrip()[:1] == "{":
        return json.dumps(value, ensure_ascii=False)
    line = yaml.dump(value, Dumper=_Dumper, allow_unicode=True, width=INFINITE,
                     default_flow_style=True)  # fmt: skip
    return line.removesuffix("...\n").strip()


class _Loader(yaml.SafeLoader):
    """Safe YAML with the core schema of YAML 1.2; refuses duplicate keys."""

    yaml_implicit_resolvers: dict[str, list[Any]] = {}  # noqa: RUF012  (PyYAML's own attribute)
    # The tags of the core schema; others make dates, sets and bytes, which no study holds.
    yaml_constructors = {  # noqa: RUF012
        tag: make
        for tag, make in yaml.SafeLoader.yaml_constructors.items()
        if tag is None or tag.rpartition(":")[2] in {"null", "bool", "str", "seq", "map"}
    }

    # The time of PyYAML grows with the square of the depth, so the scanner stops early.
    def fetch_flow_collection_start(self, TokenClass: type[yaml.Token]) -> None:
        _refuse_depth(self.flow_level)
        super().fetch_flow_collection_start(TokenClass)

    def add_indent(self, column: int) -> bool:
        _refuse_depth(len(self.indents))
        added: bool = super().add_indent(column)
        return added

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        """The keys and values of a mapping; a key that stands twice is an error."""
        seen: set[Hashable] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if isinstance(key, Hashable) and key in seen:
                _refuse(f"the key {key!r} stands twice", key_node)
            if isinstance(key, Hashable):
                seen.add(key)
        return super().construct_mapping(node, deep)


class _LoaderWithoutAliases(_Loader):
    """Refuses aliases: a few of them can unfold into more than any memory holds."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """The next node; an alias is an error."""
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
            problem = "a part is repeated by `*name`; write it out, or send JSON"
            raise yaml.composer.ComposerError(None, None, problem, mark)
        return super().compose_node(parent, index)


class _Dumper(yaml.SafeDumper):
    """Writes what `_Loader` and readers of YAML 1.1 read back as the same values."""

    def ignore_aliases(self, data: object) -> bool:
        return True


_VAST = f"a number has more than {DIGITS} digits; put it in quotes if it is a text"
# The closing quote is optional, so that a text that is not JSON is scanned only once.
_JSON_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"?|(?P<open>[\[{])|(?P<close>[\]}])', re.DOTALL)
_INTEGER = r"[-+]?(?:0|[1-9][0-9]*)"
_CORE = {
    "null": (r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    "bool": (r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    "int": (_INTEGER, list("-+0123456789")),
    "float": (
        rf"{_INTEGER}(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?|[-+]?\.[0-9]+(?:[eE][-+]?[0-9]+)?"
        r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)",
        list("-+0123456789."),
    ),
}


def _whole(_: yaml.SafeLoader, node: yaml.ScalarNode) -> int:
    """A whole number; an error if the text is none."""
    if not re.fullmatch(_INTEGER, node.value):
        _refuse("expected a whole number", node)
    return _parse_int(node.value)


def _number(_: yaml.SafeLoader, node: yaml.ScalarNode) -> float | Decimal:
    """A float, or a Decimal where a float cannot hold all digits that were written."""
    text = node.value.lower()
    if text.lstrip("+-") in {".inf", ".nan"}:
        return float(text.replace(".", ""))
    if not re.fullmatch(_CORE["float"][0], node.value):
        _refuse("expected a number", node)
    return _exact(text)


def _truth(_: yaml.SafeLoader, node: yaml.ScalarNode) -> bool:
    """True or false; an error if the text is neither."""
    if node.value.lower() not in {"true", "false"}:
        _refuse("expected true or false", node)
    return bool(node.value.lower() == "true")


def _exact(text: str) -> float | Decimal:
    """The number as a float if that is exact, else as a Decimal; too many digits are an error."""
    exact = Decimal(text)
    if len(text) > DIGITS or abs(exact.adjusted()) > DIGITS:
        raise yaml.constructor.ConstructorError(None, None, _VAST)
    return float(text) if Decimal(repr(float(text))) == exact else exact


def _parse_int(text: str) -> int:
    """A whole number; too many digits are an error."""
    if len(text) > DIGITS:
        raise yaml.constructor.ConstructorError(None, None, _VAST)
    return int(text)


def _write_decimal(dumper: yaml.SafeDumper, number: Decimal) -> yaml.ScalarNode:
    """A Decimal as all its digits, with a decimal point so that it is read as a number."""
    text = format(number, "f")
    return dumper.represent_scalar("tag:yaml.org,2002:float", text if "." in text else f"{text}.0")


for _tag, (_pattern, _first) in _CORE.items():
    for _class in (_Loader, _Dumper):
        _class.add_implicit_resolver(
            f"tag:yaml.org,2002:{_tag}", re.compile(rf"^(?:{_pattern})$"), _first
        )
_Loader.add_constructor("tag:yaml.org,2002:int", _whole)
_Loader.add_constructor("tag:yaml.org,2002:float", _number)
_Loader.add_constructor("tag:yaml.org,2002:bool", _truth)
_Dumper.add_representer(Decimal, _write_decimal)


def _parse_json(text: str) -> Any:  # noqa: ANN401  (whatever the text holds)
    """The values of a JSON text, or None: PyYAML cannot read tabs and paired escapes of JSON."""
    _refuse_deep_json(text)
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_float=_exact, parse_int=_parse_int)
    except json.JSONDecodeError:
        return None


def _refuse_deep_json(text: str) -> None:
    """Refuse a JSON text that is nested too deeply, before it is parsed."""
    depth = 0
    for match in _JSON_BRACKETS.finditer(text):
        if match["open"]:
            _refuse_depth(depth)
        depth += bool(match["open"]) - bool(match["close"])


def _refuse_depth(depth: int) -> None:
    """Raise RecursionError, which `parse` turns into a sentence, if it is too deep."""
    if depth > DEPTH:
        raise RecursionError


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The keys and values of a JSON object; a key that stands twice is an error."""
    keys = dict(pairs)
    if len(keys) < len(pairs):
        counted = Counter(key for key, _ in pairs)
        key = next(key for key, count in counted.items() if count > 1)
        raise yaml.constructor.ConstructorError(None, None, f"the key {key!r} stands twice")
    return keys


def _refuse(problem: str, node: yaml.Node) -> NoReturn:
    """Raise an error about a place in the text."""
    raise yaml.constructor.ConstructorError(None, None, problem, node.start_mark)


def _where(error: yaml.YAMLError) -> str:
    """Line and reason, without quoting the text around it."""
    mark, problem = getattr(error, "problem_mark", None), getattr(error, "problem", None)
    place = f" (line {mark.line + 1})" if mark else ""
    return f"{place}: {problem}." if problem else f"{place}."
