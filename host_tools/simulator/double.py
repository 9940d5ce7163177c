"""A whole board behind a pseudo-terminal, in real time: for esptool, for tests, and to try things out.

It lives one of two lives, as a board does.  A SYNC on the line puts it into download mode: that stands
for the reset with IO0 low, which a pty has no wires for.  When the far end then closes the port, the
board boots.  What must never change: everything happens in one thread, which also does what the public
methods ask for, so that nothing here needs a lock.
"""

import queue
import threading
import time
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path

from host_tools.simulator import loader_wire
from host_tools.simulator.flash_file import FlashFile
from host_tools.simulator.flashed_board import chip_in
from host_tools.simulator.onlooker import Shown
from host_tools.simulator.pty_port import PtyPort
from host_tools.simulator.rom_loader import NO_FAULTS, Faults, RomLoader
from host_tools.simulator.running_board import RunningBoard
from host_tools.simulator.world import PRESS_MS

STEP_S = 0.005
ANSWER_WITHIN_S = 60


class BoardDouble:
    """A board over FOLDER/flash.bin.  One that does not boot is in download mode all the time.

    chip, flash_mib: what a board is that is blank, or new; one that was flashed stays what it is.
    """

    def __init__(
        self,
        folder: Path,
        chip: str = "esp32",
        flash_mib: int = 4,
        faults: Faults = NO_FAULTS,
        boots: bool = True,
        speed: float = 1.0,
    ) -> None:
        self._flash = FlashFile(folder, flash_mib)
        try:
            self._board = RunningBoard(folder, self._flash, speed) if boots else None
        except BaseException:
            self._flash.close()
            raise
        self.loader = RomLoader(self._flash, chip_in(self._flash) or chip, faults)
        self._life = self.loader
        self._cable: PtyPort | None = PtyPort()
        self._pulled: list[PtyPort] = []
        self._heard = b""  # the end of what came before, in which a SYNC may have begun
        self._requests: queue.SimpleQueue = queue.SimpleQueue()
        self._is_closing = False
        self._problem: Exception | None = None
        self._thread = threading.Thread(target=self._serve, name=f"board in {folder}", daemon=True)
        self._thread.start()

    def __enter__(self) -> "BoardDouble":
        return self

    def __exit__(self, *error) -> None:
        self.close()

    # --- what others ask for ---------------------------------------------------------------------

    @property
    def port(self) -> str:
        """The path that a program opens; "" while the cable is pulled."""
        cable = self._cable
        return cable.path if cable else ""

    def pull_cable(self) -> None:
        """Whoever has the port open gets an error, and the path is gone."""
        self._ask(self._unplug)

    def plug_cable(self) -> str:
        """Plugs the cable in again; the port may have another path now."""
        return self._ask(self._plug)

    def contacts(self) -> list[str]:
        """What can be moved at the table, as the board that was flashed has it."""
        return self._ask(self._board.contacts)

    def move(self, contact: str, closed: bool) -> None:
        """Closes or opens a contact.  KeyError for one that is not there."""
        self._ask(self._board.move, contact, closed)

    def press(self, contact: str, for_ms: int = PRESS_MS) -> None:
        self._ask(self._board.press, contact, for_ms)

    def shown(self) -> Shown:
        """What displays and lights show now."""
        return self._ask(self._board.shown)

    def close(self) -> None:
        """Ends the board and its port; its flash stays as it is.  Raises what had ended it before."""
        self._is_closing = True
        self._thread.join()
        while self._pulled:
            self._pulled.pop().close()
        if self._board:
            self._board.close()
        self._flash.close()
        if self._problem:
            raise self._problem

    def _ask(self, what, *arguments):
        """Has the board's own thread do something, and gives what came of it."""
        if self._problem:
            raise self._problem
        future = Future()
        self._requests.put((future, what, arguments))
        return future.result(ANSWER_WITHIN_S)

    # --- the board's own thread ------------------------------------------------------------------

    def _serve(self) -> None:
        try:
            self._boot()
            outgoing = b""
            while not self._is_closing:
                self._answer_requests()
                outgoing = self._live(self._exchange(outgoing))
                if self.loader.is_unplugged:
                    self.loader.is_unplugged = False
                    self._unplug()
        except Exception as error:
            self._problem = error
        self._answer_requests()
        self._unplug()
        if self._board:
            self._board.stop()

    def _answer_requests(self) -> None:
        while not self._requests.empty():
            future, what, arguments = self._requests.get()
            try:
                future.set_result(what(*arguments))
            except Exception as error:
                future.set_exception(error)

    def _exchange(self, outgoing: bytes) -> bytes | None:
        """What came in one step, None while nobody has the port open."""
        received = self._cable.exchange(outgoing, STEP_S) if self._cable else None
        if received is None:
            time.sleep(STEP_S)
        return received

    def _live(self, received: bytes | None) -> bytes:
        """One step of whatever life the board is in; gives what goes down the line."""
        if self._life is self.loader:
            if received is None:
                self._boot()
            return self.loader.receive(received or b"")
        heard = self._heard + (received or b"")
        at = heard.find(loader_wire.SYNC_HEAD)
        if at < 0:
            self._heard = heard[-len(loader_wire.SYNC_HEAD) + 1 :]
            return self._board.receive(received or b"")
        self._board.stop()
        self._life = self.loader
        return self.loader.receive(heard[at:])

    def _boot(self) -> None:
        self.loader.reset()
        if self._board:
            self._heard = b""
            self._board.boot()
            self._life = self._board

    def _plug(self) -> str:
        self._unplug()
        self._cable = PtyPort()
        return self._cable.path

    def _unplug(self) -> None:
        if self._cable:
            self._cable.pull()
            self._pulled.append(self._cable)
            self._cable = None


@contextmanager
def serve_loader(folder: Path, chip: str = "esp32", flash_mib: int = 4, faults: Faults = NO_FAULTS):
    """The path of a port behind which a board in download mode waits, as long as the context lasts."""
    with BoardDouble(folder, chip, flash_mib, faults, boots=False) as board:
        yield board.port


if __name__ == "__main__":
    from host_tools.simulator.double_console import main

    main()
