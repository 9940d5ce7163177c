"""A board in memory for the real firmware on a desktop: flash, the modules of a board alone, and a cable.

The line has no rate: what is sent is there, and what is read was sent.  What must never change: nothing of
the board stays behind in the interpreter's list of modules, where other tests would find it.
"""

import gc
import sys
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from types import ModuleType, SimpleNamespace
from unittest.mock import patch

import table_runtime.serial_link  # noqa: F401  # stays loaded, where what follows is forgotten
from table_wire.frames import FRAME_MAX
from table_wire.slots import SLOT_BYTES
from tests.power_cuts.cut_flash import CutFlash, FlashMisused

gc.mem_free = lambda: 1 << 16  # which CPython's has not, and a heartbeat tells


def _board(flash: dict) -> dict:
    """The modules that only a board has, of one with this flash by label."""

    class Partition:
        TYPE_DATA = 1

        def __init__(self, label: str) -> None:
            self._flash = flash[label]

        @classmethod
        def find(cls, _type, label: str) -> list:
            return [cls(label)]

        def info(self) -> tuple:
            return 1, 0, 0, self._flash.sectors * SLOT_BYTES

        def readblocks(self, sector: int, buffer, offset: int) -> None:
            self._flash.read(sector * SLOT_BYTES + offset, buffer)

        def writeblocks(self, sector: int, data, offset: int) -> None:
            self._flash.write(sector * SLOT_BYTES + offset, data)

        def ioctl(self, _erase: int, sector: int) -> None:
            self._flash.erase(sector)

    return {"esp32": SimpleNamespace(Partition=Partition), "machine": ModuleType("machine")}


@contextmanager
def on_board(flash: dict):
    """What is loaded meanwhile finds this board's modules, and is forgotten with them."""
    with patch.dict(sys.modules, _board(flash)):
        sys.modules.pop("table_parts.flash_partition", None)
        yield


with on_board({}):
    CHANGES = tuple(import_module("table_runtime.changes").MODULES)  # all that the link may change


class Line:
    """stdin, stdout, the poll and the clock, all of one cable.  incoming: what the table has not read."""

    POLLIN = 1

    def __init__(self) -> None:
        self.incoming = bytearray()
        self.sent = bytearray()
        self.now_ms = 0
        self.stdin = self.stdout = self.buffer = self

    def poll(self):
        return self

    def register(self, stream, flags) -> None:
        pass

    def ipoll(self, timeout):
        return (self,) if self.incoming else ()

    def readinto(self, buffer) -> None:
        buffer[0] = self.incoming[0]
        del self.incoming[0]

    def write(self, data) -> None:
        self.sent += data

    def ticks_ms(self) -> int:
        return self.now_ms & 0x3FFFFFFF

    def ticks_diff(self, end: int, start: int) -> int:
        return (end - start + 0x20000000 & 0x3FFFFFFF) - 0x20000000

    def take_sent(self) -> bytes:
        sent = bytes(self.sent)
        self.sent.clear()
        return sent


def plug_into(line: Line):
    """A LaptopPort that finds the line in place of the system's modules; nobody else gets this copy of it."""
    spec = find_spec("table_parts.laptop_port")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    module.sys = module.select = module.time = line
    return module.LaptopPort(FRAME_MAX)


class Flash(CutFlash):
    """Pieces cross sectors, as the chip's own read may; what lies behind the partition is nobody's."""

    def read(self, place: int, buffer) -> None:
        if not 0 <= place <= len(self.bytes) - len(buffer):
            raise FlashMisused(f"a read of {len(buffer)} bytes from {place} leaves the partition")
        buffer[:] = self.bytes[place : place + len(buffer)]
