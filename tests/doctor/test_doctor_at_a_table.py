"""`tablectl doctor` at a table that answers: what is said of it, and that nothing at all is changed."""

import pytest

from host_tools.doctor import at_the_table
from host_tools.doctor.findings import ATTENTION, NOT_CHECKED, OK, WRONG
from host_tools.errors import DIFFERENCE, FINE, NOT_REACHED
from host_tools.flashing.program_image import LISTING
from host_tools.links.message_tuples import CLOCK_SILENT, CLOCK_UNREAD, CLOCK_UNSET
from host_tools.places import SAMPLE_TABLES
from host_tools.simulator.simulated_port import LineNoise
from host_tools.store import table_folder
from table_core import faults
from table_wire import messages
from tests.doctor.doctor_desk import DoctorDesk, of_check

ASKING = {messages.STATUS, messages.FILE}  # READ and HELLO are not counted among what was done
TERMS = str(SAMPLE_TABLES / "four-card-7-seats.toml")


@pytest.fixture
def desk(tmp_path, monkeypatch, capsys):
    return DoctorDesk(tmp_path, monkeypatch, capsys)


def kept_files(folder) -> dict:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_table_in_order_wants_nothing_and_nothing_is_changed(desk):
    before, log = kept_files(desk.home), bytes(desk.table.log)
    status, checks = desk.examine()
    odd = [found for found in checks if found["verdict"] in (ATTENTION, WRONG)]
    assert status == FINE and [found["check"] for found in odd] == ["settings in force"], odd
    assert {kind for kind, _ in desk.table.asked} == ASKING
    assert kept_files(desk.home) == before and bytes(desk.table.log) == log
    for check, says in (("keys", "made the table's newest seals"), ("ledger", "0 records are new")):
        assert says in of_check(checks, check)[0]["text"]


def stop_with(fault: int):
    return lambda desk: setattr(desk.table, "faults", 1 << fault - 1)


def set_clock(clock: int):
    return lambda desk: setattr(desk.table, "counters", desk.table.counters._replace(clock=clock))


def lose_log(desk):
    desk.table.flags &= ~messages.HAS_LOG
    desk.table.faults = 1 << faults.RECOVERY - 1


def empty_meter(desk):
    desk.table.state.meter_cents = 0


def take_flags(flag: int):
    return lambda desk: setattr(desk.table, "flags", desk.table.flags & ~flag)


def have_another_program(desk):
    desk.table.program = b"another."


def have_no_board_file(desk):
    desk.table.answers[messages.FILE] = lambda _payload: (messages.DONE, bytes((messages.NO_SUCH_FILE,)))


def lose_key(desk):
    desk.folder.key_path.unlink()


def swap_boards(desk):
    """The folder of the same table's name is of another controller."""
    desk.change_ledger(hardware="000000000000")
    desk.folder.folder.rename(table_folder("T-07", "000000000000").folder)


def restart_often(desk):
    desk.table.state.quick_power_ups, desk.table.state.since_power_up_ticks = 3, 0


def keep_terms(desk):
    desk.folder.keep_settings((SAMPLE_TABLES / "four-card-7-seats.toml").read_text(), "00" * 32)


def run_long(desk):
    """So long that hardly any of the log is free."""
    desk.table.log = desk.table.log[: 4096 * 3]


ROWS = (  # what is so, check, verdict, words, status
    (stop_with(faults.INPUT_CHAIN), "service", WRONG, "fault 1, the input chain is cut", DIFFERENCE),
    (empty_meter, "service", WRONG, "the meter is 0.00, so no bets are taken", DIFFERENCE),
    (lose_log, "log", WRONG, "can't go on with what its partition holds", DIFFERENCE),
    (stop_with(faults.WATCHDOG), "service", ATTENTION, "the program hung", FINE),
    (restart_often, "service", ATTENTION, "power-ups or more", FINE),
    (have_another_program, "program", WRONG, b"another.".hex(), DIFFERENCE),
    (have_no_board_file, "program", NOT_CHECKED, "missing", FINE),
    (keep_terms, "settings in force", WRONG, "its settings are not those of", DIFFERENCE),
    (take_flags(messages.HAS_KEYS), "keys", WRONG, "the table has none", DIFFERENCE),
    (lose_key, "keys", ATTENTION, "has not the table's key", FINE),
    (swap_boards, "keys", ATTENTION, "T-07-000000000000: were controllers exchanged?", DIFFERENCE),
    (swap_boards, "ledger", WRONG, "another table: the ledger of T-07 is of controller 0000", DIFFERENCE),
    (lambda desk: desk.folder.key_path.write_text("ab" * 32), "keys", WRONG, "is not the key of", DIFFERENCE),
    (lambda desk: desk.folder.key_path.write_text("oops"), "keys", WRONG, "no table key is in", DIFFERENCE),
    (set_clock(CLOCK_UNSET), "clock", ATTENTION, "not set", FINE),
    (set_clock(CLOCK_SILENT), "clock", WRONG, "does not answer", DIFFERENCE),
    (set_clock(CLOCK_UNREAD), "clock", NOT_CHECKED, "once the table is in service", FINE),
    (run_long, "log", ATTENTION, "runs short: room for about", FINE),
    (lambda desk: desk.folder.ledger_path.unlink(), "ledger", ATTENTION, "never pulled", FINE),
    (lambda desk: desk.folder.part_path.write_bytes(b""), "ledger", ATTENTION, "was cut off", FINE),
    (lambda desk: desk.change_ledger(last_record=10**6), "ledger", WRONG, "the tail is cut off", DIFFERENCE),
    (lambda desk: desk.change_ledger(log="00" * 8), "ledger", WRONG, "another log", DIFFERENCE),
    (lambda desk: desk.folder.ledger_path.write_text("{"), "ledger", WRONG, "this is no ledger", DIFFERENCE),
    (lambda desk: desk.cable.update(spoil_down=LineNoise(3, 0.004)), "line", ATTENTION, "came garbled", FINE),
    (lambda desk: desk.folder.key_path.chmod(0o644), "store", WRONG, "others than its owner", DIFFERENCE),
)


@pytest.mark.parametrize(("make_so", "check", "verdict", "says", "status"), ROWS)
def test_what_is_so_has_its_row_with_what_to_do(desk, make_so, check, verdict, says, status):
    make_so(desk)
    found_status, checks = desk.examine()
    (row, *_) = [found for found in of_check(checks, check) if found["verdict"] != OK]
    assert row["verdict"] == verdict and says in row["text"] and found_status == status, checks
    assert row["do"] or verdict == NOT_CHECKED


@pytest.mark.parametrize("flags", [0, messages.HAS_KEYS])
def test_a_new_table_is_told_to_be_set_up(desk, flags):
    desk.table.flags, desk.table.settings = flags, b"\xff" * len(desk.table.settings)
    status, checks = desk.examine()
    assert status == DIFFERENCE
    for check in ("service", "settings in force", "log"):
        assert "configure" in of_check(checks, check)[0]["do"][0]
    assert of_check(checks, "ledger")[0]["verdict"] == NOT_CHECKED


def test_the_terms_in_force_are_those_kept_here(desk, monkeypatch):
    monkeypatch.setattr(at_the_table, "kept_terms", lambda kept: object())
    monkeypatch.setattr(at_the_table, "compare_settings", lambda link: [])
    assert of_check(desk.examine()[1], "settings in force")[0]["verdict"] == OK


# --- the files that are about to be given to it ----------------------------------------------------------


def test_the_right_files_are_said_to_be_so(desk, esp32_image):
    status, checks = desk.examine("--image", str(esp32_image), "--settings", TERMS)
    assert status == FINE
    assert "v1." in of_check(checks, "image file")[0]["text"]
    assert "terms for T-07" in of_check(checks, "settings file")[0]["text"]


@pytest.mark.parametrize(
    ("option", "content", "says"),
    [
        ("image", b"no image", "is no MicroPython image"),
        ("settings", b"[table\n", "this is not TOML"),
        ("settings", b'[table]\ngame = "poker"\n', "[table] game"),
    ],
)
def test_a_file_that_will_not_do_is_wrong(desk, tmp_path, option, content, says):
    (tmp_path / "file").write_bytes(content)
    status, checks = desk.examine(f"--{option}", str(tmp_path / "file"))
    (row,) = of_check(checks, f"{option} file")
    assert status == DIFFERENCE and row["verdict"] == WRONG and says in row["text"]


def test_the_image_of_another_chip_is_wrong_for_this_table(desk, esp32s3_image):
    status, checks = desk.examine("--image", str(esp32s3_image))
    assert status == DIFFERENCE and "is for esp32s3, but" in of_check(checks, "image file")[0]["text"]


def test_the_file_of_another_table_is_wrong_for_this_one(desk, tmp_path):
    path = tmp_path / "table.toml"
    path.write_text(open(TERMS).read().replace('id = "T-07"', 'id = "T-08"'))
    status, checks = desk.examine("--settings", str(path))
    assert status == DIFFERENCE and "is for T-08" in of_check(checks, "settings file")[0]["text"]


# --- a table that is lost meanwhile ----------------------------------------------------------------------


@pytest.mark.parametrize("eighths", range(8))
def test_a_cable_that_is_pulled_at_any_moment_is_said(desk, eighths):
    desk.examine()
    whole_ms, desk.table.now_ms = desk.table.now_ms, 0
    desk.cable = {"cut_ms": whole_ms * eighths // 8}
    status, checks = desk.examine("--settings", TERMS)
    (wrong,) = [found for found in checks if found["verdict"] == WRONG]
    assert status == NOT_REACHED and "the cable is gone" in wrong["text"]
    behind = checks[checks.index(wrong) + 1 : -2]
    assert {found["verdict"] for found in behind} <= {NOT_CHECKED}
    assert checks[-1]["verdict"] == OK, "a file is looked at all the same"


def test_the_program_is_that_of_the_tables_own_board(desk, monkeypatch):
    asked = []
    monkeypatch.setattr(
        at_the_table, "build_program", lambda board: asked.append(board["name"]) or {LISTING: b""}
    )
    desk.examine()
    assert asked == ["esp32_devkitc"]
