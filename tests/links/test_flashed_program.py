"""The program as it lies on the board's flash: enough to run a table, and no byte of it may differ."""

import random
import shutil
import subprocess
import sys

import pytest

from host_tools.flashing.program_image import listing
from host_tools.places import REPO_ROOT
from host_tools.simulator.simulated_port import open_simulated_port
from tests.links.desktop import flash_with

FROM_ELSEWHERE = """
import sys
from host_tools.links.link import Link
from host_tools.links.questions import read_status
from host_tools.simulator.simulated_port import open_simulated_port

link = Link(open_simulated_port(sys.argv[1]), print)
link.connect()
print("program", link.welcome.program.hex(), "meter", read_status(link).state.meter_cents)
link.close()
"""


def test_a_table_runs_from_its_flash_where_there_is_no_source_of_its_program(table, unix_port, tmp_path):
    """The desktop's own half is there, and what it shares with the table; nothing that only a table has."""
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(REPO_ROOT / "host_tools", elsewhere / "host_tools")
    for room in ("table_core", "table_wire"):
        shutil.copytree(REPO_ROOT / "firmware" / room, elsewhere / room)
    environment = {"PYTHONPATH": str(elsewhere), "TABLELIGHT_MICROPYTHON": str(unix_port)}
    command = [sys.executable, "-c", FROM_ELSEWHERE, str(table.flash.parent)]
    done = subprocess.run(command, env=environment, cwd=elsewhere, capture_output=True, text=True)
    assert "Tablelight: up, record" in done.stdout, done.stderr
    assert "meter 500000" in done.stdout


UNREADABLE = {"program.txt": b"\xfe no text"}
FOR_ANOTHER_MICROPYTHON = {"table_runtime/start.mpy": b"M\x05\x00\x1f"}


@pytest.mark.parametrize(
    "spoilt, named",
    [(UNREADABLE, "program.txt"), (FOR_ANOTHER_MICROPYTHON, "table_runtime")],
    ids=["list", "loading"],
)
def test_a_program_that_does_not_load_says_so_and_never_ends_at_the_prompt(new_table, program, spoilt, named):
    files = {**program, **spoilt}
    files = {**files, "program.txt": listing(files), **spoilt}
    new_table.flash.write_bytes(flash_with(files))
    port = open_simulated_port(new_table.flash.parent)
    console = b""
    while port.now_s() < 12:
        console += port.read(1)
    port.close()
    assert console.count(f"Tablelight: {named} is damaged; flash the program again\r\n".encode()) >= 2
    assert b"Traceback" not in console


@pytest.mark.parametrize("seed", range(4))
def test_one_flipped_byte_keeps_the_table_from_starting_and_the_file_is_named(new_table, program, seed):
    """In any file that has blocks of its own; the smallest stand in their folder, which then is damaged."""
    seeded = random.Random(seed)
    large = [name for name in sorted(program) if name.endswith(".mpy") and len(program[name]) > 512]
    name = seeded.choice(large)
    flash = bytearray(flash_with(program))
    begin = program[name][: 1 << 12]
    place = flash.find(begin)
    assert place > 0 and flash.find(begin, place + 1) < 0, "a file lies in one piece, and once"
    at = place + seeded.randrange(len(begin))
    flash[at] ^= 1 << seeded.randrange(8)
    new_table.flash.write_bytes(flash)
    port = open_simulated_port(new_table.flash.parent)
    console = b""
    while port.now_s() < 3:
        console += port.read(1)
    port.close()
    assert console == f"Tablelight: {name} is damaged; flash the program again\r\n".encode()
    status, _, err = new_table.run("status", "--port", "sim:table")
    assert status == 3 and f"{name} of its program is damaged" in err
    status, _, err = new_table.run("verify", "--port", "sim:table", "--from-flash")
    assert (status, err) == (1, f"tablectl: {name} differs\n")
