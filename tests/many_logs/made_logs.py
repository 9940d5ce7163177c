"""Makes as many logs as one wants, quickly: a few are played, and the others are these under other ids.

A copy differs from what was played in its id, and so in every digest of its chain and every seal.
"""

import hashlib
import random
from pathlib import Path

from table_core import facts
from table_wire.records import CRC_BYTES, HEAD_BYTES, record_bytes
from table_wire.seals import PROOF_BYTES, Chain, seal_payload
from table_wire.sector_walk import walk_sector
from table_wire.sectors import SECTOR_BYTES, read_header
from table_wire.settings_record import pack_settings, unpack_settings
from tests.wire.log_writer import LOG_ID, SEAL_KEY, LogWriter, make_record

TABLE_KEY = bytes(range(32))  # log_writer seals with this one


def play_log(table: str, seed: int, rounds: int) -> list[bytes]:
    """The sectors of a log of its own."""
    settings = unpack_settings(make_record())
    settings.table_id = table
    record = pack_settings(settings)
    winners = random.Random(seed)
    writer = LogWriter(record=record)
    for _ in range(rounds):
        writer.play_round(winner=winners.choice((1, 3)))
    return under_id([bytes(sector) for sector in writer.sectors], log_id(seed))


def log_id(number: int) -> bytes:
    return hashlib.sha256(str(number).encode()).digest()[: len(LOG_ID)]


def under_id(sectors: list[bytes], new_id: bytes) -> list[bytes]:
    """The same log, as a table would have written it under another id."""
    old_id = read_header(sectors[0]).log_id
    chain = Chain(read_header(sectors[0]).chain)
    written = []
    for i, sector in enumerate(sectors):
        header = read_header(sector)
        header.log_id = new_id
        header.chain = chain.end() if i else header.chain
        chain.begin(header.chain)
        changed = bytearray(header.pack())
        chain.add(changed)
        for _, number, at, length in walk_sector(sector, header.first_record, header.size):
            record = sector[at : at + length]
            kind, payload = record[1], record[HEAD_BYTES:-CRC_BYTES]
            if kind == facts.SEAL:
                payload = seal_payload(chain, payload[:-PROOF_BYTES], SEAL_KEY)
            record = record_bytes(
                kind, payload.replace(old_id, new_id), int.from_bytes(record[2:4], "little"), number
            )
            if kind != facts.SEAL:
                chain.add(record)
            changed += record
        written.append(bytes(changed).ljust(SECTOR_BYTES, b"\xff"))
    return written


def make_tree(folder: Path, logs: int, rounds: int, tables: int) -> None:
    """FOLDER/T-1/1.bin and on, evenly over so many tables, each with its key beside its logs."""
    for table in range(1, tables + 1):
        inside = folder / f"T-{table}"
        inside.mkdir(parents=True)
        (inside / "table.key").write_text(TABLE_KEY.hex())
        played = play_log(f"T-{table}", table, rounds)
        for number in range(table, logs + 1, tables):
            (inside / f"{number}.bin").write_bytes(b"".join(under_id(played, log_id(number))))
