"""Nights that are played once, with the power on, while every operation on the flash is noted.

Each night is made by its number alone: 0 is the first night of the golden rounds, the others are drawn.
A drawn night begins with a log that is about to turn a sector, on a ring that was just begun or has come
round; sometimes the power went before, so that nothing is erased ahead and the erase comes in a round.
"""

import random
from dataclasses import dataclass

from host_tools.places import BOARDS, REPO_ROOT
from host_tools.rounds_text import parse_rounds
from host_tools.settings_file import load_settings
from table_core import facts
from table_core.state import OPEN
from table_wire.log_birth import first_sector
from table_wire.records import PAYLOAD_MAX, RECORD_MAX
from table_wire.sectors import SECTOR_BYTES
from table_wire.settings_record import pack_settings, terms_of, unpack_settings
from tests.core.random_facts import Chance, next_fact
from tests.power_cuts.cut_flash import CutFlash, Operation
from tests.power_cuts.glass import Glass
from tests.power_cuts.powered_table import REST_MS, power_up
from tests.wire.log_writer import LOG_ID, PROGRAM, SEAL_KEY

FIRST_NIGHT = REPO_ROOT / "tests" / "golden_rounds" / "first_night.rounds"
SAMPLES = sorted((BOARDS / "sample_tables").glob("*.toml"))
FACTS = 80  # of a drawn night, and of the time before it
ROOM_BYTES = 600  # at most so many are left in the sector that it begins in
MADE_BY_THE_TABLE = (facts.TIME, facts.FAULT, facts.FAULT_CLEARED, facts.NOT_LOGGED)
OF_A_SEAT = (facts.CHIP_PLACED, facts.CHIP_LIFTED, facts.SEAT_PRESSED, facts.SEAT_HELD)


@dataclass
class Noted:
    """One operation, and how things stood before it."""

    operation: Operation
    terms: tuple  # the settings records of both slots
    phase: int
    record: int  # the last one that was whole
    shown_to: int  # the last one whose effects had been shown
    covered: int  # the sensors
    is_floor_on: bool
    door: int


class Night:
    """image: the partition before the first noted operation.  states, seen: by the last record."""

    def __init__(self, name: str, settings, sectors: int) -> None:
        self.name = name
        self.terms = (pack_settings(settings),)
        self.all_terms = list(self.terms)
        born = first_sector(self.terms[0], LOG_ID, name, PROGRAM, SEAL_KEY)
        self.flash = CutFlash(bytearray(born.ljust(sectors * SECTOR_BYTES, b"\xff")))
        self.noted: list[Noted] = []
        self.states: dict[int, bytes] = {}
        self.seen: dict[int, tuple] = {}
        self.table = power_up(self.flash, self.terms, Glass(0, False, 0))

    # --- noting ----------------------------------------------------------------------------------

    def start_noting(self) -> None:
        self.image = bytes(self.flash.bytes)
        self.flash.watch = self._note

    def _note(self, operation: Operation) -> None:
        table = self.table
        state = table.engine.state
        record = table.log.number - 1
        self.noted.append(
            Noted(
                operation,
                self.terms,
                state.phase,
                record,
                table.shown_to,
                table.engine.covered,
                state.floor_key > 0,
                state.door,
            )
        )
        self.states[record] = state.pack()
        self.seen[record] = table.parts.seen()

    def stop_noting(self) -> None:
        """What the last record led to is noted too."""
        self._note(self.noted[-1].operation)
        self.noted.pop()
        self.flash.watch = None

    # --- playing ---------------------------------------------------------------------------------

    def happen(self, after_ms: int, kind: int, a: int, b: int) -> None:
        """Rests between facts are long enough for the table to use them."""
        if after_ms > REST_MS:
            self.table.rest()
            after_ms -= REST_MS
        if kind == facts.POWER_UP:
            self.restart(a, b)
        else:
            self.table.happen(kind, a or 0, b, after_ms)

    def restart(self, covered: int, switches: int) -> None:
        door = 1 if switches & facts.DOOR_IS_OPEN else 0
        power_up(self.flash, self.terms, Glass(covered, switches & 1, door), self._take)

    def _take(self, table) -> None:
        self.table = table

    def change_terms(self, record: bytes) -> None:
        """What new_settings.py does behind its checks; both slots are held from then on."""
        table = self.table
        self.terms = (self.terms[-1], record)
        self.all_terms.append(record)
        table.record_whole(facts.ATTESTED, bytes(100))
        table.record_whole(facts.SETTINGS, record)
        table.log.seal()
        table.log.open_sector_under(terms_of(record))
        self.restart(0, 0)


def first_night() -> Night:
    script = parse_rounds(FIRST_NIGHT)
    night = Night("the first night", script.settings, 5)
    night.start_noting()
    at_ms = 0
    for step in script.steps:
        a = step.covered if step.kind == facts.POWER_UP and step.a is None else step.a
        night.happen(step.at_ms - at_ms, step.kind, a, step.b)
        at_ms = step.at_ms
    night.stop_noting()
    return night


def drawn_night(number: int) -> Night:
    chance = random.Random(number)
    settings = load_settings(SAMPLES[number % len(SAMPLES)]).settings
    settings.overwrite_log = chance.random() < 0.6
    sectors = chance.randrange(2, 6) if settings.overwrite_log else 8
    night = Night(f"night {number}", settings, sectors)
    source = Chance(number)
    turns = chance.randrange(2 * sectors) if settings.overwrite_log else chance.randrange(4)
    _fill(night, turns, SECTOR_BYTES)
    for _ in range(FACTS):
        _one_fact(night, source)
    _fill(night, turns, chance.randrange(ROOM_BYTES))
    return _note_drawn(night, chance, source)


def _fill(night: Night, sector: int, room_bytes: int) -> None:
    """Long records up to a sector, and on in it until so little room is left: where a recovery has few
    records to replay, many cuts can be tried."""
    table = night.table
    while table.log._header.number < sector or table.log._at + RECORD_MAX < SECTOR_BYTES - room_bytes:
        table.record_whole(facts.ATTESTED, bytes(PAYLOAD_MAX))


def _note_drawn(night: Night, chance: random.Random, source: Chance) -> Night:
    night.start_noting()
    if chance.random() < 0.6:
        night.restart(night.table.engine.covered, chance.randrange(8))
    power_goes = {chance.randrange(FACTS) for _ in range(chance.randrange(3))}
    changes_at = chance.randrange(FACTS) if chance.random() < 0.3 else FACTS
    for n in range(FACTS):
        _one_fact(night, source)
        if n in power_goes:
            night.restart(night.table.engine.covered, chance.randrange(8))
        if n >= changes_at and night.table.engine.state.phase == OPEN:
            changes_at = FACTS
            settings = unpack_settings(night.terms[-1])
            settings.minimum_wager_cents += 100
            night.change_terms(pack_settings(settings))
    night.stop_noting()
    return night


def _one_fact(night: Night, source: Chance) -> None:
    engine = night.table.engine
    kind, a, b, ticks = next_fact(source, engine)
    has_part = kind not in OF_A_SEAT or a <= engine.settings.seats
    if has_part and kind not in MADE_BY_THE_TABLE:
        night.happen(ticks * 5, kind, a, b)


def make_night(number: int) -> Night:
    return drawn_night(number) if number else first_night()
