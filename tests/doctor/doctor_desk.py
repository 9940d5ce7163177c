"""A desk with a table that answers all that the doctor asks, as a command: quick, and changed at will."""

import hashlib
import json

from host_tools.board_file import board_digest, load_board
from host_tools.command_line import run
from host_tools.doctor import at_the_table, way
from host_tools.flashing.program_image import LISTING
from host_tools.ledger import Ledger, write_ledger
from host_tools.links.message_tuples import CLOCK_SET, TYPES, Counters
from host_tools.places import BOARDS
from host_tools.store import TableFolder, table_folder
from table_wire import messages
from table_wire.sectors import SECTOR_BYTES
from table_wire.slots import pack_slot
from tests.links.fake_table import FakePort, FakeTable
from tests.links.pull_desk import HARDWARE, TABLE_KEY, log_of
from tests.wire.log_writer import LOG_ID, LogWriter, make_record, write_log

PORT = "rfc2217://desk:4000"  # which asks nothing of this computer
RING = 384
BOARD = load_board(BOARDS / "esp32_devkitc" / "board.toml")
LISTED = {LISTING: b"the program's files"}


class AnsweringTable(FakeTable):
    """A table of a log, which tells its state, its counters and its board file."""

    def __init__(self, writer: LogWriter) -> None:
        log = log_of(writer).ljust(RING * SECTOR_BYTES, b"\xff")
        super().__init__(log, LOG_ID, writer.number, (len(writer.sectors) - 1) * SECTOR_BYTES + writer.at)
        slot = pack_slot(1, make_record())
        self.settings = slot.ljust(2 * SECTOR_BYTES, b"\xff")
        self.state = writer.engine.state
        self.counters = Counters(0, 0, 0, 61_440, 98_304, CLOCK_SET)
        self.faults = 0
        self.program = hashlib.sha256(LISTED[LISTING]).digest()[:8]
        self.answers |= {messages.STATUS: self._status, messages.FILE: self._file}

    def _status(self, payload: bytes):
        (page, *_) = TYPES[messages.STATUS].read(payload)
        if page == messages.COUNTERS_PAGE:
            rest = b"".join(count.to_bytes(4, "little") for count in self.counters)
        else:
            rest = self.state.pack()[page * messages.STATE_PAGE_BYTES :][: messages.STATE_PAGE_BYTES]
        return messages.STATUS_IS, TYPES[messages.STATUS_IS].pack(page, self.record, rest=rest)

    def _file(self, payload: bytes):
        if payload[0]:
            return messages.DONE, bytes((messages.NO_SUCH_FILE,))
        return messages.FILE_IS, TYPES[messages.FILE_IS].pack(9, board_digest(BOARD), rest=b"board.json")

    def _welcome(self) -> bytes:
        return super()._welcome().replace(b"program.", self.program)

    def _heartbeat(self) -> bytes:
        beat = TYPES[messages.HEARTBEAT].read(super()._heartbeat())
        return TYPES[messages.HEARTBEAT].pack(*beat._replace(faults=self.faults)[:-1])


class DoctorDesk:
    """Runs `doctor` in a folder of its own, where table and desktop agree until a test changes one."""

    def __init__(self, folder, monkeypatch, capsys) -> None:
        self.home = folder / "home"
        self.cable = {}
        self.writer = write_log(3)
        self.table = AnsweringTable(self.writer)
        self._capsys = capsys
        monkeypatch.chdir(folder)
        monkeypatch.setenv("TABLELIGHT_HOME", str(self.home))
        monkeypatch.setattr(way, "open_port", lambda name: FakePort(self.table, **self.cable))
        monkeypatch.setattr(way, "running", lambda: [])
        monkeypatch.setattr(way, "holders", lambda port: [])
        monkeypatch.setattr(at_the_table, "build_program", lambda board: LISTED)
        self.keep()

    @property
    def folder(self) -> TableFolder:
        return table_folder("T-07", HARDWARE)

    def keep(self) -> None:
        """The key, and a ledger up to the log's end."""
        self.folder.make()
        self.folder.key.keep(TABLE_KEY)
        self.change_ledger()

    def change_ledger(self, **changes) -> None:
        last = self.writer.number - 1
        known = Ledger("T-07", HARDWARE, LOG_ID.hex(), last, last, "", 1, 4096, "2026-11-30T12:00:00+00:00")
        vars(known).update(changes)
        write_ledger(self.folder.ledger_path, known)

    def examine(self, *options) -> tuple[int, list[dict]]:
        """The status and the findings."""
        status = run(["doctor", "--port", PORT, "--json", *options])
        out, err = self._capsys.readouterr()
        assert err == ""
        return status, json.loads(out)["checks"]


def of_check(checks: list[dict], name: str) -> list[dict]:
    return [found for found in checks if found["check"] == name]
