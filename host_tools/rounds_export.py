"""Writes a log as a `.rounds` text that replays to the same digests.

Times run on through power cuts, since the log does not know how long those took: a POWER_UP is put
half a second behind the fact before it.  Masks are written only where the chip movements that were
logged would not give them.
"""

import os
from pathlib import Path

from host_tools.errors import DIFFERENCE, UserError
from host_tools.log_file import LogFile
from host_tools.rounds_run import DARK_MS, ROUND_ENDS, rendered_effects
from host_tools.rounds_words import render_fact, render_time, seats_of
from table_core import facts
from table_core.limits import TICK_MS
from table_core.state import OPEN
from table_wire.digests import digest_text
from table_wire.replay import Replay
from table_wire.sectors import read_header

LEFT_OUT = (
    facts.TIME,
    facts.LOG_BORN,
    facts.SETTINGS,
    facts.ATTESTED,
    facts.NOT_LOGGED,
    facts.RECOVERY_STOPPED,
)
_CHIPS = (facts.CHIP_PLACED, facts.CHIP_LIFTED)


class _Writer:
    """Follows chips and switches as the reader of the text will, to see what it must be told."""

    def __init__(self) -> None:
        self.chips: set[tuple[int, int]] = set()
        self.counted_spot = facts.PROGRESSIVE
        self.switches = 0
        self.blocked = 0  # before the fact at hand
        self.was_open = True
        self.at_ms = 0

    def line(self, engine, kind: int, a: int, b: int, ticks: int) -> str:
        """The fact's line, "" for none; a chip movement that contradicts the text is a comment."""
        self.at_ms += DARK_MS if kind == facts.POWER_UP else ticks * TICK_MS
        if kind == facts.TIME:
            self.at_ms += a * TICK_MS
        self.counted_spot = engine.counted_spot
        text = "" if kind in LEFT_OUT else self._text(kind, a, b)
        self.blocked = engine.state.blocked
        self.was_open = engine.state.phase == OPEN
        if not text or text.startswith("#"):
            return text
        return f"{render_time(self.at_ms):<10} {text}"

    def _text(self, kind: int, a: int, b: int) -> str:
        name = render_fact(kind, a, b)
        bare = name.split()[0]
        if kind in _CHIPS:
            if (kind == facts.CHIP_PLACED) == ((a, b) in self.chips):
                return f"# {name}: the movement before it was only counted"
            (self.chips.add if kind == facts.CHIP_PLACED else self.chips.discard)((a, b))
        elif kind == facts.NO_MORE_BETS:
            return name if self.was_open and a != self._covered() & ~self.blocked else bare
        elif kind in ROUND_ENDS:
            return bare if self._takes_covered(a) else name
        elif kind == facts.POWER_UP:
            is_as_before = self._takes_covered(a) and b == self.switches
            self.switches = b & ~facts.RESTART_WAS_PLANNED
            return bare if is_as_before else name
        elif kind == facts.FLOOR_KEY or kind == facts.DOOR:
            bit = facts.FLOOR_KEY_IS_ON if kind == facts.FLOOR_KEY else facts.DOOR_IS_OPEN
            self.switches = self.switches | bit if a else self.switches & ~bit
        return name

    def _covered(self) -> int:
        return sum(1 << (seat - 1) for seat, spot in self.chips if spot == self.counted_spot)

    def _takes_covered(self, mask: int) -> bool:
        """Whether the text gives this mask anyway; it counts either way."""
        before = self._covered()
        self.chips = {chip for chip in self.chips if chip[1] != self.counted_spot}
        self.chips |= {(seat, self.counted_spot) for seat in seats_of(mask)}
        return mask == before


def export_rounds(log: LogFile, settings_path, out_path=None, with_effects: bool = False):
    """Yields the lines of the text.  UserError where the log is damaged, which `replay` shows in full."""
    first = read_header(log.sectors[0])
    if first.first_record > 1:
        raise UserError(
            f"{log.path}: the log begins with record {first.first_record}, and a .rounds text with a "
            "table's first; --format csv writes what there is"
        )
    folder = Path(out_path).resolve().parent if out_path else Path.cwd()
    name = os.path.relpath(Path(settings_path).resolve(), folder)
    yield f'settings "{name}"' if " " in name or "#" in name else f"settings {name}"
    replay = Replay(None, log.seal_keys)
    writer = _Writer()
    for sector in log.sectors:
        for record, kind, a, b, ticks in replay.read_sector(sector):
            if replay.terms != first.terms:
                raise UserError(
                    f"{log.path}, record {record}: the table's terms change here, and a .rounds text has one "
                    "set of terms; `tablectl replay` follows the change"
                )
            was_open = writer.was_open
            line = writer.line(replay.engine, kind, a, b, ticks)
            if line:
                yield line
            if line and with_effects and "#" not in line:
                yield from _effect_lines(replay.engine, kind in ROUND_ENDS and not was_open)
    replay.end(log.lost_sectors)
    if replay.problems:
        record, text = replay.problems[0]
        raise UserError(f"{log.path}, record {record}: {text}; `tablectl replay` says more", DIFFERENCE)


def _effect_lines(engine, may_end_round: bool) -> list[str]:
    shown = rendered_effects(engine)
    if may_end_round and engine.state.phase == OPEN:
        shown.append(f"digest {digest_text(engine.state)}")
    return [f"        -> {effect}" for effect in shown or ["none"]]
