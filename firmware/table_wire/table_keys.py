"""The keys of a table: what the desktop derives, and what the table is given.

The table key is 32 random bytes that never leave the desktop; the table gets link key and seal key.
"""

from table_wire.seals import hmac_sha256


def derive_keys(table_key: bytes) -> bytes:
    """Link key and seal key, one after the other: what the secret slot of a table holds.

    The table key itself never leaves the desktop.
    """
    return hmac_sha256(table_key, b"Tablelight link key") + hmac_sha256(table_key, b"Tablelight seal key")
