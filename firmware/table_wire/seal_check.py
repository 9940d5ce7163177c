"""Checks a seal against the records that it claims to cover."""

from table_wire.digests import SEALED_BYTES, SHORT_BYTES
from table_wire.seals import PROOF_BYTES, Chain, hmac_sha256

WRONG_KEY = "the seal was not made with this table's seal key"


def split_seal(payload) -> tuple:
    """The beginning of the state's digest, the chain's digest, the HMAC; no length is checked."""
    size = max(len(payload) - PROOF_BYTES, 0)
    return payload[:size], payload[size : size + 32], payload[size + 32 :]


def check_seal(chain: Chain, payload: bytes, short_state_digest, seal_keys) -> str:
    """Says what is wrong with a seal, or "".

    seal_keys: those of which one must have made it; seal_keys and short_state_digest may be None: then the
    HMAC and the state are not checked.
    """
    claimed, sealed, mac = split_seal(payload)
    if len(claimed) not in (SEALED_BYTES, SHORT_BYTES):
        return "this is no seal of a format that is known"
    chain.add(claimed)
    digest = chain.end()
    if sealed != digest:
        return "the seal does not fit the records before it: they were changed, moved or left out"
    if seal_keys is not None and not any([mac == hmac_sha256(key, digest) for key in seal_keys]):
        return WRONG_KEY
    if short_state_digest is not None and claimed != short_state_digest[: len(claimed)]:
        return "the replayed state differs from the one that the table sealed"
    return ""
