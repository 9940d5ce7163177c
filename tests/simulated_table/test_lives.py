"""Restarts: a planned one is told from every other, and a boot loop ends out of service with its reason.

The program is the firmware with one part that fails, over the stand-ins; the judge's displays tell what a
person would see.
"""

import pytest
from sim_programs import BOARD, SETTINGS

from host_tools.places import FIRMWARE
from host_tools.simulator.provision import log_sectors_of, read_partition, seal_key
from host_tools.simulator.simulate import set_up_table
from table_core import facts, faults
from table_wire.replay import Replay

FAILING = f"""
import sys
sys.path.append({str(FIRMWARE)!r})
import time
import table_runtime.{{module}} as module
from table_runtime.start import run
whole = module.{{place}}
def failing(*arguments):
    {{fails}}
    return whole(*arguments)
module.{{place}} = failing
run({{program!r}})
"""
IN_SERVICE = {"module": "table", "place": "Table._watch"}
AT_POWER_UP = {"module": "power_up", "place": "recover"}
ALWAYS = {"module": "power_up", "place": "build_parts"}
RAISES = "raise OSError(5)"
HANGS = "time.sleep_ms(9000)"
HANGS_ONCE = """
    import os
    if "hung" not in os.listdir():
        open("hung", "w").close()
        time.sleep_ms(9000)
"""


@pytest.fixture
def failing_table(tmp_path, runtime):
    """failing_table(where, how): a table whose program fails there."""
    tables = []

    def make(where: dict, fails: str, program: bytes = b"failing1"):
        main = tmp_path / "failing.py"
        main.write_text(FAILING.format(fails=fails, program=program, **where))
        if tables:
            return main
        tables.append(set_up_table(tmp_path, BOARD, SETTINGS, runtime, main=main))
        return tables[0]

    yield make
    tables[0].close()


def facts_of(folder) -> list[tuple]:
    replay = Replay(seal_keys=[seal_key()])
    told = []
    for sector in log_sectors_of(read_partition(folder, "roundlog")):
        if sector[0] != 0xFF:
            told += [tuple(fact[:3]) for _, *fact in replay.read_sector(sector)]
    assert replay.problems == []
    return told


def shown(table) -> tuple[str, str]:
    return table.judge.sign.text(), table.judge.dealer.text()


@pytest.mark.parametrize(
    ("where", "fails", "reason"),
    [
        (IN_SERVICE, RAISES, "OSError(5"),
        (IN_SERVICE, HANGS, "the watchdog"),
        (AT_POWER_UP, RAISES, "OSError(5"),  # nothing hangs there: the watchdog starts when the loop does
    ],
    ids=["raises in service", "hangs in service", "raises at power-up"],
)
def test_a_boot_loop_ends_out_of_service_with_its_reason(failing_table, where, fails, reason):
    table = failing_table(where, fails)
    table.power_up()
    table.run_for(90_000)
    assert shown(table) == (f"FAULt {faults.BOOT_LOOP}",) * 2
    assert {seat.light(table.now_ms) for seat in table.judge.lights.seats} == {"not_accepting"}
    said = [line for line in table.process.console() if "in a row" in line]
    assert len(said) == 1 and said[0].startswith("Tablelight: restarted 5 times in a row")
    assert reason in said[0]
    assert table.process.starts == 6


def test_a_power_cut_and_another_program_end_a_boot_loop(failing_table, tmp_path):
    table = failing_table(IN_SERVICE, RAISES)
    table.power_up()
    table.run_for(60_000)
    assert shown(table)[0] == f"FAULt {faults.BOOT_LOOP}"
    starts = table.process.starts
    failing_table(IN_SERVICE, "pass", b"mended-1")
    table.process.kill()  # a reset, as flashing ends with one
    table._start(reset_cause=2)
    table.run_for(10_000)
    assert table.judge.sign.cents() == SETTINGS.initial_cents and table.process.starts == starts + 1
    failing_table(IN_SERVICE, RAISES)
    table.cut_power()
    table.run_for(1000)
    table.power_up()
    table.run_for(60_000)
    assert table.process.starts == starts + 1 + 6, "five restarts again, from none"


def test_a_fault_of_the_fault_s_own_telling_still_ends_in_a_reset(failing_table):
    """Never at the REPL: an error whose words can't be told is one more error."""
    nasty = "class Nasty(Exception):\n        def __repr__(self): raise ValueError\n    raise Nasty"
    table = failing_table(IN_SERVICE, nasty)
    table.power_up()
    table.run_for(3000)
    assert table.process.starts > 1


def test_a_life_that_can_not_even_stand_by_says_why_and_restarts_no_more(failing_table):
    table = failing_table(ALWAYS, RAISES)
    table.power_up()
    table.run_for(30_000)
    said = [line for line in table.process.console() if line.startswith("Tablelight: out of service")]
    assert len(said) > 3 and set(said) == {said[0]}
    assert "restarted 10 times" in said[0] and "OSError(5" in said[0]
    assert table.process.starts == 11


def test_restarts_with_more_than_a_minute_between_are_no_loop(failing_table):
    table = failing_table(IN_SERVICE, "if time.ticks_ms() > 70_000: raise OSError(5)")
    table.power_up()
    table.run_for(70_000 * 8)
    assert table.process.starts >= 8
    assert not [line for line in table.process.console() if "in a row" in line]


def test_the_watchdog_s_restart_is_a_fault_that_ends_after_a_minute(failing_table, tmp_path):
    table = failing_table(IN_SERVICE, HANGS_ONCE)
    table.power_up()
    table.run_for(30_000)
    assert shown(table)[1] == f"FAULt {faults.WATCHDOG}" and table.judge.sign.cents() is not None
    table.run_for(60_000)
    assert shown(table)[1] == ""
    table.close()
    told = facts_of(tmp_path)
    assert told.count((facts.FAULT, faults.WATCHDOG, 0)) == 1
    assert told.count((facts.FAULT_CLEARED, faults.WATCHDOG, 0)) == 1
    assert table.process.starts == 2
