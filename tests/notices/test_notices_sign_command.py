"""`settings sign`: paper, text and data, and never in the place of something else."""

import json

import pytest

from host_tools.command_line import run
from host_tools.errors import FINE, USAGE
from host_tools.places import SAMPLE_TABLES

CRAZY_4 = SAMPLE_TABLES / "crazy-4-6-seats.toml"


def test_sign_writes_paper_and_text_and_prints_without_them(tmp_path, capsys):
    svg, text = tmp_path / "n.svg", tmp_path / "n.txt"
    for _ in range(2):  # its own files may be written again
        assert run(["settings", "sign", str(CRAZY_4), "--svg", str(svg), "--text", str(text)]) == FINE
    assert capsys.readouterr().out.count("holds the notice of table C-12") == 4
    assert svg.read_text().startswith("<svg") and 'width="210.0mm" height="297.0mm"' in svg.read_text()
    assert run(["settings", "sign", str(CRAZY_4)]) == FINE
    assert capsys.readouterr().out == text.read_text()
    assert run(["settings", "sign", str(CRAZY_4), "--json"]) == FINE
    told = json.loads(capsys.readouterr().out)
    assert told["table"] == "C-12" and told["sentences"][1]["clause"] == "5324.32(a)(2)(iii)(b)"
    assert told["tables"][0]["rows"][1] == {
        "hand": "Four of a kind, 2s to kings", "pays": "300:1", "amount": "$1,500.00",
    }  # fmt: skip


@pytest.mark.parametrize("option", ["--svg", "--text"])
def test_a_notice_is_never_written_over_something_else(option, tmp_path, capsys):
    path = tmp_path / "mine"
    path.write_text("mine")
    assert run(["settings", "sign", str(CRAZY_4), option, str(path)]) == USAGE
    assert "something else" in capsys.readouterr().err and path.read_text() == "mine"
