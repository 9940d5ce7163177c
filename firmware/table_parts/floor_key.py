"""The floorperson's key switch: its turn from off to on arms the floor, which the engine decides."""

from table_core.facts import FLOOR_KEY
from table_parts.switch import Switch


class FloorKey(Switch):
    def __init__(self, chain, names: list) -> None:
        Switch.__init__(self, chain, names, "floor key", FLOOR_KEY)
