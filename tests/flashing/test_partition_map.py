"""The flash maps: ours are sound, and each mistake in a board file's own is refused with the reason."""

import pytest

from host_tools.board_file import find_problems
from host_tools.partition_check import map_problems
from host_tools.partition_table import MIB, ROWS, ROWS_BY_MIB, pack_table, place_of, rows_of, unpack_table

OTHER = ("other", 1, 0x06, 0x274000, 0x1000)


def changed(which: str, **columns) -> tuple:
    names = ("label", "kind", "subtype", "address", "size")
    return tuple(
        tuple(columns.get(name, value) for name, value in zip(names, row, strict=True))
        if row[0] == which
        else row
        for row in ROWS
    )


@pytest.mark.parametrize("mib", ROWS_BY_MIB)
def test_our_maps_are_sound_and_end_with_the_flash(mib):
    rows = ROWS_BY_MIB[mib]
    assert map_problems(rows, mib) == []
    assert sum(place_of(rows, "roundlog")) == mib * MIB


def test_a_large_flash_has_a_log_of_thirteen_and_a_half_mib():
    assert place_of(ROWS_BY_MIB[16], "roundlog") == (0x280000, 27 * MIB // 2)


def test_a_table_comes_back_as_it_was_packed():
    assert unpack_table(pack_table(ROWS)) == ROWS
    assert unpack_table(b"\xff" * 0xC00) == unpack_table(b"") == unpack_table(bytes(100)) == ()


@pytest.mark.parametrize(
    "rows, says",
    [
        (changed("vfs", size=0x71000), '"vfs" ends at 0x271000, within "settings", which begins at 0x270000'),
        (changed("vfs", address=0x200800), '"vfs" begins at 0x200800, which is no multiple of 0x1000'),
        (changed("factory", address=0x11000), '"factory" begins at 0x11000, which is no multiple of 0x10000'),
        (changed("roundlog", size=0x181000), '"roundlog" ends at 0x401000, beyond the 4 MiB of the flash'),
        (changed("roundlog", size=0), '"roundlog" has 0x0 bytes'),
        (changed("nvs", address=0x8000), '"nvs" begins at 0x8000, over the partition table'),
        (changed("vfs", label="ffat"), 'where the program must be; the file system is labelled "ffat"'),
        (changed("vfs", subtype=0x06), '"vfs" must be of type data with subtype 0x81'),
        (changed("secret", label="roundlog"), '"roundlog" stands 2 times'),
        (changed("settings", label="x"), '"settings" is missing, where the settings\' two slots must be'),
        (changed("secret", label="x"), '"secret" is missing'),
        (changed("secret", size=0x1000), '"secret" has 0x1000 bytes; the keys\' two slots take 0x2000'),
        (changed("roundlog", label="round_log"), '"roundlog" is missing, where the round log must be'),
        (changed("factory", label="app"), '"factory" is missing, where MicroPython must be'),
        ((*ROWS, (16 * "x", *OTHER[1:])), "must have a label of 1 to 15 characters"),
    ],
)
def test_a_mistake_in_a_map_is_told(rows, says):
    assert any(says in problem for problem in map_problems(rows, 4)), map_problems(rows, 4)


def as_toml_rows(rows: tuple) -> list[dict]:
    columns = ("label", "type", "subtype", "address", "bytes")
    rows = [(label, ("app", "data")[kind], *rest) for label, kind, *rest in rows]
    return [dict(zip(columns, row, strict=True)) for row in rows]


def test_a_board_file_may_bring_its_own_map(board):
    board["partitions"] = as_toml_rows((*ROWS, OTHER))
    assert find_problems(board) == []
    assert rows_of(board) == (*ROWS, OTHER)
    board["partitions"] = as_toml_rows((*ROWS, ROWS[3]))
    assert any('[[partitions]] "vfs" stands 2 times' in problem for problem in find_problems(board))


@pytest.mark.parametrize(
    "row",
    [
        "vfs",
        {"label": "vfs"},
        {"label": "vfs", "type": "fat", "subtype": 1, "address": 0, "bytes": 0},
        {"label": "vfs", "type": "data", "subtype": True, "address": 0, "bytes": 0},
        {"label": "vfs", "type": "data", "subtype": 256, "address": 0, "bytes": 0},
        {"label": "vfs", "type": "data", "subtype": 1, "address": -4096, "bytes": 0},
        {"label": "vf\N{LATIN SMALL LETTER LONG S}", "type": "data", "subtype": 1, "address": 0, "bytes": 0},
    ],
)
def test_rows_that_are_none_are_refused(board, row):
    board["partitions"] = [row]
    assert [problem[:14] for problem in find_problems(board)] == ["[[partitions]]"]
