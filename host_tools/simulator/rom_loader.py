"""The serial loader in an ESP32's ROM, and the stub that esptool puts in its place: bytes in, bytes out.

A command is a SLIP frame: 0, number, size, checksum, data; its answer: 1, number, size, a value, data,
status.  ROM and stub differ in the size of the status and in the form of an MD5, and only the stub reads
in a stream.  A SYNC always finds the ROM: it stands for the reset that comes before it on a board.
What must never change: the bytes are judged by the real esptool, not by what this file thinks of them.
"""

import hashlib
import struct
import zlib
from collections import Counter
from dataclasses import dataclass
from functools import reduce
from operator import xor

from host_tools.simulator import loader_wire as wire
from host_tools.simulator.flash_file import FlashFile
from host_tools.simulator.loader_wire import HEAD, slip, unslip
from host_tools.simulator.rom_chips import CHIPS, CRYSTAL_HZ, registers

PHASES = {  # what a flasher is at when it sends this; all else is to connect
    wire.READ_FLASH: "read",
    wire.READ_FLASH_SLOW: "read",
    wire.FLASH_DATA: "write",
    wire.DEFL_DATA: "write",
    wire.SPI_FLASH_MD5: "verify",
}
INVALID_MESSAGE, FLASH_FAILED, BAD_CHECKSUM = 5, 6, 7  # why a command failed


@dataclass(frozen=True)
class Faults:
    """What goes wrong.  A moment is (phase, n): the n-th command of connect, read, write, verify or any."""

    flipped_at: int | None = None  # the byte at this flash address never takes what is written
    silent_from: tuple[str, int] | None = None  # no answer from this command on
    unplugged_at: tuple[str, int] | None = None  # the cable is pulled instead of the answer
    top_rate: int = 1_500_000  # above it the line garbles


NO_FAULTS = Faults()


class CommandFailed(Exception):
    """Answered with a status that says why."""

    def __init__(self, reason: int) -> None:
        super().__init__(reason)
        self.reason = reason


class RomLoader:
    """One board in download mode, for one chip of CHIPS over one flash."""

    def __init__(self, flash: FlashFile, chip: str = "esp32", faults: Faults = NO_FAULTS) -> None:
        self.flash = flash
        self.chip = CHIPS[chip]
        self.faults = faults
        self.commands = Counter()  # by phase, and "any"
        self.is_unplugged = False  # a fault has pulled the cable
        self._registers = registers(self.chip, flash.size)
        self.reset()

    def reset(self) -> None:
        """Back in the ROM, as after power-up; the flash and the faults stay."""
        self.is_stub = False
        self.rate = wire.START_RATE
        self._heard = b""
        self._stream: wire.Stream | None = None
        self._address = 0  # where the next data of a write go
        self._inflater = None

    def receive(self, data: bytes) -> bytes:
        """What came down the line, and what goes back for it."""
        *bodies, self._heard = (self._heard + data).split(wire.END)
        answers = b"".join(self._take(unslip(body)) for body in bodies if body)
        return b"" if self.is_unplugged else answers

    def _take(self, frame: bytes) -> bytes:
        if self._stream and len(frame) == 4:
            self._stream.acknowledged = int.from_bytes(frame, "little")
            return self._stream_on()
        if len(frame) < HEAD.size or frame[0] != 0:
            return b""  # noise
        _, number, size, checksum = HEAD.unpack_from(frame)
        is_garbled = self.rate > self.faults.top_rate
        if not self._happens(PHASES.get(number, "connect")):
            return b""
        answer = self._answer(number, frame[HEAD.size : HEAD.size + size], checksum)
        return bytes(byte ^ 0x5A for byte in answer) if is_garbled else answer

    def _happens(self, phase: str) -> bool:
        """Counts a command, and says whether it is answered."""
        now = {phase, "any"}
        self.commands.update(now)
        for name in now:
            if self.faults.unplugged_at == (name, self.commands[name]):
                self.is_unplugged = True
        silent_phase, silent_n = self.faults.silent_from or ("any", self.commands["any"] + 1)
        return not self.is_unplugged and self.commands[silent_phase] < silent_n

    def _answer(self, number: int, data: bytes, checksum: int) -> bytes:
        if number == wire.SYNC:
            self.reset()
            return 8 * self._reply(wire.SYNC, value=0x20120707)
        try:
            handle = self.HANDLERS.get(number)
            if handle is None:
                raise CommandFailed(INVALID_MESSAGE)
            return handle(self, number, data, checksum)
        except (CommandFailed, struct.error, zlib.error) as error:
            return self._reply(number, reason=getattr(error, "reason", INVALID_MESSAGE))

    def _reply(self, number: int, data: bytes = b"", value: int = 0, reason: int = 0) -> bytes:
        status = bytes([reason != 0, reason]) if self.is_stub else bytes([reason != 0, reason, 0, 0])
        return slip(HEAD.pack(1, number, len(data + status), value) + data + status)

    # --- what each command does ----------------------------------------------------------------

    def _accept(self, number: int, data: bytes, checksum: int) -> bytes:
        """Nothing of it matters here."""
        return self._reply(number)

    def _start_stub(self, number: int, data: bytes, checksum: int) -> bytes:
        answer = self._reply(number)
        _, entry = struct.unpack("<II", data)
        if entry == 0:
            return answer
        self.is_stub = True
        return answer + slip(b"OHAI")

    def _read_register(self, number: int, data: bytes, checksum: int) -> bytes:
        (address,) = struct.unpack("<I", data)
        if address == self.chip.divider_at:
            return self._reply(number, value=CRYSTAL_HZ // self.rate)
        return self._reply(number, value=self._registers.get(address, 0))

    def _change_rate(self, number: int, data: bytes, checksum: int) -> bytes:
        answer = self._reply(number)  # still at the old rate
        self.rate, _ = struct.unpack("<II", data)
        return answer

    def _tell_security(self, number: int, data: bytes, checksum: int) -> bytes:
        if not self.chip.tells_id:
            raise CommandFailed(INVALID_MESSAGE)
        return self._reply(number, struct.pack("<I8xII", 0, self.chip.id, 0))

    def _begin_write(self, number: int, data: bytes, checksum: int) -> bytes:
        size, _, _, self._address = struct.unpack_from("<IIII", data)
        self._inflater = zlib.decompressobj() if number == wire.DEFL_BEGIN else None
        self._erase_range(self._address, size)
        return self._reply(number)

    def _write(self, number: int, data: bytes, checksum: int) -> bytes:
        (size,) = struct.unpack_from("<I", data)
        content = data[16 : 16 + size]
        if checksum != reduce(xor, content, wire.CHECKSUM_SEED):
            raise CommandFailed(BAD_CHECKSUM)
        if number == wire.DEFL_DATA:
            content = self._inflater.decompress(content)
        self._program(content)
        return self._reply(number)

    def _program(self, content: bytes) -> None:
        flipped = self.faults.flipped_at
        if flipped is not None and self._address <= flipped < self._address + len(content):
            at = flipped - self._address
            content = content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]
        self.flash.program(self._address, content)
        self._address += len(content)

    def _erase(self, number: int, data: bytes, checksum: int) -> bytes:
        address, size = struct.unpack("<II", data) if number == wire.ERASE_REGION else (0, self.flash.size)
        self._erase_range(address, size)
        return self._reply(number)

    def _erase_range(self, address: int, size: int) -> None:
        if address + size > self.flash.size:
            raise CommandFailed(FLASH_FAILED)
        self.flash.erase(address, size)

    def _tell_md5(self, number: int, data: bytes, checksum: int) -> bytes:
        address, size = struct.unpack_from("<II", data)
        md5 = hashlib.md5(self.flash.read(address, size))
        return self._reply(number, md5.digest() if self.is_stub else md5.hexdigest().encode())

    def _read_slowly(self, number: int, data: bytes, checksum: int) -> bytes:
        address, size = struct.unpack("<II", data)
        return self._reply(number, self.flash.read(address, size).ljust(wire.SLOW_READ_BYTES, b"\xff"))

    def _read_in_stream(self, number: int, data: bytes, checksum: int) -> bytes:
        address, size, block_bytes, window = struct.unpack("<IIII", data)
        self._stream = wire.Stream(self.flash.read(address, size), block_bytes, window)
        return self._reply(number) + self._stream_on()

    def _stream_on(self) -> bytes:
        frames = b"".join(map(slip, self._stream.next_blocks()))
        if self._stream.is_over():
            self._stream = None
        return frames

    HANDLERS = {
        **dict.fromkeys((wire.FLASH_BEGIN, wire.DEFL_BEGIN), _begin_write),
        **dict.fromkeys((wire.FLASH_DATA, wire.DEFL_DATA), _write),
        **dict.fromkeys((wire.FLASH_END, wire.DEFL_END, wire.MEM_BEGIN, wire.MEM_DATA), _accept),
        **dict.fromkeys((wire.WRITE_REG, wire.SPI_SET_PARAMS, wire.SPI_ATTACH), _accept),
        **dict.fromkeys((wire.ERASE_FLASH, wire.ERASE_REGION), _erase),
        wire.MEM_END: _start_stub,
        wire.READ_REG: _read_register,
        wire.CHANGE_BAUDRATE: _change_rate,
        wire.SPI_FLASH_MD5: _tell_md5,
        wire.GET_SECURITY_INFO: _tell_security,
        wire.READ_FLASH_SLOW: _read_slowly,
        wire.READ_FLASH: _read_in_stream,
    }
