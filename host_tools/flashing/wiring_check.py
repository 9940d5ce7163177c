"""Refuses to give a table another board file than it has, unless somebody said so.

With a wrong board file a bet may light another player's seat.  The table is asked over the link before it
is restarted; where it doesn't answer there, as one with another version's program, its flash is read.  What
must never change: a board file that can be read is not replaced by another one without --rewire.
"""

from host_tools.at_table.program_check import board_on_table, hashes_of
from host_tools.board_file import BOARD_JSON, board_digest
from host_tools.boards import whose
from host_tools.errors import NotReached, UserError
from host_tools.flashing.esptool_process import Esptool
from host_tools.flashing.read_back import read_files
from host_tools.output import warn


class WiringCheck:
    """Of one table that is to be flashed for `board`: first `ask`, then `look`.

    Each raises UserError where the table has another board file.
    """

    def __init__(self, board: dict, rewire: bool = False) -> None:
        self._board = board
        self._is_over = rewire

    def ask(self, link) -> None:
        """Over the link, which need not be connected yet."""
        if self._is_over:
            return
        try:
            link.connect()
            digest = board_on_table(link)
        except UserError:  # `look` finds it out
            return
        self._compare(link.port.name, digest)

    def look(self, esptool: Esptool, rows: tuple) -> None:
        """On the flash, where the link did not tell; it restarts the table once more."""
        if self._is_over:
            return
        try:
            files = read_files(esptool, rows)
        except NotReached:
            raise
        except UserError:  # no file system, as after a flash that broke off
            files = {}
        self._compare(esptool.port_name, hashes_of(files).get(BOARD_JSON))
        if not self._is_over:
            gets = f"it gets the board file of {self._board['name']}"
            warn(f"{esptool.port_name}: how the table was wired can't be read; {gets}")

    def _compare(self, port: str, digest: bytes | None) -> None:
        if digest not in (None, board_digest(self._board)):
            raise UserError(
                f"{port}: this table is wired by another board file, {whose(digest)}; name it with --board, "
                "or say --rewire"
            )
        self._is_over = digest is not None
