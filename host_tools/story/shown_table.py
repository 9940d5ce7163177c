"""What the table showed behind a fact: lights, sign and dealer display, derived from the replayed state."""

from host_tools.output import dollars
from host_tools.rounds_effects import render_effect
from table_core import displays, effects, names
from table_core.engine import Engine
from table_core.state import OPEN

_ROW = effects.WIDTH - 1


def lights_of(engine: Engine) -> list[list[str]]:
    """By seat: the light, then the light that it is a rhythm upon, if any."""
    rhythms = 0 if engine.state.phase == OPEN else displays.rhythms(engine)
    codes = [displays.light_code(engine, seat, rhythms) for seat in range(1, engine.settings.seats + 1)]
    return [
        [names.LIGHTS[code >> 4], *([names.LIGHTS[code & 15]] if code >> 4 >= effects.SELECTED else [])]
        for code in codes
    ]


def sign_of(engine: Engine) -> str:
    """The players' sign: a text, or the meter as `5000.12`."""
    row = [0] * _ROW
    displays.put_sign(engine, row)
    if row[0] == effects.TEXT_METER:
        return dollars(engine.state.meter_cents).replace(",", "")
    if row[0] == effects.TEXT_NAME:
        return engine.settings.table_id
    return _text(effects.SIGN, row)


def dealer_of(engine: Engine) -> str:
    """The dealer display, its rows parted by ` | `; a refusal, which passes, stands in the effects."""
    row = [0] * _ROW
    displays.put_dealer(engine, row)
    return _text(effects.DEALER, row)


def _text(kind: int, row: list[int]) -> str:
    return render_effect([kind, *row]).partition(" ")[2]
