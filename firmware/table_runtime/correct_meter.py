"""An authorised correction of the meter, between two rounds: all that is left once a round is over.

The laptop says what the meter is to be and what it was when people agreed: a meter that has moved since
is not touched.  The overflow is part of it, and what a cent leaves over stays.
"""

from struct import unpack

from table_core import facts
from table_core.limits import CORRECTIONS_LIMIT_CENTS, METER_LIMIT_CENTS
from table_wire import messages

_STAGED = "<II"
_STAGED_BYTES = 8


def run(table, attested: bytes, staged: bytes) -> int:
    """The result.  The sign shows the new amount once it is on flash."""
    if len(staged) != _STAGED_BYTES:
        return messages.NOT_STAGED
    total_cents, from_cents = unpack(_STAGED, staged)
    state = table.engine.state
    if from_cents != state.meter_cents + state.overflow_cents:
        return messages.METER_MOVED
    up = state.corrections_up + max(total_cents - from_cents, 0)
    down = state.corrections_down + max(from_cents - total_cents, 0)
    if total_cents > METER_LIMIT_CENTS or max(up, down) > CORRECTIONS_LIMIT_CENTS:
        return messages.OUT_OF_RANGE
    table.record_whole(facts.ATTESTED, attested)
    table.record(facts.CORRECTED, total_cents, from_cents)
    table.log.seal()
    return messages.OK
