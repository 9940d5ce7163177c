"""Watches a table over its link: every record once, through lost cables, restarts and new logs.

`show(kind, **values)` gets all that is to be told; the command decides how it looks.  What a board prints
that is in trouble is shown, and its meaning is told, once a connection.  What must never change: a record is
passed over only where the table has written over it, and then that is told.
"""

import time

from host_tools.at_table.connection import connected, table_name
from host_tools.at_table.log_watch import Gap, LogWatch
from host_tools.errors import NotReached, UserError
from host_tools.links.console_state import describe_console
from host_tools.links.follow import follow
from host_tools.links.questions import read_settings_record
from host_tools.links.region_reader import read_region
from table_wire import messages
from table_wire.sectors import SECTOR_BYTES

TRY_AGAIN_S = 1.0
SILENT_S = 2.5  # more than two heartbeats
ANY_START = describe_console("rst:0x")  # every board prints that once: it means something in silence only


class TableWatch:
    def __init__(self, port_name: str, show, for_s: float | None = None) -> None:
        self._port_name = port_name
        self._show = show
        self._for_s = for_s  # how long; None: for ever
        self._end_s = None  # by the cable's clock, which goes on without the cable
        self._now_s = None
        self._lost = ""  # what was told of it last, while it is away
        self._meanings: set[str] = set()  # what was told of the board's text
        self._hardware = b""
        self._log: LogWatch | None = None
        self._log_id = b""

    def run(self) -> None:
        """Until its time is over.  NotReached only where there was no table from the beginning."""
        while not self._is_over():
            try:
                with connected(self._port_name, self._hear) as link:
                    self._greet(link)
                    while not self._is_over():
                        self._follow(link)
            except NotReached as error:
                if not self._hardware:
                    raise
                self._tell_lost(str(error).partition(";")[0])  # the remedy is another command's
                time.sleep(TRY_AGAIN_S)

    def _hear(self, line: str) -> None:
        """A line of the board's console."""
        self._show("console", text=line)
        self._tell_meaning(line, ANY_START)

    def _tell_meaning(self, text: str, *but: str) -> None:
        meaning = describe_console(text)
        if meaning and meaning not in (*but, *self._meanings):
            self._meanings.add(meaning)
            self._show("note", text=f"{self._port_name}: the board says that {meaning}")

    def _tell_lost(self, why: str) -> None:
        """Once, however often it is tried."""
        if why != self._lost:
            self._show("note", text=f"{why}; waiting for the table to come back")
        self._lost = why

    def _greet(self, link) -> None:
        self._lost = ""
        self._meanings.clear()
        self._now_s = link.port.now_s
        if self._end_s is None and self._for_s is not None:
            self._end_s = self._now_s() + self._for_s
        if self._hardware not in (b"", link.welcome.hardware):
            raise UserError(f"{link.port.name}: another table is here now, {table_name(link)}; watch it anew")
        self._hardware = link.welcome.hardware

    def _is_over(self) -> bool:
        return self._end_s is not None and self._now_s() >= self._end_s

    def _follow(self, link) -> None:
        """Follows one log, until it is another one, or something of it is gone."""
        if not link.heartbeat.flags & messages.HAS_LOG:
            self._wait_for_log(link)
            return
        if self._log is None or self._log_id != link.welcome.log:
            self._begin(link)
        for address, data in follow(link, self._log.wanted):
            if link.welcome.log != self._log_id or not link.heartbeat.flags & messages.HAS_LOG:
                return
            try:
                for happening in self._log.feed(address, data):
                    self._show("fact", happening=happening)
            except Gap:
                self._show("note", text="records were written over before they could be read")
                self._log = None
                return
            if not data and link.port.now_s() - link.heard_s > SILENT_S:
                self._tell_meaning(link.stream.text())
            if self._is_over():
                return

    def _wait_for_log(self, link) -> None:
        self._show("note", text=f"{table_name(link)}: out of service, without a log; waiting for one")
        while not (link.heartbeat.flags & messages.HAS_LOG or self._is_over()):
            link.next_heartbeat()
            if link.has_restarted:
                link.connect()
                return

    def _begin(self, link) -> None:
        """At the log's end; a log that was begun meanwhile is told from its first record on."""
        was_another = self._log_id not in (b"", link.welcome.log)
        end = 0 if was_another else link.heartbeat.end
        partition_bytes = link.welcome.sectors * SECTOR_BYTES
        log = LogWatch(read_settings_record(link), partition_bytes, end)
        log.feed(log.wanted, read_region(link, messages.ROUNDLOG, log.wanted, end - log.wanted))
        self._log, self._log_id = log, link.welcome.log
        if log.engine:
            self._show("state", text=table_name(link), state=log.engine.state, record=log.next_record)
        else:
            self._show("note", text=f"{table_name(link)}: a new log begins")
