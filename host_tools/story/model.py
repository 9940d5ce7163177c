"""What is told of a round: plain data, for the terminal, for JSON and for the printed report alike.

Everything here was worked out by the replayed engine; whoever shows it adds nothing and reckons nothing.
What must never change: amounts are whole cents, and a time that is not known is None.
"""

from dataclasses import asdict, dataclass, field

from host_tools.log_times import Moment


@dataclass
class Step:
    """One fact of the round, and how the table stood behind it."""

    record: int
    after_ms: int  # since the round's first fact, at least: what precedes a power-up is not counted
    moment: Moment
    fact: str  # in the words of a .rounds text: `chip_placed 3 progressive`
    says: str  # the same for a reader: `Seat 3: a chip is laid on the progressive.`
    effects: list[str]  # in the words of a .rounds text
    lights: list[list[str]]  # by seat: the light, then the light that it is a rhythm upon, if any
    sign: str  # what the players' sign shows: a text, or the meter as `5000.12`
    dealer: str  # what the dealer display shows, rows parted by ` | `
    phase: str
    covered: list[int]  # seats whose progressive sensor sees a chip
    meter_cents: int
    changes: list[tuple[str, str, str]]  # field of the state, before, after; mere counters are left out


@dataclass
class ToldWin:
    """A confirmed entry, with what settles a payout record."""

    seat: int
    hand: str
    row: int
    win_cents: int
    envy_cents: int  # to each of envy_seats
    envy_seats: list[int]
    odds: str  # `100 to 1`, or `100 percent of the meter`; empty where only envy is paid
    clause: str  # `5324.33(f)(2)`
    confirmed_by: str  # `floor key`, or `dealer`
    record: int  # of the confirmation; 0 where the log has lost it
    moment: Moment
    envy_odds: str = ""  # `5 to 1`, on the receiver's own wager; empty where no envy is paid
    envy_clause: str = ""


@dataclass
class SeatAnswer:
    """What became of a seat's wager in the round, and why."""

    seat: int
    was_accepted: bool  # by NO MORE BETS, whatever came later
    answer: str  # one word: accepted, voided, late, blocked, none
    why: str  # whole sentences, with records and times
    clause: str  # empty where none that is held speaks of it
    records: list[int]  # that show it
    ending: (
        str  # what came of it later: folded, won 100.00, reversed, envy 5.00, ...; empty where nothing did
    )


@dataclass
class RoundStory:
    path: str  # of the log
    table: str
    game: str
    number: int
    first_record: int  # of the first step, so before the lock
    last_record: int  # 0 while the round is not over
    locked: Moment
    over: Moment | None
    steps: list[Step]
    before: dict  # the state before the first fact, by field
    after: dict  # and behind the last
    seats: list[SeatAnswer]
    wins: list[ToldWin]
    meter_before_cents: int  # in the round in which the log was born: as it was born
    meter_after_cents: int
    digest: str  # of the sealed state; empty where the round is not over
    seal_record: int  # 0: no seal covers the round yet
    is_proved: bool  # the seal was made with the table's key
    seals_fit_key: bool  # False: no seal of the log does, and nothing else is wrong
    problems: list[tuple[int, str]] = field(default_factory=list)  # within the round
    notes: list[tuple[int, str]] = field(default_factory=list)

    def as_data(self) -> dict:
        return asdict(self)
