"""What tests share: the two MicroPythons, and how hypothesis looks for failures.

A test that needs a runtime asks for its fixture, and is skipped where the runtime can't be had; the
end of the run says each reason once.  With CI=true nothing is skipped: the first such test ends it.
"""

import os
from collections import Counter

import pytest
from hypothesis import settings

from host_tools.runners.unix_port import RuntimeMissing, find_micropython
from host_tools.runners.webassembly import find_webassembly_port

settings.register_profile("tablelight", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("tablelight")

NEEDED = {"unix_port": find_micropython, "webassembly_port": find_webassembly_port}


def is_ci() -> bool:
    return os.environ.get("CI") == "true"
