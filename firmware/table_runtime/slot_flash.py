"""The two slots of a partition, settings or keys, as they lie on flash; slots.py says which one counts."""

from table_parts.flash_partition import SECTOR_BYTES
from table_wire.slots import SLOT_READ_BYTES


def read_slots(flash) -> list:
    """The bytes of both slots, as far as a slot's reader needs them."""
    slots = [bytearray(SLOT_READ_BYTES), bytearray(SLOT_READ_BYTES)]
    for i in range(2):
        flash.read(i * SECTOR_BYTES, slots[i])
    return slots
