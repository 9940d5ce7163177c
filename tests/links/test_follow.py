"""Following a log that grows at the real firmware: every byte once and in order, whatever the line does."""

import pytest

from host_tools.links.follow import follow
from host_tools.links.link import Link
from host_tools.partition_table import place_of
from host_tools.simulator.simulated_port import LineNoise
from tests.links.desktop import ROWS

PRESSES = 40


@pytest.mark.parametrize("share", [0, 0.004])
def test_what_is_followed_is_what_lies_on_flash(table, share):
    """Each press is refused or begins something; all of it is logged."""
    port = table.open()
    if share:
        port.to_table, port.from_table = LineNoise(1, share), LineNoise(2, share)
    try:
        link = Link(port)
        link.connect()
        begin = link.heartbeat.end
        got, quiet = b"", 0
        for pressed, (address, piece) in enumerate(follow(link, begin)):
            assert address == begin + len(got)
            got += piece
            quiet = 0 if piece else quiet + 1
            if pressed < PRESSES:
                port.hands.press(("key no_more_bets", "key round_over")[pressed % 2], 200)
            elif quiet > 3:
                break
        end = link.heartbeat.end
    finally:
        port.close()
    address, _ = place_of(ROWS, "roundlog")
    assert len(got) > 500 and end == begin + len(got)
    assert got == table.flash.read_bytes()[address + begin : address + end]
