"""The real esptool at a double's port, as a process of its own, with short timeouts."""

import os
import subprocess
import sys
from pathlib import Path

SHORT_TIMEOUTS = "[esptool]\ntimeout = 0.3\nmd5_timeout_per_mb = 0.3\nconnect_attempts = 1\n"


def esptool(port: str, *arguments, folder: Path) -> tuple[bool, str]:
    """Whether it ended well, and all that it printed.  `folder` is the test's own."""
    config = folder / "esptool.cfg"
    config.write_text(SHORT_TIMEOUTS)
    done = subprocess.run(
        [sys.executable, "-m", "esptool", "--port", port, "--before", "no-reset", "--after", "no-reset"]
        + [str(argument) for argument in arguments],
        env={**os.environ, "ESPTOOL_CFGFILE": str(config)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.returncode == 0, done.stdout + done.stderr
