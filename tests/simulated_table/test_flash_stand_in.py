"""The flash: a partition table of the ESP32's own format, bits that only fall, and torn pieces."""

import hashlib

import pytest

from host_tools.partition_table import ROWS, find_partition, pack_table, rows_with_log
from host_tools.simulator.firmware_process import ERASED, PROGRAMMED

LOG = """
log = esp32.Partition.find(esp32.Partition.TYPE_DATA, label="roundlog")[0]
"""


def test_partitions_are_found_as_on_the_board(program):
    source = LOG + """
P = esp32.Partition
say(log.info()); say(log.ioctl(4, 0)); say(log.ioctl(5, 0))
say([p.info()[4] for p in P.find()]); say([p.info()[4] for p in P.find(P.TYPE_DATA)])
say(P.find(P.TYPE_DATA, label="nothing")); say(P("settings").info()[2])
say(P.find(P.TYPE_DATA, label="roundlog", block_size=512)[0].ioctl(6, 0))
"""
    said, _ = program(source).run()
    names = ["nvs", "phy_init", "vfs", "settings", "secret", "roundlog"]
    info = [1, 6, 0x280000, 8192, "roundlog", False]
    assert said == [info, 2, 4096, ["factory"], names, [], 0x270000, -22]


def test_programming_only_clears_bits(program):
    source = LOG + """
log.writeblocks(0, b"\\xf0\\x0f\\xff", 30)
log.writeblocks(0, b"\\x3c\\xff\\x55", 30)
buf = bytearray(5); log.readblocks(0, buf, 29); say(list(buf))
"""
    said, events = program(source).run()
    assert said == [[0xFF, 0x30, 0x0F, 0x55, 0xFF]]
    assert [e.kind for e in events] == [PROGRAMMED, PROGRAMMED]


def test_writing_without_an_offset_erases_first(program):
    source = LOG + """
log.writeblocks(1, bytes(range(100)), 4000 - 100)
log.writeblocks(1, b"new" * 10)
buf = bytearray(4096); log.readblocks(1, buf); say(bytes(buf[:30]).decode()); say(buf[30:] == b"\\xff" * 4066)
say(log.ioctl(6, 1)); log.readblocks(1, buf); say(buf == b"\\xff" * 4096)
"""
    said, events = program(source).run()
    assert said == ["new" * 10, True, 0, True]
    assert [e.kind for e in events] == [PROGRAMMED, ERASED, PROGRAMMED, ERASED]
    assert int.from_bytes(events[1].payload, "little") == 0x281000


def test_outside_the_partition_there_is_nothing(program):
    source = LOG + """
for block, offset in ((2, 0), (1, 4095), (-1, 0)):
    try:
        log.readblocks(block, bytearray(2), offset); say("read")
    except OSError as error:
        say(error.args[0])
"""
    assert program(source).run()[0] == [22, 22, 22]


def test_an_erase_stalls_the_table(program):
    source = LOG + "a = time.ticks_ms(); log.ioctl(6, 0); say(time.ticks_diff(time.ticks_ms(), a))"
    assert program(source).run()[0][0] in (40, 41)


@pytest.mark.parametrize("piece", [1, 2, 3, 4])
def test_power_can_go_in_the_middle_of_each_piece(program, piece):
    """40 bytes from place 8 on: pieces of 8, 16 and 16 bytes, at most 16 and never across a line."""
    made = program(LOG + "log.writeblocks(0, bytes(40), 8); say('written')")
    made.run(die_at_flash=piece)
    log = made.log()[:56]
    if piece == 4:
        assert made.answer.end == "time" and made.answer.flash_pieces == 3
        assert log == b"\xff" * 8 + bytes(40) + b"\xff" * 8
        return
    assert made.answer.end == "power gone" and made.said() == []
    whole = [0, 8, 24][piece - 1]
    half = [4, 8, 8][piece - 1]
    assert log == b"\xff" * 8 + bytes(whole + half) + b"\x0f" + b"\xff" * (47 - whole - half)


def test_power_can_go_in_the_middle_of_an_erase(program):
    made = program(LOG + "log.writeblocks(0, bytes(4096)); say('written'); log.ioctl(6, 0); say('erased')")
    made.run(die_at_flash=16 + 256 + 3)
    assert made.said() == ["written"]
    erased, between, left = made.log()[:640], made.log()[640:704], made.log()[704:4096]
    assert erased == b"\xff" * 640 and left == bytes(4096 - 704)
    assert set(between) - {0, 0xFF}, "neither erased nor as it was"


def test_partition_table_closes_with_its_md5():
    packed = pack_table()
    rows = 32 * len(ROWS)
    assert packed[:2] == b"\xaa\x50" and packed[rows : rows + 2] == b"\xeb\xeb"
    assert packed[rows + 16 : rows + 32] == hashlib.md5(packed[:rows]).digest()
    assert packed[rows + 32 :].strip(b"\xff") == b""


def test_partitions_neither_overlap_nor_leave_the_flash():
    end = 0x9000
    for label, _, _, address, size in ROWS:
        assert address >= end and address % 4096 == 0 and size % 4096 == 0, label
        end = address + size
    assert end == 4 * 1024 * 1024


def test_a_shorter_log_is_a_shorter_partition():
    image = b"\xff" * 0x8000 + pack_table(rows_with_log(3))
    assert find_partition(image, "roundlog") == (0x280000, 3 * 4096)
    with pytest.raises(KeyError):
        find_partition(image, "no such label")
