"""What may change a table over the link, and who: loaded for one frame, then forgotten.

Every change but the gift of keys comes under the link key, with a reason and two names, and wants the
floor key armed; that a desktop has collected the log needs the link key alone.  All of it is checked
before anything is written.  A wrong code, or one that was heard before, is logged, and makes the next one
wait.  What each change does stands in a module of its own.  What must never change: keys are taken only
where none stand, but for a part of the same ones that a power cut left.
"""

import hashlib

from table_core import facts, faults
from table_parts.flash_partition import SECTOR_BYTES, FlashPartition
from table_runtime.on_demand import call
from table_runtime.serial_link import unpack_whole
from table_wire import messages
from table_wire.messages import COMMIT_LAYOUT
from table_wire.seals import KEY_BYTES
from table_wire.session import MAC_BYTES, frame_mac, is_equal, read_attestation
from table_wire.slots import pack_slot

MODULES = {
    messages.NEW_LOG: "table_runtime.new_log",
    messages.NEW_SETTINGS: "table_runtime.new_settings",
    messages.SELF_TEST: "table_runtime.self_test",
    messages.SET_CLOCK: "table_runtime.set_clock",
    messages.COLLECTED: "table_runtime.collected",
    messages.CORRECT_METER: "table_runtime.correct_meter",
    messages.NEW_KEYS: "table_runtime.new_keys",
}
_CODED = 4 + MAC_BYTES  # sequence and code, behind what the code covers
_SUSPICIOUS = (messages.WRONG_KEY, messages.OLD_SEQUENCE, messages.HAS_KEYS_ALREADY)
_RECOVERY_BIT = 1 << (faults.RECOVERY - 1)


def run(table, link, kind: int, payload: bytes):
    """The answer to a KEYS or a COMMIT.  ValueError where it is none."""
    try:
        change = payload[0] if kind == messages.COMMIT and payload else 0
        result = _commit(table, link, payload) if kind == messages.COMMIT else _take_keys(link, payload)
    except ValueError:
        link.slow_down()
        raise
    if result in _SUSPICIOUS:
        link.slow_down()
        if table.TAKES_FACTS and table.log.has_room():
            table.record(facts.CHANGE_REFUSED, change, result)
    return messages.DONE, bytes((result,))


def _take_keys(link, payload: bytes) -> int:
    keys = b"".join(unpack_whole("<32s32s", payload))
    identity = link.identity
    if identity.link_key:
        return messages.OK if is_equal(identity.link_key, keys[:KEY_BYTES]) else messages.HAS_KEYS_ALREADY
    flash = FlashPartition("secret")
    slot = pack_slot(1, keys)
    found = bytearray(len(slot))
    for place, wanted in ((SECTOR_BYTES, b"\xff" * len(slot)), (0, slot)):
        flash.read(place, found)
        for i in range(len(slot)):
            if wanted[i] & ~found[i]:
                return messages.HAS_KEYS_ALREADY  # damaged ones
    flash.write(0, slot)
    flash.read(0, found)
    if found != slot:
        raise OSError("the slot of the keys does not hold")
    identity.take_key(keys[:KEY_BYTES])
    return messages.OK


def _commit(table, link, payload: bytes) -> int:
    change, length, sha256, sequence, mac = unpack_whole(COMMIT_LAYOUT, payload)
    key = link.identity.link_key
    if not key:
        return messages.NO_KEYS
    expected = frame_mac(key, link.nonce, sequence, messages.COMMIT, payload[: len(payload) - _CODED])
    if not is_equal(mac, expected):
        return messages.WRONG_KEY
    if sequence <= link.sequence:
        return messages.OLD_SEQUENCE
    link.sequence = sequence
    link.wrong_codes = 0
    staged = link.staged
    if len(staged) != length or hashlib.sha256(staged).digest() != sha256:
        return messages.NOT_STAGED
    if change not in MODULES:
        return messages.UNKNOWN
    end = 0
    if change != messages.COLLECTED:
        attestation = read_attestation(staged)
        if attestation is None:
            return messages.NO_REASON
        end = attestation[2]
    why_not = _why_not(table, change)
    return why_not or call(MODULES[change], table, bytes((change,)) + staged[:end], staged[end:])


def _why_not(table, change: int) -> int:
    """0 where the table may be changed now, else the result that says why not; in a round nobody asks."""
    if change == messages.COLLECTED:
        return 0 if table.TAKES_FACTS else messages.LOG_IS_FULL if table.log else messages.NO_LOG
    if not table.floor_is_armed():
        return messages.NEEDS_FLOOR
    if not table.TAKES_FACTS or table.engine.state.faults & _RECOVERY_BIT:
        return 0 if change == messages.NEW_LOG else messages.NO_LOG
    if table.parts.sensors.any_covered():
        return messages.CHIP_DOWN
    return messages.LOG_IS_FULL if table.log.is_full() and change != messages.NEW_LOG else 0
