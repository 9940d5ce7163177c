"""The checklist can be read, each clause for software has its tests, and each change fits its file.

`make clauses` prints the list; what the changes do is seen by `make clauses-mutants`.
"""

import ast
import json

import pytest

from host_tools import errors
from host_tools.places import REPO_ROOT
from tests.clauses.__main__ import main
from tests.clauses.branches import ALL_CHANGES, WITHOUT_A_CHANGE
from tests.clauses.carried import Carrier, all_carriers, by_clause, clause_of_name, cover
from tests.clauses.changes import Branch, Figures, NoSuchFigure, all_trials, figure_trials
from tests.clauses.checklist import PAGE, PageError, clause_text, expand, known_clauses, read_rows

ROWS = read_rows(PAGE.read_text(encoding="utf-8"))
KNOWN = known_clauses(ROWS)


# --- the page ------------------------------------------------------------------------------------


def test_every_row_of_the_page_is_read():
    assert len(ROWS) == 110
    assert {row.parts[0][0] for row in ROWS} == {
        "5324.33", "5324.32", "5324.38", "5324.2", "5324.30", "5323.16", "5321.18",
    }  # fmt: skip
    assert {row.remark for row in ROWS if row.parts[0] == ("5323.16",)} != {""}


def test_a_range_is_all_of_its_clauses():
    (six,) = [row for row in ROWS if row.number == "6"]
    assert [clause_text(part) for part in six.parts] == [
        f"5324.33(b)(2)({level})" for level in ("i", "ii", "iii", "iv", "v", "vi", "vii")
    ]
    assert expand(("5324.38", "c", "2"), "3") == [("5324.38", "c", "2"), ("5324.38", "c", "3")]
    assert expand(("5324.2", "d"), "e") == [("5324.2", "d"), ("5324.2", "e")]


@pytest.mark.parametrize(
    "row, problem",
    [
        ("| 1 | 33(a)(1) | seats | XYZ |", "XYZ is nobody"),
        ("| 1 | 33 (a) | seats | DEV |", "is no clause"),
        ("| 1 | seats | DEV |", "four or five columns"),
        ("| 1 | 33(a)(1) | seats | DEV |\n| 1 | 33(a)(2) | seats | DEV |", "in two rows"),
        ("| 1 | 33(a)(1) | seats | DEV |\n| 2 | 33(a)(1) | seats | DEV |", "in two rows"),
    ],
)
def test_a_row_that_is_wrong_is_told(row, problem):
    with pytest.raises(PageError, match=problem):
        read_rows(row)


# --- who carries what ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, clause",
    [
        ("test_33_b_1_ranks_run", "5324.33(b)(1)"),
        ("test_33_e_4_iii_b_an_equal_hand", "5324.33(e)(4)(iii)(b)"),
        ("test_33_f_4_i_a_seat_has_one_entry", "5324.33(f)(4)(i)"),
        ("test_33_f_a_million_contributions", "5324.33(f)"),
        ("test_32_e_3_iii_b_5_ii_the_light", "5324.32(e)(3)(iii)(b)(5)(ii)"),
        ("test_38_e_7_ii_tens_push", "5324.38(e)(7)(ii)"),
        ("test_2_l_acknowledged", "5324.2(l)"),
        ("test_5323_16_the_papers", "5323.16"),
        ("test_33_f_9_no_such_clause", "5324.33(f)(9)"),
        ("test_199_facts", ""),
        ("test_two_seats", ""),
    ],
)
def test_the_clause_in_a_name(name, clause):
    assert clause_text(clause_of_name(name, KNOWN) or ("",)) == clause


def test_a_common_parent_carries_a_range_and_one_part_does_not():
    rows = read_rows("| 6 | 33(b)(2)(i)-(vii) | hands | HOST |\n| 7 | 33(c)(1) | chips | PLY |")
    (whole,) = cover(rows, [Carrier("t", (("5324.33", "b", "2"),))])
    assert whole.tests == ("t",) and whole.missing == ()
    (partly,) = cover(rows, [Carrier("t", (("5324.33", "b", "2", "v"),))])
    assert partly.tests == ("t",) and len(partly.missing) == 6
    (not_at_all,) = cover(rows, [Carrier("t", (("5324.33", "b"),))])
    assert not_at_all.tests == () and len(not_at_all.missing) == 7


def test_no_clause_for_software_is_untested_and_no_test_carries_a_strange_one(capsys):
    status = main(["--json"])
    told = json.loads(capsys.readouterr().out)
    assert told["wrong"] == [] and status == errors.FINE
    assert len(told["clauses"]) == len([row for row in ROWS if row.is_for_software])


# --- the changes ---------------------------------------------------------------------------------


@pytest.mark.parametrize("row", ALL_CHANGES, ids=lambda row: f"{row.file}-{row.clauses[0]}-{row[1]}")
def test_each_change_fits_its_file_and_is_still_python(row):
    for trial in all_trials([row], REPO_ROOT):
        before = (REPO_ROOT / trial.file).read_text(encoding="utf-8").split("\n")
        after = trial.source.split("\n")
        assert len([1 for mine, theirs in zip(before, after, strict=True) if mine != theirs]) == 1, trial.what
        ast.parse(trial.source)


def test_each_change_is_of_a_clause_that_a_test_carries():
    carried = by_clause(ROWS, all_carriers(ROWS))
    assert [clause for row in ALL_CHANGES for clause in row.clauses if not carried.get(clause)] == []


def test_each_clause_with_a_figure_or_a_condition_has_a_change():
    changed = {clause for row in ALL_CHANGES for clause in row.clauses}
    bare = []
    for row in ROWS:
        reach = {*row.parts, *row.parents()}
        if row.is_for_software and not changed & set(map(clause_text, reach)):
            bare.append(row.number)
    assert bare == list(WITHOUT_A_CHANGE)


def test_a_figure_is_one_more_and_one_that_is_gone_is_told():
    source = "ROWS = {\n    1: (9, 0),\n    2: (15, 100),\n}\n"
    told = [trial.what for trial in figure_trials(Figures(("x",), "f.py", "ROWS", key=2), source)]
    assert told == ["f.py:3 ROWS: 15 becomes 16", "f.py:3 ROWS: 100 becomes 101"]
    assert len(figure_trials(Figures(("x", "y"), "f.py", "ROWS"), source)) == 8
    with pytest.raises(NoSuchFigure, match="no numbers under GONE"):
        figure_trials(Figures(("x",), "f.py", "GONE"), source)


def test_no_branch_stands_there_twice():
    branches = [row[2:] for row in ALL_CHANGES if isinstance(row, Branch)]
    assert len(set(branches)) == len(branches)
