"""Study text: YAML read by the rules of YAML 1.2, so that nothing changes its meaning silently.

PyYAML follows YAML 1.1, where `no` is false, `012` is ten and `2020-01-01` is a date. A study
names columns and values, so only true, false, null, plain numbers and texts are read as such
(YAML 1.2.2, §10.3 core schema), and a key that stands twice is refused.
"""

import json
import re
from collections.abc import Hashable, Mapping, Sequence
from decimal import Decimal
from typing import Any, NoReturn

import yaml

from shoal.errors import StudyError

INFINITE = 1 << 30  # characters of a line that is never broken


def parse(text: str, name: str) -> dict[str, Any]:
    """The keys and values of a study's text; `name` is what messages call it."""
    try:
        found = _parse_json(text) if text.lstrip()[:1] == "{" else None
        found = yaml.load(text, _Loader) if found is None else found  # noqa: S506  (a safe loader)
    except yaml.YAMLError as error:
        raise StudyError(f"{name} is not readable as YAML{_where(error)}") from None
    except RecursionError:
        raise StudyError(f"{name} is nested too deeply to be a study.") from None
    if not isinstance(found, dict):
        raise StudyError(f"{name} holds no study. Expected keys such as `data:` and `columns:`.")
    return found


def write(study: Mapping[str, Any], comment: str = "") -> str:
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
    """The text of a study with another value at a place; all else, comments too, as it was.

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
        return _spliced(text, known.start_mark.index, known.end_mark.index, _inline(text, value))
    return _added(text, node, place[-1], value)


def _value_of(node: Any, key: str) -> Any:  # noqa: ANN401  (a node of PyYAML)
    return next((value for name, value in node.value if name.value == key), None)


def _added(text: str, node: Any, key: str, value: object) -> str:  # noqa: ANN401  (as above)
    """A new key at the end of a mapping."""
    end = node.value[-1][1].end_mark.index
    if node.flow_style:
        return _spliced(text, end, end, f", {_inline(text, key)}: {_inline(text, value)}")
    new = f"{' ' * node.start_mark.column}{_inline(text, key)}: {_inline(text, value)}\n"
    kept = text[:end].rstrip()  # a block ends where the next begins
    return f"{kept}{_rest_of_line(text, len(kept))}\n{new}{_after_line(text, len(kept))}"


def _rest_of_line(text: str, start: int) -> str:
    return text[start:].partition("\n")[0]


def _after_line(text: str, start: int) -> str:
    return text[start:].partition("\n")[2]


def _spliced(text: str, start: int, end: int, new: str) -> str:
    return f"{text[:start]}{new}{text[end:]}"


def _inline(text: str, value: object) -> str:
    """A value on one line: as JSON where the study is JSON."""
    if text.lstrip()[:1] == "{":
        return json.dumps(value, ensure_ascii=False)
    given = yaml.dump(value, Dumper=_Dumper, allow_unicode=True, width=INFINITE,
                      default_flow_style=True)  # fmt: skip
    return given.removesuffix("...\n").strip()


class _Loader(yaml.SafeLoader):
    """Safe YAML with the core schema of YAML 1.2; refuses duplicate keys."""

    yaml_implicit_resolvers: dict[str, list[Any]] = {}  # noqa: RUF012  (PyYAML's own attribute)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[Hashable] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if isinstance(key, Hashable) and key in seen:
                _refuse(f"the key {key!r} stands twice", key_node)
            if isinstance(key, Hashable):
                seen.add(key)
        return super().construct_mapping(node, deep)


class _Dumper(yaml.SafeDumper):
    """Writes what `_Loader` and readers of YAML 1.1 read back as the same values."""

    def ignore_aliases(self, data: object) -> bool:
        return True


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


def _number(loader: yaml.SafeLoader, node: yaml.ScalarNode) -> float | Decimal:
    """A float, or a Decimal where a float cannot hold all digits that were written."""
    number = float(loader.construct_yaml_float(node))
    if number - number != 0:  # infinite or not a number: nothing to keep
        return number
    exact = Decimal(node.value)
    return number if Decimal(repr(number)) == exact else exact


def _write_decimal(dumper: yaml.SafeDumper, number: Decimal) -> yaml.ScalarNode:
    text = format(number, "f")
    return dumper.represent_scalar("tag:yaml.org,2002:float", text if "." in text else f"{text}.0")


for _tag, (_pattern, _first) in _CORE.items():
    for _class in (_Loader, _Dumper):
        _class.add_implicit_resolver(
            f"tag:yaml.org,2002:{_tag}", re.compile(rf"^(?:{_pattern})$"), _first
        )
_Loader.add_constructor("tag:yaml.org,2002:float", _number)
_Dumper.add_representer(Decimal, _write_decimal)


def _parse_json(text: str) -> Any:  # noqa: ANN401  (whatever the text holds)
    """JSON is YAML, but not for PyYAML: tabs and paired escapes need the real parser."""
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_float=_json_number)
    except json.JSONDecodeError:
        return None


def _json_number(text: str) -> float | Decimal:
    return float(text) if Decimal(repr(float(text))) == Decimal(text) else Decimal(text)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    for position, (key, _) in enumerate(pairs):
        if key in dict(pairs[:position]):
            raise yaml.constructor.ConstructorError(None, None, f"the key {key!r} stands twice")
    return dict(pairs)


def _refuse(problem: str, node: yaml.Node) -> NoReturn:
    raise yaml.constructor.ConstructorError(None, None, problem, node.start_mark)


def _where(error: yaml.YAMLError) -> str:
    """Line and reason, without quoting the text around it."""
    mark, problem = getattr(error, "problem_mark", None), getattr(error, "problem", None)
    place = f" (line {mark.line + 1})" if mark else ""
    return f"{place}: {problem}." if problem else f"{place}."
