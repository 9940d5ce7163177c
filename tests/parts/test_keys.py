"""Keys and seat buttons under rough hands: together, for an hour, stuck, and with contacts that chatter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_core import facts
from table_core.limits import DAY_MS
from table_core.settings import FOUR_ACES, FOUR_OF_A_KIND, STRAIGHT_FLUSH, THREE_OF_A_KIND
from table_parts.dealer_keys import DealerKeys
from table_parts.input_chain import InputChain
from table_parts.seat_buttons import SeatButtons
from tests.parts.fakes import NAMES, SCANS, Contacts, Ring

SEATS = [(f"seat {n} button", (facts.SEAT_PRESSED, n, 0), (facts.SEAT_HELD, n, 0)) for n in range(1, 8)]
KEYS = [  # input, fact when pressed, fact when held; in the order in which one tick tells them
    *SEATS,
    ("key no_more_bets", (facts.NO_MORE_BETS, 0, 0), None),
    ("key three_of_a_kind", (facts.HAND_KEY, THREE_OF_A_KIND, 0), None),
    ("key straight_flush", (facts.HAND_KEY, STRAIGHT_FLUSH, 0), None),
    ("key four_of_a_kind", (facts.HAND_KEY, FOUR_OF_A_KIND, 0), None),
    ("key four_aces", (facts.HAND_KEY, FOUR_ACES, 0), None),
    ("key clear", (facts.CLEAR, 0, 0), (facts.CLEAR_HELD, 0, 0)),
    ("key round_over", (facts.ROUND_OVER, 0, 0), (facts.ROUND_OVER_HELD, 0, 0)),
]
NAMES_OF_KEYS = [name for name, _, _ in KEYS]
HOLD_TICKS = 160


class Hands:
    """All keys on one chain, in the order of the runtime."""

    def __init__(self, *down: str) -> None:
        self.contacts = Contacts()
        self.ring = Ring()
        self.at_ms = 0
        self.chain = InputChain(self.contacts, NAMES, True, 5 * SCANS)
        self.buttons = SeatButtons(self.chain, NAMES, 7)
        self.keys = DealerKeys(self.chain, NAMES)
        assert self.set(*down, to=True, ticks=4 * SCANS) == []

    def set(self, *names: str, to: bool, ticks: int) -> list[tuple]:
        """Sets contacts, and returns the facts of so many ticks."""
        for name in names:
            self.contacts.set(name, to)
        for _ in range(ticks):
            self.at_ms = (self.at_ms + 5) % DAY_MS
            self.chain.poll()
            self.buttons.poll(self.at_ms, self.ring)
            self.keys.poll(self.at_ms, self.ring)
        return self.ring.taken()


def told(names, is_let_go: bool, is_held: bool = False) -> list[tuple]:
    """What keys say in one tick, at the press or when they are let go."""
    return [
        held if held and is_held else pressed
        for name, pressed, held in KEYS
        if name in names and bool(held) == is_let_go
    ]


SOME_KEYS = st.sets(st.sampled_from(NAMES_OF_KEYS), min_size=2)


@given(SOME_KEYS)
def test_keys_pressed_together_speak_once_each_in_their_order(names):
    hands = Hands()
    assert hands.set(*names, to=True, ticks=SCANS - 1) == []
    assert hands.set(to=True, ticks=1) == told(names, is_let_go=False)
    assert hands.set(to=True, ticks=20) == []
    assert hands.set(*names, to=False, ticks=SCANS - 1) == []
    assert hands.set(to=False, ticks=1) == told(names, is_let_go=True)
    assert hands.set(to=False, ticks=400) == []


@given(SOME_KEYS)
def test_keys_held_together_speak_once_each_in_their_order(names):
    hands = Hands()
    assert hands.set(*names, to=True, ticks=SCANS) == told(names, is_let_go=False)
    assert hands.set(to=True, ticks=HOLD_TICKS - 1) == []
    assert hands.set(to=True, ticks=1) == told(names, is_let_go=True, is_held=True)
    assert hands.set(to=True, ticks=400) == []
    assert hands.set(*names, to=False, ticks=400) == []


@given(SOME_KEYS)
def test_a_key_is_not_disturbed_by_the_one_beside_it(names):
    first, *others = sorted(names)
    hands = Hands(*others)
    seen = hands.set(first, to=True, ticks=30) + hands.set(first, to=False, ticks=30)
    assert seen == [pressed for name, pressed, _ in KEYS if name == first]


def test_a_key_held_for_an_hour_has_said_all_that_it_says():
    hands = Hands()
    hands.set(*NAMES_OF_KEYS, to=True, ticks=SCANS + HOLD_TICKS)
    assert hands.set(to=True, ticks=3600 * 200) == []
    assert hands.set(*NAMES_OF_KEYS, to=False, ticks=400) == []


@pytest.mark.parametrize("name, pressed, held", KEYS)
def test_a_key_that_is_stuck_at_power_up_is_silent_until_it_was_let_go(name, pressed, held):
    hands = Hands(name)
    assert hands.set(to=True, ticks=60 * 200) == []
    assert hands.set(name, to=False, ticks=400) == []
    assert hands.set(name, to=True, ticks=20) + hands.set(name, to=False, ticks=20) == [pressed]


BOUNCES = st.lists(st.tuples(st.integers(1, SCANS - 1), st.integers(1, SCANS - 1)), max_size=8)


@given(st.sampled_from(KEYS), BOUNCES, BOUNCES, st.integers(SCANS, 2 * HOLD_TICKS))
def test_chatter_below_the_debounce_adds_no_fact_and_takes_none_away(key, at_press, at_release, down_ticks):
    name, pressed, held = key
    hands = Hands()
    seen = []
    for closed, opened in at_press:
        seen += hands.set(name, to=True, ticks=closed) + hands.set(name, to=False, ticks=opened)
    assert seen == []
    seen += hands.set(name, to=True, ticks=down_ticks)
    for opened, closed in at_release:
        seen += hands.set(name, to=False, ticks=opened) + hands.set(name, to=True, ticks=closed)
    seen += hands.set(name, to=False, ticks=400)
    release_ticks = sum(opened + closed for opened, closed in at_release)
    if held and down_ticks >= SCANS + HOLD_TICKS:
        assert seen == [held]
    elif held and down_ticks + release_ticks >= HOLD_TICKS:
        assert seen in ([pressed], [held])  # it is down until it rests
    else:
        assert seen == [pressed]


@given(st.sampled_from(KEYS), BOUNCES)
def test_chatter_of_a_key_that_rests_is_no_press(key, bounces):
    hands = Hands()
    seen = []
    for closed, opened in bounces:
        seen += hands.set(key[0], to=True, ticks=closed) + hands.set(key[0], to=False, ticks=opened)
    assert seen + hands.set(to=False, ticks=400) == []
