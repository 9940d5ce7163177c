"""What tells one ESP32 from another over the serial line: rows of numbers from Espressif's manuals.

A chip is known by its id in the security info, or, where its ROM can't say that, by the word at a fixed
address.  The rest are registers that a flasher looks at: efuses with the MAC, the UART's divider, and the
SPI controller through which it asks the flash for its id.
"""

from typing import NamedTuple

MAGIC_AT = 0x40001000  # the word in ROM that tells the older chips apart
MAC = bytes.fromhex("240ac4000001")
CRYSTAL_HZ = 40_000_000
FLASH_MAKER_AND_KIND = 0x40EF  # Winbond; the third byte of the id is the size's power of two


class Chip(NamedTuple):
    """Where one chip has its registers."""

    name: str
    id: int
    magic: int  # the word at MAGIC_AT
    tells_id: bool  # its ROM knows GET_SECURITY_INFO
    mac_at: int  # two words, the low one first
    divider_at: int  # the UART's, from which the crystal is worked out
    flash_answer_at: int  # SPI_W0: what the flash has answered


CHIPS = {
    chip.name: chip
    for chip in (
        Chip("esp32", 0, 0x00F01D83, False, 0x3FF5A004, 0x3FF40014, 0x3FF42080),
        Chip("esp32s3", 9, 0x00000009, True, 0x60007044, 0x60000014, 0x60002058),
        Chip("esp32c3", 5, 0x1B31506F, True, 0x60008844, 0x60000014, 0x60002058),
    )
}


def registers(chip: Chip, flash_bytes: int) -> dict[int, int]:
    """What stands at the addresses that a flasher reads; all others read 0."""
    return {
        MAGIC_AT: chip.magic,
        chip.mac_at: int.from_bytes(MAC[2:], "big"),
        chip.mac_at + 4: int.from_bytes(MAC[:2], "big"),
        chip.flash_answer_at: flash_id(flash_bytes),
    }


def flash_id(flash_bytes: int) -> int:
    """The three bytes that a flash of this size answers to 0x9F."""
    return (flash_bytes.bit_length() - 1) << 16 | FLASH_MAKER_AND_KIND
