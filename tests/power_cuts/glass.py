"""What people touch and see of a table without its wires: the parts that the real Table asks and tells.

It knows nothing of the log, so what it shows is the judge's account of what players have seen.
"""

from types import SimpleNamespace

from table_core.effects import ACCEPTED
from table_core.state import DOOR_OPEN


class Lights:
    def __init__(self) -> None:
        self.accepted = 0  # the seats whose light says so, bit 0 for seat 1

    def show(self, seat: int, light: int, base: int) -> None:
        bit = 1 << (seat - 1)
        self.accepted = self.accepted | bit if ACCEPTED in (light, base) else self.accepted & ~bit

    def bring_up_slowly(self) -> None:
        pass


class Glass:
    """Stands for part_builder.Parts.  due: facts (kind, a, b) that the next tick finds."""

    def __init__(self, covered: int, is_floor_on: bool, door: int) -> None:
        self.due: list[tuple] = []
        self.lights = Lights()
        self.meter_cents = None
        self.sign = SimpleNamespace(show_meter=self._show_meter, show_text=lambda text, number: None)
        self.dealer = SimpleNamespace(show=lambda *row: None, refuse=lambda reason, at_ms: None)
        self.chain = SimpleNamespace(fault=False, is_still=True, has_image=True, settled=True)
        self.sensors = SimpleNamespace(covered=lambda: covered)
        self.floor = SimpleNamespace(is_on=is_floor_on)
        self.door = SimpleNamespace(is_on=door == DOOR_OPEN)
        self.health = SimpleNamespace(
            any_unfit=False, is_at_rest=lambda: True, round_over=lambda accepted, ring: None
        )
        self.clock_lines = None
        self.clock_state = 0  # the board has none

    def _show_meter(self, cents: int) -> None:
        self.meter_cents = cents

    def seen(self) -> tuple:
        """What must be seen again after a power cut."""
        return self.lights.accepted, self.meter_cents

    def poll_inputs(self, at_ms: int, ring) -> None:
        for fact in self.due:
            ring.put(*fact)
        self.due = []

    def poll_outputs(self, at_ms: int, is_frame_coming: bool) -> None:
        pass
