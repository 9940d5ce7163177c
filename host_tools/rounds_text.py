"""Reads a `.rounds` file: a round log as text, with what each fact should show.

Golden tests, exports and hand-written cases are all such files.  The reader follows the chips, so
that a lift without a placement is the file's mistake, but it decides nothing: masks that the text
leaves out stay open (`a` is None) until the engine says who is accepted or blocked.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from host_tools.errors import NotReached, UserError
from host_tools.rounds_effects import check_effect
from host_tools.rounds_words import KINDS, read_fact, render_time
from host_tools.settings_file import load_settings
from table_core import facts
from table_core.settings import Settings, counted_spot

CARRY_MASK = (facts.ROUND_OVER, facts.ROUND_OVER_HELD, facts.POWER_UP)  # their mask is what counts
WORDS_OF_A_TIME = r"(\d{1,6})(?:\.(\d{1,3}))?"


class RoundsError(UserError):
    """A mistake of the file; the message names file, line and remedy."""


@dataclass
class Expected:
    """What the text says that a fact shows: all of it in order (exact), or some of it."""

    exact: bool
    effects: list[str] = field(default_factory=list)

    def difference(self, shown: list[str]) -> str:
        """A sentence where the effects shown, rendered, differ from what is expected; else ""."""
        if self.exact:
            if [effect.split() for effect in shown] == [effect.split() for effect in self.effects]:
                return ""
            return f"expected -> {'; '.join(self.effects) or 'none'}, but got {'; '.join(shown) or 'none'}"
        for effect in self.effects:
            words = effect.split()
            if not any(other.split()[: len(words)] == words for other in shown):
                return f"expected +> {effect}, but got {'; '.join(shown) or 'none'}"
        return ""


@dataclass
class Step:
    """One fact of the file.

    a: None where the text leaves the mask of no_more_bets, round_over or round_over_held open.
    covered: the progressive sensors before the fact, as the chips were told; bit 0 for seat 1.
    """

    line_number: int
    at_ms: int
    kind: int
    a: int | None
    b: int
    covered: int
    expected: Expected | None = None


@dataclass
class Script:
    """A whole file, with the settings that it names."""

    path: Path
    settings_path: Path
    settings: Settings
    steps: list[Step]


def parse_rounds(path: str | Path) -> Script:
    """Reads one file.  RoundsError: file, line, mistake and remedy.  NotReached: no such file."""
    path = Path(path)
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise NotReached(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise RoundsError(
            f"{path}, line {line}: this is no text in UTF-8; save it in that encoding, or name a .rounds file"
        ) from error
    reader = _Reader(path)
    for number, line in enumerate(lines, 1):
        words = split_line(line)
        if not words:
            continue
        try:
            reader.read_line(number, words)
        except (ValueError, UserError) as error:
            raise RoundsError(f"{path}, line {number}: {error}") from error
    if reader.settings is None:
        raise RoundsError(f"{path}: the settings are missing; {_SETTINGS_FIRST}")
    return Script(path, reader.settings_path, reader.settings, reader.steps)


def is_rounds_text(data: bytes) -> bool:
    """Whether bytes are such a file, perhaps with mistakes: the first words name the settings."""
    lines = [split_line(line) for line in data.decode("utf-8", "replace").splitlines()]
    first = next(filter(None, lines), [""])
    return first[0] == "settings"


def split_line(line: str) -> list[str]:
    """The words before a comment.  A settings file's name with blanks or a # stands in quotes."""
    quoted = re.fullmatch(r'\s*settings\s+"([^"]+)"\s*(#.*)?', line)
    return ["settings", quoted[1]] if quoted else line.partition("#")[0].split()


_SETTINGS_FIRST = 'begin with "settings FILE.toml", the file\'s name being relative to this one'


class _Reader:
    """What was read so far: settings, steps, and where the chips lie and the switches stand."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.settings_path = path
        self.settings = None
        self.steps: list[Step] = []
        self.chips: set[tuple[int, int]] = set()  # (seat, spot) of the covered sensors
        self.unsure: set[tuple[int, int]] = set()  # sensors whose movements the log only counted
        self.switches = 0  # the bits of POWER_UP's b

    def read_line(self, number: int, words: list[str]) -> None:
        if words[0] == "settings":
            self._read_settings(words)
        elif self.settings is None:
            raise ValueError(f"the settings are missing; {_SETTINGS_FIRST}")
        elif words[0] in ("->", "+>"):
            self._read_effect(words[0] == "->", words[1:])
        else:
            self._read_fact(number, words)

    def _read_settings(self, words: list[str]) -> None:
        if self.settings is not None:
            raise ValueError("the settings stand above already; one file has one settings line, the first")
        if len(words) != 2:
            raise ValueError(_SETTINGS_FIRST)
        self.settings_path = self.path.parent / words[1]
        if not self.settings_path.is_file():
            raise ValueError(f"there is no settings file {self.settings_path}; {_SETTINGS_FIRST}")
        self.settings = load_settings(self.settings_path).settings

    def _read_effect(self, exact: bool, words: list[str]) -> None:
        if not self.steps:
            raise ValueError("an effect stands below the fact that yields it; write the fact first")
        if not words:
            raise ValueError('write the effect behind the arrow, or "-> none" for no effect')
        step = self.steps[-1]
        first = step.expected is None
        if first:
            step.expected = Expected(exact)
        elif step.expected.exact != exact:
            raise ValueError("-> lists all the effects of a fact, +> some of them; use one of the two")
        elif exact and (not step.expected.effects or words == ["none"]):
            raise ValueError('"-> none" stands alone: remove it or the other effects')
        if exact and words == ["none"]:
            return
        check_effect(words, self.settings.seats)
        step.expected.effects.append(" ".join(words))

    def _read_fact(self, number: int, words: list[str]) -> None:
        at_ms = self._read_time(words)
        if len(words) == 1:
            raise ValueError("a time without a fact; write what happened then, or remove the line")
        kind, a, b = read_fact(words[1:], self.settings.seats)
        covered = self.covered()
        if kind in CARRY_MASK and a is not None:
            self._set_covered(a)
        if kind == facts.POWER_UP:
            covered = self.covered()
            a = covered if a is None else a
            b = self.switches if b is None else b
        self._follow(kind, a, b)
        self.steps.append(Step(number, at_ms, kind, a, b, covered))

    def _read_time(self, words: list[str]) -> int:
        found = re.fullmatch(WORDS_OF_A_TIME, words[0])
        if not found:
            hint = f'; write a time before it, as "1.000   {words[0]}"' if words[0] in KINDS else ""
            raise ValueError(f'"{words[0]}" is no time: seconds with up to three decimals{hint}')
        at_ms = int(found[1]) * 1000 + int((found[2] or "0").ljust(3, "0"))
        before = self.steps[-1].at_ms if self.steps else 0
        if at_ms < before:
            raise ValueError(f"time runs back from {render_time(before)}; put the lines in order of time")
        return at_ms

    def covered(self) -> int:
        mask = 0
        for seat, spot in self.chips:
            if spot == counted_spot(self.settings):
                mask |= 1 << (seat - 1)
        return mask

    def _set_covered(self, mask: int) -> None:
        """A mask in the text counts, whatever was told of the chips before."""
        for seat in range(1, self.settings.seats + 1):
            sensor = (seat, counted_spot(self.settings))
            self.unsure.discard(sensor)
            if mask >> (seat - 1) & 1:
                self.chips.add(sensor)
            else:
                self.chips.discard(sensor)

    def _follow(self, kind: int, a: int, b: int) -> None:
        if kind in (facts.CHIP_PLACED, facts.CHIP_LIFTED):
            self._move_chip(kind == facts.CHIP_PLACED, (a, b))
        elif kind == facts.FLOOR_KEY:
            self._turn(facts.FLOOR_KEY_IS_ON, a)
        elif kind == facts.DOOR:
            self._turn(facts.DOOR_IS_OPEN, a)
        elif kind == facts.POWER_UP:
            self.switches = b & ~facts.RESTART_WAS_PLANNED  # which no later power-up is
        elif kind == facts.NOT_LOGGED and a:
            seats = range(1, self.settings.seats + 1)
            self.unsure = {(seat, spot) for seat in seats for spot in range(len(facts.SPOTS))}

    def _turn(self, bit: int, on: int) -> None:
        self.switches = self.switches | bit if on else self.switches & ~bit

    def _move_chip(self, is_placed: bool, sensor: tuple[int, int]) -> None:
        place = f"seat {sensor[0]} {facts.SPOTS[sensor[1]]}"
        if sensor not in self.unsure and is_placed == (sensor in self.chips):
            if is_placed:
                raise ValueError(f"a chip lies on {place} already; write its chip_lifted first")
            raise ValueError(f"no chip lies on {place}; write its chip_placed first")
        self.unsure.discard(sensor)
        if is_placed:
            self.chips.add(sensor)
        else:
            self.chips.discard(sensor)
