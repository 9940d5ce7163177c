"""Frames as nobody sane sends them: random ones, mutated ones, and valid ones at the wrong time.

The rows of table_wire.messages say what a valid payload looks like, so a new message is stormed with as
soon as it stands there.  A storm is made by its seed alone.  What must never change: no key of the table is
known here; whoever wants frames under one gives it.
"""

import hashlib
import random
import re
import struct
from dataclasses import dataclass

from table_wire import messages
from table_wire.frames import BODY_MAX, FRAME_MAX, pack_frame
from table_wire.session import frame_mac, pack_attestation
from tests.link_fuzz.memory_board import CHANGES
from tests.wire.log_writer import make_record

EDGES = (0, 1, 2, 3, 7, 8, 31, 32, 76, 77, 78, 127, 128, 255, 4095, 4096, 65535, 1 << 20, (1 << 31) - 1)
LIMITS = {"B": 8, "H": 16, "I": 32}
GREETING = struct.pack("<B8s", messages.VERSION, messages.fingerprint())
NOISE = b"~\n\r~\x00\x03\x04\x1b\xff>>> Traceback rst:0x1\n"
GREETING_SHARE, COMMIT_SHARE, ROW_SHARE = 0.08, 0.3, 0.8


def _value(chance: random.Random, count: str, code: str):
    if code == "s":
        return chance.choice((chance.randbytes, bytes))(int(count or 1))
    bits = LIMITS[code]
    value = chance.choice(EDGES) if chance.random() < 0.7 else chance.getrandbits(32)
    return value & (1 << bits) - 1


def payload_of(chance: random.Random, layout: str) -> bytes:
    """A payload of just this layout; now and then one that is longer, or cut."""
    values = [_value(chance, *field) for field in re.findall(r"(\d*)([a-zA-Z])", layout)]
    payload = struct.pack(layout, *values) + chance.randbytes(chance.choice((0, 0, 0, 1, 4, 30)))
    return payload[: chance.randrange(len(payload) + 1)] if chance.random() < 0.1 else payload


# --- mutations: (random, frame without its newline, another one) -> bytes --------------------------------


def flip(chance, frame, other):
    at = chance.randrange(len(frame))
    return frame[:at] + bytes((frame[at] ^ 1 << chance.randrange(8),)) + frame[at + 1 :]


def cut(chance, frame, other):
    return frame[: chance.randrange(len(frame))]


def behead(chance, frame, other):
    return frame[chance.randrange(len(frame)) + 1 :]


def join(chance, frame, other):
    return frame + other


def splice(chance, frame, other):
    return frame[: chance.randrange(len(frame))] + other[chance.randrange(len(other)) :]


def repeat(chance, frame, other):
    at, to = sorted(chance.randrange(len(frame) + 1) for _ in range(2))
    return frame[:to] + frame[at:to] * chance.randrange(1, 4) + frame[to:]


def put_in(chance, frame, other):
    at = chance.randrange(len(frame) + 1)
    return frame[:at] + chance.randbytes(chance.randrange(1, 5)) + frame[at:]


def take_out(chance, frame, other):
    at = chance.randrange(len(frame))
    return frame[:at] + frame[at + chance.randrange(1, 5) :]


def be_any_length(chance, frame, other):
    return b"~" + bytes(chance.choices(b"ABab01+/=", k=chance.randrange(2 * FRAME_MAX)))


def be_noise(chance, frame, other):
    return chance.randbytes(chance.randrange(1, 2 * FRAME_MAX))


MUTATIONS = (flip, flip, cut, behead, join, splice, repeat, put_in, take_out, be_any_length, be_noise)


@dataclass
class Session:
    """What somebody on the cable knows of the session: all but the key."""

    nonce: bytes = b""
    sequence: int = 0
    staged: bytes = b""


class Storm:
    """seed: decides all.  keys: some that its commits are made under."""

    def __init__(self, seed: int, keys=(bytes(32),)) -> None:
        self.chance = random.Random(seed)
        self.keys = keys
        self.before = pack_frame(messages.HELLO, 1, GREETING)[:-1]

    def valid(self, session: Session) -> bytes:
        """A frame with a good CRC; most are of a known kind with a payload of its layout."""
        chance = self.chance
        draw = chance.random()
        if draw < GREETING_SHARE:
            return pack_frame(messages.HELLO, chance.randrange(256), GREETING)
        if draw < GREETING_SHARE + COMMIT_SHARE:
            return self._stage_or_commit(session)
        if draw < ROW_SHARE:
            kind, _, layout, *_ = chance.choice(messages.ROWS)
            payload = payload_of(chance, layout)
        else:
            kind, payload = chance.randrange(256), chance.randbytes(chance.randrange(BODY_MAX - 1))
        return pack_frame(kind, chance.choice((0, 1, chance.randrange(256))), payload[: BODY_MAX - 2])

    def _stage_or_commit(self, session: Session) -> bytes:
        """What a desktop sends to change the table, one piece wrong or none but the key."""
        chance = self.chance
        tag = chance.randrange(256)
        if chance.random() < 0.5:
            whole = pack_attestation("a storm", ("A", "B")) + chance.choice((make_record(), bytes(36), b""))
            at = chance.choice((0, 0, len(session.staged), chance.randrange(600)))
            piece = whole[at : at + messages.STAGE_MAX]
            return pack_frame(messages.STAGE, tag, struct.pack("<H", at) + piece)
        change = chance.choice((*CHANGES, 0, 255))
        sequence = session.sequence + chance.choice((0, 1, 1, 1000))
        staged = session.staged
        covered = struct.pack("<BH32s", change, len(staged), hashlib.sha256(staged).digest())
        mac = frame_mac(chance.choice(self.keys), session.nonce, sequence, messages.COMMIT, covered)
        return pack_frame(messages.COMMIT, tag, covered + struct.pack("<I16s", sequence, mac))

    def next(self, session: Session) -> tuple[bytes, bool]:
        """(bytes that end a line, whether they are a whole frame and nothing else)."""
        chance = self.chance
        frame = self.valid(session)[:-1]
        before, self.before = self.before, frame
        if chance.random() < 0.4:
            return frame + b"\n", True
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            frame = chance.choice(MUTATIONS)(chance, frame or before, before)
        if chance.random() < 0.2:
            frame = bytes(chance.choices(NOISE, k=chance.randrange(12))) + frame
        return frame + b"\n", False
