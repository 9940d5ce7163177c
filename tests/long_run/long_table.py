"""A table that plays full rounds for weeks: the firmware's log, engine and idle rule over a flash that
counts, without parts or a link.

Only what the log does is of interest here, so nothing is shown, and time is what the facts say.
"""

import random
from types import SimpleNamespace

from host_tools.places import REPO_ROOT
from host_tools.rounds_run import run_script
from host_tools.rounds_text import parse_rounds
from table_core import facts
from table_core.limits import TICK_MS
from table_core.state import LOCKED, OPEN
from table_runtime.recovery import recover
from table_runtime.round_log import RoundLog
from table_runtime.table import IDLE_MS, Table
from table_wire.log_birth import first_sector
from table_wire.settings_record import pack_settings, unpack_settings
from tests.long_run.worn_flash import WornFlash
from tests.runtime.nor_flash import SECTOR_BYTES, PowerLost
from tests.wire.log_writer import LOG_ID, PROGRAM, SEAL_KEY, make_record

REST_TICKS = 12_000  # a minute: two power-ups with more between are no fault of the supply


def full_round() -> list[tuple[int, int, int, int]]:
    """(kind, a, b, ticks) of each fact of the round that budgets are measured by."""
    script = parse_rounds(REPO_ROOT / "tests" / "golden_rounds" / "full_round.rounds")
    return [(ran.step.kind, ran.a, ran.step.b, ran.ticks) for ran in run_script(script).ran]


def overwriting_record() -> bytes:
    settings = unpack_settings(make_record())
    settings.overwrite_log = True
    return pack_settings(settings)


class LongTable:
    """power_ups, erases_in_rounds: how many there were; bytes_read: by the last recovery at a power-up."""

    def __init__(self, sectors: int) -> None:
        self.record = overwriting_record()
        self.flash = WornFlash(sectors, first_sector(self.record, LOG_ID, "a test", PROGRAM, SEAL_KEY))
        self.flash.erased_now = self._erased_now
        self.erases_in_rounds = 0
        self.power_ups = 0
        # Table's idle rule reads this: there is time for an erase, and for nothing else.
        self.parts = SimpleNamespace(chain=SimpleNamespace(is_still=False))
        self._round = full_round()
        self._power_up()

    def recover(self):
        """What the flash comes to now, and how many bytes of it were read."""
        self.flash.bytes_read = 0
        return recover(self.flash, self.record), self.flash.bytes_read

    def _power_up(self) -> None:
        found, self.bytes_read = self.recover()
        assert not found.stopped_at
        self.log = RoundLog(self.flash, SEAL_KEY, PROGRAM, found)
        self.engine = found.engine
        self.engine.shows = False
        self._erased_in_this_life = set()
        self.power_ups += 1
        self._take(facts.POWER_UP, self.engine.state.blocked, 0, 0)
        self.log.seal()

    def _erased_now(self, sector: int) -> None:
        if self.engine.state.phase != OPEN:
            ahead = [each for each in self._erased_in_this_life if self.flash.is_fresh[each]]
            assert not ahead, "a round waited for an erase, and a sector that was erased ahead was left"
            self.erases_in_rounds += 1
        self._erased_in_this_life.add(sector)

    def _take(self, kind: int, a: int, b: int, ticks: int) -> None:
        """As Table.record, behind the idle time that went before the fact."""
        if ticks * TICK_MS > IDLE_MS:
            Table._use_idle_time(self)
        self.log.append(kind, a, b, ticks)
        self.engine.apply(kind, a, b, ticks)

    def play_round(self) -> None:
        for kind, a, b, ticks in self._round:
            self._take(kind, a, b, ticks)
        self.log.seal()

    def play_and_lose_power(self, chance: random.Random) -> None:
        """The power goes somewhere in the rounds that follow, maybe in an erase; then the round is ended."""
        self.flash.cut_after = chance.randrange(SECTOR_BYTES + SECTOR_BYTES // 2)
        try:
            while True:
                self.play_round()
        except PowerLost:
            self.flash.cut_after = -1
        self._power_up()
        if self.engine.state.phase != OPEN:
            if self.engine.state.phase != LOCKED:
                self._take(facts.SEAT_PRESSED, 3, 0, REST_TICKS)
                self._take(facts.CLEAR, 0, 0, 100)  # withdraws an entry that is not decided
            self._take(facts.ROUND_OVER, 0, 0, REST_TICKS)
            self.log.seal()
