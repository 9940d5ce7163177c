"""Every change of the rules that `make clauses-mutants` tries."""

from tests.clauses.branches_at_the_table import BRANCHES_AT_THE_TABLE
from tests.clauses.branches_of_crazy_4 import BRANCHES_OF_CRAZY_4
from tests.clauses.branches_of_four_card import BRANCHES_OF_FOUR_CARD
from tests.clauses.branches_of_hands import BRANCHES_OF_HANDS
from tests.clauses.branches_of_mississippi import BRANCHES_OF_MISSISSIPPI
from tests.clauses.branches_of_terms import BRANCHES_OF_TERMS
from tests.clauses.figures import FIGURES

ALL_CHANGES = (
    *FIGURES,
    *BRANCHES_OF_TERMS,
    *BRANCHES_AT_THE_TABLE,
    *BRANCHES_OF_HANDS,
    *BRANCHES_OF_FOUR_CARD,
    *BRANCHES_OF_CRAZY_4,
    *BRANCHES_OF_MISSISSIPPI,
)

# Rows of docs/clauses.md without a figure or a condition of ours, and why.
OF_THE_LOG = "the log keeps each fact as it came; tests/wire changes every bit of it"
WITHOUT_A_CHANGE = {
    "20": "stacks from a shoe come to the same five cards as row 19's",
    "36a": OF_THE_LOG,
    "46": "words on paper; a test has each of them in full",
    "70": OF_THE_LOG,
    "97": OF_THE_LOG,
    "102": "what is told is read from the settings record, and not decided",
    "104": "the text is not held; what the log tells is replayed, and not decided",
}
