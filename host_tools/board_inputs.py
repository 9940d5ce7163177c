"""The inputs of a board file: their names, and whether the chain can be trusted.

The chain's sentinels are what tells a broken chain from a table, so a board without enough of them is
refused: a plug that is half out would place bets and press keys.
"""

import re
from collections import Counter

from host_tools.settings_toml import nearest
from table_core.facts import SPOTS
from table_core.limits import SEATS_MAX
from table_core.settings import HANDS

BITS_A_CHIP = 8
INPUTS_MAX = 128  # more would take too long to read in every tick
SENTINELS = ("sentinel high", "sentinel low")
MAY_REPEAT = (*SENTINELS, "spare")
KEYS = ("no_more_bets", *HANDS[1:], "clear", "round_over")
NEEDED = (*(f"key {key}" for key in KEYS), "floor key", "door")
OF_A_SEAT = (*SPOTS, "button")
KNOWN = frozenset(
    [*MAY_REPEAT, *NEEDED, *(f"seat {n} {what}" for n in range(1, SEATS_MAX + 1) for what in OF_A_SEAT)]
)


def seats_of(inputs: list) -> int:
    """How many seats the inputs belong to: the highest number among them."""
    return max((int(name[5]) for name in inputs if re.match(r"seat \d ", name)), default=0)


def is_sensor(name: str) -> bool:
    """Whether an input is a betting area's."""
    return name.startswith("seat ") and not name.endswith(" button")


def is_key(name: str) -> bool:
    """Whether an input is a contact that a hand or a door closes."""
    return name not in MAY_REPEAT and not is_sensor(name)


def find_problems(inputs: list) -> list[str]:
    """Says what is wrong with the list, each with its remedy."""
    strange = [name for name in inputs if not isinstance(name, str) or name not in KNOWN]
    problems = [f'there is no input "{name}"{nearest(str(name), KNOWN)}' for name in strange]
    if strange:
        return problems
    for name, count in Counter(inputs).items():
        if count > 1 and name not in MAY_REPEAT:
            problems.append(f'"{name}" stands {count} times: one contact has one place in the chain')
    if not inputs or len(inputs) % BITS_A_CHIP:
        problems.append(
            f"{len(inputs)} inputs: a 74HC165 has {BITS_A_CHIP}, so the number must be a multiple of"
            ' that; write "spare" for an input that nothing hangs on'
        )
    if len(inputs) > INPUTS_MAX:
        problems.append(f"{len(inputs)} inputs: a chain has at most {INPUTS_MAX}; sense fewer betting areas")
    needed = list(NEEDED)
    for seat in range(1, seats_of(inputs) + 1):
        needed += [f"seat {seat} progressive", f"seat {seat} button"]
    missing = [name for name in needed if name not in inputs]
    if missing:
        problems.append(f"the table can't be dealt without: {', '.join(missing)}")
    if not seats_of(inputs):
        problems.append('no seat has an input; name them "seat 1 progressive", "seat 1 button" and so on')
    return problems + _sentinel_problems(inputs)


def _sentinel_problems(inputs: list) -> list[str]:
    for end in (inputs[:2], inputs[-2:]):
        if sorted(end) != sorted(SENTINELS):
            return [
                "a chain that is cut or has shifted by one bit would read as a table: begin and end the"
                ' list with "sentinel high" and "sentinel low" side by side, in either order'
            ]
    return []
