"""What the house rules look at: the project's own Python files, parsed once."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MADE = {".git", ".venv", ".tools", "__pycache__", "build", "dist"}
MADE |= {".pytest_cache", ".ruff_cache", ".hypothesis"}


def own_files(folder: str = ".", suffix: str = "") -> list[Path]:
    """Every file of the project below a folder, none that was made by setup or tests."""
    found = []
    for path in sorted((ROOT / folder).rglob(f"*{suffix}")):
        parts = path.relative_to(ROOT).parts
        if path.is_file() and not MADE.intersection(parts) and ".egg-info" not in str(path):
            found.append(path)
    return found


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports_of(path: Path) -> list[tuple[int, str]]:
    """(line, dotted name) of everything that a file imports, `from a import b` as a.b."""
    found = []
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            found += [(node.lineno, f"{base}.{alias.name}") for alias in node.names]
    return found


def is_below(name: str, prefixes) -> bool:
    """Whether a dotted name is one of the prefixes, or lies below one."""
    return any(name == prefix or name.startswith(prefix + ".") for prefix in prefixes)
