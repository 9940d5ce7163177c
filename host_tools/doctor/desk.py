"""What is wrong at the desk itself: Python, packages, language, disk, and what is kept of tables.

Each check yields findings and asks nothing of a table.  What must never change: nothing is written here,
not even to try whether it could be.
"""

import codecs
import locale
import os
import platform
import re
import shlex
import shutil
import sys
from importlib import metadata
from pathlib import Path

from host_tools.doctor.findings import ATTENTION, NOT_CHECKED, WRONG, Finding, fine, from_error
from host_tools.errors import UserError
from host_tools.flashing.esptool_process import check_esptool
from host_tools.runners.unix_port import find_mpy_cross
from host_tools.store import TableFolder, find_folders, tables_home
from host_tools.table_key import FILE, OWNER_ONLY

PACKAGE = "tablelight"
OLDEST_PYTHON = (3, 11)
LOW_MIB, OUT_MIB = 256, 32  # a flash image is 16 MiB, and a pull keeps its log twice
MIB = 1 << 20
REQUIREMENT = re.compile(r"([\w.-]+)([^;\[]*)")  # a name, and the versions that will do


def look_at_python(_visit):
    found = platform.python_version()
    if sys.version_info < OLDEST_PYTHON:
        text = f"Python {found} is too old"
        yield Finding("python", WRONG, text, ("install Python 3.11 or newer, and tablectl anew with it",))
    else:
        yield fine("python", f"Python {found} in {sys.prefix}")


def look_at_packages(_visit):
    """Those that tablectl asks for; what only some commands can use is not looked at."""
    try:
        asked = metadata.requires(PACKAGE) or []
    except metadata.PackageNotFoundError:
        yield Finding("packages", NOT_CHECKED, "tablectl runs from its sources, and is not installed")
        return
    wrong = [text for text in map(lacking, asked) if text]
    for what, wanted in wrong:
        yield Finding("packages", WRONG, what, (f"{sys.executable} -m pip install '{wanted}'",))
    if not wrong:
        yield fine("packages", f"all that tablectl {metadata.version(PACKAGE)} needs are there")


def lacking(requirement: str) -> tuple[str, str] | None:
    """(what is so, what is asked for) where a package is missing or of a version that will not do."""
    if "extra ==" in requirement:
        return None
    name, versions = REQUIREMENT.match(requirement).groups()
    try:
        found = metadata.version(name)
    except metadata.PackageNotFoundError:
        return f"the package {name} is missing", name + versions
    for relation, number in re.findall(r"(>=|<)\s*([\d.]+)", versions):
        if (_numbers(found) >= _numbers(number)) != (relation == ">="):
            return f"{name} {found} is here, but {versions.strip()} is needed", name + versions
    return None


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)][:3]


def look_at_flash_tools(_visit):
    """What `flash` starts: esptool, and the compiler of the program."""
    found = []
    for check in (check_esptool, find_mpy_cross):
        try:
            check()
        except UserError as error:
            found += from_error("flash tools", error)
    yield from found or [fine("flash tools", f"esptool {metadata.version('esptool')} and mpy-cross")]


def look_at_language(_visit):
    """A name with an accent must get through files, arguments and output alike."""
    used = (sys.getfilesystemencoding(), locale.getpreferredencoding(False), sys.stdout.encoding or "utf-8")
    others = sorted({name for name in used if codecs.lookup(name).name != "utf-8"})
    if others:
        text = f"text is written as {', '.join(others)}, in which not every name can be"
        yield Finding("language", ATTENTION, text, ("export LC_ALL=C.UTF-8",))
    else:
        yield fine("language", "UTF-8")


def look_at_disk(_visit):
    """Where commands write: this folder, and the one with what is kept of tables."""
    places = (".", "for what is written here"), (_existing(tables_home()), "for what is kept of tables")
    for place, purpose in places:
        free_mib = shutil.disk_usage(place).free // MIB
        text = f"{free_mib:,} MiB are free {purpose}"
        if free_mib >= LOW_MIB:
            yield fine("disk", text)
            continue
        verdict = ATTENTION if free_mib >= OUT_MIB else WRONG
        yield Finding("disk", verdict, text, ("make room: a pulled log and an image take up to 48 MiB",))


def _existing(path: Path) -> Path:
    while not path.exists():
        path = path.parent
    return path


def look_at_store(_visit):
    """The folders of tables, and that nobody else can read their keys."""
    home = tables_home()
    try:
        folders = find_folders("*")
        wrong = [finding for folder in folders for finding in _key_findings(folder)]
        if home.exists() and not os.access(home, os.W_OK):
            wrong.append(_foreign(home))
    except PermissionError:  # not even to be looked into
        folders, wrong = [], [_foreign(home)]
    yield from wrong or [fine("store", f"{len(folders)} tables in {home}")]


def _key_findings(folder: TableFolder):
    for key in folder.kept_keys():
        stat = key.path.stat() if key.place == FILE and os.name == "posix" else None
        if stat and stat.st_uid != os.getuid():
            yield _foreign(key.path)
        if stat and stat.st_mode & 0o777 & ~OWNER_ONLY:
            text = f"{key.path}: others than its owner may read this key"
            yield Finding("store", WRONG, text, (f"chmod 600 {shlex.quote(str(key.path))}",))
            continue
        try:
            key.read()
        except UserError as error:
            yield from from_error("store", error)


def _foreign(path: Path) -> Finding:
    """As after a command that was run with sudo."""
    text = f"{path}: belongs to another user; was tablectl run with sudo?"
    remedy = f"sudo chown -R $USER {shlex.quote(str(tables_home()))}"
    return Finding("store", WRONG, text, (remedy,))


LOOKS = (  # check, what looks
    ("python", look_at_python),
    ("packages", look_at_packages),
    ("flash tools", look_at_flash_tools),
    ("language", look_at_language),
    ("disk", look_at_disk),
    ("store", look_at_store),
)
