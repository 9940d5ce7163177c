"""A contact with two positions, each of which is a fact: the floor key, the door."""

from table_parts.input_chain import mask_of


class Switch:
    """Tells each turn, a = 1 for on; the position at power-up is no turn, and is asked by `is_on`."""

    def __init__(self, chain, names: list, name: str, kind: int) -> None:
        self._chain = chain
        self._place = names.index(name)
        self._kind = kind

    def poll(self, at_ms: int, ring) -> None:
        if self._chain.any_changed and not self._chain.first_image:
            if self._chain.changed[self._place >> 3] & mask_of(self._place):
                ring.put(self._kind, 1 if self.is_on else 0, 0)

    @property
    def is_on(self) -> bool:
        return self._chain.is_active(self._place)
