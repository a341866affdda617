"""The command `shoal models`: what a study can name, with parameters, bounds and sources."""

import shutil
from collections.abc import Iterator
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli import completion
from shoal.cli.complaints import explain_errors
from shoal.errors import StudyError, did_you_mean

if TYPE_CHECKING:
    from shoal.registry import Registry
    from shoal.report.plugin_words import Parameter

WIDEST = 100  # characters beyond which lines are hard to read


def models(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]", help="A model to explain.", autocompletion=completion.models
        ),
    ] = None,
) -> None:
    """List what a study can name, or explain one of them.

    Reads and writes nothing.

    Examples:
      shoal models
      shoal models k-anonymity
    """
    with explain_errors():
        from shoal.study.keys import plugins  # noqa: PLC0415

        families = [family() for family in plugins.FAMILIES.values()]
        lines = list(_explanation(families, name) if name else _list_all(families))
    typer.echo("\n".join(lines))


def _list_all(families: "list[Registry[Any]]") -> Iterator[str]:
    """Lines about everything that a study can name: its name, definition and parameters."""
    from shoal.report import plugin_words as words  # noqa: PLC0415

    for family in families:
        yield f"{family.kind.capitalize()} (`{family.key}`)"
        for name in family:
            plugin = family.class_of(name)
            parameters = words.parameters(plugin, family.schema(name))
            yield f"  {name}"
            yield _wrap(words.definition(plugin), 4)
            if parameters:
                yield _wrap("; ".join(f"{each.name}: {_takes(each)}" for each in parameters), 6)
        yield from (_wrap(sentence, 2) for sentence in family.load_errors)
        later = [name for name in family.planned if name not in family]
        yield f"  not yet available: {', '.join(later)}\n" if later else ""


def _explanation(families: "list[Registry[Any]]", name: str) -> Iterator[str]:
    """Lines about one name: definition, parameters, how a study writes it, where it comes from.

    Raises StudyError if no family has the name.
    """
    from shoal.report import plugin_words as words  # noqa: PLC0415

    homes = [family for family in families if name in (*family, *family.planned)]
    if not homes:
        known = {member for family in families for member in (*family, *family.planned)}
        raise StudyError(f"A study can name no {name!r}.{did_you_mean(name, known)}")
    family, plugin = homes[0], homes[0].class_of(name)
    schema = family.schema(name)
    yield f"{name} ({family.kind})\n"
    yield f"{words.explanation(plugin)}\n"
    for each in words.parameters(plugin, schema):
        default = f"; {each.default} if not given" if each.default else ""
        yield f"  {each.name}: {_takes(each)}{'; needed' if each.needed else default}"
        yield _wrap(each.meaning, 6)
    for title, text in words.from_card(family.card(name)).items():
        yield _wrap(f"{title}: {text}", 0)
    if monotonic := words.monotonic(plugin):
        yield f"\nMonotonic: {monotonic}"
    yield f"\nIn a study: {words.settings(family.key, name, schema)}"
    yield f"\n{words.background(plugin)}"


def _takes(parameter: "Parameter") -> str:
    """Which values a parameter takes, in plain text."""
    return parameter.takes.replace("`", "")


def _wrap(text: str, indent: int) -> str:
    """A text in lines that fit the terminal, indented by so many spaces."""
    width = min(WIDEST, shutil.get_terminal_size().columns)
    return fill(
        text,
        width,
        initial_indent=" " * indent,
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
    )
