"""The packed state: every field is in it, checked in both directions, and covered by the digest."""

import struct

import pytest

from table_core import limits
from table_core.state import BYTES_OF_FORMAT, FIELDS, FORMAT, PACKED_BYTES, State, unpack_state
from table_wire.digests import SHORT_BYTES, digest_text, state_digest
from tests.core.rules_table import Table

PLACES = [  # (field, index or None) of every single number in the state
    (name, index) for name, _, count, _ in FIELDS for index in (range(count) if count else [None])
]
HIGHEST = {name: highest for name, _, _, highest in FIELDS}


def played_state() -> State:
    """A state in which most fields hold something."""
    table = Table(rate_ppm=333_333)
    table.lock(1, 2, 3, 4, 5)
    table.do("chip_placed 6 progressive", "seat_held 5", "floor_key on", "seat_held 4", "floor_key off")
    table.do("no_more_bets", ticks=400)
    table.win(1, "four_aces")
    table.enter(2, "straight_flush")
    table.enter(3, "three_of_a_kind")
    return table.state


def read(state: State, name: str, index):
    value = getattr(state, name)
    return value if index is None else value[index]


def write(state: State, name: str, index, value: int) -> None:
    if index is None:
        setattr(state, name, value)
    else:
        getattr(state, name)[index] = value


@pytest.mark.parametrize("make", [State, played_state])
@pytest.mark.parametrize("name, index", PLACES)
def test_any_single_field_changes_the_digest(make, name, index):
    state = make()
    before = state_digest(state), digest_text(state)
    value = read(state, name, index)
    write(state, name, index, value + 1 if value < HIGHEST[name] else value - 1)
    assert state_digest(state) != before[0] and digest_text(state) != before[1]
    write(state, name, index, value)
    assert (state_digest(state), digest_text(state)) == before


@pytest.mark.parametrize("name, index", PLACES)
def test_values_out_of_range_are_neither_packed_nor_unpacked(name, index):
    """struct cuts off in silence on the device: both ways are checked."""
    for wrong in (HIGHEST[name] + 1, -1):
        state = State()
        try:
            write(state, name, index, wrong)
        except ValueError:
            continue  # the array itself refuses it
        with pytest.raises(ValueError, match=name):
            state.pack()
    codes = dict((field, code) for field, code, _, _ in FIELDS)
    values = list(struct.unpack(FORMAT, State().pack()))
    if HIGHEST[name] + 1 < 1 << 8 * struct.calcsize("<" + codes[name]):
        values[PLACES.index((name, index))] = HIGHEST[name] + 1
        with pytest.raises(ValueError, match=name):
            unpack_state(struct.pack(FORMAT, *values))


def test_packed_state_round_trips():
    packed = played_state().pack()
    assert len(packed) == PACKED_BYTES and unpack_state(packed).pack() == packed
    assert unpack_state(State().pack()).pack() == State().pack()


@pytest.mark.parametrize("packed", [b"", bytes(PACKED_BYTES - 2), bytes(PACKED_BYTES + 1)])
def test_state_of_another_length_is_refused(packed):
    with pytest.raises(ValueError, match="bytes"):
        unpack_state(packed)


@pytest.mark.parametrize("version", BYTES_OF_FORMAT)
def test_an_older_format_is_the_beginning_of_a_newer_one(version):
    state = played_state()
    packed = state.pack()[: BYTES_OF_FORMAT[version]]
    assert unpack_state(packed).pack()[: len(packed)] == packed
    assert unpack_state(packed).street == 0


def test_states_share_nothing():
    first, second = State(), State()
    first.contributed[0] = first.entry_row[0] = 1
    assert second.contributed[0] == second.entry_row[0] == 0


def test_every_value_stays_a_small_integer():
    assert all(highest < limits.SMALL_INT_LIMIT for _, _, _, highest in FIELDS)
    assert [name for name, _, _, _ in FIELDS] == list(dict.fromkeys(name for name, _, _, _ in FIELDS))


def test_digest_text_is_the_first_sixteen_digits():
    state = played_state()
    assert digest_text(state) == state_digest(state).hex()[: 2 * SHORT_BYTES]
