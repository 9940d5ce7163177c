"""What decides money must decide the same everywhere: no float, no order that differs between Pythons.

Each rule is a trap of MicroPython that was measured, or a thing that a 32-bit board does not have.
"""

import ast

import pytest
from python_files import name_of, own_files, parse

SHARED = [path for room in ("table_core", "table_wire") for path in own_files(f"firmware/{room}", ".py")]
ON_CPYTHON_ALONE = ("run_on_cpython.py",)
STAND_INS = [path for path in own_files("host_tools/simulator", ".py") if "/stand_ins" in name_of(path)]
UNDER_MICROPYTHON = own_files("firmware", ".py") + [
    path for path in STAND_INS if path.name not in ON_CPYTHON_ALONE
]

FORBIDDEN_CALLS = {  # name, why
    "float": "a float is not exact",
    "round": "it rounds half to even, and makes floats",
    "set": "its order differs between Pythons",
    "frozenset": "its order differs between Pythons",
    "id": "an address decides nothing",
    "hash": "it differs between Pythons",
    "open": "the rules ask no file",
    "input": "the rules ask nobody",
}


def pure_traps(tree: ast.Module):
    """(line, why) of what may not stand in table_core and table_wire."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            yield node.lineno, "a float literal"
        elif isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            yield node.lineno, "/ makes a float: use // and say where the remainder goes"
        elif isinstance(node, ast.Set | ast.SetComp):
            yield node.lineno, "the order of a set differs between Pythons"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in FORBIDDEN_CALLS:
                yield node.lineno, f"{node.func.id}(): {FORBIDDEN_CALLS[node.func.id]}"
            elif node.func.id == "sorted" and any(word.arg == "key" for word in node.keywords):
                yield node.lineno, "sorted() by a key is not stable in MicroPython"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "sort":
            yield node.lineno, ".sort() is not stable in MicroPython"


def micropython_traps(tree: ast.Module):
    """(line, why) of what MicroPython does not have, or ignores."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Match):
            yield node.lineno, "MicroPython has no match"
        elif isinstance(node, ast.AsyncFunctionDef):
            yield node.lineno, "the loop is a plain tick, without asyncio"
        elif isinstance(node, ast.arguments) and node.posonlyargs:
            yield node.posonlyargs[0].lineno, "MicroPython has no positional-only arguments"
        elif isinstance(node, ast.List | ast.Tuple) and isinstance(node.ctx, ast.Load):
            if any(isinstance(item, ast.Starred) for item in node.elts):
                yield node.lineno, "MicroPython unpacks with * in calls only"
        elif isinstance(node, ast.Name) and node.id == "__slots__":
            yield node.lineno, "MicroPython ignores __slots__"
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "zip" and node.keywords:
            yield node.lineno, "MicroPython's zip takes no strict="
        elif isinstance(node, ast.Attribute) and node.attr == "hexdigest":
            yield node.lineno, "MicroPython's hashes have no hexdigest"


@pytest.mark.parametrize("path", SHARED, ids=name_of)
def test_rules_are_pure(path):
    assert list(pure_traps(parse(path))) == []


@pytest.mark.parametrize("path", UNDER_MICROPYTHON, ids=name_of)
def test_device_code_keeps_to_what_micropython_has(path):
    assert list(micropython_traps(parse(path))) == []


@pytest.mark.parametrize(
    "text",
    ["x = 0.5", "x = 1 / 2", "x /= 2", "x = {1, 2}", "x = round(y)", "x = sorted(y, key=z)", "x.sort()"],
)
def test_purity_check_sees(text):
    assert list(pure_traps(ast.parse(text)))


@pytest.mark.parametrize(
    "text",
    ["match x:\n    case 1: pass", "def f(a, /): pass", "__slots__ = ()", "zip(a, b, strict=1)", "[1, *a]"],
)
def test_micropython_check_sees(text):
    assert list(micropython_traps(ast.parse(text)))
