"""An ESP32 program image, as bootloader and app are: its header, its length, and whether it is whole.

A header, segments, a checksum of one byte, and a SHA-256 of all that.  A byte of the header says how
large the flash is, and the bootloader refuses a partition table that goes beyond it.
"""

import hashlib
import struct

MAGIC = 0xE9
HEADER_BYTES = 24
CHIP_IDS = {0: "esp32", 2: "esp32s2", 5: "esp32c3", 9: "esp32s3", 12: "esp32c2", 13: "esp32c6", 23: "esp32c5"}

_SEGMENTS_MAX = 16
_SIZE_BYTE, _CHIP_ID, _HAS_HASH = 3, 12, 23
_SIZE_CODES = {1: 0, 2: 1, 4: 2, 8: 3, 16: 4}  # MiB, the upper half of its byte
_CHECKSUM_SEED = 0xEF
_HASH_BYTES = 32


class ImageError(ValueError):
    """Bytes that are no whole image.  The message goes on a sentence that names them."""


def chip_of(image: bytes) -> str:
    """The chip that an image is for, "" where the bytes begin no image."""
    if len(image) < HEADER_BYTES or image[0] != MAGIC:
        return ""
    chip_id = struct.unpack_from("<H", image, _CHIP_ID)[0]
    return CHIP_IDS.get(chip_id, f"a chip with the number {chip_id}")


def cut_image(data: bytes) -> bytes:
    """The image that the bytes begin with, without what follows.  ImageError where it is not whole."""
    if not chip_of(data):
        raise ImageError("does not begin an ESP32 program")
    if data[1] > _SEGMENTS_MAX:
        raise ImageError("has too many segments")
    at, checksum = HEADER_BYTES, _CHECKSUM_SEED
    for _ in range(data[1]):
        if at + 8 > len(data):
            raise ImageError("ends too early")
        start = at + 8
        at = start + struct.unpack_from("<I", data, at + 4)[0]
        checksum ^= _xor(data[start:at])
    at += 16 - at % 16  # the checksum is the last byte of a row of 16
    end = at + _HASH_BYTES * data[_HAS_HASH]
    if end > len(data):
        raise ImageError("ends too early")
    if data[at - 1] != checksum or (data[_HAS_HASH] and hashlib.sha256(data[:at]).digest() != data[at:end]):
        raise ImageError("is damaged: its checksum is wrong")
    return data[:end]


def set_flash_size(image: bytes, flash_mib: int) -> bytes:
    """A whole image for a flash of this size, its hash made anew."""
    changed = bytearray(image)
    changed[_SIZE_BYTE] = changed[_SIZE_BYTE] & 0x0F | _SIZE_CODES[flash_mib] << 4
    if not image[_HAS_HASH]:
        return bytes(changed)
    body = bytes(changed[:-_HASH_BYTES])
    return body + hashlib.sha256(body).digest()


def _xor(data: bytes) -> int:
    """All bytes combined by exclusive or: as one number, halved until a byte is left."""
    length = 1 << max(len(data) - 1, 0).bit_length()
    whole = int.from_bytes(data.ljust(length, b"\0"), "little")
    while length > 1:
        length //= 2
        whole = whole >> 8 * length ^ whole & (1 << 8 * length) - 1
    return whole
