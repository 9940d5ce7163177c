"""Copies of the whole project, in which a line may be changed and the tests run.

Whatever runs in a tree has that tree's `firmware` and root first on its path, before the installed
package: `run` is the only way in.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from host_tools.places import REPO_ROOT, TOOLS

TIMEOUT_S = 240


class NoEvidence(Exception):
    """Something else than a mutant's change went wrong; the message says what."""


def copy_project(target: Path) -> Path:
    """The files that git knows or would add, as they stand now, and a link to the fetched runtimes."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=REPO_ROOT, capture_output=True, text=True)
    if listed.returncode:
        raise NoEvidence(f"git can't list the project's files: {listed.stderr.strip()}")
    for name in filter(None, listed.stdout.split("\0")):
        source = REPO_ROOT / name
        if source.is_file():  # and not deleted since
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target / name)
    (target / TOOLS.name).symlink_to(TOOLS)
    return target


def copy_tree(tree: Path, target: Path) -> Path:
    left_out = shutil.ignore_patterns("__pycache__", ".pytest_cache", ".hypothesis")
    return shutil.copytree(tree, target, symlinks=True, ignore=left_out)


def environment(tree: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": f"{tree / 'firmware'}{os.pathsep}{tree}"}


def run(tree: Path, *arguments) -> subprocess.CompletedProcess:
    """Runs Python in the tree, with text in and out.  NoEvidence where it does not end."""
    words = [str(argument) for argument in arguments]
    try:
        return subprocess.run(
            [sys.executable, *words],
            cwd=tree,
            env=environment(tree),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
        )
    except subprocess.TimeoutExpired as error:
        raise NoEvidence(f"`python {' '.join(words)}` has not ended after {TIMEOUT_S} s") from error


def last_words(done: subprocess.CompletedProcess) -> str:
    """The end of what a process said, on one line."""
    return " / ".join((done.stdout + done.stderr).strip().splitlines()[-3:])
