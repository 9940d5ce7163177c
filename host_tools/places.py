"""Where things lie in a checkout of the project.  Every other file asks here."""

from pathlib import Path

REPO_ROOT = Path(__file__).resolve().parent.parent
FIRMWARE = REPO_ROOT / "firmware"
BOARDS = REPO_ROOT / "boards"
SAMPLE_TABLES = BOARDS / "sample_tables"
TOOLS = REPO_ROOT / ".tools"  # what `make setup` fetched; never in the repository
