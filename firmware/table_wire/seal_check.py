"""Checks a seal against the records that it claims to cover."""

from table_wire.digests import SHORT_BYTES
from table_wire.seals import Chain, hmac_sha256

WRONG_KEY = "the seal was not made with this table's seal key"


def check_seal(chain: Chain, payload: bytes, short_state_digest, seal_key) -> str:
    """Says what is wrong with a seal, or "".

    seal_key and short_state_digest may be None: then the HMAC and the state are not checked.
    """
    claimed = payload[:SHORT_BYTES]
    chain.add(claimed)
    digest = chain.end()
    if payload[SHORT_BYTES : SHORT_BYTES + 32] != digest:
        return "the seal does not fit the records before it: they were changed, moved or left out"
    if seal_key is not None and payload[SHORT_BYTES + 32 :] != hmac_sha256(seal_key, digest):
        return WRONG_KEY
    if short_state_digest is not None and claimed != short_state_digest:
        return "the replayed state differs from the one that the table sealed"
    return ""
