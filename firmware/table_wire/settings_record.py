"""The settings as bytes: one packed record, the same on desktop, device and in the log.

LAYOUT is the definition; a change of it is a new VERSION.  The record's SHA-256 is the settings
digest that headers and people refer to.
"""

import hashlib
import struct
from binascii import crc32

from table_core.legal_terms import check_settings
from table_core.settings import Settings

VERSION = 1

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
)
_FORMAT = "<B" + "".join(code for _, code in LAYOUT)
_BODY_BYTES = struct.calcsize(_FORMAT)
RECORD_BYTES = _BODY_BYTES + 4
_FLAGS = ("overwrite_log", "stake_returned")
_LIMITS = {"B": 255, "H": 65535, "I": (1 << 30) - 1}


class SettingsError(ValueError):
    """The record is not one that a table may run with; the text says why."""


def pack_settings(settings: Settings) -> bytes:
    """The record of checked settings.  SettingsError where they are out of range."""
    wrong = check_settings(settings)
    if wrong:
        raise SettingsError(wrong)
    values = [VERSION]
    for name, code in LAYOUT:
        value = getattr(settings, name)
        if name == "table_id":
            value = value.encode()
        elif name == "ante_bonus":
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
    body = struct.pack(_FORMAT, *values)
    return body + struct.pack("<I", crc32(body))


def unpack_settings(record: bytes) -> Settings:
    """The settings of a record, after version, CRC and ranges were checked; else SettingsError."""
    if len(record) != RECORD_BYTES or record[0] != VERSION:
        raise SettingsError("this is no settings record of version %d" % VERSION)
    if struct.unpack_from("<I", record, _BODY_BYTES)[0] != crc32(record[:_BODY_BYTES]):
        raise SettingsError("the settings record is damaged")
    values = list(struct.unpack_from(_FORMAT, record, 0))
    settings = Settings()
    i = 1
    for name, code in LAYOUT:
        count = int(code[:-1]) if len(code) > 1 and code[-1] != "s" else 0
        value = tuple(values[i : i + count]) if count else values[i]
        i += count or 1
        if name == "table_id":
            value = _read_text(value)
        elif name == "ante_bonus":
            value = ((value[0], value[1]), (value[2], value[3]), (value[4], value[5]))
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
