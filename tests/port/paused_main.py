"""The firmware, which stands still for a while now and then, as a table does that erases a sector.

pause.json in the table's folder says for how long, and in how many turns of its link.
"""

import json
import sys

with open("pause.json") as file:
    pause = json.load(file)
sys.path.append(pause["firmware"])

import virtual_world  # noqa: E402

from table_runtime import start  # noqa: E402
from table_runtime.serial_link import SerialLink  # noqa: E402

turns = 0


def poll(link, table, passed_ms: int) -> None:
    global turns
    turns += 1
    if turns % pause["turns"] == 0:
        virtual_world.pass_ms(pause["ms"])
    whole_poll(link, table, passed_ms)


whole_poll, SerialLink.poll = SerialLink.poll, poll
start.run(b"dev-----")
