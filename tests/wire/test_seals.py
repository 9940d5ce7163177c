"""Seals: the HMAC is the standard one, the chain covers all of a segment, and each part is checked."""

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_core.money import RuleBroken
from table_wire.seal_check import WRONG_KEY, check_seal
from table_wire.seals import (
    BIRTH,
    KEY_BYTES,
    SEAL_BYTES,
    Chain,
    hmac_sha256,
    seal_payload,
)
from table_wire.table_keys import derive_keys

KEY = bytes(range(32))
STATE = b"8 bytes!"


def chain_of(*pieces: bytes) -> Chain:
    chain = Chain(BIRTH)
    for piece in pieces:
        chain.add(piece)
    return chain


@given(st.binary(max_size=64), st.binary(max_size=200))
def test_hmac_is_the_standard_one(key, message):
    assert hmac_sha256(key, message) == hmac.new(key, message, hashlib.sha256).digest()


def test_hmac_key_is_at_most_a_block():
    with pytest.raises(RuleBroken):
        hmac_sha256(bytes(65), b"")


def test_keys_differ_by_purpose_and_by_table():
    keys = derive_keys(KEY)
    assert len(keys) == 2 * KEY_BYTES
    link, seal = keys[:KEY_BYTES], keys[KEY_BYTES:]
    assert len({link, seal, KEY, *[derive_keys(bytes(32))[i:][:KEY_BYTES] for i in (0, 32)]}) == 5


def test_seal_is_checked_by_a_chain_of_the_same_bytes():
    payload = seal_payload(chain_of(b"header", b"one", b"two"), STATE, KEY)
    assert len(payload) == SEAL_BYTES
    assert check_seal(chain_of(b"headerone", b"two"), payload, STATE, [KEY]) == ""
    assert check_seal(chain_of(b"headeronetwo"), payload, STATE, None) == ""


def test_each_segment_begins_with_the_digest_before():
    """MicroPython takes no update after digest, and CPython would go on with the old hash."""
    chain = Chain(BIRTH)
    digest = BIRTH
    for piece in (b"one", b"two", b"three"):
        chain.add(piece)
        digest = hashlib.sha256(digest + piece).digest()
        assert chain.end() == digest


def test_segments_go_on_from_each_other():
    writes, reads = chain_of(b"header"), chain_of(b"header")
    for records in (b"one", b"two", b"three"):
        writes.add(records)
        reads.add(records)
        assert check_seal(reads, seal_payload(writes, STATE, KEY), STATE, [KEY]) == ""


@pytest.mark.parametrize(
    "pieces",
    [(b"header", b"one"), (b"header", b"two", b"one"), (b"header", b"one", b"twp"), (b"one", b"two")],
)
def test_changed_moved_or_missing_bytes_break_the_seal(pieces):
    payload = seal_payload(chain_of(b"header", b"one", b"two"), STATE, KEY)
    assert "does not fit the records" in check_seal(chain_of(*pieces), payload, STATE, [KEY])


def test_wrong_key_and_wrong_state_are_told_apart():
    payload = seal_payload(chain_of(b"header"), STATE, KEY)
    assert check_seal(chain_of(b"header"), payload, STATE, [bytes(32)]) == WRONG_KEY
    assert "state differs" in check_seal(chain_of(b"header"), payload, b"another.", [KEY])


def test_every_flipped_bit_of_a_seal_is_noticed():
    payload = seal_payload(chain_of(b"header"), STATE, KEY)
    for bit in range(8 * len(payload)):
        changed = bytearray(payload)
        changed[bit // 8] ^= 1 << bit % 8
        assert check_seal(chain_of(b"header"), bytes(changed), STATE, [KEY]), f"bit {bit}"
    assert check_seal(chain_of(b"header"), payload[:-1], STATE, [KEY])
    assert check_seal(chain_of(b"header"), b"", STATE, [KEY])
