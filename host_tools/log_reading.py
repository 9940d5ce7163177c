"""Reads a log from its first sector to its last, and goes on behind whatever is damaged or missing.

The replay is table_wire's; here it is led round the gaps, at each of which the next sector's checkpoint says
where the table stood.  What must never change: every record's number is in exactly one place of the account:
replayed, whole but not replayed, or missing; and a proof is claimed only where a seal fits.
"""

from host_tools.log_file import LogFile
from host_tools.log_gaps import RECORDS_A_SECTOR, Gap, SectorLook, spans, whole_records
from host_tools.log_image import by_number
from table_core import facts
from table_wire.record_reader import read_fact
from table_wire.replay import Replay
from table_wire.sector_walk import GOOD, walk_sector
from table_wire.sectors import read_header
from table_wire.settings_record import terms_of

BEFORE_THE_NEWS = (facts.POWER_UP, facts.CLOCK, facts.SEAL)  # of a stop, where the power went once more
Spans = list[tuple[int, int]]


class LogReading:
    """missing, not_replayed, not_proved: (first, last) record of each run.  problems and notes as the
    replay's.  Call `end` behind the last of `facts`."""

    def __init__(self, log: LogFile, settings_record: bytes | None = None) -> None:
        self.replay = Replay(None, log.seal_keys, shows=False)  # lights and texts decide nothing
        self.problems, self.notes = self.replay.problems, self.replay.notes
        self.missing: Spans = []
        self.not_replayed: Spans = []
        self.not_proved: Spans = []
        self._log = log
        self._terms = dict(log.settings)
        if settings_record:
            self._terms[terms_of(settings_record)] = settings_record
        self._pieces = sorted({**log.lost, **by_number(log.sectors)}.items())
        self._headers = [read_header(sector) for _, sector in self._pieces]
        self._gap: Gap | None = None
        self._proved_to = 0  # the account of what is not proved goes up to here
        self._since = 0  # the first record that no seal covered before this sector
        self.first_sector = self._pieces[0][0]
        self.first_record = self._find_first_record()

    def _find_first_record(self) -> int:
        """The first one that is there; in a sector without a header, by the first that is whole."""
        (number, sector), first = self._pieces[0], read_header(self._log.sectors[0]).first_record
        if self._headers[0] or number == 0:
            return first if self._headers[0] else 1
        whole = whole_records(sector, max(first - RECORDS_A_SECTOR, 1), first)
        return next(whole, (first,))[0]

    def facts(self, progress=None):
        """Yields (record number, kind, a, b, ticks) of each fact, after it was applied."""
        for i, (number, sector) in enumerate(self._pieces):
            header = self._headers[i]
            if header is None:
                self._look(i, f"the header of sector {number} is damaged")
            elif not self._has_terms(header, number):
                digest = header.terms.hex()[:16]
                self._look(i, f"the settings {digest} are needed to replay it (--settings)")
            else:
                self._come_to(i)
                before, self._since = len(self.problems), self._first_unproved()
                self.replay.stop_before = self._stopped_at(i)
                yield from self.replay.read_sector(sector)
                if self.replay.settings_record:
                    self._terms[self.replay.terms] = self.replay.settings_record
                if self.replay.ends_torn or len(self.problems) > before:
                    self._look(i)
            if progress:
                progress(i + 1, len(self._pieces))

    def end(self) -> None:
        """What is left open at the log's end."""
        replay = self.replay
        if self._gap:
            end = max(self._gap.whole, default=self._gap.first - 1) + 1
            self._close(end, goes_on=False)
            replay.number, replay.ends_torn = end, False
        sealed_to = replay.sealed_to
        replay.sealed_to = max(sealed_to, self._proved_to)
        if replay.sealed_to < replay.number - 1:
            self.not_proved.append((replay.sealed_to + 1, replay.number - 1))
        replay.end()
        replay.sealed_to = sealed_to

    # --- from sector to sector -----------------------------------------------------------------------

    def _follows(self, header, number: int) -> bool:
        before = self.replay.header
        is_next = before is not None and before.number + 1 == number
        return is_next and self._gap is None and header.first_record == self.replay.number

    def _stopped_at(self, i: int) -> int:
        """The record of this sector with which the table's recovery could not go on; 0 where it could.

        It and what stands behind it never counted: the next sector goes on from the state before it, and
        begins with a POWER_UP of its number and then the news.
        """
        (number, _), (following, sector) = self._pieces[i], (self._pieces + [(0, b"")])[i + 1]
        header = self._headers[i + 1] if following == number + 1 else None
        if header is None:
            return 0
        record = header.first_record
        for found, _number, at, _length in walk_sector(sector, record, header.size):
            kind, told, *_ = read_fact(sector, at) if found == GOOD else (facts.POWER_UP, 0)
            if kind not in BEFORE_THE_NEWS:
                break
        else:
            return 0
        if (kind, told) != (facts.RECOVERY_STOPPED, record):
            return 0
        self.notes.append((record, "the table could not go on with this record, which never counted"))
        return record

    def _has_terms(self, header, number: int) -> bool:
        """Whether the sector can be replayed: a log begins with its settings."""
        in_force = self.replay.engine and header.terms == self.replay.terms
        follows = self.replay.engine and self._follows(header, number)
        return bool(in_force or follows or header.first_record == 1 or header.terms in self._terms)

    def _come_to(self, i: int) -> None:
        """Whatever is missing before this sector is told, and the replay takes its checkpoint."""
        replay, header, number = self.replay, self._headers[i], self._pieces[i][0]
        if self._follows(header, number):
            return
        if replay.header and not self._gap:
            self._open_gap()
            self._gap.reasons += self._missing_sectors(i)
        if self._gap and header.first_record < self._gap.first:
            text = f"sector {number} begins with record {header.first_record} anew: it was changed or put in"
            self.problems.append((self._gap.first, text))
            self._gap = None
        elif self._gap:
            self._close(header.first_record, goes_on=True)
        replay.header = None
        if not replay.engine or header.terms != replay.terms:
            replay.engine, replay.settings_record = None, self._terms.get(header.terms)

    def _missing_sectors(self, i: int) -> list[str]:
        before, number = self._pieces[i - 1][0], self._pieces[i][0]
        if number == before + 1:
            return []
        return [f"the log's sectors {before + 1} to {number - 1} are not in the file"]

    def _open_gap(self) -> None:
        first = self.replay.number or self.first_record
        self._gap = Gap(first, self._first_unproved())

    def _first_unproved(self) -> int:
        return max(self.replay.sealed_to, self._proved_to, self.first_record - 1) + 1

    def _look(self, i: int, reason: str = "") -> None:
        """What can be read of a sector that can't be replayed, or no further; a gap where there is any."""
        header = self._headers[i]
        behind = next((later for later in self._headers[i + 1 :] if later), None)
        at_the_earliest = self._gap.first if self._gap else self.replay.number or self.first_record
        first = header.first_record if header else max(self._seen() + 1, at_the_earliest)
        below = behind.first_record if behind else first + RECORDS_A_SECTOR + 1
        next_header = self._headers[i + 1] if i + 1 < len(self._headers) else None
        next_chain = next_header.chain if next_header else None
        look = SectorLook(self._pieces[i][1], header, first, below, self._log.seal_keys, next_chain)
        whole = {record for record in look.whole if record >= at_the_earliest}
        if not (whole or reason):  # all was replayed, and what is wrong has been told
            proved_to = max(look.proved, default=0)
            self.not_proved += spans(set(range(self._since, proved_to + 1)) - look.proved)
            self._proved_to = max(self._proved_to, proved_to)
            return
        if not self._gap:
            self._open_gap()
        self._gap.whole |= whole
        self._gap.proved |= look.proved
        if reason and reason not in self._gap.reasons:
            self._gap.reasons.append(reason)
        for record in look.settings:
            self._terms[terms_of(record)] = record

    def _seen(self) -> int:
        return max(self._gap.whole, default=0) if self._gap else 0

    def _close(self, end: int, goes_on: bool) -> None:
        gap, self._gap = self._gap, None
        self.missing += gap.missing(end)
        self.not_replayed += spans(gap.whole)
        self.not_proved += gap.not_proved(end)
        self._proved_to = end - 1
        self.problems.append((gap.first, gap.text(end, goes_on)))
