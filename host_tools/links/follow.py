"""Follows a table's log while it grows.

The table sends what is added and waits for an acknowledgement now and then; every heartbeat says where
the log ends, so nothing is missed for longer than a second, and a gap is asked for again.
"""

from host_tools.links.link import Link
from host_tools.links.message_tuples import TYPES
from table_wire import messages
from table_wire.sectors import SECTOR_BYTES

QUIET_S = 1.0


def follow(link: Link, address: int):
    """Yields (address, bytes) of the log from an address of its partition on, without a gap, for ever.

    After a second without any it yields no bytes, so that whoever follows may look around.
    """
    partition_bytes = link.welcome.sectors * SECTOR_BYTES
    _ask(link, address)
    while True:
        frame = link.next_frame(QUIET_S)
        if frame is None:
            _look_after(link, address, partition_bytes)
            yield address, b""
        elif frame[0] == messages.GROWN:
            piece = TYPES[messages.GROWN].read(frame[2])
            if piece.address == address:
                yield address, piece.rest
                address = (address + len(piece.rest)) % partition_bytes
                link.send(messages.ACK, link.next_tag(), TYPES[messages.ACK].pack(address))
            elif (piece.address - address) % partition_bytes < messages.FOLLOW_WINDOW:
                _ask(link, address)  # what is between was lost


def _ask(link: Link, address: int) -> None:
    link.ask(messages.FOLLOW, TYPES[messages.FOLLOW].pack(address))


def _look_after(link: Link, address: int, partition_bytes: int) -> None:
    """Nothing has come for a while: whether nothing is there, or something was lost."""
    if link.is_out_of_patience(link.heard_s):
        link.next_heartbeat()
    if link.has_restarted:
        link.connect()
        _ask(link, address)
    elif link.heartbeat.end % partition_bytes != address:
        _ask(link, address)
