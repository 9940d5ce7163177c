"""Logs that are played in the words of `.rounds` lines, for stories to tell."""

from host_tools.log_file import LogFile, open_log
from host_tools.rounds_words import read_fact
from table_core import facts
from table_core.limits import TICK_MS
from table_core.settings import CRAZY_4_POKER, FOUR_CARD_POKER, MISSISSIPPI_STUD
from table_core.state import OPEN
from table_wire.settings_record import pack_settings
from tests.core.rules_table import make_settings
from tests.wire.log_writer import LogWriter

TABLE_KEY = bytes(range(32)).hex()  # what LogWriter seals with
NO_PROGRESSIVE = {"wager_cents": 0, "pay_table": 0, "envy_table": 0}
TERMS = {
    FOUR_CARD_POKER: {},
    CRAZY_4_POKER: {"game": CRAZY_4_POKER, "seats": 6, "aces_up": 0, "queens_up": 1},
    MISSISSIPPI_STUD: {
        "game": MISSISSIPPI_STUD,
        "seats": 6,
        "aces_up": 0,
        "minimum_wager_cents": 1000,
        **NO_PROGRESSIVE,
    },
}


class Night(LogWriter):
    """A table's log, played by words."""

    def __init__(self, **terms) -> None:
        super().__init__(record=pack_settings(make_settings(**terms)))

    def do(self, *lines: str, ms: int = 1000) -> int:
        """Facts as `seat_pressed 3`, each so long after the one before; the record of the last."""
        for line in lines:
            kind, a, b = read_fact(line.split(), 7)
            a = self._mask(kind) if a is None else a
            self._room(96)  # so that a fact and its seal stay together
            self.fact(kind, a, b or 0, ms // TICK_MS)
        return self.number - 1

    def _mask(self, kind: int) -> int:
        """The mask that the device would put into the fact."""
        if kind == facts.NO_MORE_BETS:
            return self.engine.placed() if self.engine.state.phase == OPEN else 0
        return self.engine.covered

    def end(self) -> int:
        """ROUND OVER, sealed; its record."""
        record = self.do("round_over")
        self.seal()
        return record

    def file(self, folder) -> LogFile:
        """The log on disk, with its key beside it."""
        path = folder / "roundlog.bin"
        path.write_bytes(b"".join(map(bytes, self.sectors)))
        (folder / "table.key").write_text(TABLE_KEY)
        return open_log(path)


def quiet_round(night: Night) -> None:
    """One chip, no win."""
    night.do("chip_placed 1 progressive", "no_more_bets", "chip_lifted 1 progressive")
    night.end()
