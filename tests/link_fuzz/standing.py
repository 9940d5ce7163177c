"""How a table stands, and whether it still stands so after whatever it was sent."""

from table_core import facts
from tests.link_fuzz.cabled_table import CabledTable
from tests.link_fuzz.log_records import records_of


class Standing:
    """What no frame may change: flash and state, to the byte; but at its end the log may tell of refusals."""

    TELLS = {facts.CHANGE_REFUSED, facts.TIME}

    def __init__(self, cabled: CabledTable) -> None:
        self._cabled = cabled
        self._image, self._state = cabled.image(), cabled.state()
        log = cabled.table.log
        self._number, end = (log.number, log.end()) if log else (0, None)
        self._image["roundlog"] = self._image["roundlog"][:end]

    def is_so(self) -> bool:
        flash = self._cabled.flash
        is_kept = all(flash[label].bytes.startswith(data) for label, data in self._image.items())
        return is_kept and self._cabled.state() == self._state

    def told(self) -> int:
        """How many refusals the log tells of; and of nothing else."""
        if not self._number:
            return 0
        kinds = [kind for number, kind, _ in records_of(self._cabled.image()) if number >= self._number]
        assert set(kinds) <= self.TELLS
        return kinds.count(facts.CHANGE_REFUSED)
