"""What a table says of itself, for people and as data.

A Snapshot is what the link reads in one go; everything here is worked out from it.  Out of service is
the first row, for whoever asks wants to know that before all else.
"""

from dataclasses import asdict, dataclass

from host_tools.at_table import fault_texts
from host_tools.at_table.log_room import LogRoom, Pace
from host_tools.books import book_rows, books_of
from host_tools.output import dollars
from host_tools.rounds_words import render_seats
from table_core import names
from table_core.displays import has_power_fault
from table_core.limits import QUICK_POWER_UPS
from table_core.state import (
    DOOR_FINE,
    DOOR_NEEDS_FLOOR,
    DOOR_OPEN,
    FLOOR_OFF,
    FLOOR_ON,
    FLOOR_TURNED,
    OPEN,
    PHASES,
    State,
)
from table_wire import messages

DOORS = {
    DOOR_FINE: "closed",
    DOOR_OPEN: "open: close it, and turn the floor key",
    DOOR_NEEDS_FLOOR: "was opened: the next lock waits for a turn of the floor key",
}
CLOCKS = (  # by message_tuples.CLOCK_NONE and so on: for programs, for people
    ("none", "none fitted: the time, once told with `tablectl set-clock`, is known until the power goes"),
    ("not_set", "not set: tell it the time with `tablectl set-clock`"),
    ("set", "set, in UTC"),
    ("silent", "does not answer: check its plug and cell"),
    ("unread", "is looked at once the table is in service"),
)
POWER_FAULT = (
    f"{QUICK_POWER_UPS} power-ups or more without a minute between: check supply and plugs, and see that the "
    "accepted seats are the right ones"
)
FLOOR_KEYS = {
    FLOOR_OFF: "off",
    FLOOR_ON: "on since before the power-up: it arms nothing; turn it off",
    FLOOR_TURNED: "on",
}


@dataclass
class Snapshot:
    """What was read.  settings and state are None where the table has none."""

    port: str
    table: str
    hardware: str  # hexadecimal, as digests are
    settings_digest: str
    program: str
    log_id: str
    sectors: int  # of the log's partition
    flags: int
    phase: int
    faults: int
    record: int  # the next one's number
    place: int | None  # where it will stand, from the log's birth on; None: its newest sector is damaged
    free_kib: int
    uptime_s: int
    settings: object | None
    state: State | None
    counters: tuple  # links.message_tuples.Counters
    pace: Pace | None  # as this desktop's ledger knows it

    @property
    def missing(self) -> list[str]:
        """What a table needs and this one has not."""
        parts = (("settings", messages.HAS_SETTINGS), ("keys", messages.HAS_KEYS), ("log", messages.HAS_LOG))
        return [name for name, flag in parts if not self.flags & flag]

    @property
    def stopping(self) -> list[int]:
        """The faults that put the table out of service."""
        return [number for number in fault_texts.present(self.faults) if fault_texts.is_stopping(number)]

    @property
    def meter_is_empty(self) -> bool:
        """Whether a progressive is offered with nothing to pay."""
        return self.has_books and not self.state.meter_cents

    @property
    def is_in_service(self) -> bool:
        is_testing = self.flags & messages.IS_TESTING
        return not (self.missing or self.stopping or is_testing or self.meter_is_empty)

    @property
    def has_power_fault(self) -> bool:
        """Whether the displays say `PoWEr`."""
        return bool(self.state and has_power_fault(self.state))

    @property
    def room(self) -> LogRoom | None:
        """None where the table has no log, or nobody knows where it ends."""
        if self.state is None or self.place is None:
            return None
        overwrites = bool(self.settings and self.settings.overwrite_log)
        s = self.state
        return LogRoom(
            self.sectors, self.place, s.collected_sectors, s.round_number - 1, self.pace, overwrites
        )

    @property
    def has_books(self) -> bool:
        """Whether the table offers what they are about."""
        return bool(self.state and self.settings and self.settings.wager_cents)


def service_lines(snapshot: Snapshot) -> list[str]:
    """In service, or each reason why not, with its remedy."""
    if snapshot.is_in_service:
        return ["in service"]
    if snapshot.flags & messages.IS_TESTING:
        return ["out of service: the self-test runs; it ends two minutes after the laptop left it"]
    if snapshot.missing and not snapshot.stopping:
        missing = " and no ".join(snapshot.missing)
        return [f"out of service: no {missing}; set it up with `tablectl configure SETTINGS.toml`"]
    lines = [f"out of service: fault {n}, {fault_texts.describe(n)}" for n in snapshot.stopping]
    return lines + [f"out of service: {fault_texts.METER_AT_NOTHING}"] * snapshot.meter_is_empty


def describe(snapshot: Snapshot) -> list[tuple[str, str]]:
    """The rows of the screen, the most urgent first."""
    rows = [("service", line) for line in service_lines(snapshot)]
    for number in fault_texts.present(snapshot.faults):
        if not fault_texts.is_stopping(number):
            rows.append((f"fault {number}", fault_texts.describe(number)))
    if snapshot.has_power_fault:
        rows.append(("power", POWER_FAULT))
    if snapshot.state:
        rows += _round_rows(snapshot)
    if snapshot.has_books:
        rows += book_rows(books_of(snapshot.state))
    rows += _log_rows(snapshot) if snapshot.flags & messages.HAS_LOG else [("log", "none")]
    return rows + _machine_rows(snapshot)


def _round_rows(snapshot: Snapshot) -> list[tuple[str, str]]:
    s = snapshot.state
    armed = ", armed" if snapshot.flags & messages.FLOOR_IS_ARMED else ""
    rows = [
        ("round", f"{s.round_number}, {'open' if s.phase == OPEN else PHASES[s.phase]}"),
        ("meter", f"{dollars(s.meter_cents)}, and {s.remainder_micro} micro-cents"),
    ]
    if s.overflow_cents:
        rows.append(("overflow", f"{dollars(s.overflow_cents)}, flows in at the next reset"))
    for name in ("accepted", "late", "folded", "voided", "pending", "confirmed", "blocked"):
        seats = render_seats(getattr(s, name))
        if seats or name == "accepted":
            rows.append((name, f"seats {seats}" if seats else "no seat"))
    if s.hold:
        rows.append(("hold", "until the floor attests the papers: ROUND OVER with the floor key"))
    if s.stopped_at:
        rows.append(("recovery", f"stopped at record {s.stopped_at}"))
    rows.append(("floor key", FLOOR_KEYS[s.floor_key] + armed))
    rows.append(("door", DOORS[s.door]))
    return rows


def _log_rows(snapshot: Snapshot) -> list[tuple[str, str]]:
    room = snapshot.room
    if room is None:
        text = "the header of its newest sector is damaged: save it with `tablectl pull-log --image FILE`"
        return [("log", f"{snapshot.record - 1} records; {text}")]
    used = f"{snapshot.record - 1} records, {room.used_sectors} of {room.sectors} sectors"
    if room.overwrites:
        return [("log", f"{used}, then overwrites its oldest")]
    rows = [
        ("log", f"{used} not collected, {room.free_sectors} free"),
        ("room for", f"about {room.rounds_left} rounds, {room.days_left} days at {room.pace_text}"),
    ]
    if room.runs_short:
        rows.append(("", "runs short: collect it with `tablectl pull-log`"))
    return rows


def _machine_rows(snapshot: Snapshot) -> list[tuple[str, str]]:
    rows = []
    if snapshot.settings:
        rows.append(("game", names.GAMES[snapshot.settings.game].replace("_", " ")))
    if snapshot.settings_digest:
        rows.append(("settings", snapshot.settings_digest))
    rows += [("program", snapshot.program), ("hardware", snapshot.hardware)]
    refused, slow, lost, *_, clock = snapshot.counters
    rows.append(("clock", CLOCKS[clock][1]))
    rows.append(("link", f"{refused} refused frames, {slow} slow writes, {lost} lost facts"))
    return [*rows, ("memory", f"{snapshot.free_kib} KiB free"), ("up", uptime_text(snapshot.uptime_s))]


def uptime_text(uptime_s: int) -> str:
    days, rest_s = divmod(uptime_s, 86400)
    hours, minutes = divmod(rest_s // 60, 60)
    return f"{days} d {hours} h {minutes} min" if days else f"{hours} h {minutes} min {rest_s % 60} s"


def as_data(snapshot: Snapshot) -> dict:
    """Everything by its name, amounts in whole cents, for --json."""
    s = snapshot.state
    return {
        "port": snapshot.port,
        "table": snapshot.table,
        "hardware": snapshot.hardware,
        "in_service": snapshot.is_in_service,
        "service": service_lines(snapshot),
        "missing": snapshot.missing,
        "faults": [names.FAULTS[number] for number in fault_texts.present(snapshot.faults)],
        "power_fault": snapshot.has_power_fault,
        "settings_digest": snapshot.settings_digest,
        "program": snapshot.program,
        "state": _state_data(s) if s else None,
        "floor_is_armed": bool(snapshot.flags & messages.FLOOR_IS_ARMED),
        "books": asdict(books_of(s)) if snapshot.has_books else None,
        "log": _log_data(snapshot) if snapshot.flags & messages.HAS_LOG else None,
        "clock": CLOCKS[snapshot.counters.clock][0],
        "link": {name: count for name, count in snapshot.counters._asdict().items() if name != "clock"},
        "free_kib": snapshot.free_kib,
        "uptime_s": snapshot.uptime_s,
    }


def _log_data(snapshot: Snapshot) -> dict:
    """Without its room where nobody knows where it ends."""
    data = {"id": snapshot.log_id, "records": snapshot.record - 1, "sectors": snapshot.sectors}
    room = snapshot.room
    if room is None:
        return data
    return data | {
        "collected_sectors": room.collected,
        "used_sectors": room.used_sectors,
        "free_sectors": room.free_sectors,
        "rounds_left": room.rounds_left,
        "days_left": room.days_left,
        "pace": room.pace_text,
    }


def _state_data(s: State) -> dict:
    """Every field of the state under its own name; masks stay masks, bit 0 for seat 1."""
    plain = {name: list(value) if hasattr(value, "__len__") else value for name, value in vars(s).items()}
    return {**plain, "phase": PHASES[s.phase]}
