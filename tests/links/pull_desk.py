"""A desktop that pulls the log of a fake table, as a command: for tests of `pull-log` and its ledger."""

import json

from host_tools.at_table import connection
from host_tools.command_line import run
from host_tools.store import TableFolder, table_folder
from table_wire.sectors import SECTOR_BYTES
from tests.links.fake_table import FakePort, FakeTable
from tests.wire.log_writer import LOG_ID, LogWriter

TABLE_KEY = bytes(range(32))  # log_writer seals with this one
RING = 16
HARDWARE = "a1b2c3d4e5f6"


def log_of(writer: LogWriter) -> bytes:
    return b"".join(map(bytes, writer.sectors))


def table_with(writer: LogWriter, ring: int = RING) -> FakeTable:
    """A table whose ring holds the newest sectors of a log."""
    flash = bytearray(b"\xff" * ring * SECTOR_BYTES)
    for number, sector in enumerate(writer.sectors):
        at = number % ring * SECTOR_BYTES
        flash[at : at + SECTOR_BYTES] = sector
    end = (len(writer.sectors) - 1) % ring * SECTOR_BYTES + writer.at
    return FakeTable(flash, LOG_ID, writer.number, end)


class PullDesk:
    """Runs `pull-log` on a table, in a folder and a home of its own."""

    def __init__(self, folder, monkeypatch, capsys) -> None:
        self.out = folder / "night.bin"
        self.cable = {}
        self.table = None
        self._capsys = capsys
        monkeypatch.setenv("TABLELIGHT_HOME", str(folder / "home"))
        monkeypatch.setattr(connection, "open_port", lambda name: FakePort(self.table, **self.cable))
        self.folder.make()
        self.folder.key.keep(TABLE_KEY)

    @property
    def folder(self) -> TableFolder:
        return table_folder("T-07", HARDWARE)

    def pull(self, *options) -> tuple[int, str, str]:
        out = () if "--image" in options else ("--out", str(self.out))
        status = run(["pull-log", "--port", "fake", *out, *options])
        out, err = self._capsys.readouterr()
        assert "Traceback" not in err and "defect" not in err
        return status, out, err

    def ledger(self) -> dict:
        return json.loads(self.folder.ledger_path.read_text())
