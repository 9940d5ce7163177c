"""What each fact of a round says, in a sentence for a reader: one function a kind.

They tell what the replayed table did with the fact, seen from the states before and behind it; nothing is
decided here.
"""

from host_tools import utc
from host_tools.at_table.fault_texts import MEANINGS
from host_tools.input_words import input_name
from host_tools.log_changes import refused_text
from host_tools.log_times import plain
from host_tools.output import dollars
from host_tools.rounds_words import render_fact, seats_of
from host_tools.story.refusals import WHY
from host_tools.story.seen import Seen
from host_tools.story.words import hand_text, seats_text, span_text
from host_tools.table_key import id_text
from table_core import facts
from table_core.arming import is_armed
from table_core.limits import TICK_MS
from table_core.state import LOCKED, OPEN

_HEALTHS = ("is fine again", "is stuck on", "is stuck off", "does not come to rest")


def says(seen: Seen) -> str:
    """The fact's sentence; a kind that is not known here says its .rounds words."""
    tell = SAYS.get(seen.kind)
    return tell(seen) if tell else f"{render_fact(seen.kind, seen.a, seen.b)}."


# --- chips ---------------------------------------------------------------------------------------


def _area(seen: Seen) -> str:
    return facts.SPOTS[seen.b].replace("_", " ")


def _chip_placed(seen: Seen) -> str:
    text = f"Seat {seen.a}: a chip is laid on the {_area(seen)}"
    bit = 1 << (seen.a - 1)
    if seen.b != seen.spot:
        return f"{text}, which is evidence only."
    if seen.before.phase == OPEN:
        return f"{text}."
    if seen.before.accepted & bit:
        return f"{text}; its wager is accepted already, and this one changes nothing."
    if seen.before.voided & bit:
        return f"{text}; the seat is voided, and it stays so."
    return f"{text} after NO MORE BETS: it is late, and refused."


def _chip_lifted(seen: Seen) -> str:
    text = f"Seat {seen.a}: the chip is lifted from the {_area(seen)}"
    bit = 1 << (seen.a - 1)
    if seen.b != seen.spot:
        return f"{text}, which is evidence only."
    if seen.before.accepted & bit:
        return f"{text}; its wager stays accepted."
    return f"{text}, and it is blocked no longer." if seen.before.blocked & bit else f"{text}."


# --- the dealer's keys ---------------------------------------------------------------------------

_KEYS = {
    facts.NO_MORE_BETS: "NO MORE BETS",
    facts.SEAT_PRESSED: "Seat {a} pressed",
    facts.SEAT_HELD: "Seat {a} held",
    facts.HAND_KEY: "Hand key {hand}",
    facts.CLEAR: "CLEAR",
    facts.CLEAR_HELD: "CLEAR held",
    facts.ROUND_OVER: "ROUND OVER",
    facts.ROUND_OVER_HELD: "ROUND OVER held",
}


def _key(tell):
    """A dealer's key: its name, then what it did, or why it was refused."""

    def told(seen: Seen) -> str:
        hand = hand_text(seen.a) if seen.kind == facts.HAND_KEY else ""
        name = _KEYS[seen.kind].format(a=seen.a, hand=hand)
        return f"{name} is refused: {WHY[seen.reason]}." if seen.reason else f"{name}: {tell(seen)}."

    return told


def _no_more_bets(seen: Seen) -> str:
    after = seen.after
    if seen.before.phase == OPEN:
        accepted = seats_of(after.accepted)
        if not accepted:
            return "no wager is accepted"
        meter = f"; the meter is {dollars(after.meter_cents)}" if seen.settings.wager_cents else ""
        verb = "are" if len(accepted) > 1 else "is"
        what = "accepted" if seen.settings.wager_cents else "dealt in"
        return f"{seats_text(accepted)} {verb} {what}{meter}"
    if seen.before.phase == LOCKED:
        return f"the wagers of street {after.street} are awaited" if after.street else "the hands are shown"
    seat = seen.confirmed
    paid = f" The meter is {dollars(after.meter_cents)} now" if after.hold and not seen.before.hold else ""
    hold = ", and ROUND OVER waits for the floor, who attests the papers" if paid else ""
    hand = hand_text(seen.before.entry_row[seat - 1])
    return f"{confirmer(seen)} confirms seat {seat}'s {hand}{'.' * bool(paid)}{paid}{hold}"


def confirmer(seen: Seen) -> str:
    """Who decided, by the floor key's last turn."""
    return "the floor key" if seen.was_armed else "the dealer"


def _seat_pressed(seen: Seen) -> str:
    return "it is selected" if seen.after.selected else "it is selected no longer"


def _seat_held(seen: Seen) -> str:
    bit = 1 << (seen.a - 1)
    if seen.after.voided & ~seen.before.voided & bit:
        return "the floor voids the seat, and its contribution is given back"
    return "it folds" if seen.after.folded & bit else "its fold is undone"


def _hand_key(seen: Seen) -> str:
    seat = seen.before.selected
    if seen.after.asked_row:
        return f"seat {seat} has folded; were its cards live and shown? The key must be pressed again"
    cents = seen.win_cents(seat, seen.a)
    own = dollars(cents) if cents else "envy only"
    return f"entered for seat {seat}, {own}; it awaits its decision"


def _clear(seen: Seen) -> str:
    seat = seen.deciding_seat
    if seen.was_armed and seat:
        return f"the floor rejects seat {seat}'s {hand_text(seen.before.entry_row[seat - 1])}"
    seat = seen.before.selected
    if not seat:
        return "no seat was selected, and nothing changes"
    if seen.before.pending & ~seen.after.pending:
        return f"seat {seat}'s entry is taken back, and the seat is selected no longer"
    return f"seat {seat} is selected no longer"


def _clear_held(seen: Seen) -> str:
    seat = seats_of(seen.before.confirmed & ~seen.after.confirmed)[0]
    return f"the floor reverses seat {seat}'s {hand_text(seen.before.entry_row[seat - 1])}"


def _round_over(seen: Seen) -> str:
    blocked = seats_of(seen.after.blocked)
    papers = "the floor attests the papers, and " if seen.before.hold else ""
    left = f"; a chip lies on {seats_text(blocked)} still, blocked until it is lifted" if blocked else ""
    return f"{papers}the round is over{left}"


def _round_over_held(seen: Seen) -> str:
    accepted = seats_of(seen.before.accepted)
    is_offered = accepted and seen.settings.wager_cents
    back = f"; the contributions of {seats_text(accepted)} are given back" if is_offered else ""
    return f"the floor voids the round{back}"


# --- what happens ---------------------------------------------------------------------------------


def _floor_key(seen: Seen) -> str:
    if not seen.a:
        return "The floor key is turned off."
    return f"The floor key is turned on{', and it is armed' if is_armed(seen.after) else ''}."


def _door(seen: Seen) -> str:
    if seen.a:
        return "The box is opened: no next lock until it is closed and the floor key turned."
    return "The box is closed; the next lock waits for the floor key."


def _power_up(seen: Seen) -> str:
    how = "The table restarted itself" if seen.b & facts.RESTART_WAS_PLANNED else "The power is back"
    parts = [f"{how}; the time since the record before is not counted"]
    late = seats_of(seen.after.late & ~seen.before.late)
    if seen.a:
        late_at = f", late at {seats_text(late)}" if late else ""
        parts.append(f"a chip is seen at {seats_text(seats_of(seen.a))}{late_at}")
    gone = seats_of(seen.before.accepted & ~seen.a)
    if gone:
        parts.append(f"none is seen at {seats_text(gone)}, accepted all the same")
    return f"{'; '.join(parts)}."


def _fault(seen: Seen) -> str:
    return f"Fault {seen.a}: {MEANINGS[seen.a][0]}."


def _fault_cleared(seen: Seen) -> str:
    return f"Fault {seen.a} is over: {MEANINGS[seen.a][0]} no longer."


def _not_logged(seen: Seen) -> str:
    return f"{seen.a} chip movements and {seen.b} refused keys were counted, and not logged one by one."


SAYS = {
    facts.CHIP_PLACED: _chip_placed,
    facts.CHIP_LIFTED: _chip_lifted,
    facts.NO_MORE_BETS: _key(_no_more_bets),
    facts.SEAT_PRESSED: _key(_seat_pressed),
    facts.SEAT_HELD: _key(_seat_held),
    facts.HAND_KEY: _key(_hand_key),
    facts.CLEAR: _key(_clear),
    facts.CLEAR_HELD: _key(_clear_held),
    facts.ROUND_OVER: _key(_round_over),
    facts.ROUND_OVER_HELD: _key(_round_over_held),
    facts.FLOOR_KEY: _floor_key,
    facts.DOOR: _door,
    facts.POWER_UP: _power_up,
    facts.TIME: lambda seen: f"{span_text(seen.a * TICK_MS)} pass.",
    facts.FAULT: _fault,
    facts.FAULT_CLEARED: _fault_cleared,
    facts.NOT_LOGGED: _not_logged,
    facts.CLOCK: lambda seen: f"The clock says {plain(utc.iso(seen.a * utc.DAY_S + seen.b))} UTC.",
    facts.INPUT_HEALTH: lambda seen: f"The input {input_name(seen.a)} {_HEALTHS[seen.b]}.",
    facts.LOG_BORN: lambda seen: f"The log is born{f', with the meter at {dollars(seen.a)}' * bool(seen.a)}.",
    facts.SETTINGS: lambda seen: f"The terms of table {seen.settings.table_id} are in force from here on.",
    facts.ATTESTED: lambda _: "Two people answer for the change that follows.",
    facts.COLLECTED: lambda seen: f"A desktop has collected the log up to record {seen.a}.",
    facts.CORRECTED: lambda seen: f"The meter is corrected from {dollars(seen.b)} to {dollars(seen.a)}.",
    facts.KEYED: lambda seen: f"The table's keys are {id_text(seen.after.key_id)} from here on.",
    facts.CHANGE_REFUSED: lambda seen: f"S{refused_text(seen.a, seen.b)[1:]}.",
    facts.RECOVERY_STOPPED: lambda seen: f"After power-up the log could not be taken past record {seen.a}.",
}
