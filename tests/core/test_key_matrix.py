"""The key matrix of the design, cell by cell: every phase, every key, armed and not armed.

A cell says what the key does, or the reason for which it is refused; a refused key changes nothing
but the count of the round's facts and the times.
"""

import pytest

from table_core import names
from table_core.arming import is_armed
from table_core.names import FACTS, REASONS
from table_core.state import LOCKED, OPEN, SETTLING
from tests.core.rules_table import SECOND, Table, snapshot

MASKS = ("voided", "folded", "pending", "confirmed", "rejected")

KEYS = {  # column -> the fact; seat 3 is the one that everything is about
    "no_more_bets": "no_more_bets",
    "seat": "seat_pressed 3",
    "seat_held": "seat_held 3",
    "hand_key": "hand_key straight_flush",
    "clear": "clear",
    "clear_held": "clear_held",
    "round_over": "round_over",
    "over_held": "round_over_held",
}

MATRIX = """
situation      armed  no_more_bets  seat      seat_held  hand_key  clear     clear_held  round_over  over_held
open           no     lock          .         .          .         .         .           .           .
open           yes    lock          .         .          .         .         .           .           .
just_locked    no     too_soon      .         fold       .         .         .           end         floor
just_locked    yes    too_soon      .         void       .         .         .           end         voids
locked         no     show          .         fold       .         .         .           end         floor
locked         yes    show          .         void       .         .         .           end         voids
locked_folded  no     show          .         unfold     .         .         .           end         floor
locked_unlit   yes    show          .         unlit      .         .         .           end         voids
settling       no     no_pending    select    fold       no_seat   -         floor       end         floor
settling       yes    no_pending    select    void       no_seat   -         no_win      end         voids
selected       no     no_pending    deselect  fold       enter     deselect  floor       end         floor
selected       yes    no_pending    deselect  void       enter     deselect  no_win      end         voids
pending        no     floor         deselect  stands     replace   withdraw  floor       pending     floor
pending        yes    confirm       deselect  stands     replace   reject    no_win      pending     voids
pending_other  no     floor         select    fold       no_seat   -         floor       pending     floor
pending_other  yes    confirm       select    stands     no_seat   reject    no_win      pending     voids
dealers_own    no     confirm       deselect  stands     replace   withdraw  floor       pending     floor
dealers_own    yes    confirm       deselect  stands     replace   reject    no_win      pending     voids
rejected       no     no_pending    deselect  fold       enter     deselect  floor       end         floor
rejected       yes    no_pending    deselect  void       enter     deselect  no_win      end         voids
confirmed      no     no_pending    deselect  stands     done      deselect  floor       end         floor
confirmed      yes    no_pending    deselect  stands     done      deselect  reverse     end         stands
hold           no     no_pending    deselect  stands     done      deselect  floor       floor       floor
hold           yes    no_pending    deselect  stands     done      deselect  reverse     end         stands
"""

WORDS = {  # what stands in the matrix for a longer word
    ".": "not_now",
    "-": "nothing",
    "floor": "needs_floor",
    "unlit": "not_accepted",
    "no_seat": "no_seat_selected",
    "no_pending": "nothing_pending",
    "no_win": "nothing_confirmed",
    "stands": "entry_stands",
    "pending": "entry_pending",
    "done": "entry_confirmed",
    "voids": "void_round",
}
HEAD, *BODY = [line.split() for line in MATRIX.strip().splitlines()]
CELLS = [
    (row[0], row[1] == "yes", column, WORDS.get(word, word))
    for row in BODY
    for column, word in zip(HEAD[2:], row[2:], strict=True)
]


def make_table(situation: str) -> Table:
    table = Table(floor_from=(100, 1)) if situation == "dealers_own" else Table()
    if situation == "open":
        table.do("chip_placed 3 progressive")
    elif situation == "locked_unlit":
        table.lock(5)
    elif "locked" in situation:
        table.lock(3, 5)
        table.do(*["seat_held 3"] * (situation == "locked_folded"))
    else:
        table.settle(3, 5)
    if situation == "pending_other":
        table.enter(5, "three_of_a_kind")
        table.do("seat_pressed 5")
    elif situation not in ("open", "settling") and table.state.phase == SETTLING:
        table.do("seat_pressed 3")
    if situation in ("pending", "dealers_own", "rejected"):
        table.do("hand_key three_of_a_kind")
    if situation == "rejected":
        table.turn_floor_key()
        table.do("clear", "floor_key off")
    if situation in ("confirmed", "hold"):
        table.win(3, "four_aces" if situation == "hold" else "three_of_a_kind")
    return table


def outcome(before: dict, after: dict, key: str) -> str:
    """What a fact did, told from the states alone."""
    if after["phase"] != before["phase"]:
        if after["phase"] == OPEN:
            return "void_round" if key == "over_held" else "end"
        return "lock" if after["phase"] == LOCKED else "show"
    gained = {name: after[name] & ~before[name] for name in MASKS}
    lost = {name: before[name] & ~after[name] for name in MASKS}
    signs = (
        ("void", gained["voided"]),
        ("fold", gained["folded"]),
        ("unfold", lost["folded"]),
        ("confirm", gained["confirmed"]),
        ("reverse", lost["confirmed"]),
        ("reject", gained["rejected"]),
        ("withdraw", lost["pending"]),
        ("enter", gained["pending"]),
        ("replace", after["entry_rank"] != before["entry_rank"]),
        ("deselect", before["selected"] and not after["selected"]),
        ("select", after["selected"] != before["selected"]),
    )
    return next((name for name, holds in signs if holds), "nothing")


# What a refused key may change: the count of facts, the times, and a question that lapses.
COUNTERS = {"facts_in_round", "since_lock_ticks", "since_power_up_ticks", "asked_row"}
REFUSALS = set(REASONS[1:])


@pytest.mark.parametrize("situation, armed, column, expected", CELLS)
def test_cell(situation, armed, column, expected):
    table = make_table(situation)
    if armed:
        table.do("floor_key on", ticks=SECOND // 2)
    assert is_armed(table.state) == armed
    before = snapshot(table.state)
    table.do(KEYS[column], ticks=SECOND if situation == "just_locked" else 2 * SECOND)
    after = snapshot(table.state)
    if expected in REFUSALS:
        assert table.reason == expected
        assert table.effects[0] == f"refuse {expected}"
        assert {name for name in before if before[name] != after[name]} <= COUNTERS
    else:
        assert not table.reason
        assert outcome(before, after, column) == expected


def test_matrix_is_whole():
    """Every phase, with every key of the dealer's, armed and not."""
    walked = {(make_table(situation).state.phase, armed) for situation, armed, _, _ in CELLS}
    assert walked == {(phase, armed) for phase in (OPEN, LOCKED, SETTLING) for armed in (False, True)}
    numbers = {name: kind for kind, name in FACTS.items()}
    assert [numbers[line.split()[0]] for line in KEYS.values()] == list(names.DEALER_KEYS)
