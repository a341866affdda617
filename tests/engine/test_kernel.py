"""Kernels: where compiled code is kept, and who may call what."""

import ast
from pathlib import Path

import shoal
from shoal.engine import kernel

SOURCES = sorted(Path(shoal.__file__).parent.rglob("*.py"))
TESTS = sorted(Path(__file__).parents[1].rglob("*.py"))


def inner_kernels(sources):
    """Kernels without a door for Python, as (module, name)."""
    root = Path(shoal.__file__).parents[1]
    return {
        (".".join(path.relative_to(root).with_suffix("").parts), name)
        for path in sources
        for name in _inner_here(ast.parse(path.read_text()))
    }


def calls_from_python(source, names):
    """Functions without a kernel's decorator that call one of the names."""
    for function in ast.walk(source):
        if not isinstance(function, ast.FunctionDef):
            continue
        if _decorated(function, "inner") or _decorated(function, "kernel"):
            continue
        for call in ast.walk(function):
            if isinstance(call, ast.Call) and getattr(call.func, "id", None) in names:
                yield function.name


def _decorated(function, name):
    return any(
        name in (getattr(decorator, "id", None), getattr(decorator, "attr", None))
        for decorator in function.decorator_list
    )


def _inner_here(source):
    functions = (node for node in ast.walk(source) if isinstance(node, ast.FunctionDef))
    return {function.name for function in functions if _decorated(function, "inner")}


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


def test_the_cache_folder_changes_with_the_sources_of_kernels(monkeypatch, tmp_path):
    before = kernel.cache_folder()
    monkeypatch.setattr(kernel, "ROOMS", ("engine",))
    assert kernel.cache_folder() != before


def test_the_cache_folder_can_be_chosen(monkeypatch, tmp_path):
    monkeypatch.setenv("SHOAL_CACHE", str(tmp_path))
    assert kernel.cache_folder().is_relative_to(tmp_path)
