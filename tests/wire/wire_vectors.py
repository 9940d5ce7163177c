"""Writes a log, tears and damages it, and prints what comes of it; runs on every Python.

What is printed covers the bytes of every format and what is read back from them, so that the same
output means the same formats and the same verdicts.
"""

import hashlib
import sys
from binascii import hexlify

from log_writer import SEAL_KEY, LogWriter, make_record, replay_log, write_log
from random_facts import Chance, next_fact

from table_core import facts
from table_wire.digests import digest_text
from table_wire.replay import Replay
from table_wire.seals import hmac_sha256
from table_wire.sectors import read_header
from table_wire.settings_record import settings_digest, unpack_settings
from table_wire.slots import newest_content, pack_slot
from table_wire.table_keys import derive_keys


def show(name: str, data: bytes) -> None:
    print(name, len(data), hexlify(hashlib.sha256(data).digest()).decode())


def show_formats() -> None:
    record = make_record()
    show("settings", record)
    show("settings digest", settings_digest(record))
    show("keys", derive_keys(b"a table key"))
    show("hmac", hmac_sha256(b"key", b"message"))
    show("slot", pack_slot(70_000, record))
    blank = b"\xff" * 4096
    print("newest", newest_content([pack_slot(7, record) + blank, pack_slot(6, b"") + blank]) == record)
    print("terms", unpack_settings(record).pay_odds, unpack_settings(record).rate_ppm)


def show_log(count: int) -> LogWriter:
    """A log of random facts over several sectors, with a digest along the way."""
    writer = LogWriter()
    chance = Chance(5)
    for number in range(1, count + 1):
        fact = next_fact(chance, writer.engine)
        writer.fact(*fact)
        if fact[0] == facts.ROUND_OVER or number == count:
            writer.seal()
    for sector in writer.sectors:
        show("sector " + str(read_header(sector).number), sector)
    return writer


def show_replay(sectors) -> None:
    replay = Replay(seal_keys=[SEAL_KEY])
    for sector in sectors:
        for number, kind, a, b, ticks in replay.read_sector(sector):
            if number % 100 == 0:
                print(number, kind, a, b, ticks, digest_text(replay.engine.state))
    replay.end()
    print("sealed to", replay.sealed_to, replay.problems, replay.notes)


def show_damage() -> None:
    """One bit in each of some places, and what is said of it."""
    writer = write_log(2)
    sector = writer.sectors[0]
    for _, _, at, length in writer.places:
        for place in (at, at + 1, at + length - 1):
            sector[place] ^= 0x10
            print(place, replay_log([sector])[0].problems)
            sector[place] ^= 0x10
    writer.tear(b"\x01\x04\x05")
    writer.fact(facts.POWER_UP)
    show_replay(writer.sectors)


if __name__ == "__main__":
    show_formats()
    show_replay(show_log(int(sys.argv[1])).sectors)
    show_damage()
