"""Replay: the records of a log, run through the engine that wrote them.

Recovery on the device, the desktop's `replay`, and the runtimes that are compared with each other
all use this class.  It reads sectors that are handed in, in order; it never asks a file or a clock.
What must never change: a fact is applied exactly as the table applied it, refusals included.
"""

from table_core import facts
from table_core.engine import Engine
from table_core.money import RuleBroken
from table_core.state import PACKED_BYTES, unpack_state
from table_wire import sector_walk, sectors
from table_wire.digests import short_digest
from table_wire.record_reader import read_fact
from table_wire.records import HEAD_BYTES
from table_wire.seal_check import check_seal
from table_wire.seals import Chain
from table_wire.settings_record import terms_of, unpack_settings
from table_wire.table_keys import key_id


class Replay:
    """Where a replay stands: engine, next record's number and place, and what was found wrong.

    settings_record: the packed settings, for sectors that come without theirs; they must be the log's.
    seal_keys: all that the table was ever given, as far as they are known; the log says which one seals.
    shows: whether the engine works out lights and texts, which takes half of the time.
    problems: list of (record number, text); notes: the same for what is odd but allowed.
    sealed_to: the last record that a good seal covers.
    """

    def __init__(self, settings_record=None, seal_keys=(), shows: bool = True) -> None:
        self.settings_record = settings_record
        self.settings = None
        self.terms = b""  # that name the settings in force
        self.seal_keys = [(key_id(key), key) for key in seal_keys]
        self.shows = shows
        self.engine = None
        self.chain = None
        self.header = None
        self.number = 0  # of the next record
        self.at = 0  # its place in the last sector
        self.sealed_to = 0
        self.problems = []
        self.notes = []
        self.ends_torn = False  # the last bytes are no good record, and no good one has followed
        self.stop_before = 0  # a record that is not to be applied, nor what follows; 0 for none

    def read_sector(self, sector):
        """Yields (record number, kind, a, b, ticks) for each fact, after it was applied.

        sector: the whole sector's bytes.  Damage ends the sector, and is told in `problems`.
        """
        view = memoryview(sector)
        header = sectors.read_header(view)
        if header is None:
            self.problems.append((self.number, "this record's sector has no good header"))
            return
        try:
            self._begin(header, view)
        except ValueError as error:
            self.problems.append((self.number, str(error)))
            return
        self.at = header.size
        for found, number, at, length in sector_walk.walk_sector(view, self.number, header.size):
            if found == sector_walk.GOOD and number == self.stop_before:
                return
            if found != sector_walk.GOOD:
                self._tell(found, number)
                self.at = at + length
                continue
            if self.ends_torn:  # by the sector before: only a power-up goes on behind a torn record
                self.ends_torn = False
                if view[at + 1] != facts.POWER_UP:
                    self.problems.append((number, "the record before was changed"))
            self.at = at + length
            if view[at + 1] == facts.SEAL:
                self._check_seal(number, view[at : self.at])
            else:
                try:
                    fact = self._apply(view, at)
                except (RuleBroken, ValueError) as error:
                    self.problems.append((number, "the rules refuse to go on: %s" % error))
                    return
                self.chain.add(view[at : self.at])
                yield (number,) + fact
            self.number = number + 1

    def _begin(self, header, view) -> None:
        """Takes the sector's checkpoint, and compares it with what the replay had come to."""
        before = self.header
        if before is None:
            self.number = header.first_record
            self.chain = Chain(header.chain)
        elif header.number != before.number + 1 or header.first_record != self.number:
            missing = (self.number, "records up to %d are missing" % (header.first_record - 1))
            self.problems.append(missing)
            self.number = header.first_record
        else:
            if self.engine and header.terms != self.terms:
                self.problems.append((self.number, "the sector is not under the settings in force"))
            if header.chain != self.chain.end():
                self.problems.append((self.number, "the sector does not fit the one before it"))
            if self.engine and not self._is_at(header.state):
                self.problems.append((self.number, "the replayed state differs from the sector's checkpoint"))
        self.header = header
        self.chain.begin(header.chain)
        self.chain.add(view[: header.size])
        if self.engine is None:
            if self.settings_record:
                self._use_settings(self.settings_record)
        elif len(header.state) != PACKED_BYTES or not self._is_at(header.state):
            self.engine.state = unpack_state(header.state)

    def _is_at(self, packed: bytes) -> bool:
        """Whether the replayed state is this one, as far as its format goes."""
        return self.engine.state.pack()[: len(packed)] == packed

    def _make_engine(self, state) -> None:
        self.engine = Engine(self.settings, state)
        self.engine.shows = self.shows

    def _tell(self, found: int, number: int) -> None:
        if found == sector_walk.TORN:
            self.notes.append((number, "a power cut tore the write of this record: it never counted"))
        elif found == sector_walk.BAD_TAIL:
            self.ends_torn = True
        else:
            self.problems.append((number, "this record was changed after it was written"))

    def _check_seal(self, number: int, record) -> None:
        state = short_digest(self.engine.state, len(self.header.state)) if self.engine else None
        wrong = check_seal(self.chain, bytes(record[HEAD_BYTES:-4]), state, self._keys_in_force())
        if wrong:
            self.problems.append((number, wrong))
        else:
            self.sealed_to = number

    def _keys_in_force(self):
        """None where no key is known; an old log does not name its keys, so each may have sealed it."""
        if not self.seal_keys:
            return None
        named = self.engine.state.key_id if self.engine else 0
        return [key for name, key in self.seal_keys if named in (0, name)]

    def _apply(self, view, at: int) -> tuple:
        """Applies the record at this place.  The engine comes with the first settings record."""
        fact = read_fact(view, at)
        if fact[0] == facts.SETTINGS:
            at += HEAD_BYTES
            self._use_settings(bytes(view[at : at + view[at - HEAD_BYTES]]))  # from here on
        if self.engine is None:
            raise ValueError("the settings of this log are needed to replay it (--settings)")
        self.engine.apply(*fact)
        return fact

    def _use_settings(self, record: bytes) -> None:
        terms = terms_of(record)
        if self.engine and terms == self.terms:
            return  # they are repeated before a change, for whoever finds only the end of a ring
        if self.engine is None and terms != self.header.terms:
            raise ValueError("these settings are not the ones that the log was written under")
        self.settings = unpack_settings(record)
        self.settings_record = record
        self.terms = terms
        state = self.engine.state if self.engine else unpack_state(self.header.state)
        self._make_engine(state)

    def end(self, lost_sectors: int = 0) -> None:
        """Call after the last sector: what is not proved, and a bad tail that nothing follows.

        lost_sectors: how many have records behind a header that can't be read (sector_walk.is_lost).
        """
        if lost_sectors:
            text = "%d sectors with records have no good header; the first of them" % lost_sectors
            self.problems.append((self.number, text + " may begin with this record"))
        if self.ends_torn:
            self.problems.append(
                (self.number, "this record is torn or was changed: nothing follows it that could tell")
            )
        if self.sealed_to < self.number - 1:
            text = "not proved: no good seal follows, up to record %d" % (self.number - 1)
            self.notes.append((self.sealed_to + 1, text))


def order_sectors(headers):
    """The indices of a partition's sectors of one log, in the order of their numbers.

    headers: one Header or None a sector.  Sectors of another log than the newest's are left out.
    """
    known = [(header.number, i) for i, header in enumerate(headers) if header is not None]
    if not known:
        return []
    log_id = headers[max(known)[1]].log_id
    return [i for number, i in sorted(known) if headers[i].log_id == log_id]
