"""What tests share: the two MicroPythons, and how hypothesis looks for failures.

A test that needs a runtime asks for its fixture, and is skipped with the reason where the runtime
can't be had; with CI=true nothing is skipped.
"""

import os

import pytest
from hypothesis import settings

from host_tools.runners.unix_port import RuntimeMissing, find_micropython
from host_tools.runners.webassembly import find_webassembly_port

settings.register_profile("tablelight", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("tablelight")


def find_or_skip(find):
    try:
        return find()
    except RuntimeMissing as missing:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def unix_port():
    """The program of MicroPython's unix port."""
    return find_or_skip(find_micropython)


@pytest.fixture(scope="session")
def webassembly_port():
    """The folder of MicroPython's WebAssembly port."""
    return find_or_skip(find_webassembly_port)
