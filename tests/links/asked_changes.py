"""Changes as the link carries them, without a desktop that keeps anything of the table."""

import struct

from host_tools.at_table.key_change import masked_for
from host_tools.links.link import Link
from host_tools.links.questions import commit
from table_wire import messages


def correct_meter(link: Link, table_key: bytes, reason: str, names, cents: int, from_cents: int) -> None:
    """The meter with its overflow becomes this.  Refused with METER_MOVED where it was not `from_cents`."""
    commit(link, messages.CORRECT_METER, table_key, reason, names, struct.pack("<II", cents, from_cents))


def replace_keys(link: Link, table_key: bytes, reason: str, names, new_key: bytes) -> None:
    commit(link, messages.NEW_KEYS, table_key, reason, names, masked_for(link, table_key, new_key))
