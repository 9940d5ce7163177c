"""Who may change a table: the code under every changing frame, which only a holder of the link key can make.

It covers the session's nonce, a sequence that grows, kind and payload, so that a recorded frame says
nothing in another session, nor a second time in its own.
"""

from struct import pack

from table_core.money import ensure
from table_wire.messages import NAME_MAX, REASON_MAX
from table_wire.seals import hmac_sha256

MAC_BYTES = 16


def frame_mac(link_key: bytes, nonce: bytes, sequence: int, kind: int, payload: bytes) -> bytes:
    """The code over a changing frame; `payload` is what stands before sequence and code."""
    return hmac_sha256(link_key, nonce + pack("<IB", sequence, kind) + payload)[:MAC_BYTES]


def is_equal(a: bytes, b: bytes) -> bool:
    """Compares two codes in a time that does not depend on where they differ."""
    if len(a) != len(b):
        return False
    difference = 0
    for i in range(len(a)):
        difference |= a[i] ^ b[i]
    return difference == 0


def pack_attestation(reason: str, names) -> bytes:
    """Why, and the two who answer for it, as a commit stages and the log keeps them."""
    ensure(len(names) == 2, "two names answer for a change")
    packed = b""
    for text, longest in ((reason, REASON_MAX), (names[0], NAME_MAX), (names[1], NAME_MAX)):
        encoded = text.encode()
        ensure(0 < len(encoded) <= longest, "a reason or a name is empty or too long")
        packed += bytes((len(encoded),)) + encoded
    return packed


def read_attestation(staged: bytes):
    """(reason, names, where the attestation ends), or None where it is not whole."""
    at = 0
    texts = []
    for longest in (REASON_MAX, NAME_MAX, NAME_MAX):
        length = staged[at] if at < len(staged) else 0
        text = staged[at + 1 : at + 1 + length]
        if not 0 < length <= longest or len(text) != length:
            return None
        try:
            texts.append(text.decode())
        except UnicodeError:
            return None
        at += 1 + length
    return texts[0], texts[1:], at
