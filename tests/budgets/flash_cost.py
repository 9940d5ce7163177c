"""`make bench`: what the round log costs the flash, against the same records as synced appends to LittleFS.

LittleFS is the real one, with the geometry of the board's own file system; a device beneath it counts.  A
record must be on flash before anybody sees what it means, so there it is one append and one sync each.
"""

import random
import sys

from littlefs import LittleFS
from littlefs.context import UserContext

from host_tools.flashing.program_image import GEOMETRY
from tests.long_run.long_table import LongTable
from tests.long_run.worn_flash import WornFlash
from tests.runtime.nor_flash import SECTOR_BYTES

ROUNDS = 500
SECTORS = 384  # the log's partition on the small board
ERASES_RATIO = 250
ROUND_BYTES = 448
RECOVERY_BYTES = 16 * 1024
LOOKS = 200  # so often recovery is looked at, anywhere in the log


class Counted(UserContext):
    """Flash beneath LittleFS: calls of erase, bytes programmed, bytes read."""

    def __init__(self) -> None:
        super().__init__(SECTORS * SECTOR_BYTES)
        self.erases = self.programmed = self.bytes_read = 0

    def read(self, cfg, block, off, size):
        self.bytes_read += size
        return super().read(cfg, block, off, size)

    def prog(self, cfg, block, off, data):
        self.programmed += len(data)
        return super().prog(cfg, block, off, data)

    def erase(self, cfg, block):
        self.erases += 1
        return super().erase(cfg, block)


def keep_records(flash: WornFlash) -> list[bytes]:
    """From here on every record that is written, seals too; not the headers of sectors."""
    records = []
    write = flash.write

    def keep(place: int, data) -> None:
        if place % SECTOR_BYTES:
            records.append(bytes(data))
        write(place, data)

    flash.write = keep
    return records


def append_to_littlefs(records: list[bytes]) -> Counted:
    counted = Counted()
    fs = LittleFS(context=counted, block_count=SECTORS, **GEOMETRY)
    counted.erases = counted.programmed = counted.bytes_read = 0  # what formatting took
    with fs.open("roundlog", "wb", buffering=0) as file:
        for record in records:
            file.write(record)
            file.flush()
        assert file.tell() == sum(map(len, records))
    return counted


def main() -> int:
    table = LongTable(SECTORS)
    flash = table.flash
    records = keep_records(flash)
    flash.programmed = flash.bytes_read = 0
    erased_before = sum(flash.erases)
    reads, chance = [], random.Random(0)
    look_at = sorted(chance.sample(range(ROUNDS), LOOKS))
    log_read = 0
    for played in range(ROUNDS):
        flash.bytes_read = 0
        table.play_round()
        log_read += flash.bytes_read
        if played in look_at:
            reads.append(table.recover()[1])
    erases = sum(flash.erases) - erased_before
    littlefs = append_to_littlefs(records)

    ratio = littlefs.erases / erases
    round_bytes = table.log._header.number * SECTOR_BYTES / ROUNDS
    print(f"{len(records):,} records of {ROUNDS} full rounds    round log    LittleFS, synced")
    for name, ours, theirs in (
        ("sectors erased", erases, littlefs.erases),
        ("bytes programmed", flash.programmed, littlefs.programmed),
        ("bytes read", log_read, littlefs.bytes_read),
    ):
        print(f"{name:32}{ours:15,}{theirs:20,}    1/{theirs / ours:.0f}")
    print(f"erases: 1/{ratio:.0f} of LittleFS's, of 1/{ERASES_RATIO}")
    print(f"log: {round_bytes:.0f} bytes a full round, of {ROUND_BYTES}")
    print(f"recovery: at most {max(reads):,} bytes read, of {RECOVERY_BYTES:,}")
    is_fine = ratio >= ERASES_RATIO and round_bytes <= ROUND_BYTES and max(reads) <= RECOVERY_BYTES
    return 0 if is_fine else 1


if __name__ == "__main__":
    sys.exit(main())
