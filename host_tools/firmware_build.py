"""Compiles the firmware to .mpy as it is flashed: constants folded across modules, then mpy-cross.

MicroPython folds a named constant only within its module, and each global name costs heap on the
device.  Here every module-level name in capitals that is a plain integer is written into the places
that use it, which saves a sixth of the loaded program.  Line numbers are left out, for they cost
more than a kilobyte; a traceback names file and function, and the log replays on the desktop, where
lines are known.  What must never change: the folded program behaves as the source does; the golden
rounds run on both.
"""

import ast
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path

from host_tools.errors import UserError

OPTIMISATION = "-O3"  # without line numbers and asserts: those are for thinking, money uses ensure

_OPERATORS = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.LShift: lambda a, b: a << b,
    ast.RShift: lambda a, b: a >> b,
    ast.BitOr: lambda a, b: a | b,
    ast.BitAnd: lambda a, b: a & b,
}


class FoldedSource:
    """The firmware's modules with their integer constants found: {module name: {constant: value}}."""

    def __init__(self, firmware: Path) -> None:
        self.paths = {_module_name(path, firmware): path for path in sorted(firmware.rglob("*.py"))}
        self._trees = {name: ast.parse(path.read_text()) for name, path in self.paths.items()}
        self.constants: dict[str, dict[str, int]] = {}
        for name in self._trees:
            self._collect(name)

    def _collect(self, module: str) -> dict[str, int]:
        """Finds a module's constants, those it imports first."""
        if module in self.constants:
            return self.constants[module]
        found = self.constants[module] = {}
        tree = self._trees[module]
        assigned = [n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        seen = self._imported(module)
        for statement in tree.body:
            name = _constant_target(statement)
            if name and assigned.count(name) == 1:
                value = _evaluate(statement.value, {**seen, **found})
                if value is not None:
                    found[name] = value
        return found

    def _imported(self, module: str) -> dict[str, int]:
        """The constants that a module sees by import, by the text that it writes for them."""
        seen = {}
        for node in self._trees[module].body:
            if not isinstance(node, ast.ImportFrom):
                continue
            for alias in node.names:
                local = alias.asname or alias.name
                if f"{node.module}.{alias.name}" in self._trees:
                    inner = self._collect(f"{node.module}.{alias.name}")
                    seen.update({f"{local}.{name}": value for name, value in inner.items()})
                elif node.module in self._trees and alias.name in self._collect(node.module):
                    seen[local] = self._collect(node.module)[alias.name]
        return seen

    def folded(self, module: str) -> str:
        """A module's source with constants in place of their names, line by line as before."""
        own = self.constants[module]
        seen = {**self._imported(module), **own}
        edits = []  # (node, replacement), none within another
        imports = []
        still_used = set()
        for statement in self._trees[module].body:
            if _constant_target(statement) in own:
                edits.append((statement, ""))
            elif isinstance(statement, ast.ImportFrom):
                imports.append(statement)
            else:
                uses = list(_uses(statement))
                folded = [(node, str(seen[text])) for node, text in uses if text in seen]
                bases = {id(node.value) for node, _ in folded if isinstance(node, ast.Attribute)}
                still_used |= {text for node, text in uses if id(node) not in bases}
                edits += folded
        for statement in imports:
            kept = [a for a in statement.names if (a.asname or a.name) in still_used - seen.keys()]
            if len(kept) < len(statement.names):
                edits.append((statement, _import_text(statement.module, kept)))
        return _apply(self.paths[module].read_text(), edits)


def _module_name(path: Path, firmware: Path) -> str:
    parts = path.relative_to(firmware).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _constant_target(statement: ast.stmt) -> str:
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
        if isinstance(target, ast.Name) and target.id.isupper():
            return target.id
    return ""


def _evaluate(node: ast.expr, known: dict[str, int]) -> int | None:
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) is int else None
    if isinstance(node, ast.Name | ast.Attribute):
        return known.get(ast.unparse(node))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _evaluate(node.operand, known)
        return None if value is None else -value
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = _evaluate(node.left, known), _evaluate(node.right, known)
        return None if left is None or right is None else _OPERATORS[type(node.op)](left, right)
    return None


def _uses(statement: ast.stmt):
    """Every name or module.name that a statement reads, with its text."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield node, ast.unparse(node)


def _import_text(module: str | None, names: list[ast.alias]) -> str:
    if not names:
        return ""
    return f"from {module} import " + ", ".join(
        a.name + (f" as {a.asname}" if a.asname else "") for a in names
    )


def _apply(source: str, edits: list) -> str:
    """Replaces nodes from the last to the first; the lines of a longer one become blank lines."""
    lines = [line.encode() for line in source.splitlines(keepends=True)]
    for node, text in sorted(edits, key=lambda edit: (edit[0].lineno, edit[0].col_offset), reverse=True):
        first, last = node.lineno - 1, node.end_lineno - 1
        tail = lines[last][node.end_col_offset :]
        lines[first] = lines[first][: node.col_offset] + text.encode() + (b"\n" * (last - first)) + tail
        del lines[first + 1 : last + 1]
        lines[first + 1 : first + 1] = [b""] * (last - first)
    return b"".join(lines).decode()


def build_firmware(firmware: Path, out: Path, mpy_cross: Path) -> list[Path]:
    """Writes OUT/<module>.mpy for every module and OUT/main.py, which MicroPython runs by that name.

    UserError where mpy-cross refuses a module.
    """
    source = FoldedSource(firmware)
    targets = []
    for name, path in source.paths.items():
        targets.append(out / path.relative_to(firmware))
        targets[-1].parent.mkdir(parents=True, exist_ok=True)
        targets[-1].write_text(source.folded(name))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(_compile, targets, source.paths.values(), repeat(mpy_cross)))


def _compile(target: Path, path: Path, mpy_cross: Path) -> Path:
    """Puts a .mpy in the place of the folded source at `target`, and says where; `path` is its source."""
    if target.name == "main.py":
        return target
    compiled = target.with_suffix(".mpy")
    said = path.stem  # what a traceback calls the file: a name that the module needs anyway
    command = [str(mpy_cross), OPTIMISATION, "-s", said, "-o", str(compiled), str(target)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise UserError(f"{path}: mpy-cross refuses it: {done.stderr.strip()}")
    target.unlink()
    return compiled
