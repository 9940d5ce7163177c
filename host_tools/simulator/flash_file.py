"""The flash chip of a double: FOLDER/flash.bin, which programming clears bits of and erasing sets again.

The file is the chip: who else opens it sees every byte as it stands.  A board that is new has a blank
one made.  What must never change: nothing but an erase sets a bit, so that a part which is written
without one comes out wrong here as it would on a board; and one double at a time has the file.
"""

import fcntl
from pathlib import Path

from host_tools.errors import NotReached, UserError
from host_tools.simulator.board_folder import FLASH_NAME, claim_board_folder

SECTOR_BYTES = 4096
MIB = 1024 * 1024
SIZES_MIB = (2, 4, 8, 16)


class FlashFile:
    """A NOR flash over the file of a folder; `new_mib` is the size of one that is made where there is none.

    NotReached where there is none and no size was named, or another program has it.
    """

    def __init__(self, folder: Path, new_mib: int = 0) -> None:
        path = Path(folder) / FLASH_NAME
        try:
            if new_mib:
                claim_board_folder(path.parent)
                if not path.exists():
                    path.write_bytes(b"\xff" * (new_mib * MIB))
            elif not path.exists():
                make = f"`tablectl flash --port sim:{folder}` makes one"
                raise NotReached(f"sim:{folder}: there is no simulated board; {make}")
            self._file = open(path, "r+b", buffering=0)
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise NotReached(f"{folder}: another program has this simulated board; end that first") from error
        except OSError as error:
            raise NotReached(f"{path}: {error.strerror}") from error
        self.size = path.stat().st_size
        if self.size not in [mib * MIB for mib in SIZES_MIB]:
            self._file.close()
            raise UserError(
                f"{path}: {self.size} bytes is no flash of {', '.join(map(str, SIZES_MIB))} MiB;"
                " move it away, and a blank one is made"
            )

    def read(self, address: int, size: int) -> bytes:
        self._file.seek(address)
        return self._file.read(size)

    def erase(self, address: int, size: int) -> None:
        """Sets every sector that the range touches to 0xFF."""
        first = address // SECTOR_BYTES * SECTOR_BYTES
        end = min(-(-(address + size) // SECTOR_BYTES) * SECTOR_BYTES, self.size)
        self._file.seek(first)
        self._file.write(b"\xff" * (end - first))

    def program(self, address: int, data: bytes) -> None:
        """Clears the bits that are 0 in `data`; what lies beyond the chip is lost."""
        old = self.read(address, len(data))
        both = int.from_bytes(old, "big") & int.from_bytes(data[: len(old)], "big")
        self._file.seek(address)
        self._file.write(both.to_bytes(len(old), "big"))

    def close(self) -> None:
        self._file.close()
