"""The settings as bytes: one packed record, the same on desktop, device and in the log.

LAYOUT is the definition.  A new field comes behind the others and makes a new VERSION; a record of an
older one is read with the fields that it has, for logs refer to it for ever.  The record's SHA-256 is the
settings digest that headers and people refer to.
"""

import hashlib
import struct
from binascii import crc32

from table_core.legal_terms import check_settings
from table_core.settings import Settings
from table_wire.sectors import TERMS_BYTES

VERSION = 2

LAYOUT = (  # attribute, struct code
    ("table_id", "16s"),
    ("game", "B"),
    ("seats", "B"),
    ("dealer_cards", "B"),
    ("aces_up", "B"),
    ("six_card_bonus", "B"),
    ("pay_table", "B"),
    ("envy_table", "B"),
    ("overwrite_log", "B"),
    ("stake_returned", "B"),
    ("minimum_wager_cents", "I"),
    ("wager_cents", "I"),
    ("initial_cents", "I"),
    ("reset_cents", "I"),
    ("rate_ppm", "I"),
    ("floor_from", "2H"),
    ("pay_odds", "4H"),
    ("envy_odds", "4H"),
    ("ante_bonus", "6H"),
    ("approvals_sha256", "32s"),
    # From version 2 on.
    ("base_odds", "2H"),
    ("queens_up", "B"),
    ("super_bonus", "12H"),
    ("super_bonus_literal", "B"),
    ("street_odds", "18H"),
    ("aggregate_cap_cents", "I"),
)
FIELDS_OF_VERSION = {1: 20, VERSION: len(LAYOUT)}
_FLAGS = ("overwrite_log", "stake_returned", "super_bonus_literal")
_PAIRS = ("ante_bonus", "super_bonus", "street_odds")  # odds, one behind the other
_LIMITS = {"B": 255, "H": 65535, "I": (1 << 30) - 1}


def _format(version: int) -> str:
    return "<B" + "".join([code for _, code in LAYOUT[: FIELDS_OF_VERSION[version]]])


RECORD_BYTES = struct.calcsize(_format(VERSION)) + 4


class SettingsError(ValueError):
    """The record is not one that a table may run with; the text says why."""


def pack_settings(settings: Settings, version: int = VERSION) -> bytes:
    """The record of checked settings.  SettingsError where they are out of range.

    version: an older one leaves out what it did not know, for logs that were written under it.
    """
    wrong = check_settings(settings)
    if wrong:
        raise SettingsError(wrong)
    values = [version]
    for name, code in LAYOUT[: FIELDS_OF_VERSION[version]]:
        value = getattr(settings, name)
        if name == "table_id":
            value = value.encode()
        elif name in _PAIRS:
            value = [item for pair in value for item in pair]
        if code[-1] == "s":
            if len(value) > int(code[:-1]):
                raise SettingsError("%s: at most %s bytes" % (name, code[:-1]))
            values.append(value)
            continue
        items = [int(value)] if len(code) == 1 else value
        for item in items:
            if not 0 <= item <= _LIMITS[code[-1]]:
                raise SettingsError("%s: %d is out of range" % (name, item))
        values.extend(items)
    body = struct.pack(_format(version), *values)
    return body + struct.pack("<I", crc32(body))


def unpack_settings(record: bytes) -> Settings:
    """The settings of a record, after version, CRC and ranges were checked; else SettingsError."""
    version = record[0] if record else 0
    body_bytes = struct.calcsize(_format(version)) if version in FIELDS_OF_VERSION else 0
    if not body_bytes or len(record) != body_bytes + 4:
        raise SettingsError("this is no settings record of version %d or before" % VERSION)
    if struct.unpack_from("<I", record, body_bytes)[0] != crc32(record[:body_bytes]):
        raise SettingsError("the settings record is damaged")
    values = list(struct.unpack_from(_format(version), record, 0))
    settings = Settings()
    i = 1
    for name, code in LAYOUT[: FIELDS_OF_VERSION[version]]:
        count = int(code[:-1]) if len(code) > 1 and code[-1] != "s" else 0
        value = tuple(values[i : i + count]) if count else values[i]
        i += count or 1
        if code == "I" and value > _LIMITS[code]:
            raise SettingsError("%s: %d is out of range" % (name, value))
        if name == "table_id":
            value = _read_text(value)
        elif name in _PAIRS:
            value = tuple([(value[k], value[k + 1]) for k in range(0, count, 2)])
        elif name in _FLAGS:
            value = bool(value)
        setattr(settings, name, value)
    wrong = check_settings(settings)
    if wrong:
        raise SettingsError(wrong)
    return settings


def _read_text(value: bytes) -> str:
    try:
        return value.rstrip(b"\0").decode()
    except UnicodeError:
        raise SettingsError("table_id is no text") from None


def settings_digest(record: bytes) -> bytes:
    return hashlib.sha256(record).digest()


def terms_of(record: bytes) -> bytes:
    """The beginning of its digest, by which a sector's header names the terms."""
    return settings_digest(record)[:TERMS_BYTES]
