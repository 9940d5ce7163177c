"""The walking one: exactly the asked input, alone, and back again."""

import pytest

from host_tools.at_table.input_walk import Step, active_in, ask_for, contacts_of
from host_tools.board_file import load_board
from host_tools.places import BOARDS

NAMES = load_board(BOARDS / "esp32_devkitc" / "board.toml")["input_chain"]["inputs"]
SEAT_1, SEAT_2, FLOOR = "seat 1 progressive", "seat 2 progressive", "floor key"


def image_of(*contacts: str) -> bytes:
    """The chain's debounced bytes with these inputs active."""
    stable = bytearray(len(NAMES) // 8)
    for name in contacts:
        stable[NAMES.index(name) // 8] |= 0x80 >> NAMES.index(name) % 8
    return bytes(stable)


def walked(contact: str, *images: frozenset, fault: bool = False) -> Step:
    step = Step(contact, images[0])
    for image in images[1:]:
        assert not step.is_over
        step.see(image, fault)
    return step


@pytest.mark.parametrize("contact", contacts_of(NAMES))
def test_each_contact_can_be_asked_for_and_read(contact):
    assert ask_for(contact)
    assert active_in(image_of(contact, FLOOR), NAMES) == {contact, FLOOR}


def test_the_asked_one_alone_is_fine():
    step = walked(SEAT_1, frozenset(), frozenset(), frozenset([SEAT_1]), frozenset())
    assert step.is_over and not step.problem


def test_the_wrong_seat_is_the_wrong_player():
    step = walked(SEAT_1, frozenset(), frozenset([SEAT_2]), frozenset())
    assert step.is_over and "seat 2 progressive showed instead: the wrong seat" in step.problem


def test_the_same_seats_other_contact_is_a_wrong_plug_and_no_wrong_player():
    step = walked(SEAT_1, frozenset(), frozenset(["seat 1 button"]), frozenset())
    assert "seat 1 button showed instead: look for wires that touch" in step.problem


def test_two_at_once_are_wires_that_touch():
    step = walked(SEAT_1, frozenset(), frozenset([SEAT_1, "key clear"]), frozenset())
    assert step.is_over and "key clear showed instead: look for wires that touch" in step.problem


def test_a_contact_that_was_held_when_another_is_asked_rests_once_it_is_let_go():
    step = walked(SEAT_1, frozenset([SEAT_2]), frozenset(), frozenset())
    assert step.is_over and "seat 2 progressive showed" in step.problem


def test_a_key_that_is_on_at_the_beginning_is_turned_off_and_back():
    step = walked(FLOOR, frozenset([FLOOR]), frozenset(), frozenset([FLOOR]))
    assert step.is_over and not step.problem


def test_a_broken_chain_is_told():
    step = walked(SEAT_1, frozenset(), frozenset([SEAT_1]), frozenset(), fault=True)
    assert "sentinels" in step.problem
