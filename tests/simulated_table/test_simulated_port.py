"""The cable to a simulated table: the line's rate, the table's own time, and what happens to cables."""

import pytest
from sim_programs import PRELUDE, flash_board

from host_tools.errors import NotReached
from host_tools.links.port import CableGone
from host_tools.simulator.flash_file import FlashFile
from host_tools.simulator.simulated_port import LineNoise, open_simulated_port

pytestmark = pytest.mark.usefixtures("unix_port")

ECHO = """
import micropython, select, sys, time
micropython.kbd_intr(-1)
poller = select.poll(); poller.register(sys.stdin, select.POLLIN)
one = bytearray(1)
sys.stdout.buffer.write(b"up\\n")
while True:
    got = bytearray()
    while len(got) < 64 and poller.poll(0):
        sys.stdin.buffer.readinto(one); got.extend(one)
    if got: sys.stdout.buffer.write(got)
    time.sleep_ms(5)
"""
CHATTER = """
import sys, time
while True:
    sys.stdout.buffer.write(bytes(range(97, 123)) * 4 + b"\\n"); time.sleep_ms(1000)
"""
CONTACTS = """
latch = Pin(21, Pin.OUT, value=1); bus = chain_bus(); buf = bytearray(2); seen = b""
while True:
    latch.off(); latch.on(); bus.readinto(buf)
    if bytes(buf) != seen: seen = bytes(buf); print(seen[0])
    time.sleep_ms(5)
"""


@pytest.fixture
def plugged(tmp_path):
    """plugged(source) is the cable to a board that runs this."""
    ports = []

    def make(source: str):
        ports.append(open_simulated_port(flash_board(tmp_path / "board", {"main.py": source})))
        return ports[-1]

    yield make
    for port in ports:
        port.table.close()
        port.close()


def read_for(port, seconds: float) -> bytes:
    """All that comes in so much of the table's time."""
    end_s = port.now_s() + seconds
    data = b""
    while port.now_s() < end_s:
        data += port.read(end_s - port.now_s())
    return data


def test_what_is_written_comes_back(plugged):
    port = plugged(ECHO)
    assert read_for(port, 0.1) == b"up\n"
    sent = bytes(range(256)) * 2
    for at in range(0, len(sent), 64):
        port.write(sent[at : at + 64])
        assert read_for(port, 0.05) == sent[at : at + 64]


def test_a_timeout_takes_virtual_time_only(plugged):
    port = plugged(ECHO)
    read_for(port, 0.1)
    assert (port.read(600), round(port.now_s(), 3)) == (b"", 600.1)
    assert (port.read(0), round(port.now_s(), 3)) == (b"", 600.1)


def test_bytes_come_at_the_line_s_rate(plugged):
    """A frame of 105 bytes takes 9.1 ms."""
    port = plugged(CHATTER)
    moments = []
    while sum(count for _, count in moments) < 105:
        data = port.read(1)
        moments.append((port.now_s(), len(data)))
    first_s, last_s = moments[0][0], moments[-1][0]
    assert len(moments) >= 2 and 0.009 <= last_s <= 0.015 and first_s < last_s
    seen = 0
    for at_s, count in moments:
        seen += count
        assert seen <= at_s * 11520


def test_a_pulled_cable_is_gone_and_the_table_goes_on(plugged):
    port = plugged(CHATTER)
    read_for(port, 1.5)
    port.cut()
    for use in (lambda: port.read(1), lambda: port.write(b"x"), port.cut):
        with pytest.raises(CableGone, match="sim:.*plug it in"):
            use()
    port.close()
    port.table.run_for(2000)
    again = port.plug()
    assert again.now_s() == 3.5
    assert read_for(again, 1.0).count(b"\n") == 1, "what was sent meanwhile is lost"
    again.close()
    with pytest.raises(CableGone):
        again.read(1)


def test_a_table_without_power_is_silent_and_comes_back_on_the_same_cable(plugged):
    port = plugged(ECHO)
    read_for(port, 0.1)
    port.table.cut_power()
    port.write(b"lost")
    assert port.read(2.0) == b""
    port.table.power_up()
    assert read_for(port, 1.0) == b"up\n"
    port.write(b"here")
    assert read_for(port, 1.0) == b"here"


def test_what_stands_in_the_fifo_is_lost_with_the_power(plugged):
    port = plugged(CHATTER)
    port.table.run_for(5)
    port.table.cut_power()
    assert read_for(port, 1.0) == (bytes(range(97, 123)) * 3)[:57]


def test_people_move_things_while_the_cable_is_read(plugged):
    port = plugged(PRELUDE + CONTACTS)
    port.hands.press("door", 300)
    read_for(port, 0.1)
    port.hands.move("seat 1 progressive", True)
    read_for(port, 0.9)
    levels = [int(line) for line in port.table.process.console()]
    at_rest, door, seat = 0b11111100, 0b00100000, 0b01000000
    assert levels == [at_rest, at_rest ^ door, at_rest ^ door ^ seat, at_rest ^ seat]
    with pytest.raises(KeyError):
        port.hands.move("no such contact", True)


def test_a_reset_is_heard_as_a_new_start(plugged):
    source = "print('up', machine.reset_cause()); time.sleep_ms(400); machine.reset()"
    port = plugged(PRELUDE + source)
    assert read_for(port, 1.0) == b"up 1\r\nup 2\r\nup 2\r\n"


def test_noise_spoils_both_directions_as_its_seed_says(plugged):
    def talk(seed: int) -> bytes:
        port = plugged(ECHO)
        read_for(port, 0.1)
        port.to_table, port.from_table = LineNoise(seed), LineNoise(seed + 1)
        heard = b""
        for _ in range(20):
            port.write(b"a" * 60)
            heard += read_for(port, 0.03)
        port.close()
        return heard

    first = talk(1)
    assert first == talk(1) != talk(3)
    assert 1150 <= len(first) < 1200 and 1 <= len(first) - first.count(b"a") <= 30


def test_only_one_program_at_a_time_has_a_board(plugged, tmp_path):
    port = plugged(ECHO)
    with pytest.raises(NotReached, match="another program"):
        open_simulated_port(tmp_path / "board")
    port.close()
    port.close()
    open_simulated_port(tmp_path / "board").close()


def test_a_folder_that_is_not_there_is_no_board(tmp_path):
    with pytest.raises(NotReached, match="tablectl flash --port sim:.*new` makes one"):
        open_simulated_port(tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_blank_board_says_so(tmp_path):
    FlashFile(tmp_path / "new", 4).close()
    port = open_simulated_port(tmp_path / "new")
    assert b"invalid header" in read_for(port, 1.0)
    port.close()
