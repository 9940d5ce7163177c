"""A `.rounds` file: what it says, and each mistake with file, line and remedy."""

import shutil

import pytest

from host_tools.errors import NOT_REACHED, USAGE, UserError
from host_tools.places import SAMPLE_TABLES
from host_tools.rounds_text import Expected, RoundsError, parse_rounds
from table_core import facts

ROUND = """\
settings table.toml
0.000   chip_placed 3 progressive
1.000   chip_placed 5 progressive
5.000   no_more_bets
        +> light 3 accepted
        +> meter 500050                 # cents
20.000  seat_held 5                     # folds
25.000  no_more_bets 3 5                # the hands are shown
        -> none
30.000  seat_pressed 3
31.000  hand_key straight_flush
        -> pay 3 progressive 10000
        -> dealer SEAt 3 | 100.00
33.5    floor_key on
34      power_up
35.000  power_up 3 door
40.000  round_over
"""


@pytest.fixture
def write(tmp_path):
    """Writes a .rounds file beside a sample table, and gives its path."""
    shutil.copy(SAMPLE_TABLES / "four-card-7-seats.toml", tmp_path / "table.toml")

    def write_rounds(text: str):
        path = tmp_path / "night.rounds"
        path.write_text(text)
        return path

    return write_rounds


def test_round_of_the_design_is_read(write):
    path = write(ROUND)
    script = parse_rounds(path)
    assert script.settings_path == path.parent / "table.toml" and script.settings.seats == 7
    steps = script.steps
    assert [step.at_ms for step in steps[-4:]] == [33_500, 34_000, 35_000, 40_000]
    assert (steps[0].kind, steps[0].a, steps[0].b) == (facts.CHIP_PLACED, 3, facts.PROGRESSIVE)
    assert steps[0].line_number == 2 and steps[0].expected is None
    assert steps[2].expected == Expected(False, ["light 3 accepted", "meter 500050"])
    assert steps[4].expected == Expected(True, [])
    assert steps[6].expected.effects[1] == "dealer SEAt 3 | 100.00"


def test_masks_are_left_open_or_stated(write):
    steps = parse_rounds(write(ROUND)).steps
    assert (steps[2].a, steps[2].covered) == (None, 0b10100)
    assert (steps[4].a, steps[4].covered) == (0b10100, 0b10100)
    bare, stated, over = steps[-3:]
    assert (bare.a, bare.b) == (0b10100, facts.FLOOR_KEY_IS_ON)  # as chips and switches stood
    assert (stated.a, stated.b) == (0b00100, facts.DOOR_IS_OPEN)  # and that is how they stand now
    assert (over.a, over.covered) == (None, 0b00100)


MISTAKES = (  # line, its new text (None: left out), what the message must hold
    (1, None, ["settings are missing", "settings FILE.toml"]),
    (1, "settings", ["settings FILE.toml"]),
    (1, "settings none.toml", ["no settings file", "none.toml"]),
    (2, "settings table.toml", ["one settings line"]),
    (2, "0.0 chip_place 3 progressive", ['no fact "chip_place"', '"chip_placed"']),
    (2, "0.0 chip_placed 8 progressive", ['no seat "8"', "seats 1 to 7"]),
    (2, "0.0 chip_placed 0 progressive", ['no seat "0"']),
    (2, "0.0 chip_placed three progressive", ['no seat "three"']),
    (2, "0.0 chip_placed 3 progresive", ['no spot "progresive"', '"progressive"']),
    (2, "0.0 chip_placed 3", ["seat and spot", "chip_placed 3 progressive"]),
    (2, "0.0 chip_lifted 3 progressive", ["no chip lies on seat 3", "chip_placed first"]),
    (3, "1.0 chip_placed 3 progressive", ["already", "chip_lifted first"]),
    (4, "0.999 no_more_bets", ["time runs back from 1.000", "order of time"]),
    (2, "0.0001 clear", ['"0.0001" is no time', "three decimals"]),
    (2, "1e3 clear", ["is no time"]),
    (2, "-1 clear", ["is no time"]),
    (2, "clear", ["write a time before it"]),
    (2, "0.0", ["a time without a fact"]),
    (2, "-> none", ["below the fact"]),
    (5, "+> lihgt 3", ['no effect "lihgt"', '"light"']),
    (5, "+> light 3 acepted", ['no light "acepted"', '"accepted"']),
    (5, "+> light 8 accepted", ['no seat "8"']),
    (5, "+> light 3 win accepted off", ["light: ", '"off"']),
    (5, "+> refuse to_soon", ['no reason "to_soon"', '"too_soon"']),
    (5, "+> meter 5,000.50", ['"5,000.50" is no amount in whole cents']),
    (5, "+> entry 3 confirm", ['no status "confirm"', '"confirmed"']),
    (5, "+> hold maybe", ['no position "maybe"', "on, off"]),
    (5, "+> pay 3 ante 500", ['no part "ante"', "progressive, envy"]),
    (5, "+> digest 12345", ['"12345" is no digest']),
    (5, "+> sign FAULT 1", ['no text "FAULT"', '"FAULt"']),
    (5, "+> dealer SEAt 3 | 5.00 | Flor", ['no text "Flor"', '"FLoor"']),
    (6, "-> meter 500050", ["use one of the two"]),
    (13, "-> none", ["stands alone"]),
    (9, "->", ["-> none"]),
    (4, "5.0 no_more_bets 9", ['no seat "9"']),
    (11, "31.0 hand_key flush", ['no hand "flush"']),
    (14, "33.5 floor_key open", ['no position "open"', '"on"']),
    (17, "40.0 door", ["door open"]),
    (17, "40.0 clear 3", ['"clear" alone']),
    (17, "40.0 fault input_chian", ['"input_chain"']),
    (17, "40.0 card 3 As", ["described rounds"]),
    (17, "40.0 seal", ["leave the line out"]),
)


@pytest.mark.parametrize("line, text, holds", MISTAKES, ids=[f"{row[0]}: {row[1]}" for row in MISTAKES])
def test_mistake_ends_with_file_line_and_remedy(write, line, text, holds):
    lines = ROUND.splitlines()
    lines[line - 1 : line] = [] if text is None else [text]
    path = write("\n".join(lines))
    with pytest.raises(RoundsError) as caught:
        parse_rounds(path)
    assert caught.value.exit_status == USAGE
    assert str(caught.value).startswith(f"{path}, line {line}: ")
    for part in holds:
        assert part in str(caught.value)


def test_seats_are_those_of_the_settings(write):
    path = write("settings table.toml\n0.0 seat_held 7\n")
    table = path.parent / "table.toml"
    table.write_text(table.read_text().replace("seats = 7", "seats = 6"))
    with pytest.raises(RoundsError, match='no seat "7": this table has seats 1 to 6'):
        parse_rounds(path)


def test_wrong_settings_are_told_with_both_places(write):
    path = write("# a night\nsettings table.toml\n")
    table = path.parent / "table.toml"
    table.write_text(table.read_text().replace("seats = 7", "seats = 8"))
    with pytest.raises(RoundsError) as caught:
        parse_rounds(path)
    assert "night.rounds, line 2: " in str(caught.value) and "table.toml, line 7: " in str(caught.value)


def test_file_without_settings_or_none_at_all(write, tmp_path):
    with pytest.raises(RoundsError, match="settings are missing"):
        parse_rounds(write("# nothing\n"))
    with pytest.raises(UserError) as caught:
        parse_rounds(tmp_path / "none.rounds")
    assert caught.value.exit_status == NOT_REACHED


def test_movements_that_the_log_only_counted_are_no_mistake(write):
    text = "settings table.toml\n0.0 chip_placed 3 ante\n1.0 not_logged 40 0\n2.0 chip_placed 3 ante\n"
    assert len(parse_rounds(write(text)).steps) == 3
    with pytest.raises(RoundsError, match="line 5"):
        parse_rounds(write(text + "3.0 chip_placed 3 ante\n"))


@pytest.mark.parametrize(
    "expected, shown, fits",
    [
        (Expected(True, []), [], True),
        (Expected(True, []), ["hold on"], False),
        (Expected(True, ["hold on", "meter 5"]), ["hold on", "meter 5"], True),
        (Expected(True, ["meter 5", "hold on"]), ["hold on", "meter 5"], False),
        (Expected(True, ["dealer  A  3"]), ["dealer A 3"], True),
        (Expected(False, ["refuse"]), ["refuse too_soon"], True),
        (Expected(False, ["meter 5"]), ["meter 50"], False),
        (Expected(False, ["refuse too_soon"]), ["refuse"], False),
    ],
)
def test_effects_are_compared_word_by_word(expected, shown, fits):
    assert (expected.difference(shown) == "") is fits
