"""A client of the link that knows only what docs/link.md says, in a few lines of the standard library.

It stands for one in another language: nothing of the project's own wire code is used.
"""

import base64
import hashlib
import hmac
import re
import struct
import zlib

CODES = {"u8": "B", "u16": "H", "u32": "I"}
MESSAGE = re.compile(r"\| 0x(..) \| `(\w+)` \| ([^|]*) \|")


def encode(kind: int, tag: int, payload: bytes) -> bytes:
    body = bytes((kind, tag)) + payload
    return b"~" + base64.b64encode(body + struct.pack("<I", zlib.crc32(body))) + b"\n"


def decode(line: bytes) -> tuple[int, int, bytes] | None:
    """(kind, tag, payload) of a line, None where it is no frame."""
    try:
        body = base64.b64decode(line.rpartition(b"~")[2], validate=True)
    except ValueError:
        return None
    whole, crc = body[:-4], body[-4:]
    return (whole[0], whole[1], whole[2:]) if crc == struct.pack("<I", zlib.crc32(whole)) else None


class Page:
    """The page, read: by name `kinds` and `layouts` of (field, struct code); `examples` of (told, line)."""

    def __init__(self, text: str) -> None:
        self.text = text
        found = MESSAGE.findall(text)
        self.kinds = {name: int(number, 16) for number, name, _ in found}
        self.layouts = {name: [self._field(each) for each in fields.split(", ")] for _, name, fields in found}
        lines = text.rpartition("```\n")[0].rpartition("```\n")[2].splitlines()
        self.examples = list(zip(lines[::2], lines[1::2], strict=True))

    @staticmethod
    def _field(words: str) -> tuple[str, str]:
        name, kind, *_ = words.split()
        return name, CODES.get(kind) or f"{kind}s"

    def pack(self, name: str, *values) -> bytes:
        return struct.pack("<" + "".join(code for _, code in self.layouts[name]), *values)

    def read(self, name: str, payload: bytes) -> dict:
        layout = "<" + "".join(code for _, code in self.layouts[name])
        fields = [field for field, _ in self.layouts[name]]
        values = dict(zip(fields, struct.unpack_from(layout, payload), strict=True))
        rest = payload[struct.calcsize(layout) :]
        return values | ({"rest": rest} if rest else {})

    def value(self, name: str) -> str:
        """What the table over the examples gives."""
        return re.search(rf"\| {re.escape(name)} \| `?(\w+)`? \|", self.text)[1]

    def result(self, name: str) -> int:
        return int(re.search(rf"\| (\d+) \| {name} \| \w", self.text)[1])


def mac(link_key: bytes, nonce: bytes, sequence: int, kind: int, covered: bytes) -> bytes:
    message = nonce + struct.pack("<IB", sequence, kind) + covered
    return hmac.new(link_key, message, hashlib.sha256).digest()[:16]


class Client:
    """Asks a table over anything that has write(bytes) and read(seconds)."""

    def __init__(self, port, page: Page) -> None:
        self.port = port
        self.page = page
        self.names = {kind: name for name, kind in page.kinds.items()}
        self.heard: list[tuple[str, dict]] = []
        self._rest = b""
        self._tag = 0

    def listen(self, seconds: float) -> list[tuple[str, int, dict]]:
        """(name, tag, fields) of what came in the first bytes that came."""
        *lines, self._rest = (self._rest + self.port.read(seconds)).split(b"\n")
        found = [frame for frame in map(decode, lines) if frame]
        return [
            (self.names[kind], tag, self.page.read(self.names[kind], payload)) for kind, tag, payload in found
        ]

    def wait_for(self, name: str, tag: int = 0) -> dict:
        for _ in range(500):
            for heard in self.listen(0.1):
                if heard[:2] == (name, tag):
                    return heard[2]
        raise AssertionError(f"no {name} came")

    def ask(self, name: str, answer: str, payload: bytes) -> dict:
        self._tag += 1
        self.port.write(encode(self.page.kinds[name], self._tag, payload))
        return self.wait_for(answer, self._tag)
