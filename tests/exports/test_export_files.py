"""Where `export` writes: whole files, in the place of their like alone, and pipes; what it keeps."""

import os
import subprocess
import sys
import tracemalloc

import pytest

from host_tools import errors
from host_tools.commands import export
from host_tools.exports.columns import COLUMNS
from host_tools.exports.log_rows import LogRows
from host_tools.exports.writers import FORMATS
from host_tools.log_file import open_log
from host_tools.places import REPO_ROOT
from tests.exports.random_night import play
from tests.wire.log_writer import LogWriter

FIRST_NIGHT = REPO_ROOT / "tests" / "old_logs" / "log_format_2_state_format_3.bin"


@pytest.mark.parametrize("form", FORMATS)
def test_a_file_is_written_whole_and_in_the_place_of_its_like_alone(night, tmp_path, exported, form):
    out = tmp_path / "out"
    given = (night, "--format", form, "--out", out)
    for content in (b"a letter\n", FIRST_NIGHT.read_bytes()):
        out.write_bytes(content)
        status, _, err = exported(*given)
        assert status == errors.USAGE and "name another one with --out" in err
        assert out.read_bytes() == content
    out.unlink()
    for _ in range(2):
        assert exported(*given) == (0, "", "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["night.bin", "out"]


@pytest.mark.parametrize("form", FORMATS)
def test_ctrl_c_leaves_what_was_there(night, tmp_path, exported, monkeypatch, form):
    out = tmp_path / "out"
    assert exported(night, "--format", form, "--out", out)[0] == 0
    before = out.read_bytes()
    rows_of = export.rows_of

    def stopped(*arguments):
        for i, row in enumerate(rows_of(*arguments)):
            if i == 100:
                raise KeyboardInterrupt
            yield row

    monkeypatch.setattr(export, "rows_of", stopped)
    assert exported(night, "--format", form, "--out", out)[0] == errors.STOPPED
    assert out.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["night.bin", "out"]


def test_a_reader_that_goes_away_ends_it_without_a_word(tmp_path):
    path = tmp_path / "night.bin"
    path.write_bytes(play(7, 3_000))
    command = [sys.executable, "-m", "host_tools.command_line", "export", str(path), "--format", "csv"]
    places = os.pathsep.join([str(REPO_ROOT), str(REPO_ROOT / "firmware")])
    environment = {**os.environ, "PYTHONPATH": places}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout.readline().startswith(b"log,table,record")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == errors.PIPE_CLOSED


def test_parquet_without_pyarrow_says_what_to_install(night, tmp_path, exported, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    status, out, err = exported(night, "--format", "parquet", "--out", tmp_path / "out.parquet")
    assert status == errors.USAGE and out == "" and "pip install 'tablelight[parquet]'" in err
    assert [path.name for path in tmp_path.iterdir()] == ["night.bin"]


@pytest.mark.parametrize(
    "options, says",
    [
        (("--what", "wins"), "--format csv"),
        (("--format", "csv", "--effects"), "--effects is for a .rounds text"),
        (("--format", "parquet"), "name a file with --out"),
        (
            ("--format", "csv", "--settings", REPO_ROOT / "tests/golden_rounds/mississippi.toml"),
            "not the settings of",
        ),
    ],
)
def test_what_does_not_go_together_is_said(night, exported, options, says):
    status, out, err = exported(night, *options)
    assert status == errors.USAGE and out == "" and says in err and len(err.splitlines()) == 1


def test_memory_grows_with_the_log_alone_and_not_with_its_rows(tmp_path):
    """A row is some hundred bytes; what is kept of a record is its own bytes, and when it was."""
    peaks, records = [], []
    for rounds in (50, 250):
        writer = LogWriter()
        for _ in range(rounds):
            writer.play_round()
        path = tmp_path / f"{rounds}.bin"
        path.write_bytes(b"".join(map(bytes, writer.sectors)))
        records.append(writer.number)
        del writer
        for what in COLUMNS:
            tracemalloc.start()
            log = open_log(path)
            for _ in LogRows(log).read(what):
                pass
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
    for before, after in zip(peaks[:3], peaks[3:], strict=True):
        assert (after - before) / (records[1] - records[0]) < 100
