"""What the records of a log carry beyond the two numbers of a fact: seals, and who answers for a change."""

from host_tools.log_file import LogFile
from host_tools.story.words import listed
from table_core import facts
from table_wire.records import CRC_BYTES, HEAD_BYTES
from table_wire.sector_walk import GOOD, walk_sector
from table_wire.sectors import read_header
from table_wire.session import read_attestation


def payloads_of(log: LogFile, kind: int):
    """Yields (record, payload, bytes of its sector's packed state) of each good record of a kind."""
    for sector in log.sectors:
        header = read_header(sector)
        for found, number, at, length in (
            walk_sector(sector, header.first_record, header.size) if header else ()
        ):
            if found == GOOD and sector[at + 1] == kind:
                yield number, bytes(sector[at + HEAD_BYTES : at + length - CRC_BYTES]), len(header.state)


def attestations_of(log: LogFile) -> dict[int, str]:
    """By record: who answers for the change that follows, and their reason, in a sentence."""
    told = {}
    for record, payload, _ in payloads_of(log, facts.ATTESTED):
        read = read_attestation(payload[1:])  # behind the kind of the change
        if read:
            told[record] = f"{listed(read[1])} answer for the change that follows: {read[0]}."
    return told
