"""Kernels: where compiled code is kept, and who may call what."""

import ast
from pathlib import Path

import shoal
from shoal.engine import kernel

SOURCES = sorted(Path(shoal.__file__).parent.rglob("*.py"))
TESTS = sorted(Path(__file__).parents[1].rglob("*.py"))
DECORATORS = ("kernel", "inner", "inline")


def inner_kernels(sources):
    """Kernels without a door for Python, as (module, name)."""
    root = Path(shoal.__file__).parents[1]
    return {
        (".".join(path.relative_to(root).with_suffix("").parts), name)
        for path in sources
        for name in _inner_here(ast.parse(path.read_text()))
    }


def calls_from_python(source, names):
    """Functions that are not compiled and call one of the names."""
    given = _given_to_a_decorator(source)
    for function in ast.walk(source):
        if isinstance(function, ast.FunctionDef) and not _is_compiled(function, given):
            for call in _outside_kernels(function):
                if isinstance(call, ast.Call) and getattr(call.func, "id", None) in names:
                    yield function.name


def _outside_kernels(function):
    """What a function does itself: kernels that it defines are compiled."""
    for child in ast.iter_child_nodes(function):
        if not (isinstance(child, ast.FunctionDef) and _is_compiled(child, set())):
            yield child
            yield from _outside_kernels(child)


def _is_compiled(function, given):
    return function.name in given or any(_decorated(function, name) for name in DECORATORS)


def _given_to_a_decorator(source):
    """Functions that are compiled by a call, as in `roll_up = kernel(_merge)`."""
    calls = (node for node in ast.walk(source) if isinstance(node, ast.Call))
    return {
        argument.id
        for call in calls
        if getattr(call.func, "id", None) in DECORATORS
        for argument in call.args
        if isinstance(argument, ast.Name)
    }


def _decorated(function, name):
    return any(
        name in (getattr(decorator, "id", None), getattr(decorator, "attr", None))
        for decorator in function.decorator_list
    )


def _inner_here(source):
    functions = (node for node in source.body if isinstance(node, ast.FunctionDef))
    without = ("inner", "inline")
    return {one.name for one in functions if any(_decorated(one, name) for name in without)}


def within_reach(source, kernels):
    """Inner kernels that a module defines or imports."""
    imported = {
        alias.asname or alias.name
        for statement in ast.walk(source)
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
        if (statement.module, alias.name) in kernels
    }
    return _inner_here(source) | imported


INNER = inner_kernels(SOURCES)


def test_no_python_code_calls_a_kernel_that_has_no_door():
    wrong = {}
    for path in SOURCES + TESTS:
        source = ast.parse(path.read_text())
        if reach := within_reach(source, INNER):
            wrong[path.name] = list(calls_from_python(source, reach))
    assert len(wrong) > 10
    assert not any(wrong.values()), wrong


def test_a_call_through_the_missing_door_is_caught():
    lie = ast.parse(
        "@inner\ndef deep(): return 1\n@kernel\ndef fine(): return deep()\n"
        "def python(): return deep()\n"
    )
    assert list(calls_from_python(lie, within_reach(lie, set()))) == ["python"]


def test_a_function_that_makes_a_kernel_may_not_call_what_has_no_door_itself():
    lie = ast.parse(
        "@inline\ndef deep(): return 1\n"
        "def fine():\n    @inner\n    def made(): return deep()\n    return made\n"
        "def wrong():\n    @inner\n    def made(): return deep()\n    return deep()\n"
    )
    assert list(calls_from_python(lie, within_reach(lie, set()))) == ["wrong"]


def test_the_cache_folder_changes_with_the_sources_of_kernels(monkeypatch, tmp_path):
    before = kernel.cache_folder()
    monkeypatch.setattr(kernel, "ROOMS", ("engine",))
    assert kernel.cache_folder() != before


def test_the_cache_folder_can_be_chosen(monkeypatch, tmp_path):
    monkeypatch.setenv("SHOAL_CACHE", str(tmp_path))
    assert kernel.cache_folder().is_relative_to(tmp_path)


@kernel.inline
def _twice(number):
    return 2 * number


@kernel.kernel
def _four_times(number):
    return _twice(_twice(number))


def test_inline_code_is_compiled_where_it_is_called():
    assert _four_times(3) == 12
    assert _twice.dispatcher.signatures == []  # on its own it never was
