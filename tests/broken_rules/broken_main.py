"""The firmware with one check that fails at one record, whenever that record is applied: by the table, and by
its recovery, as the check of a rule would that is wrong.

broken.json in the table's folder says which: the check's module and text, and the record's log, sector,
number and kind.  Without a number the check fails once in the table's life, at its next turn behind a
record of that kind.
"""

import json
import os
import sys
from binascii import hexlify

with open("broken.json") as file:
    broken = json.load(file)
sys.path.append(broken["firmware"])

import table_wire.replay  # noqa: E402
from table_runtime import round_log, start  # noqa: E402

FAILED = "failed.txt"
now = [0, 0, 0]  # sector, number and kind of the record that is being applied, or was written last


def note(header, number: int, kind: int) -> None:
    is_ours = hexlify(header.log_id).decode() == broken["log"]
    now[0], now[1], now[2] = header.number, number if is_ours else -1, kind


def fails() -> bool:
    if broken["number"]:
        return now == [broken["sector"], broken["number"], broken["kind"]]
    if now[2] != broken["kind"] or FAILED in os.listdir():
        return False
    with open(FAILED, "w"):
        return True


def write(log, record, check) -> None:
    number = log.number
    whole_write(log, record, check)
    note(log._header, number, record[1])


def apply(replay, view, at: int) -> tuple:
    note(replay.header, replay.number, view[at + 1])
    return whole_apply(replay, view, at)


def ensure(holds: bool, what: str) -> None:
    whole_ensure(holds and not (what == broken["what"] and fails()), what)


whole_write, round_log.RoundLog._write = round_log.RoundLog._write, write
whole_apply, table_wire.replay.Replay._apply = table_wire.replay.Replay._apply, apply
__import__(broken["module"])
module = sys.modules[broken["module"]]
whole_ensure, module.ensure = module.ensure, ensure
start.run(b"dev-----")
