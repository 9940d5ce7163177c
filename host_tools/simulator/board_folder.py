"""The folder of a simulated board: what lies in it, and the rule that no other folder is touched.

FLASH_NAME is the board's flash.  BOARD_MARK says that a board lives in the folder, which keeps what it
was given; MARK that a night was played there from the sources, and that the next one may write over it.
Each board has hardware of its own, as real ones have: UNIQUE_ID follows from where its folder is.
"""

import hashlib
from pathlib import Path

from host_tools.errors import NotReached, UserError

MARK = "simulated-table.txt"
BOARD_MARK = "simulated-board.txt"
FLASH_NAME = "flash.bin"
UNIQUE_ID = "unique_id"


def claim_board_folder(folder: Path) -> None:
    """Makes the folder of a board, or takes one that has a flash or was made here before."""
    folder = Path(folder)
    try:
        names = {path.name for path in folder.iterdir()} if folder.exists() else set()
        if names and not names & {MARK, BOARD_MARK, FLASH_NAME}:
            raise UserError(f"{folder}: this folder holds something else; name a new one for the board")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / BOARD_MARK).write_text("A simulated board lives here.\n")
        if UNIQUE_ID not in names and FLASH_NAME not in names:
            (folder / UNIQUE_ID).write_text(hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:12])
    except OSError as error:
        raise NotReached(f"{folder}: {error.strerror}") from error
