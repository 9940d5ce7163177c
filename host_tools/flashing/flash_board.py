"""Flashes a board: looks first, decides what is written, writes it in one run, and says how it ended.

What must never change: nothing is written before every check has passed, settings and keys of a table
that has them stay, and the round log always stays.
"""

import re
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from host_tools.errors import UserError
from host_tools.flashing import parts as flash_parts
from host_tools.flashing.board_look import NEW_BOARD, Found, look_at
from host_tools.flashing.esptool_process import Esptool, Watch
from host_tools.flashing.esptool_troubles import error_of
from host_tools.flashing.micropython_image import load_image
from host_tools.flashing.parts import Part
from host_tools.flashing.program_image import build_program, check_image, make_image
from host_tools.flashing.wiring_check import WiringCheck
from host_tools.output import progress_bar, warn
from host_tools.partition_table import place_of, rows_of

_BEGINS = re.compile(r"Writing '.*' at 0x([0-9a-fA-F]+)\.\.\.")
_IS_AT = re.compile(r"Writing at 0x([0-9a-fA-F]+)")
_VERIFIED = "Hash of data verified"


class Job(NamedTuple):
    """Everything that was prepared and checked before a board is touched."""

    board: dict
    rows: tuple
    program: list[Part]
    settings_record: bytes | None
    wiring: WiringCheck

    def parts_for(self, found: Found) -> list[Part]:
        """What is written to such a board, in this order."""
        parts = list(self.program)
        if not found.is_table:
            parts += flash_parts.slot_parts(self.rows, self.settings_record)
        elif self.settings_record and not found.has_settings:
            parts.append(flash_parts.settings_part(self.rows, self.settings_record))
        return [*parts, flash_parts.table_part(self.rows)]

    def merged(self) -> bytes:
        """The whole flash of a new board."""
        return flash_parts.merge(self.parts_for(NEW_BOARD), self.board["flash_mib"])


def prepare(board: dict, image_path: str, settings_record: bytes | None, rewire: bool = False) -> Job:
    """Builds and checks what will be written.  UserError: why it must not be.

    rewire: a table that has another board file gets this one.
    """
    rows = rows_of(board)
    image = load_image(image_path, board, rows)
    files = build_program(board)
    file_system = check_image(make_image(files, place_of(rows, "vfs")[1]), files)
    program = flash_parts.program_parts(board["chip"], rows, image, file_system)
    return Job(board, rows, program, settings_record, WiringCheck(board, rewire))


def flash_board(job: Job, esptool: Esptool) -> tuple[Found, list[Part]]:
    """Writes what a board needs: (what stood on it, what was written).  UserError: what failed, what is sure.

    It resets the board: whether that may be is asked before, by refuse_open_round.
    """
    found = look_at(esptool, job.board, job.rows, job.settings_record)
    if found.is_table:
        job.wiring.look(esptool, found.rows)
    parts = job.parts_for(found)
    write_parts(esptool, parts, found.kept)
    return found, parts


def write_parts(esptool: Esptool, parts: list[Part], kept: str) -> None:
    """One run for all parts, each verified.  UserError: what failed, then what is sure."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["write-flash"]
        for number, part in enumerate(parts):
            file = Path(folder) / f"{number}.bin"
            file.write_bytes(part.data)
            arguments += [hex(part.address), str(file)]
        watch = WriteWatch(parts, kept)
        try:
            esptool.run(arguments, watch)
        except UserError as error:
            raise error_of(f"{error}\n{watch.what_is_sure()}", error.exit_status) from error
        except KeyboardInterrupt:
            warn(watch.what_is_sure())
            raise


class WriteWatch(Watch):
    """Follows the writing of parts: how far it is, and which of them are verified."""

    def __init__(self, parts: list[Part], kept: str) -> None:
        self._parts = parts
        self._kept = kept
        self._bytes = sum(len(part.data) for part in parts)
        self._begun: list[Part] = []
        self._verified: list[Part] = []
        self._now: Part | None = None

    @contextmanager
    def running(self):
        """Each run has a bar of its own, which is gone before anything is told."""
        self._now = None
        with super().running(), progress_bar("flashing") as self._progress:
            yield

    def line(self, text: str) -> None:
        begins, is_at = _BEGINS.search(text), _IS_AT.search(text)
        if begins:
            self._begin_part(int(begins[1], 16))
        elif is_at and self._now:
            self._show(int(is_at[1], 16) - self._now.address)
        elif text.startswith("Verifying") and self._now:
            self.phase = f"verifying {self._now.name}"
        elif _VERIFIED in text and self._now:
            self._verified.append(self._now)

    def _begin_part(self, address: int) -> None:
        self._now = next(part for part in self._parts if part.address == address)
        self.phase = f"writing {self._now.name}"
        self._begun = [part for part in self._begun if part != self._now] + [self._now]
        self._verified = [part for part in self._verified if part != self._now]

    def _show(self, done_of_part: int) -> None:
        before = self._parts[: self._parts.index(self._now)]
        self._progress(sum(len(part.data) for part in before) + done_of_part, self._bytes)

    def what_is_sure(self) -> str:
        """A sentence on every part, after a failure."""
        unsure = [part for part in self._begun if part not in self._verified]
        untouched = [part for part in self._parts if part not in self._begun]
        if not self._begun:
            return "nothing was written"
        groups = {
            "verified": names(self._verified),
            "not sure": names(unsure),
            "not written yet": names(untouched),
            "left as they were": self._kept,
        }
        told = [f"{what}: {group}" for what, group in groups.items() if group]
        return "; ".join(told) + "; the board is of no use until `tablectl flash` has gone through"


def names(parts: list[Part]) -> str:
    return ", ".join(part.name for part in parts)
