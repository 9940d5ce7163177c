"""The settings record: the same terms there and back, and no changed bit gets through."""

import struct
from binascii import crc32

import pytest

from table_core.settings import Settings
from table_wire.settings_record import (
    LAYOUT,
    RECORD_BYTES,
    SettingsError,
    pack_settings,
    settings_digest,
    unpack_settings,
)
from tests.core.rules_table import make_settings

TERMS = (
    {},
    {"wager_cents": 0},
    {"table_id": "sixteen letters."},
    {"seats": 1, "dealer_cards": 6, "aces_up": 6, "six_card_bonus": 2},
    {"pay_table": 2, "envy_table": 2, "initial_cents": 100_000, "reset_cents": 123_456, "rate_ppm": 1},
    {"envy_table": 3, "approvals_sha256": bytes(range(32)), "overwrite_log": True, "stake_returned": False},
    {"floor_from": (19, 2), "ante_bonus": ((5, 2), (20, 1), (51, 2)), "minimum_wager_cents": 1_000},
)


def with_good_crc(record: bytes) -> bytes:
    return record[:-4] + struct.pack("<I", crc32(record[:-4]))


@pytest.mark.parametrize("terms", TERMS)
def test_settings_round_trip(terms):
    settings = make_settings(**terms)
    record = pack_settings(settings)
    assert len(record) == RECORD_BYTES <= 255
    assert vars(unpack_settings(record)) == vars(settings)
    assert pack_settings(unpack_settings(record)) == record


def test_every_term_is_in_the_record():
    assert {name for name, _ in LAYOUT} == set(vars(Settings()))


def test_every_term_changes_the_digest():
    digests = [settings_digest(pack_settings(make_settings(**terms))) for terms in TERMS]
    assert len(set(digests)) == len(TERMS) and {len(digest) for digest in digests} == {32}


@pytest.mark.parametrize("terms", TERMS)
def test_every_single_flipped_bit_is_refused(terms):
    """The terms check themselves by CRC (5321.18)."""
    record = pack_settings(make_settings(**terms))
    for bit in range(8 * len(record)):
        changed = bytearray(record)
        changed[bit // 8] ^= 1 << bit % 8
        with pytest.raises(SettingsError):
            unpack_settings(bytes(changed))


@pytest.mark.parametrize(
    "cut", [b"", b"\x01", pack_settings(make_settings())[:-1], pack_settings(make_settings()) + b"."]
)
def test_record_of_another_length_is_refused(cut):
    with pytest.raises(SettingsError, match="no settings record"):
        unpack_settings(cut)


def test_record_of_another_version_is_refused():
    record = bytearray(pack_settings(make_settings()))
    record[0] += 1
    with pytest.raises(SettingsError, match="version"):
        unpack_settings(with_good_crc(bytes(record)))


def test_ranges_are_checked_after_unpacking_too():
    """A good CRC over terms that no table may be run with: eight seats."""
    record = bytearray(pack_settings(make_settings()))
    place = 1 + struct.calcsize("<" + "".join(code for _, code in LAYOUT[:2]))
    assert record[place] == 7
    record[place] = 8
    with pytest.raises(SettingsError, match=r"5324\.33\(a\)\(1\)"):
        unpack_settings(with_good_crc(bytes(record)))


def test_name_that_is_no_text_is_refused():
    record = bytearray(pack_settings(make_settings()))
    record[1] = 0x80
    with pytest.raises(SettingsError, match="table_id"):
        unpack_settings(with_good_crc(bytes(record)))


@pytest.mark.parametrize(
    "terms",
    [
        {"table_id": "seventeen letters"},
        {"floor_from": (70_000, 1)},
        {"seats": 8},
        {"minimum_wager_cents": 1 << 30},
        {"minimum_wager_cents": -1},
    ],
)
def test_settings_that_do_not_fit_are_not_packed(terms):
    with pytest.raises(SettingsError):
        pack_settings(make_settings(**terms))
