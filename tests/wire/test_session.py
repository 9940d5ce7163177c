"""What a changing frame proves, and who answers for it."""

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_core.money import RuleBroken
from table_wire.messages import NAME_MAX, REASON_MAX
from table_wire.session import MAC_BYTES, frame_mac, is_equal, pack_attestation, read_attestation

KEY, NONCE = bytes(range(32)), bytes(range(16))


def test_code_is_an_hmac_over_nonce_sequence_kind_and_payload():
    message = NONCE + b"\x07\0\0\0" + b"\x09" + b"a change"
    expected = hmac.new(KEY, message, hashlib.sha256).digest()[:MAC_BYTES]
    assert frame_mac(KEY, NONCE, 7, 9, b"a change") == expected


def test_whatever_differs_changes_the_code():
    codes = [
        frame_mac(KEY, NONCE, 7, 9, b"a change"),
        frame_mac(KEY[::-1], NONCE, 7, 9, b"a change"),
        frame_mac(KEY, NONCE[::-1], 7, 9, b"a change"),
        frame_mac(KEY, NONCE, 8, 9, b"a change"),
        frame_mac(KEY, NONCE, 7, 8, b"a change"),
        frame_mac(KEY, NONCE, 7, 9, b"a chance"),
    ]
    assert len(set(codes)) == len(codes)


@given(a=st.binary(max_size=20), b=st.binary(max_size=20))
def test_codes_are_equal_or_not(a, b):
    assert is_equal(a, b) == (a == b) and is_equal(a, a)


TEXT = st.text(min_size=1, max_size=8)


@given(reason=TEXT, first=TEXT, second=TEXT, rest=st.binary(max_size=30))
def test_attestation_comes_back(reason, first, second, rest):
    try:
        packed = pack_attestation(reason, [first, second])
    except (RuleBroken, UnicodeEncodeError):
        return  # too long in UTF-8, or no text at all
    assert read_attestation(packed + rest) == (reason, [first, second], len(packed))


@pytest.mark.parametrize(
    "reason, names",
    [("", ["A", "B"]), ("why", ["", "B"]), ("why", ["A"]), ("x" * (REASON_MAX + 1), ["A", "B"]),
     ("why", ["A", "n" * (NAME_MAX + 1)])],
)
def test_nobody_answers_for_nothing(reason, names):
    with pytest.raises(RuleBroken):
        pack_attestation(reason, names)


def test_half_an_attestation_is_none():
    whole = pack_attestation("why", ["A. Smith", "B. Jones"])
    for kept in range(len(whole)):
        assert read_attestation(whole[:kept]) is None
    assert read_attestation(b"\x01\xff" + whole[4:]) is None  # no text
