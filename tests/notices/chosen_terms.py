"""Terms for tests: whatever answers hypothesis chooses to the questions of `settings new`.

A chosen answer that is refused gives way to the default, which may never be refused.
"""

from hypothesis import strategies as st

from host_tools.notices.new_settings import Draft, ask_all

LEAST_STREETS = "1:1 2:1 3:1 4:1 6:1 10:1 40:1 100:1 500:1"
ANSWERS = {  # legal ones, ones at the edge, and ones that are wrong
    "game": ("four_card_poker", "crazy_4_poker", "mississippi_stud", "poker"),
    "progressive": ("yes", "no", "perhaps"),
    "id": ("T-07", 'A "quoted" one', "a\\b", "a name that is too long", "ä", ""),
    "seats": ("1", "5", "6", "7", "8", "0", "six", "-1"),
    "dealer cards": ("5", "6", "7"),
    "minimum wager": ("none", "0.00", "10.00", "2000.00", "2147.48", "10"),
    "wager": ("1.00", "5.00", "2.50", "42.93", "50.00", "3333.33", "3333.34", "0.00"),
    "pay table": ("A", "b", "B", "C"),
    "envy": ("A", "B", "C", "c", "D"),
    "envy odds": ("5:1 10:1 100:1", "0:1 25:1 100:1", "6:1 30:1 200:1", "5:1 10:1", "5:2 10:1 100:1"),
    "initial": ("1000.00", "5000.00", "999999.99", "1000000.00", "999.99"),
    "reset": ("1000.00", "5000.00", "999999.99", "4999.99"),
    "rate": ("0.25", "0.333333", "1.0", "0.000001", "0.0", "25%"),
    "floor from": ("0:1", "9:1", "300:1", "9", "9:0"),
    "ante and play": ("1:1", "2:1", "3:2", "1:2"),
    "aces up": ("A", "c", "F", "G"),
    "six card bonus": ("none", "A", "B", "C"),
    "ante bonus": ("2:1 20:1 25:1", "3:1 40:1 50:1", "2:1 20:1 24:1", "2:1"),
    "queens up": ("A", "d", "E"),
    "super bonus": ("1:1 3:2 2:1 15:1 30:1 200:1", "2:1 3:1 4:1 16:1 40:1 300:1", "1:1"),
    "streets": (LEAST_STREETS, "2:1 3:1 4:1 5:1 7:1 11:1 50:1 200:1 1000:1", "1:1"),
    "when full": ("stop", "overwrite", "Stop"),
    "stake returned": ("yes", "no", "true", "maybe"),
    "super bonus literal": ("no", "yes"),
    "aggregate cap": ("none", "50000.00", "60000.00", "1"),
}  # fmt: skip
APPROVALS = ("letter of 3 May", 'a "quoted" letter', "Böhm's letter", "C:\\letters", "", "two\nlines")


@st.composite
def drafts(draw, game: str | None = None) -> Draft:
    """A draft after every question was answered."""

    def ask(about, name, default, problem):
        assert about and "{" not in about
        if name == "game" and game:
            return game
        answers = APPROVALS if name.startswith("approval") else ANSWERS[name]
        answer = draw(st.sampled_from(answers))
        if not problem(answer):
            return answer
        default = default or "letter of 4 May"
        assert problem(default) == "", (name, default)
        return default

    return ask_all(ask)
