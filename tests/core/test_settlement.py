"""What holds of every round, whatever was dealt: made by chance, settled, and counted again."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from table_core.cards import DECK
from table_core.settings import CRAZY_4_POKER, FOUR_CARD_POKER, MISSISSIPPI_STUD
from table_core.settlement import acting_order, pay_cents, settling_order
from tests.core.described import RULES, make_round, make_seat, settle

amounts = st.integers(1, 50_000)
times = st.integers(1, 3)


@st.composite
def rounds(draw):
    """A legal round of any game, with one to six seats."""
    game = draw(st.sampled_from(list(RULES)))
    deck = draw(st.permutations(range(DECK)))
    numbers = draw(st.lists(st.integers(1, RULES[game].SEATS_MAX), min_size=1, max_size=6, unique=True))
    seats = [_draw_seat(draw, game, number, deck) for number in numbers]
    played = make_round(game, *seats, dealer_cards=draw(st.sampled_from((5, 6))))
    if game == MISSISSIPPI_STUD:
        played.community = [deck.pop() for _ in range(3)]
    else:
        played.dealer = [deck.pop() for _ in range(played.settings.dealer_cards)]
    return played


def _draw_seat(draw, game: int, number: int, deck: list):
    seat = make_seat(number, "")
    ante = draw(amounts)
    seat.cards = [deck.pop() for _ in range(2 if game == MISSISSIPPI_STUD else 5)]
    seat.wagers["ante"] = ante
    if game == MISSISSIPPI_STUD:
        seat.streets = [ante * bet for bet in draw(st.lists(times, max_size=3))]
        return seat
    if draw(st.booleans()):
        seat.wagers["progressive"] = 100
    side = draw(st.booleans())
    if game == CRAZY_4_POKER:
        seat.wagers["super_bonus"] = ante
        seat.wagers.update({"queens_up": draw(amounts)} if side else {})
    elif side:
        seat.wagers.update({"aces_up": draw(amounts), "six_card_bonus": draw(amounts)})
        seat.bonus_cards = [deck.pop()]
    seat.decision = draw(st.sampled_from(("play", "fold")))
    if seat.decision == "play":
        seat.play_cents = ante if game == CRAZY_4_POKER else ante * draw(times)
    return seat


def as_plain(settled: list) -> list:
    return [(one.seat.number, one.strength, one.lines, one.net_cents()) for one in settled]


@given(rounds())
def test_money_only_moves(played):
    """What the seats have less, the house has more, wager by wager: nothing is made and nothing is lost."""
    for one in settle(played):
        house_cents = 0
        for name, result, win_cents, returned_cents, _ in one.lines:
            staked = one.seat.staked_on(name)
            house_cents += staked - returned_cents - win_cents
            assert win_cents >= 0
            assert returned_cents == (staked if result in ("win", "push") else 0)
            assert result == "win" or not win_cents
            assert staked or result in ("none", "win")
        assert one.net_cents() + house_cents == 0
        names = [name for name, *_ in one.lines]
        assert sum(map(one.seat.staked_on, names)) == one.seat.staked_cents(), "a wager was not settled"
        assert len(set(names)) == len(names)


@given(rounds(), st.randoms(use_true_random=False))
def test_order_in_which_seats_and_cards_are_written_changes_nothing(played, chance):
    before = as_plain(settle(played))
    chance.shuffle(played.seats)
    chance.shuffle(played.dealer)
    chance.shuffle(played.community)
    for seat in played.seats:
        chance.shuffle(seat.cards)
    assert as_plain(settle(played)) == before


@given(rounds())
def test_every_line_cites_its_section(played):
    section = {FOUR_CARD_POKER: "5324.33(", CRAZY_4_POKER: "5324.32(", MISSISSIPPI_STUD: "5324.38("}
    for one in settle(played):
        assert all(line[4].startswith(section[played.settings.game]) for line in one.lines)


@given(amounts, st.integers(1, 1000), st.integers(1, 99))
def test_32_f_2_a_part_of_a_cent_goes_to_the_player(wager, n, d):
    """D6"""
    exact = Fraction(wager * n, d)
    assert exact <= pay_cents(wager, (n, d)) < exact + 1


@given(st.lists(st.integers(1, 7), unique=True))
def test_33_e_2_players_act_from_the_left_and_are_settled_from_the_right(numbers):
    """(5324.33(d)(1), 5324.33(e)(4), 5324.32(e)(2), 5324.32(e)(3), 5324.38(e)(7))"""
    seats = [make_seat(number, "") for number in numbers]
    assert [seat.number for seat in acting_order(seats)] == sorted(numbers)
    assert [seat.number for seat in settling_order(seats)] == sorted(numbers, reverse=True)
