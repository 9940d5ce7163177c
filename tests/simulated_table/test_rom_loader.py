"""The double of an ESP32 in download mode, judged by the real esptool, and what no esptool would send."""

import hashlib
import random
import struct
import zlib
from functools import reduce
from operator import xor

import pytest
from esptool_runs import esptool

from host_tools.simulator import loader_wire as wire
from host_tools.simulator.double import serve_loader
from host_tools.simulator.flash_file import FlashFile
from host_tools.simulator.rom_loader import Faults, RomLoader

TEXT = b"A part that can be compressed. " * 300
NOISE = random.Random(1).randbytes(10_000)
CHIP_NAMES = {"esp32": "ESP32", "esp32s3": "ESP32-S3", "esp32c3": "ESP32-C3"}


@pytest.fixture
def run(tmp_path):
    """run(port, ...) is a run of esptool: whether it ended well, and what it printed."""
    return lambda port, *arguments: esptool(port, *arguments, folder=tmp_path)


@pytest.fixture
def parts(tmp_path):
    """Two files and where they go, as esptool takes them."""
    (tmp_path / "text.bin").write_bytes(TEXT)
    (tmp_path / "noise.bin").write_bytes(NOISE)
    return ("0x1000", tmp_path / "text.bin", "0x10000", tmp_path / "noise.bin")


# --- with the real esptool -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "chip, mib", [("esp32", 2), ("esp32", 4), ("esp32", 16), ("esp32s3", 8), ("esp32c3", 4)]
)
def test_esptool_finds_chip_and_flash(run, tmp_path, chip, mib):
    with serve_loader(tmp_path / "board", chip, mib) as port:
        went_well, text = run(port, "flash-id")
    assert went_well, text
    assert f"Connected to {CHIP_NAMES[chip]} on" in text
    assert f"Detected flash size: {mib}MB" in text
    assert "24:0a:c4:00:00:01" in text
    assert "40MHz" in text


@pytest.mark.parametrize("how", [["--baud", "460800"], ["--no-stub"]], ids=["stub", "rom"])
@pytest.mark.parametrize("chip", ["esp32", "esp32s3"])
def test_esptool_writes_verifies_and_reads(run, parts, tmp_path, chip, how):
    with serve_loader(tmp_path / "board", chip) as port:
        went_well, text = run(port, *how, "write-flash", *parts)
        assert went_well and text.count("Hash of data verified") == 2, text
        went_well, text = run(port, *how, "read-flash", "0x10000", len(NOISE), tmp_path / "back.bin")
        assert went_well, text
    assert (tmp_path / "back.bin").read_bytes() == NOISE
    flash = (tmp_path / "board" / "flash.bin").read_bytes()
    assert flash[0x1000 : 0x1000 + len(TEXT)] == TEXT
    assert set(flash[:0x1000] + flash[0x4000:0x10000]) == {0xFF}


def test_esptool_overwrites_and_erases(run, parts, tmp_path):
    with serve_loader(tmp_path / "board") as port:
        run(port, "write-flash", "0x1000", parts[3])
        went_well, text = run(port, "write-flash", "0x1000", parts[1])
        assert went_well, text
        went_well, text = run(port, "erase-region", "0x1000", "0x1000")
        assert went_well, text
    flash = (tmp_path / "board" / "flash.bin").read_bytes()
    assert set(flash[0x1000:0x2000]) == {0xFF}
    assert flash[0x2000 : 0x1000 + len(TEXT)] == TEXT[0x1000:]


SEEN = {  # what is wrong: the double, and what esptool says of it
    "another chip": ({"chip": "esp32s3"}, "This chip is ESP32-S3, not ESP32"),
    "flash too small": ({"flash_mib": 2}, "will not fit in 2097152 bytes"),
    "flipped bit": ({"faults": Faults(flipped_at=0x300005)}, "MD5 of file does not match"),
    "line too slow": ({"faults": Faults(top_rate=115200)}, "No more data to read"),
    "never answers": ({"faults": Faults(silent_from=("connect", 1))}, "Failed to connect"),
    "silent in write": ({"faults": Faults(silent_from=("write", 1))}, "No more data to read"),
    "silent in verify": ({"faults": Faults(silent_from=("verify", 1))}, "No more data to read"),
    "pulled at once": ({"faults": Faults(unplugged_at=("connect", 1))}, "serial exception"),
    "pulled later": ({"faults": Faults(unplugged_at=("any", 40))}, "serial exception"),
    "pulled in verify": ({"faults": Faults(unplugged_at=("verify", 1))}, "serial exception"),
}


@pytest.mark.parametrize("wrong", SEEN)
def test_esptool_sees_the_fault(run, parts, tmp_path, wrong):
    how, said = SEEN[wrong]
    with serve_loader(tmp_path / "board", **how) as port:
        write = ("--baud", "460800", "write-flash", "0x300000", parts[1])
        went_well, text = run(port, "--chip", "esp32", *write)
    assert not went_well
    assert said in text, text


@pytest.mark.parametrize("fault", ["silent_from", "unplugged_at"])
def test_esptool_sees_the_fault_while_it_reads(run, tmp_path, fault):
    with serve_loader(tmp_path / "board", faults=Faults(**{fault: ("read", 2)})) as port:
        assert run(port, "read-flash", "0x1000", "0x1000", tmp_path / "back.bin")[0]
        assert not run(port, "read-flash", "0x1000", "0x1000", tmp_path / "back.bin")[0]


def test_line_that_garbles_is_fine_at_a_lower_rate(run, parts, tmp_path):
    with serve_loader(tmp_path / "board", faults=Faults(top_rate=115200)) as port:
        assert not run(port, "--baud", "460800", "write-flash", *parts)[0]
        went_well, text = run(port, "--baud", "115200", "write-flash", *parts)
    assert went_well, text


# --- byte by byte --------------------------------------------------------------------------------


def command(number: int, data: bytes = b"", checksum: int = 0) -> bytes:
    return wire.slip(wire.HEAD.pack(0, number, len(data), checksum) + data)


def write_commands(address: int, data: bytes, begin: int = wire.FLASH_BEGIN) -> list[bytes]:
    """A write of one block, at the start of which everything that it touches is erased."""
    block = zlib.compress(data) if begin == wire.DEFL_BEGIN else data
    head = struct.pack("<IIII", len(block), 0, 0, 0)
    checksum = reduce(xor, block, wire.CHECKSUM_SEED)
    return [
        command(begin, struct.pack("<IIII", len(data), 1, len(block), address)),
        command(begin + 1, head + block, checksum),
    ]


def frames(answer: bytes) -> list[bytes]:
    return [wire.unslip(body) for body in answer.split(wire.END) if body]


def status(answer: bytes) -> bytes:
    """The status of the only frame, in the ROM."""
    (frame,) = frames(answer)
    return frame[-4:-2]


@pytest.fixture
def flash(tmp_path):
    flash = FlashFile(tmp_path, 4)
    yield flash
    flash.close()


@pytest.fixture
def loader(flash):
    return RomLoader(flash)


START_STUB = command(wire.MEM_END, struct.pack("<II", 0, 0x400BE000))
SYNC = command(wire.SYNC, bytes(36))


def test_sync_brings_back_the_rom(loader):
    assert frames(loader.receive(START_STUB))[1:] == [b"OHAI"]
    assert loader.is_stub
    answers = frames(loader.receive(SYNC))
    assert len(answers) == 8
    assert wire.HEAD.unpack_from(answers[0])[3] != 0  # a 0 would mean the stub
    assert not loader.is_stub


def test_upload_that_starts_nothing_leaves_the_rom(loader):
    loader.receive(command(wire.MEM_END, struct.pack("<II", 1, 0)))
    assert not loader.is_stub


@pytest.mark.parametrize("before", [b"", START_STUB], ids=["rom", "stub"])
def test_md5_has_a_form_of_its_own_in_rom_and_stub(loader, flash, before):
    loader.receive(before)
    (frame,) = frames(loader.receive(command(wire.SPI_FLASH_MD5, struct.pack("<IIII", 0, 100, 0, 0))))
    md5 = hashlib.md5(b"\xff" * 100)
    expected = md5.digest() + bytes(2) if before else md5.hexdigest().encode() + bytes(4)
    assert frame[wire.HEAD.size :] == expected


@pytest.mark.parametrize("begin", [wire.FLASH_BEGIN, wire.DEFL_BEGIN])
def test_command_may_come_in_pieces_and_behind_noise(loader, flash, begin):
    data = b"\xc0\xdb\xdc\xdd" * 20
    answer = loader.receive(b"rst:0x1\r\n")
    for byte in b"".join(write_commands(0x5000, data, begin)):
        answer += loader.receive(bytes([byte]))
    assert [status(wire.slip(frame)) for frame in frames(answer)] == [bytes(2)] * 2
    assert flash.read(0x5000, len(data) + 1) == data + b"\xff"


def test_pulled_cable_answers_nothing_of_what_came_with_it(flash):
    loader = RomLoader(flash, faults=Faults(unplugged_at=("write", 2)))
    first, second = write_commands(0x5000, b"first"), write_commands(0x6000, b"second")
    assert len(frames(loader.receive(b"".join(first)))) == 2
    assert loader.receive(b"".join(second)) == b""
    assert loader.is_unplugged
    assert flash.read(0x6000, 6) == b"\xff" * 6


def test_block_with_a_wrong_checksum_is_not_written(loader, flash):
    begin, data = write_commands(0x5000, b"12345678")
    loader.receive(begin)
    assert status(loader.receive(data.replace(b"1234", b"1235"))) == b"\1\7"
    assert flash.read(0x5000, 8) == b"\xff" * 8


def test_broken_stream_and_unknown_command_are_refused(loader):
    begin, data = write_commands(0x5000, b"\x00" * 100, wire.FLASH_BEGIN)
    loader.receive(begin.replace(b"\0\2", b"\0\x10", 1))
    assert status(loader.receive(data.replace(b"\0\3", b"\0\x11", 1))) == b"\1\5"
    assert status(loader.receive(command(0x77))) == b"\1\5"


def test_writing_beyond_the_flash_is_refused(loader, flash):
    begin, _ = write_commands(flash.size - 4, b"12345678")
    assert status(loader.receive(begin)) == b"\1\6"


def test_reader_that_does_not_acknowledge_gets_one_window(loader, flash):
    flash.program(0, NOISE)
    loader.receive(START_STUB)
    answer = loader.receive(command(wire.READ_FLASH, struct.pack("<IIII", 0, 1000, 100, 3)))
    assert frames(answer)[1:] == [NOISE[at : at + 100] for at in (0, 100, 200)]
    answer = loader.receive(wire.slip(struct.pack("<I", 200)))
    assert frames(answer) == [NOISE[at : at + 100] for at in (300, 400)]
    loader.receive(wire.slip(struct.pack("<I", 500)))
    loader.receive(wire.slip(struct.pack("<I", 800)))
    assert frames(loader.receive(wire.slip(struct.pack("<I", 1000)))) == [hashlib.md5(NOISE[:1000]).digest()]
