"""Seeded described rounds of all games, some of them not legal; a line for every 100 with the checksum of
what they pay, or of why they are refused.

Runs on every Python, which must all print the same.
"""

import sys
from binascii import crc32

from random_facts import Chance
from random_hands import DECKS, deal

from table_core import crazy_4_poker, four_card_poker, mississippi_stud
from table_core.pay_tables import PROGRESSIVE_TABLES, envy_odds
from table_core.settings import CRAZY_4_POKER, FOUR_CARD_POKER, MISSISSIPPI_STUD, Settings
from table_core.settlement import DescribedRound, IllegalRound, Seat

CHUNK = 100
RULES = (None, four_card_poker, crazy_4_poker, mississippi_stud)


def make_settings(chance: Chance, game: int) -> Settings:
    s = Settings()
    s.game = game
    s.seats = RULES[game].SEATS_MAX
    s.dealer_cards = 5 + chance.below(2)
    s.aces_up = chance.below(7)
    s.queens_up = chance.below(5)
    s.six_card_bonus = chance.below(3)
    s.super_bonus_literal = bool(chance.below(2))
    s.stake_returned = bool(chance.below(2))
    s.minimum_wager_cents = 1 + chance.below(5_000)
    if game != MISSISSIPPI_STUD:
        s.wager_cents = 100
        s.pay_table = s.envy_table = 1 + chance.below(2)
        s.pay_odds = PROGRESSIVE_TABLES[s.pay_table]
        s.envy_odds = envy_odds(game, s.envy_table)
    return s


def make_round(chance: Chance, game: int) -> DescribedRound:
    played = DescribedRound(make_settings(chance, game))
    deck = deal(chance, list(DECKS[chance.below(3)]), 24)
    played.meter_cents = chance.below(1_000_000)
    if game == MISSISSIPPI_STUD:
        played.community = [deck.pop() for _ in range(3)]
    else:
        played.dealer = [deck.pop() for _ in range(played.settings.dealer_cards)]
    for number in range(1 + chance.below(3)):
        played.seats.append(make_seat(chance, game, number + 1 + (chance.below(99) == 0), deck))
    return played


def make_seat(chance: Chance, game: int, number: int, deck: list) -> Seat:
    seat = Seat(number)
    ante = 1 + chance.below(20_000)
    if chance.below(20):
        seat.wagers["ante"] = ante
    if game == MISSISSIPPI_STUD:
        seat.cards = [deck.pop() for _ in range(2)]
        seat.streets = [ante * (1 + chance.below(3)) for _ in range(chance.below(4))]
        return seat
    seat.cards = [deck.pop() for _ in range(5 - (chance.below(99) == 0))]
    for name in RULES[game].WAGERS[1:]:
        if chance.below(2):
            seat.wagers[name] = 100 if name == "progressive" else 1 + chance.below(20_000)
    if game == CRAZY_4_POKER:
        seat.wagers["super_bonus"] = ante
    elif "six_card_bonus" in seat.wagers:
        seat.wagers["aces_up"] = ante
        seat.bonus_cards = [deck.pop()]
    if "ante" in seat.wagers:
        seat.decision = ("fold", "play", "play")[chance.below(3)]
    if seat.decision == "play":
        seat.play_cents = ante * (1 + (chance.below(3) if game == FOUR_CARD_POKER else 0))
    return seat


def settled(played: DescribedRound) -> str:
    try:
        seats = RULES[played.settings.game].settle_round(played)
    except IllegalRound as error:
        return error.text + error.clause
    return str([(one.seat.number, one.strength, one.lines, one.net_cents()) for one in seats])


def main(count: int) -> None:
    chance = Chance(33)
    checksum = 0
    for number in range(1, count + 1):
        checksum = crc32(settled(make_round(chance, 1 + number % 3)).encode(), checksum)
        if number % CHUNK == 0:
            print(number, checksum)


if __name__ == "__main__":
    main(int(sys.argv[1]))
