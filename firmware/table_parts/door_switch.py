"""The switch behind the controller's door: the input is active while the door is open."""

from table_core.facts import DOOR
from table_parts.switch import Switch


class DoorSwitch(Switch):
    def __init__(self, chain, names: list) -> None:
        Switch.__init__(self, chain, names, "door", DOOR)
