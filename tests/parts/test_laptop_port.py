"""The plug for the laptop: what it makes of bytes, and that it never fills the FIFO."""

import random

import pytest

import table_parts.laptop_port as laptop_port
from table_parts.laptop_port import LaptopPort

LONGEST = 114
BYTES_A_MS = 11.52


class Line:
    """stdin, stdout, the poll and the clock, all of one UART; a write that finds the FIFO full sleeps."""

    POLLIN = 1

    def __init__(self) -> None:
        self.incoming = b""
        self.sent = b""
        self.now_ms = 0
        self.standing = 0.0
        self.slept_ms = 0
        self.write_takes_ms = 0
        self.stdin = self.stdout = self.buffer = self

    def poll(self):
        return self

    def register(self, stream, flags) -> None:
        assert stream is self and flags == self.POLLIN

    def ipoll(self, timeout):
        assert timeout == 0
        return iter([(self, 1)] if self.incoming else [])

    def readinto(self, buf) -> int:
        assert len(buf) == 1 and self.incoming, "the board would wait here"
        buf[0] = self.incoming[0]
        self.incoming = self.incoming[1:]
        return 1

    def write(self, data: bytes) -> None:
        self.sent += data
        self.standing += len(data)
        if self.standing > 128:
            self.slept_ms += 10
        self.pass_ms(self.write_takes_ms)

    def pass_ms(self, ms: int) -> None:
        self.now_ms += ms
        self.standing = max(0.0, self.standing - ms * BYTES_A_MS)

    def ticks_ms(self) -> int:
        return self.now_ms & 0x3FFFFFFF

    def ticks_diff(self, end: int, start: int) -> int:
        return (end - start + 0x20000000 & 0x3FFFFFFF) - 0x20000000


@pytest.fixture
def line(monkeypatch):
    line = Line()
    for name in ("sys", "select", "time"):
        monkeypatch.setattr(laptop_port, name, line)
    return line


def lines_of(port) -> list[bytes]:
    found = []
    for _ in range(100):
        length = port.read_line()
        if length:
            found.append(bytes(port.line[:length]))
    return found


def test_a_line_is_what_stands_between_tilde_and_newline(line):
    line.incoming = b"~abc\n"
    assert lines_of(LaptopPort(LONGEST)) == [b"abc"]


@pytest.mark.parametrize(
    "incoming, found",
    [
        (b"noise\n~a\nmore noise\n~b\n", [b"a", b"b"]),
        (b"~lost its en~abc\n", [b"abc"]),
        (b"~\n~\n\n~x\n", [b"x"]),
        (b"~" + b"y" * LONGEST + b"\n", [b"y" * LONGEST]),
        (b"~" + b"y" * (LONGEST + 1) + b"\n~z\n", [b"z"]),
        (b"abc\n", []),
        (bytes(300) + b"~a\n", [b"a"]),
    ],
)
def test_whatever_surrounds_a_frame_is_left_out(line, incoming, found):
    line.incoming = incoming
    assert lines_of(LaptopPort(LONGEST)) == found


def test_bytes_may_come_one_by_one(line):
    port = LaptopPort(LONGEST)
    found = []
    for byte in b"~one\r~two\n":
        line.incoming = bytes((byte,))
        length = port.read_line()
        if length:
            found.append(bytes(port.line[:length]))
    assert found == [b"two"]


def test_one_tick_takes_so_many_bytes_and_no_more(line):
    line.incoming = b"x" * 1000
    LaptopPort(LONGEST).read_line()
    assert len(line.incoming) == 1000 - laptop_port.BYTES_A_TICK


@pytest.mark.parametrize("seed", range(20))
def test_a_write_never_sleeps(line, seed):
    """Frames of all lengths, ticks that are early or late: the FIFO never overflows, and stays busy."""
    seeded = random.Random(seed)
    line.now_ms = 0x3FFFFF00  # the clock wraps on the way
    port = LaptopPort(LONGEST)
    for _ in range(2000):
        line.pass_ms(seeded.choice([5, 5, 5, 5, 4, 6, 12, 40]))
        length = seeded.choice([114, 114, 38, 62])
        if port.has_room(length):
            port.write(bytes(length))
        assert line.standing <= 128
    assert line.slept_ms == 0
    assert port.slow_writes == 0 and not port.is_slow


def test_a_log_pull_keeps_the_line_busy(line):
    port = LaptopPort(LONGEST)
    for _ in range(1000):
        line.pass_ms(5)
        if port.has_room(114):
            port.write(bytes(114))
    assert len(line.sent) > 0.97 * 5000 * BYTES_A_MS


def test_a_slow_write_is_noticed(line):
    """Nobody reads at the other end of a native USB port."""
    port = LaptopPort(LONGEST)
    line.pass_ms(5000)
    assert port.has_room(114)
    line.write_takes_ms = 500
    port.write(bytes(114))
    assert port.is_slow and port.slow_writes == 1
