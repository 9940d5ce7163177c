"""The folder of a simulated board: what lies in it, and the rule that no other folder is touched.

FLASH_NAME is the board's flash.  MARK is written into every folder that the simulator works in, and
says that the folder is ours.
"""

from pathlib import Path

from host_tools.errors import NotReached, UserError

MARK = "simulated-table.txt"
FLASH_NAME = "flash.bin"


def claim_board_folder(folder: Path) -> None:
    """Makes the folder of a board, or takes one that has a flash or was made here before."""
    folder = Path(folder)
    try:
        names = {path.name for path in folder.iterdir()} if folder.exists() else set()
        if names and not names & {MARK, FLASH_NAME}:
            raise UserError(f"{folder}: this folder holds something else; name a new one for the board")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / MARK).write_text("A simulated board lives here; what is in this folder is written over.\n")
    except OSError as error:
        raise NotReached(f"{folder}: {error.strerror}") from error
