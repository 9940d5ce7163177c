"""A desktop that is handed images of a dead table's flash, and such images."""

import json

from host_tools import errors
from host_tools.command_line import run
from host_tools.partition_table import MIB, ROWS_BY_MIB, TABLE_ADDRESS, TABLE_BYTES, pack_table, place_of
from table_wire.sectors import SECTOR_BYTES
from table_wire.slots import pack_slot
from table_wire.table_keys import derive_keys
from tests.links.pull_desk import PullDesk
from tests.log_images.evidence import TABLE_KEY
from tests.wire.log_writer import LogWriter, make_record

ROWS = ROWS_BY_MIB[4]
LOG_AT, LOG_BYTES = place_of(ROWS, "roundlog")


def flash_of(writer: LogWriter, mib: int = 4, ring: int = 0) -> bytearray:
    """All of a table's flash; the ring holds its newest sectors, if it is that small."""
    rows = ROWS_BY_MIB[mib]
    flash = bytearray(b"\xff" * (mib * MIB))
    contents = {"settings": pack_slot(1, make_record()), "secret": pack_slot(1, derive_keys(TABLE_KEY))}
    for label, content in contents.items():
        at = place_of(rows, label)[0]
        flash[at : at + len(content)] = content
    flash[TABLE_ADDRESS : TABLE_ADDRESS + TABLE_BYTES] = pack_table(rows)
    ring = ring or place_of(rows, "roundlog")[1] // SECTOR_BYTES
    for number, sector in enumerate(writer.sectors):
        at = LOG_AT + number % ring * SECTOR_BYTES
        flash[at : at + SECTOR_BYTES] = sector
    return flash


class ImageDesk(PullDesk):
    """A desktop that is handed images; the table itself is dead, if it is not `table`."""

    def __init__(self, folder, monkeypatch, capsys) -> None:
        super().__init__(folder, monkeypatch, capsys)
        self.image = folder / "dead.bin"
        self.out = folder / "dead-roundlog.bin"

    def read(self, data, *options) -> tuple[int, dict, str]:
        """Reads an image: exit status, what --json says, and what was said beside."""
        self.image.write_bytes(data)
        status = run(["pull-log", "--image", str(self.image), "--json", *map(str, options)])
        out, err = self._capsys.readouterr()
        assert "Traceback" not in err and "defect" not in err, err
        return status, json.loads(out or "{}"), err

    def refused(self, data, *options) -> str:
        status, told, err = self.read(data, *options)
        assert status in (errors.USAGE, errors.DIFFERENCE) and told == {} and err.count("\n") == 1, err
        assert not self.out.exists()
        return err
