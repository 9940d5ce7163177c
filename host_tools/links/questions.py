"""What is asked of a table over its link: its state, its settings, a change.

Functions over a Link that is connected; each is one errand, whole or with an error.
"""

import hashlib
import struct
from typing import NamedTuple

from host_tools.errors import NotReached
from host_tools.links.link import Link, NotDone, Restarted
from host_tools.links.message_tuples import TYPES, Counters
from host_tools.links.region_reader import read_region
from table_core.state import PACKED_BYTES, State, unpack_state
from table_wire import messages
from table_wire.seals import KEY_BYTES
from table_wire.session import frame_mac, pack_attestation
from table_wire.settings_record import settings_digest
from table_wire.slots import SLOT_BYTES, SLOT_READ_BYTES, contents
from table_wire.table_keys import derive_keys

STATE_PAGES = -(-PACKED_BYTES // messages.STATE_PAGE_BYTES)
STATE_TRIES = 20  # a record between two pages, each time: nobody presses keys so quickly
RESTARTING_CHANGES = (messages.NEW_LOG, messages.NEW_SETTINGS, messages.NEW_KEYS)
RESTART_S = 600.0  # a new log erases the whole of a large partition first


class Status(NamedTuple):
    record: int  # the next one's number
    state: State | None  # None where the table has no log
    counters: Counters


def read_status(link: Link) -> Status:
    """The state as it was at one moment: pages with a record between them are read again."""
    for _ in range(STATE_TRIES):
        pages = [_page(link, number) for number in range(STATE_PAGES)]
        if len({page.record for page in pages}) == 1:
            break
    else:
        raise NotReached(f"{link.port.name}: the table's state changes all the time; try again")
    packed = b"".join(page.rest for page in pages)
    counted = _page(link, messages.COUNTERS_PAGE).rest
    try:
        counters = Counters._make(struct.unpack(messages.COUNTERS_LAYOUT, counted))
        return Status(pages[0].record, unpack_state(packed) if packed else None, counters)
    except (ValueError, struct.error) as error:
        text = f"{link.port.name}: the table's status can't be read: look with `tablectl verify`"
        raise NotReached(text) from error


def _page(link: Link, number: int):
    _, payload = link.ask(messages.STATUS, TYPES[messages.STATUS].pack(number))
    return TYPES[messages.STATUS_IS].read(payload)


def read_settings_record(link: Link) -> bytes | None:
    """The packed settings that count, or None where the table has none.

    A change that lost its power may have left newer ones behind: the table says which are in force.
    """
    slots = [read_region(link, messages.SETTINGS, address, SLOT_READ_BYTES) for address in (0, SLOT_BYTES)]
    found = contents(slots)
    in_force = link.welcome.settings
    known = [record for record in found if settings_digest(record)[: len(in_force)] == in_force]
    return (known or found or [None])[0]


# --- changes ---------------------------------------------------------------------------------------


def give_keys(link: Link, table_key: bytes) -> None:
    """The one change that nobody proves: a table without keys takes them from whoever holds the cable."""
    link.ask(messages.KEYS, derive_keys(table_key))


def tell_collected(link: Link, table_key: bytes, record: int, head: bytes) -> None:
    """This desktop has the log up to that seal.  Refused where the table's log has another one there."""
    _commit(link, messages.COLLECTED, table_key, struct.pack("<I32s", record, head))


def commit(link: Link, change: int, table_key: bytes, reason: str, names, payload: bytes = b"") -> None:
    """Stages and commits a change.  One that restarts the table is followed by `wait_for_restart`.

    NotDone where the table began anew before it was committed.
    """
    _commit(link, change, table_key, pack_attestation(reason, names) + payload)


def _commit(link: Link, change: int, table_key: bytes, staged: bytes) -> None:
    try:
        for at in range(0, len(staged), messages.STAGE_MAX):
            piece = staged[at : at + messages.STAGE_MAX]
            link.ask(messages.STAGE, TYPES[messages.STAGE].pack(at, rest=piece))
    except Restarted as restarted:
        raise NotDone(link.port.name) from restarted
    digest = hashlib.sha256(staged).digest()
    link.sequence += 1
    covered = struct.pack("<BH32s", change, len(staged), digest)
    link_key = derive_keys(table_key)[:KEY_BYTES]
    mac = frame_mac(link_key, link.welcome.nonce, link.sequence, messages.COMMIT, covered)
    try:
        link.ask(
            messages.COMMIT,
            TYPES[messages.COMMIT].pack(change, len(staged), digest, link.sequence, mac),
        )
    except NotDone:
        raise
    except Restarted:
        if change not in RESTARTING_CHANGES:
            raise
        # The answer was lost, not the change, which whoever asked for it reads back anyhow.


def wait_for_restart(link: Link) -> None:
    """Until the table has begun anew, and a session with it.  Heartbeats go on before."""
    end_s = link.port.now_s() + RESTART_S
    while not link.has_restarted:
        if link.port.now_s() > end_s:
            raise NotReached(f"{link.port.name}: the table did not restart: look with `tablectl status`")
        link.next_heartbeat()
    link.connect()
