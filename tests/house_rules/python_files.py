"""What the house rules look at: the project's own files, the Python among them parsed once."""

import ast
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MADE = {".git", ".venv", ".tools", "__pycache__", "build", "dist"}
MADE |= {".pytest_cache", ".ruff_cache", ".hypothesis"}


@cache
def tracked() -> frozenset[str] | None:
    """What git knows, so that a log that somebody pulled into the checkout is not ours; None without git."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    return frozenset(done.stdout.split("\0")) if done.returncode == 0 and done.stdout else None


def own_files(folder: str = ".", suffix: str = "") -> list[Path]:
    """Every file of the project below a folder, none that was made by setup or tests; Python that git does
    not know yet is looked at too."""
    found = []
    for path in sorted((ROOT / folder).rglob(f"*{suffix}")):
        parts = path.relative_to(ROOT).parts
        if not path.is_file() or MADE.intersection(parts) or ".egg-info" in str(path):
            continue
        if tracked() is None or path.suffix == ".py" or name_of(path) in tracked():
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
