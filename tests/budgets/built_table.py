"""The program as it is flashed, and a table that was set up, as the WebAssembly port sees them."""

from pathlib import Path

from host_tools.board_file import load_board
from host_tools.firmware_build import build_firmware
from host_tools.places import BOARDS, FIRMWARE, REPO_ROOT, SAMPLE_TABLES
from host_tools.runners.unix_port import find_mpy_cross
from host_tools.settings_file import load_settings
from host_tools.simulator.provision import provision

HERE = Path(__file__).parent
STAND_INS = REPO_ROOT / "host_tools" / "simulator"
PATH = ("/quiet", "/stand_ins", "/budgets", "/program")


def build_table(folder: Path, **changed) -> dict[str, Path]:
    """Builds both in `folder`; changed: settings of the sample table.  Gives what run_webassembly mounts."""
    settings = load_settings(SAMPLE_TABLES / "four-card-7-seats.toml").settings
    for name, value in changed.items():
        setattr(settings, name, value)
    build_firmware(FIRMWARE, folder / "program", find_mpy_cross())
    provision(folder / "table", load_board(BOARDS / "esp32_devkitc" / "board.toml"), settings)
    return {
        "/program": folder / "program",
        "/quiet": STAND_INS / "stand_ins_quiet",
        "/stand_ins": STAND_INS / "stand_ins",
        "/budgets/lapse.py": HERE / "lapse.py",
        "/board.json": folder / "table" / "board.json",
        "/flash.bin": folder / "table" / "flash.bin",
    }
