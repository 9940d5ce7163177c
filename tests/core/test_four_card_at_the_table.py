"""Clauses of four-card poker that the table itself meets, each seen once from chip to display.

The other files here ask more of each part; this one can be read beside docs/clauses.md.
"""

import pytest

from host_tools.rounds_words import read_fact, render_fact
from table_core.state import OPEN
from tests.core.rules_table import Table, of_kind


def test_33_a_1_seven_seats_play_and_there_is_no_eighth():
    table = Table().lock(1, 2, 3, 4, 5, 6, 7)
    assert table.state.accepted == 0b1111111
    with pytest.raises(ValueError, match="8"):
        read_fact(["chip_placed", "8", "progressive"], 7)


@pytest.mark.parametrize("area", ["ante", "play", "aces_up", "six_card_bonus"])
def test_33_a_2_i_each_betting_area_has_a_name_in_the_log(area):
    words = ["chip_placed", "7", area]
    assert render_fact(*read_fact(words, 7)).split() == words


def test_33_a_2_ii_no_light_and_no_entry_where_the_progressive_is_not_offered():
    table = Table(wager_cents=0)
    assert table.do("chip_placed 3 progressive") == []
    table.settle()
    assert table.state.accepted == 0
    assert table.refuses_hand(3, "four_aces") == "not_offered"


def test_33_c_1_a_chip_on_the_progressive_area_is_sensed():
    table = Table()
    assert table.do("chip_placed 3 progressive") == ["light 3 placed"]
    assert table.do("chip_lifted 3 progressive") == ["light 3 off"]
    assert table.do("chip_placed 3 ante") == []


def test_33_c_3_nothing_is_added_to_what_was_locked():
    """After "no more bets" neither a new chip nor a lifted one changes who plays or what was contributed."""
    table = Table().lock(3, 5)
    meter_cents = table.state.meter_cents
    table.do("chip_placed 4 progressive", "chip_lifted 3 progressive", "chip_placed 3 progressive")
    assert table.state.accepted == 0b10100 and table.state.meter_cents == meter_cents
    table.do("no_more_bets", ticks=400)
    assert table.state.accepted == 0b10100 and table.state.meter_cents == meter_cents
    assert table.refuses_hand(4, "three_of_a_kind") == "pays_nobody"


def test_33_e_4_vi_a_an_entry_is_taken_back_until_it_is_confirmed():
    table = Table().settle(3)
    table.enter(3, "straight_flush")
    assert "entry 3 none" in table.do("clear")
    table.enter(3, "three_of_a_kind")
    table.confirm()
    assert of_kind(table.do("clear"), "entry") == []
    assert table.state.confirmed == 0b100


def test_33_e_4_vi_d_the_amount_is_shown_and_the_round_waits_for_it():
    table = Table().settle(3)
    assert "dealer SEAt 3 | 100.00 | FLoor" in table.enter(3, "straight_flush")
    assert table.refuses("round_over") == "entry_pending"
    assert "dealer PAY 3 | 100.00" in table.confirm()
    table.do("round_over")
    assert table.state.phase == OPEN


def test_2_l_each_wager_is_acknowledged_and_the_lock_shuts_the_rest_out():
    """The text of 5324.2(l) is not held; this is what 5324.32(a)(3) and its uses elsewhere ask for."""
    table = Table()
    assert table.do("chip_placed 2 progressive") == ["light 2 placed"]
    assert of_kind(table.do("no_more_bets"), "light") == ["light 2 accepted"]
    assert table.do("chip_placed 6 progressive") == ["light 6 late"]
    table.do("no_more_bets", ticks=400)
    assert table.state.accepted == 0b10
    assert of_kind(table.do("round_over none"), "light") == ["light 2 off", "light 6 off"]
