"""Both runtimes for every test that asks for one, small programs, and tables made by hand.

At the end it says what was played with bad hardware, summed over all processes.
"""

from collections import Counter

import pytest
from hardware_nights import PLAYED
from linked_table import LinkedTable
from sim_programs import SMALL_BOARD, Program
from sim_scene import Scene, complaints


def pytest_terminal_summary(terminalreporter):
    counts: Counter = Counter()
    for report in terminalreporter.stats.get("passed", []):
        counts += dict(report.user_properties).get(PLAYED, Counter())
    if counts:
        terminalreporter.section(PLAYED)
    for name, count in sorted(counts.items()):
        terminalreporter.write_line(f"{count:7,} {name}")


@pytest.fixture(params=["micropython", "cpython"])
def runtime(request):
    """micropython and cpython in turn; the first is skipped, with the reason, where it is missing."""
    if request.param == "micropython":
        request.getfixturevalue("unix_port")
    return request.param


@pytest.fixture
def program(tmp_path, runtime):
    """program(source) runs a program of the test's own over the stand-ins, until it has ended."""
    programs = []

    def make(source: str, board: dict = SMALL_BOARD) -> Program:
        programs.append(Program(tmp_path, runtime, source, board=board))
        return programs[-1]

    yield make
    for each in programs:
        each.process.kill()


@pytest.fixture
def scene() -> Scene:
    """A table for the judge, with nothing on it."""
    return Scene()


@pytest.fixture
def locked(scene) -> Scene:
    """Seats 3 and 5 accepted: two shares of 33.33 cents on the meter."""
    scene.place(3, 5)
    scene.lock(3, 5, cents=500_066)
    assert complaints(scene) == []
    return scene


@pytest.fixture
def linked(tmp_path) -> LinkedTable:
    """A table in service with a laptop plugged in."""
    linked = LinkedTable(tmp_path)
    yield linked
    linked.port.close()


@pytest.fixture
def armed(linked) -> LinkedTable:
    linked.arm()
    return linked
