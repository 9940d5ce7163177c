"""`pull-log` at the real firmware: what comes down the cable is what lies on flash, byte for byte.

Times are the table's own, which are virtual, so they may be compared.
"""

import json
import random

import pytest

from host_tools import errors
from host_tools.links.link import Link
from host_tools.links.region_reader import read_region
from host_tools.partition_table import place_of
from host_tools.simulator.simulated_port import LineNoise, SimulatedPort
from host_tools.store import HOME_VARIABLE
from table_wire.messages import ROUNDLOG
from table_wire.slots import pack_slot
from table_wire.table_keys import derive_keys
from tests.links.desktop import ROWS
from tests.wire.log_writer import make_record, write_log

TABLE_KEY = bytes(range(32))  # log_writer seals with this one
ROUNDS = 250


@pytest.fixture(scope="module")
def log() -> bytes:
    return b"".join(map(bytes, write_log(ROUNDS).sectors))


@pytest.fixture
def played(new_table, log):
    """A table that has played many rounds."""
    flash = bytearray(new_table.flash.read_bytes())
    contents = {
        "settings": pack_slot(1, make_record()),
        "secret": pack_slot(1, derive_keys(TABLE_KEY)),
        "roundlog": log,
    }
    for label, content in contents.items():
        address, _ = place_of(ROWS, label)
        flash[address : address + len(content)] = content
    new_table.flash.write_bytes(flash)
    return new_table


def on_flash(desktop) -> bytes:
    """The partition, without the blank sectors behind the log."""
    address, size = place_of(ROWS, "roundlog")
    partition = desktop.flash.read_bytes()[address : address + size]
    used = len(partition.rstrip(b"\xff"))
    return partition[: -(-used // 4096) * 4096]


def pull(desktop, *options) -> tuple[int, str, str]:
    return desktop.run("pull-log", "--port", "sim:table", "--out", "night.bin", *options)


def test_a_pulled_log_is_the_flashs_own(played):
    status, out, err = pull(played)
    assert status == errors.FINE and f"{ROUNDS}\n" in out and "does not have the table's key" in err
    assert (played.folder / "night.bin").read_bytes() == on_flash(played)
    assert pull(played)[0] == errors.FINE  # the power-ups in between go on from there
    assert (played.folder / "night.bin").read_bytes() == on_flash(played)
    assert played.run("replay", "night.bin")[0] == errors.FINE


def test_the_last_wins_are_read_at_the_table(played):
    status, out, err = played.run("wins", "--port", "sim:table", "--last", "40", "--json")
    assert (status, err) == (errors.FINE, "")
    found = [(win["round"], win["seat"], win["hand"], win["win_cents"]) for win in json.loads(out)["wins"]]
    rounds = range(ROUNDS, ROUNDS - 40, -1)
    assert found == [(number, 1 if number % 2 else 3, "straight_flush", 10_000) for number in rounds]
    pull(played)
    assert (
        json.loads(played.run("wins", "night.bin", "--last", "40", "--json")[1])["wins"][0]["round"] == ROUNDS
    )


class CutCable(SimulatedPort):
    """It is pulled out at `cut_ms`."""

    cut_ms = 0

    def read(self, timeout_s: float) -> bytes:
        data = super().read(timeout_s)
        if self.table.now_ms >= self.cut_ms:
            self.cut()
        return data


@pytest.mark.parametrize("seed", range(2))
def test_fifty_cuts_of_the_cable_lose_and_double_nothing(played, seed):
    moments = random.Random(seed)
    table = played.open().table
    cuts = []

    def plug_in(_name):
        port = CutCable(table, "sim:table")
        port.cut_ms = table.now_ms + (moments.randrange(400) if len(cuts) < 50 else 10**9)
        return port

    played.plug_in(plug_in)
    while True:
        status, _, err = pull(played)
        if status == errors.FINE:
            break
        assert status == errors.NOT_REACHED and "the cable is gone" in err
        cuts.append(table.now_ms)
    assert len(cuts) == 50 and (played.folder / "night.bin").read_bytes() == on_flash(played)


def timed_read(desktop, seed: int | None, length: int) -> tuple[int, bytes]:
    """(milliseconds, bytes) of a read of the log; with a seed, 1 % of the bytes is lost or flipped."""
    port = desktop.open()
    try:
        if seed is not None:
            port.to_table, port.from_table = LineNoise(seed), LineNoise(seed + 1000)
        link = Link(port)
        link.connect()
        begin_ms = port.table.now_ms
        data = read_region(link, ROUNDLOG, 0, length)
        return port.table.now_ms - begin_ms, data
    finally:
        port.close()


def test_one_percent_of_noise_costs_at_most_two_and_a_half_times(played, log):
    length = len(log) - 4096
    clean_ms, data = timed_read(played, None, length)
    assert data == log[:length]
    assert length / 77 * 114 / (clean_ms * 11.52) > 0.9  # the share of the time that the line is busy
    for seed in range(3):
        noisy_ms, data = timed_read(played, seed, length)
        assert data == log[:length] and noisy_ms <= 2.5 * clean_ms, f"seed {seed}"


def timed_pull(desktop, monkeypatch, seed: int | None) -> int:
    """Milliseconds of a whole first pull, greeting included."""
    monkeypatch.setenv(HOME_VARIABLE, str(desktop.folder / f"home {seed}"))
    port = desktop.open()
    if seed is not None:
        port.to_table, port.from_table = LineNoise(seed), LineNoise(seed + 1000)
    desktop.plug_in(lambda _name: port)
    begin_ms = port.table.now_ms
    (desktop.folder / "night.bin").unlink(missing_ok=True)
    assert pull(desktop)[0] == errors.FINE
    assert (desktop.folder / "night.bin").read_bytes() == on_flash(desktop)
    return port.table.now_ms - begin_ms


def test_a_whole_pull_over_a_noisy_line_takes_at_most_two_and_a_half_times_as_long(played, monkeypatch):
    clean_ms = timed_pull(played, monkeypatch, None)
    for seed in range(3):
        assert timed_pull(played, monkeypatch, seed) <= 2.5 * clean_ms, f"seed {seed}"
