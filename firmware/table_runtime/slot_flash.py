"""The two slots of a partition, settings or keys, as they lie on flash; slots.py says which one counts."""

from table_parts.flash_partition import SECTOR_BYTES
from table_wire.slots import SLOT_READ_BYTES, next_slot, pack_slot


def read_slots(flash) -> list:
    """The bytes of both slots, as far as a slot's reader needs them."""
    slots = [bytearray(SLOT_READ_BYTES), bytearray(SLOT_READ_BYTES)]
    for i in range(2):
        flash.read(i * SECTOR_BYTES, slots[i])
    return slots


def replace_slot(flash, content: bytes, kept: bytes) -> None:
    """Puts content into the slot that does not hold `kept`, where it counts, and reads it back."""
    place, turn = next_slot(read_slots(flash), kept)
    packed = pack_slot(turn, content)
    flash.erase(place)
    flash.write(place * SECTOR_BYTES, packed)
    check = bytearray(len(packed))
    flash.read(place * SECTOR_BYTES, check)
    if check != packed:
        raise OSError("a slot does not hold")
