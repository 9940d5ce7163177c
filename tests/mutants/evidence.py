"""What one tree makes of a round: run inside of it, with its `firmware` first on the path.

    python -m tests.mutants.evidence play SCRIPT FOLDER    plays at the tree's own simulated table
    python -m tests.mutants.evidence tell LOG              replays a log by the tree's own rules

Both print JSON.  Nothing here knows what is a mutant and what is not.
"""

import json
import sys
from pathlib import Path

import table_core
from host_tools.board_file import load_board
from host_tools.log_file import open_log
from host_tools.places import BOARDS
from host_tools.rounds_run import rendered_effects
from host_tools.rounds_text import parse_rounds
from host_tools.rounds_words import render_fact
from host_tools.simulator.judge import READABLE_MS, WORD
from host_tools.simulator.judge_eyes import Display, as_read
from host_tools.simulator.script_player import ScriptPlayer
from host_tools.simulator.simulate import finish, set_up_table
from table_wire.digests import digest_text
from table_wire.replay import Replay

QUIET_MS = 1000  # before the fact that follows a power-up, keys may already move
STARTED = "Tablelight: up"


class DealerRows:
    """The rows that stood on the dealer display long enough to be read, and since when."""

    def __init__(self, judge) -> None:
        self.rows: list[tuple[int, str]] = []
        self._display = Display()
        self._select = judge.wiring.dealer_select
        self._judge_saw = judge.saw
        judge.saw = self.saw

    def saw(self, at_ms: int, kind: int, payload: bytes) -> None:
        display = self._display
        if kind == WORD and payload[0] == self._select:
            text, since_ms = display.text(), display.changed_ms
            display.write(at_ms, payload[1], payload[2])
            if display.changed_ms == at_ms and at_ms - since_ms >= READABLE_MS:
                self.rows.append((since_ms, text))
        self._judge_saw(at_ms, kind, payload)

    def between(self, from_ms: int, to_ms: int) -> list[str]:
        return rows_as_read(text for since_ms, text in self.rows if from_ms <= since_ms < to_ms)


def rows_as_read(texts) -> list[str]:
    """Different rows with single blanks, as the eye reads them; blank ones don't count."""
    rows = {" ".join("".join(c if c == "." else as_read(c) for c in text).split()) for text in texts}
    return sorted(rows - {""})


def play(script_path: Path, folder: Path) -> dict:
    """The log's path, and what the table had come to after its last power-up."""
    script = parse_rounds(script_path)
    table = set_up_table(folder, load_board(BOARDS / "esp32_devkitc" / "board.toml"), script.settings)
    rows = DealerRows(table.judge)
    player = ScriptPlayer(table, script.steps)
    try:
        player.play()
    finally:
        table.close()
    result = finish(table, folder)
    on_ms = player.cuts[-1].on_ms
    next_ms = min(ms for step in script.steps if (ms := player.start_ms + step.at_ms) > on_ms + QUIET_MS)
    words = [line for line in result.console if line.startswith(STARTED)][-1].replace(",", "").split()
    return {
        "log": str(result.roundlog),
        "record": int(words[words.index("record") + 1]),
        "state": words[words.index("state") + 1],
        "rows": rows.between(on_ms, next_ms - QUIET_MS),
        "objections": result.violations,
    }


def tell(log_path: Path) -> dict:
    """Every fact with the state's digest and the effects after it, and why the log is refused, if it is."""
    log = open_log(log_path)
    replay = Replay(None, log.seal_keys)
    facts = []
    for sector in log.sectors:
        for number, kind, a, b, _ticks in replay.read_sector(sector):
            shown = rendered_effects(replay.engine)
            facts.append([number, render_fact(kind, a, b), digest_text(replay.engine.state), shown])
    replay.end()
    problem = "record {}: {}".format(*replay.problems[0]) if replay.problems else ""
    return {"facts": facts, "problem": problem}


def dealer_rows(effects: list[str]) -> list[str]:
    """The rows that a fact's `dealer` effect asks for; a hold's seat has a row of its own."""
    for effect in effects:
        if effect.startswith("dealer ") and effect != "dealer blank":
            rows = effect.removeprefix("dealer ").replace("HoLd ", "HoLd | PAY ").split(" | ")
            return rows_as_read(rows)
    return []


def main(how: str, *paths: str) -> int:
    made = play(*map(Path, paths)) if how == "play" else tell(*map(Path, paths))
    print(json.dumps({**made, "rules": table_core.__file__}))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
