"""The sensors of the betting areas: a chip is there or not, never what it is worth.

Facts come by seat, and of one seat what was lifted before what was placed.
"""

from table_core.facts import CHIP_LIFTED, CHIP_PLACED, SPOTS
from table_parts.input_chain import mask_of


class BetSensors:
    """counted_spot: the betting area whose sensors decide anything; the others are evidence."""

    def __init__(self, chain, names: list, seats: int, counted_spot: int) -> None:
        self._chain = chain
        self._counted_spot = counted_spot
        self._seats = tuple([_sensors_of(names, seat) for seat in range(1, seats + 1)])

    def poll(self, at_ms: int, ring) -> None:
        if self._chain.any_changed:
            for sensors in self._seats:
                self._put(sensors, CHIP_LIFTED, ring)
                self._put(sensors, CHIP_PLACED, ring)

    def _put(self, sensors: tuple, kind: int, ring) -> None:
        chain = self._chain
        for seat, spot, i, mask in sensors:
            if chain.changed[i] & mask and (chain.stable[i] & mask != 0) == (kind == CHIP_PLACED):
                ring.put(kind, seat, spot)

    def any_covered(self) -> bool:
        """Whether a chip lies anywhere that has a sensor."""
        for sensors in self._seats:
            for _seat, _spot, i, mask in sensors:
                if self._chain.stable[i] & mask:
                    return True
        return False

    def covered(self) -> int:
        """The seats whose area that counts is covered: bit 0 for seat 1."""
        seats = 0
        for sensors in self._seats:
            for seat, spot, i, mask in sensors:
                if spot == self._counted_spot and self._chain.stable[i] & mask:
                    seats |= 1 << (seat - 1)
        return seats


def _sensors_of(names: list, seat: int) -> tuple:
    """Rows of seat, spot, byte and bit of the sensors that are fitted at a seat."""
    rows = []
    for spot in range(len(SPOTS)):
        name = f"seat {seat} {SPOTS[spot]}"
        if name in names:
            place = names.index(name)
            rows.append((seat, spot, place >> 3, mask_of(place)))
    return tuple(rows)
