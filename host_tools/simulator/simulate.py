"""A night on the simulated table, from a script: what `tablectl simulate` and the tests call."""

from dataclasses import dataclass
from pathlib import Path

from host_tools.board_file import load_board
from host_tools.errors import NotReached, UserError
from host_tools.settings_file import load_settings
from host_tools.simulator.board_folder import BOARD_MARK, MARK
from host_tools.simulator.judge import Judge, wiring_of
from host_tools.simulator.judge_account import Terms
from host_tools.simulator.provision import provision, read_partition
from host_tools.simulator.script_player import ScriptPlayer, Unplayable
from host_tools.simulator.simulated_table import SimulatedTable
from table_core.settings import counted_spot

ROUNDLOG = "roundlog.bin"


@dataclass
class Result:
    """What is left of a night; the paths lie in its working folder."""

    violations: list[str]  # the judge's, a sentence each
    console: list[str]
    runtime: str  # micropython or cpython
    virtual_ms: int
    starts: int
    judge: Judge
    flash: Path
    roundlog: Path  # the log's partition, as it stands on flash
    key: Path  # the table key, in hex
    played_after: int | None = None  # the record before the script; None: the table's first power-up


def terms_of(settings) -> Terms:
    """A table's settings as the plain numbers that the judge may know."""
    return Terms(
        settings.seats,
        settings.wager_cents,
        settings.rate_ppm,
        settings.initial_cents,
        settings.reset_cents,
        tuple(settings.pay_odds),
        tuple(settings.envy_odds),
    )


def set_up_table(
    folder: Path,
    board: dict,
    settings,
    runtime: str = "auto",
    bounce_seed: int | None = None,
    log_sectors: int | None = None,
    main: Path | None = None,
) -> SimulatedTable:
    """A new table in `folder`, dark, with its world and its judge."""
    provision(folder, board, settings, log_sectors)
    judge = Judge(wiring_of(board), terms_of(settings))
    return SimulatedTable(folder, board, judge, runtime, bounce_seed, main)


def simulate(
    settings_path: Path,
    board_path: Path,
    script,
    out_folder: Path,
    runtime: str = "auto",
    progress=None,
) -> Result:
    """Plays a parsed script (rounds_text.Script) in `out_folder`.  progress(done_ms, all_ms)."""
    folder = Path(out_folder)
    settings = load_settings(settings_path).settings
    board = load_board(board_path)
    claim_folder(folder)
    table = set_up_table(folder, board, settings, runtime)
    try:
        ScriptPlayer(table, script.steps, counted_spot=counted_spot(settings)).play(progress)
    except Unplayable as error:
        raise Unplayable(f"{script.path}, {error}") from error
    finally:
        table.close()
    return finish(table, folder)


def claim_folder(folder: Path) -> None:
    """Makes the folder, or takes one that was made here before; anything else in it is not ours to touch."""
    mark = folder / MARK
    try:
        if (folder / BOARD_MARK).exists():
            raise UserError(
                f"{folder}: a simulated board lives here; play at it with --port sim:{folder}, or name a new "
                "folder with --out"
            )
        if folder.exists() and not mark.exists() and any(folder.iterdir()):
            raise UserError(f"{folder}: this folder holds something else; name a new one with --out")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ROUNDLOG).unlink(missing_ok=True)  # an interrupted night must not leave the one before
        mark.write_text("A simulated table plays here; everything in this folder is written over.\n")
    except OSError as error:
        raise NotReached(f"{folder}: {error.strerror}") from error


def finish(table: SimulatedTable, folder: Path) -> Result:
    """Takes the log out of the flash, as a file of its own, and gathers what was seen."""
    table.close()
    roundlog = folder / ROUNDLOG
    roundlog.write_bytes(read_partition(folder, "roundlog"))
    return Result(
        table.judge.check(),
        table.process.console(),
        "micropython" if table.process.is_micropython else "cpython",
        table.now_ms,
        table.process.starts,
        table.judge,
        folder / "flash.bin",
        roundlog,
        folder / "table.key",
    )
