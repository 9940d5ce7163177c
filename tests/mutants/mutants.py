"""The mutants: rules of the table, each broken by one line of `table_core`.

A row's script of the same name plays a round in which the broken rule matters.  What must never
change: a mutant still balances its books and runs on, for a table that stops shows nothing.
"""

from pathlib import Path
from typing import NamedTuple

SCRIPTS = Path(__file__).parent / "scripts"


class Mutant(NamedTuple):
    """`line` is replaced by `instead`, both without indentation; `below` tells two such lines apart."""

    name: str
    rule: str  # what no longer holds, with its clause
    file: str  # of firmware/table_core
    line: str
    instead: str
    below: str = ""

    @property
    def script(self) -> Path:
        return SCRIPTS / f"{self.name}.rounds"


class MutantError(Exception):
    """A row that no longer fits its file; the message says which, and what to do."""


MUTANTS = (
    # --- what is paid
    Mutant(
        "odds_count_the_stake", "a win is paid at its odds to 1, without the stake (5324.33(f)(4))",
        "entries.py",
        "return t.settings.pay_odds[row - 1] * t.settings.wager_cents",
        "return (t.settings.pay_odds[row - 1] + 1) * t.settings.wager_cents",
    ),
    Mutant(
        "envy_odds_of_another_hand", "three of a kind earns no envy (5324.33(f)(4)(iii))",
        "entries.py",
        "return t.settings.envy_odds[row - 1] * t.settings.wager_cents",
        "return t.settings.envy_odds[row - 2] * t.settings.wager_cents",
    ),
    Mutant(
        "envy_for_the_own_hand", "nobody is paid envy for the own hand (5324.33(e)(6))",
        "entries.py",
        "return s.accepted & ~bit",
        "return s.accepted",
    ),
    Mutant(
        "fold_keeps_the_win", "a fold ends the progressive win (5324.33(e)(3)(iii))",
        "entries.py",
        "return bool(s.accepted & bit & ~s.folded)",
        "return bool(s.accepted & bit)",
    ),
    Mutant(
        "second_four_aces", "one deck has four aces once (5324.33(f)(4))",
        "entries.py",
        "if row == FOUR_ACES and _has_four_aces(s, ~bit):",
        "if row == FOUR_ACES and _has_four_aces(s, 0):",
    ),
    # --- the meter
    Mutant(
        "remainder_dropped", "the part of a contribution below a cent is carried",
        "meter.py",
        "micro = wager_cents * rate_ppm",
        "micro = wager_cents * rate_ppm // MICRO * MICRO",
        below="add_micro(s.contributed, micro)",
    ),
    Mutant(
        "void_keeps_the_remainder", "a void gives back the part below a cent too (D14)",
        "meter.py",
        "micro = wager_cents * rate_ppm",
        "micro = wager_cents * rate_ppm // MICRO * MICRO",
        below="add_micro(s.voided_sum, micro)",
    ),
    Mutant(
        "void_keeps_the_contribution", "a voided seat's contribution is given back (D14)",
        "rounds.py",
        "give_back(s, t.settings.wager_cents, t.settings.rate_ppm)",
        "pass",
    ),
    Mutant(
        "reset_to_the_initial_amount", "a paid meter becomes the reset amount (5324.33(f)(4)(ii))",
        "entries.py",
        "pay_whole_meter(s, t.settings.reset_cents)",
        "pay_whole_meter(s, t.settings.initial_cents)",
    ),
    # --- who plays
    Mutant(
        "late_is_accepted", "no wager counts after NO MORE BETS (5324.33(c)(3))",
        "happenings.py",
        "s.late |= bit",
        "s.accepted |= bit",
    ),
    Mutant(
        "old_chip_counts_again", "a chip that still lies there is blocked (5324.33(c)(3))",
        "rounds.py",
        "s.blocked = covered & t.all_seats if t.counted_spot == PROGRESSIVE else 0",
        "s.blocked = 0",
    ),
    Mutant(
        "void_keeps_the_seat", "a voided seat is eligible for nothing (D14)",
        "rounds.py",
        "s.accepted &= ~mask",
        "pass",
    ),
    Mutant(
        "chip_in_the_dark_is_not_late", "what came while the power was off is late (5324.33(c)(3))",
        "happenings.py",
        "s.late |= covered & ~(s.accepted | s.voided | s.blocked)",
        "pass",
    ),
    # --- who decides
    Mutant(
        "key_left_on_confirms", "a floor key left on arms nothing (5324.33(e)(4)(vi)(c))",
        "entries.py",
        "if needs_floor(t.settings, s.entry_row[seat - 1]) and not is_armed(s):",
        "if needs_floor(t.settings, s.entry_row[seat - 1]) and not s.floor_key:",
    ),
    Mutant(
        "turn_serves_a_newer_entry", "a turn serves what was pending then (5324.33(e)(4)(vi)(c))",
        "entries.py",
        "s.entered_since_turn |= bit",
        "pass",
    ),
    Mutant(
        "turn_serves_twice", "a decision uses the turn up (5324.33(e)(4)(vi)(c))",
        "arming.py",
        "s.decided_since_turn = 1",
        "s.decided_since_turn = 0",
    ),
    Mutant(
        "newest_is_decided_first", "entries are decided in the order of entry",
        "entries.py",
        "return _by_rank(s, s.pending, False)",
        "return _by_rank(s, s.pending, True)",
    ),
    # --- how a round goes on
    Mutant(
        "hold_is_not_set", "a paid meter waits for its papers (5324.33(e)(5))",
        "entries.py",
        "s.hold = 1",
        "s.hold = 0",
    ),
    Mutant(
        "round_over_while_pending", "a round is not over while a win waits (5324.33(e)(4)(vi)(c))",
        "rounds.py",
        "if s.pending:",
        "if s.pending and s.hold:",
    ),
    Mutant(
        "hands_shown_too_soon", "a second press within 2 s is a bounce",
        "rounds.py",
        "return reasons.TOO_SOON if t.state.since_lock_ticks + t.ticks < LOCK_REST_TICKS else 0",
        "return 0",
    ),
)  # fmt: skip


def mutate(mutant: Mutant, source: str) -> tuple[str, int]:
    """The source with its one line changed, and that line's number.  MutantError: not there once."""
    lines = source.split("\n")
    bare = [line.strip() for line in lines] + [""]
    found = [
        i
        for i in range(len(lines))
        if bare[i] == mutant.line and (not mutant.below or bare[i + 1] == mutant.below)
    ]
    if len(found) != 1:
        raise MutantError(
            f"{mutant.name}: `{mutant.line}` stands {len(found)} times in {mutant.file}, not once: "
            "name the line that holds the rule now"
        )
    i = found[0]
    indentation = lines[i][: len(lines[i]) - len(bare[i])]
    lines[i] = indentation + mutant.instead
    return "\n".join(lines), i + 1
