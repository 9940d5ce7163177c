"""A deck of the highest few ranks, on which every deal can be played out one by one."""

from collections import Counter
from functools import cache
from itertools import combinations

from host_tools.hand_classes import class_of
from table_core.cards import DECK
from table_core.settings import Settings


def high_cards(ranks: int) -> tuple[int, ...]:
    return tuple(range(DECK - 4 * ranks, DECK))


@cache
def hands_in(deck: tuple[int, ...], count: int) -> list:
    """The classes of hands of some cards, each with how many hands it stands for."""
    return list(Counter(map(class_of, combinations(deck, count))).items())


def terms(game: int, **values) -> Settings:
    settings = Settings()
    settings.game = game
    for name, value in values.items():
        setattr(settings, name, value)
    return settings
