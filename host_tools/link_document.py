"""Writes docs/link.md: the link as a client in another language needs it, with frames to try it on.

    python -m host_tools.link_document

The tables come from the rows and constants of table_wire/messages.py and from the comments that stand behind
them, so that whoever changes those writes the page by running this again; a test says when it is due.
What must never change: nothing that the rows say is written here a second time.
"""

import hashlib
import re
import struct
from pathlib import Path
from typing import NamedTuple

from host_tools.link_prose import PAGE
from host_tools.links.link import QUIET_LINE
from host_tools.links.message_tuples import TYPES, Counters
from host_tools.links.questions import RESTARTING_CHANGES
from host_tools.links.refusals import TEXTS
from host_tools.places import REPO_ROOT
from table_core import names
from table_core.state import PHASES
from table_wire import frames, messages
from table_wire.frames import pack_frame
from table_wire.seals import KEY_BYTES
from table_wire.session import MAC_BYTES, frame_mac, pack_attestation
from table_wire.table_keys import derive_keys, masked_keys

PATH = REPO_ROOT / "docs" / "link.md"
WIDTHS = {"B": "u8", "H": "u16", "I": "u32"}
FROM_TABLE = 0x80  # the kinds from here on
OTHER_RESULTS = {messages.OK: "done", messages.NO_SESSION: "there is no session: greet the table"}
_CODE = re.compile(r"(\d*)(\w)")
_CONSTANT = re.compile(r"([A-Z][A-Z0-9_]+)(?<!_MAX) = (\d+)(?:  # (.*))?")  # a limit is no row

# The examples: a change of the clock, from the greeting to the answer.
TABLE_KEY, NEW_TABLE_KEY = bytes(range(32)), bytes(range(32, 64))
NONCE, SEQUENCE = bytes(range(16)), 1
REASON, PEOPLE = "the clock was lost", ("A. Ames", "B. Bell")
CLOCK = struct.pack("<HI", 9830, 61200)


class Constant(NamedTuple):
    name: str
    value: int
    comment: str


def constants(heading: str) -> list[Constant]:
    """The constants of messages.py under the comment that begins so, in their order."""
    text = Path(messages.__file__).read_text(encoding="utf-8")
    blocks = [block for block in text.split("\n\n") if block.startswith(f"# {heading}")]
    if len(blocks) != 1:
        raise ValueError(f"messages.py has {len(blocks)} groups of constants under: {heading}")
    found = [_CONSTANT.fullmatch(line) for line in blocks[0].splitlines()]
    return [Constant(row[1], int(row[2]), row[3] or "") for row in found if row]


def say(name: str) -> str:
    return name.lower().replace("_", " ")


def fields_of(number: int) -> list[tuple[str, str]]:
    """(name, type) of each field of a message."""
    _, _, layout, fields, _, _ = next(row for row in messages.ROWS if row[0] == number)
    codes = _CODE.findall(layout.lstrip("<"))
    types = [f"{count} bytes" if code == "s" else WIDTHS[code] for count, code in codes]
    return list(zip(fields.split(), types, strict=True))


def table(head: tuple, rows) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def message_table(is_from_table: bool) -> str:
    rows = []
    for number, name, _layout, _fields, _who, what in messages.ROWS:
        if (number >= FROM_TABLE) == is_from_table:
            payload = ", ".join(" ".join(field) for field in fields_of(number))
            rows.append((f"0x{number:02x}", f"`{name}`", payload, what))
    return table(("kind", "name", "payload", "what it is"), rows)


def who_table() -> str:
    asking = [row for row in messages.ROWS if row[0] < FROM_TABLE]
    rows = []
    for who in dict.fromkeys(row[4] for row in asking):
        rows.append((", ".join(f"`{row[1]}`" for row in asking if row[4] == who), who))
    return table(("message", "who may"), rows)


def constant_table(heading: str, head: tuple) -> str:
    """Their values, names and comments, as far as head has titles."""
    return table(head, [(row.value, say(row.name), row.comment)[: len(head)] for row in constants(heading)])


def result_table() -> str:
    meanings = {result: text[0] for result, text in TEXTS.items()} | OTHER_RESULTS
    rows = [(row.value, say(row.name), meanings[row.value]) for row in constants("Results")]
    return table(("result", "name", "what is so"), rows)


# --- the examples ------------------------------------------------------------------------------------------


def covered() -> bytes:
    """What the code of the example's commit covers of its payload."""
    digest = hashlib.sha256(staged()).digest()
    return struct.pack("<BH32s", messages.SET_CLOCK, len(staged()), digest)


def staged() -> bytes:
    return pack_attestation(REASON, PEOPLE) + CLOCK


def link_key() -> bytes:
    return derive_keys(TABLE_KEY)[:KEY_BYTES]


def mac() -> bytes:
    return frame_mac(link_key(), NONCE, SEQUENCE, messages.COMMIT, covered())


def payloads() -> dict[int, bytes]:
    """One of each message: with values of its own where the example has some, else counted through."""
    known = {
        messages.HELLO: struct.pack("<B8s", messages.VERSION, messages.fingerprint()),
        messages.STAGE: struct.pack("<H", 0) + staged(),
        messages.COMMIT: covered() + struct.pack("<I16s", SEQUENCE, mac()),
        messages.DONE: bytes((messages.OK,)),
        messages.KEYS: derive_keys(TABLE_KEY),
        messages.PIECE: b"\x03" + bytes(range(32)),
        messages.GROWN: struct.pack("<I", 512) + bytes(range(20)),
    }
    return {row[0]: known.get(row[0]) or counted(row[0]) for row in messages.ROWS}


def counted(number: int) -> bytes:
    """A payload whose bytes count up; version, fingerprint and nonce are the true ones."""
    true = {"version": messages.VERSION, "fingerprint": messages.fingerprint(), "nonce": NONCE}
    values = []
    for at, (field, kind) in enumerate(fields_of(number), 1):
        plain = bytes(range(at, at + int(kind.split()[0]))) if kind.endswith("bytes") else at
        values.append(true.get(field, plain))
    return TYPES[number].pack(*values)


def example(number: int, name: str, tag: int, payload: bytes) -> str:
    values = TYPES[number].read(payload)
    fields = zip(values._fields, values, strict=True)
    told = [f"{field} {show(value)}" for field, value in fields if value != b""]
    frame = pack_frame(number, tag, payload).decode().rstrip("\n")
    return f"{name}, tag {tag}: {', '.join(told)}\n{frame}"


def show(value) -> str:
    return value.hex() if isinstance(value, bytes) else str(value)


def examples() -> str:
    chosen = payloads()
    tags = {number: 0 if number in (messages.HEARTBEAT, messages.GROWN) else 7 for number in chosen}
    return "\n".join(example(row[0], row[1], tags[row[0]], chosen[row[0]]) for row in messages.ROWS)


def page() -> str:
    """The whole of docs/link.md."""
    values = {
        "fingerprint": messages.fingerprint().hex(),
        "again_ms": round(QUIET_LINE.again_s * 1000),
        "payload_max": frames.PAYLOAD_MAX,
        "frame_max": frames.FRAME_MAX,
        "mac_bytes": MAC_BYTES,
        "restarting": ", ".join(
            f"*{say(row.name)}*" for row in constants("Changes") if row.value in RESTARTING_CHANGES
        ),
        "phases": ", ".join(f"{number} {name}" for number, name in enumerate(PHASES)),
        "faults": ", ".join(map(say, names.FAULTS[1:])),
        "counters": ", ".join(map(say, Counters._fields)),
        "to_table": message_table(False),
        "from_table": message_table(True),
        "who": who_table(),
        "flags": constant_table("Flags", ("bit", "name", "")),
        "regions": constant_table("Regions", ("region", "name")),
        "changes": constant_table("Changes", ("change", "name", "staged behind reason and names")),
        "steps": constant_table("Steps", ("step", "name", "a, b, c")),
        "results": result_table(),
        "commit": f"0x{messages.COMMIT:02x}",
        "table_key": TABLE_KEY.hex(),
        "link_key": link_key().hex(),
        "nonce": NONCE.hex(),
        "sequence": SEQUENCE,
        "staged": staged().hex(),
        "mac_input": (NONCE + struct.pack("<IB", SEQUENCE, messages.COMMIT) + covered()).hex(),
        "mac": mac().hex(),
        "new_table_key": NEW_TABLE_KEY.hex(),
        "masked": masked_keys(link_key(), NONCE, SEQUENCE, derive_keys(NEW_TABLE_KEY)).hex(),
        "examples": examples(),
    }
    limits = {name.lower(): value for name, value in vars(messages).items() if isinstance(value, int)}
    return PAGE.format(**{**limits, **values})


if __name__ == "__main__":
    PATH.write_text(page(), encoding="utf-8")
