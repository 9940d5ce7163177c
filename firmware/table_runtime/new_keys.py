"""Other keys for a table, under the old ones: when a desktop was lost, or somebody may know its key.

They come masked, so that whoever listens on the cable needs the old link key to read them.  The log
names them at the power-up that follows (power_up.py): one that was cut finds the old keys or the new.
"""

from table_core import facts
from table_parts.flash_partition import FlashPartition
from table_runtime.restart import Restart
from table_runtime.slot_flash import read_slots, replace_slot
from table_wire import messages
from table_wire.seals import KEY_BYTES
from table_wire.slots import newest_content
from table_wire.table_keys import masked_keys


def run(table, attested: bytes, staged: bytes) -> int:
    """The result; the table restarts under the new keys where it is OK."""
    if len(staged) != 2 * KEY_BYTES:
        return messages.NOT_STAGED
    link = table.link
    keys = masked_keys(link.identity.link_key, link.nonce, link.sequence, staged)
    table.record_whole(facts.ATTESTED, attested)
    table.log.seal()
    secret = FlashPartition("secret")
    replace_slot(secret, keys, newest_content(read_slots(secret)))
    table.next = Restart(table)
    return messages.OK
