"""Pieces of flash over a bad line: all of them, in order, and how long that takes."""

import random

import pytest

from host_tools.errors import NotReached
from host_tools.links.line_quality import LineQuality
from host_tools.links.link import Link
from host_tools.links.questions import read_settings_record
from host_tools.links.region_reader import read_in_order, read_region
from host_tools.simulator.simulated_port import LineNoise
from table_wire.messages import ROUNDLOG
from table_wire.slots import pack_slot
from tests.links.fake_table import BYTES_A_MS, FakePort, FakeTable

FLASH = random.Random(7).randbytes(16 * 4096)


def connected(seed: int | None = None, share: float = 0.01) -> Link:
    """With a seed, this share of the bytes is lost or flipped in both directions."""
    spoilers = [LineNoise(seed, share), LineNoise(seed + 1000, share)] if seed is not None else [bytes, bytes]
    link = Link(FakePort(FakeTable(FLASH, b"log id 1", 4, 600), *spoilers))
    link.connect()
    return link


def timed_read(link: Link, length: int) -> int:
    """How many milliseconds it took."""
    begin_ms = link.port.table.now_ms
    assert read_region(link, ROUNDLOG, 0, length) == FLASH[:length]
    return link.port.table.now_ms - begin_ms


def test_a_clean_line_is_kept_busy():
    link = connected()
    sent_before = link.port.table.sent_bytes
    passed_ms = timed_read(link, len(FLASH))
    busy = (link.port.table.sent_bytes - sent_before) / (passed_ms * BYTES_A_MS)
    assert busy > 0.95
    assert link.port.table.sent_bytes - sent_before < len(FLASH) * 114 / 77 * 1.01  # and nothing comes twice


@pytest.mark.parametrize("seed", range(10))
def test_one_percent_of_noise_costs_at_most_two_and_a_half_times(seed):
    clean_ms = timed_read(connected(), len(FLASH))
    assert timed_read(connected(seed), len(FLASH)) <= 2.5 * clean_ms


@pytest.mark.parametrize("seed", range(5))
def test_much_more_noise_is_only_slower(seed):
    link = connected(seed, share=0.03)
    assert read_region(link, ROUNDLOG, 4000, 5000) == FLASH[4000:9000]


@pytest.mark.parametrize("address, length", [(0, 1), (5, 76), (5, 77), (5, 78), (65000, 536), (3, 4097)])
def test_any_stretch_to_the_regions_last_byte(address, length):
    assert read_region(connected(), ROUNDLOG, address, length) == FLASH[address : address + length]


def test_pieces_come_in_order_and_progress_is_told():
    told = []
    link = connected(3)
    pieces = list(read_in_order(link, ROUNDLOG, 0, 8192, lambda done, of_all: told.append((done, of_all))))
    assert b"".join(pieces) == FLASH[:8192] and len(pieces) > 10
    assert told == sorted(told) and told[-1] == (8192, 8192)


def test_a_table_that_restarts_is_greeted_and_read_on():
    link = connected()
    pieces = read_in_order(link, ROUNDLOG, 0, len(FLASH))
    got = next(pieces)
    link.port.table.restart()
    assert got + b"".join(pieces) == FLASH and link.welcome.boot == b"anew"


def test_a_table_that_falls_silent_is_given_up():
    link = connected()
    link.port.table._send = lambda: None
    with pytest.raises(NotReached, match="stopped sending"):
        read_region(link, ROUNDLOG, 0, 100)


def test_noise_makes_pieces_smaller_and_quiet_makes_them_larger():
    quality = LineQuality()
    assert quality.piece_bytes() == 77
    for number in range(300):
        quality.count(114, number % 3 == 0)
    assert quality.is_known and quality.piece_bytes() == 32
    for number in range(300):
        quality.count(54, number % 8 == 0)
    assert quality.piece_bytes() == 20
    for _ in range(2000):
        quality.count(38, True)
    assert quality.piece_bytes() == 77


def test_the_settings_are_those_of_the_newer_slot():
    link = connected(5)
    slots = [pack_slot(turn, content).ljust(4096, b"\xff") for turn, content in ((2, b"new"), (1, b"old"))]
    assert read_settings_record(link) is None
    link.port.table.settings = b"".join(slots)
    assert read_settings_record(link) == b"new"
