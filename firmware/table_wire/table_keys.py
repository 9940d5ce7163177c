"""The keys of a table: what the desktop derives, and what the table is given.

The table key is 32 random bytes that never leave the desktop; the table gets link key and seal key.  The log
names the keys that seal it by an id: it tells honest keys apart, and proves nothing.
"""

from table_wire.seals import hmac_sha256

ID_BYTES = 2


def derive_keys(table_key: bytes) -> bytes:
    """Link key and seal key, one after the other: what the secret slot of a table holds.

    The table key itself never leaves the desktop.
    """
    return hmac_sha256(table_key, b"Tablelight link key") + hmac_sha256(table_key, b"Tablelight seal key")


def key_id(seal_key: bytes) -> int:
    """Two bytes as a number, never 0: that stands for a log which does not name its keys."""
    low, high = hmac_sha256(seal_key, b"Tablelight key id")[:ID_BYTES]
    return low | high << 8 or 1


def masked_keys(link_key: bytes, nonce: bytes, sequence: int, keys: bytes) -> bytes:
    """New keys as they go over the cable, or back: only who has the old link key can read them.

    nonce and sequence are the commit's own, so no two masks are the same.
    """
    head = b"Tablelight new keys" + nonce + sequence.to_bytes(4, "little")
    mask = hmac_sha256(link_key, head + b"1") + hmac_sha256(link_key, head + b"2")
    return bytes([a ^ b for a, b in zip(keys, mask)])
