"""What tests share: the MicroPythons, real images of it, and how hypothesis looks for failures.

A test that needs a runtime asks for its fixture, and is skipped where the runtime can't be had; the
end of the run says each reason once.  With CI=true nothing may be skipped: the run ends at its start.
"""

import itertools
import os
from collections import Counter

import pytest
from hypothesis import settings

from host_tools.places import TOOLS
from host_tools.runners.unix_port import RuntimeMissing, find_micropython
from host_tools.runners.webassembly import find_webassembly_port
from host_tools.store import HOME_VARIABLE

HOMES = itertools.count()

settings.register_profile("tablelight", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("tablelight")


def pytest_sessionstart():
    if os.environ.get("CI") == "true":
        try:
            find_micropython()
            find_webassembly_port()
            find_image("esp32")
            find_image("esp32s3")
        except RuntimeMissing as missing:
            pytest.exit(str(missing), returncode=1)


def pytest_terminal_summary(terminalreporter):
    """Each reason once, with the number of tests that it skipped, in place of pytest's line for each test."""
    terminalreporter.reportchars = terminalreporter.reportchars.replace("s", "")
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)
    for reason, count in sorted(reasons.items()):
        tests = "1 test" if count == 1 else f"{count} tests"
        terminalreporter.write_line(f"skipped {tests}: {reason}")


def find_image(chip: str):
    """A real MicroPython image for a chip."""
    path = TOOLS / "images" / f"{chip}.bin"
    if not path.exists():
        raise RuntimeMissing(f"MicroPython's image for {chip} is missing at {path}: run `make setup`")
    return path


def find_or_skip(find, *arguments):
    try:
        return find(*arguments)
    except RuntimeMissing as missing:
        pytest.skip(str(missing))


@pytest.fixture(autouse=True)
def empty_home(tmp_path_factory, monkeypatch):
    """No test finds what the person who runs it keeps of real tables, nor what another test kept."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path_factory.getbasetemp() / f"no tables {next(HOMES)}"))


@pytest.fixture(scope="session")
def unix_port():
    """The program of MicroPython's unix port."""
    return find_or_skip(find_micropython)


@pytest.fixture(scope="session")
def webassembly_port():
    """The folder of MicroPython's WebAssembly port."""
    return find_or_skip(find_webassembly_port)


@pytest.fixture(scope="session")
def esp32_image():
    """A real MicroPython image for our boards."""
    return find_or_skip(find_image, "esp32")


@pytest.fixture(scope="session")
def esp32s3_image():
    """A real MicroPython image for the S3 board."""
    return find_or_skip(find_image, "esp32s3")
