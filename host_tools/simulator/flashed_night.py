"""A night at a simulated board that was flashed and set up: what `simulate --port sim:FOLDER` plays.

Everything comes out of the board's own flash: the program, the wiring, the terms and the money that the
judge begins with.  The board rests for a minute after its power-up, for it may have been switched on
often before, and what its supply is said to do is no part of the script.
"""

from dataclasses import replace
from pathlib import Path

from host_tools.errors import UserError
from host_tools.log_file import open_log
from host_tools.simulator.board_folder import FLASH_NAME
from host_tools.simulator.flash_file import FlashFile
from host_tools.simulator.flashed_board import NOTHING_AROUND, board_in, partition_of
from host_tools.simulator.judge import Judge, wiring_of
from host_tools.simulator.judge_account import Terms
from host_tools.simulator.script_player import LEAD_MS, ScriptPlayer, Unplayable
from host_tools.simulator.simulate import Result, finish, terms_of
from host_tools.simulator.simulated_table import SimulatedTable
from table_core.limits import POWER_REST_TICKS, TICK_MS
from table_core.settings import counted_spot
from table_core.state import OPEN
from table_wire.replay import Replay
from table_wire.settings_record import pack_settings
from table_wire.slots import SLOT_BYTES, newest_content

REST_MS = POWER_REST_TICKS * TICK_MS + 1000
FLASH_FIRST = "flash it with `tablectl flash` and set it up with `tablectl configure` first"


def play_flashed(folder: Path, script, progress=None) -> Result:
    """Plays a parsed script at the board in `folder`.  progress(done_ms, all_ms)."""
    flash = FlashFile(folder)
    try:
        board = board_in(flash)
        if board is NOTHING_AROUND:
            raise UserError(f"sim:{folder}: there is no program on this board; {FLASH_FIRST}")
        judge = Judge(wiring_of(board), _terms(flash, folder, script))
        table = SimulatedTable(folder, board, judge, from_flash=True)
        try:
            before = _play(table, folder, script, progress)
        finally:
            table.close()
    finally:
        flash.close()
    return replace(finish(table, folder), played_after=before)


def _play(table: SimulatedTable, folder: Path, script, progress) -> int:
    """Gives the last record before the script."""
    table.power_up()
    table.run_until(REST_MS)
    before = _replay(folder).number - 1
    try:
        ScriptPlayer(table, script.steps, REST_MS + LEAD_MS, counted_spot(script.settings)).play(progress)
    except Unplayable as error:
        raise Unplayable(f"{script.path}, {error}") from error
    return before


def _terms(flash: FlashFile, folder: Path, script) -> Terms:
    """The settings in force, and the meter as the log has it.  UserError where this script can't begin."""
    slots = partition_of(flash, "settings")
    record = newest_content([slots[:SLOT_BYTES], slots[SLOT_BYTES:]])
    if record is None:
        raise UserError(f"sim:{folder}: this table has no settings; {FLASH_FIRST}")
    if record != pack_settings(script.settings):
        raise UserError(
            f"sim:{folder}: this table has other settings than {script.path} names; "
            f"set it up with {script.settings_path}"
        )
    state = _replay(folder).engine.state
    if state.phase != OPEN:
        raise UserError(f"sim:{folder}: a round is in progress; end it first, for a script begins with one")
    return terms_of(script.settings)._replace(
        initial_cents=state.meter_cents + state.overflow_cents, remainder_micro=state.remainder_micro
    )


def _replay(folder: Path) -> Replay:
    """The log so far, replayed to its end."""
    log = open_log(folder / FLASH_NAME)
    replay = Replay()
    for sector in log.sectors:
        for _ in replay.read_sector(sector):
            pass
    if replay.problems or replay.engine is None:
        raise UserError(f"{log.path}: its log does not replay; `tablectl replay` says why")
    return replay
