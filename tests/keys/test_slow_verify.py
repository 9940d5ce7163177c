"""`verify` asks for file after file, and the table lets each wait: how far it is goes on being shown."""

from host_tools.at_table.connection import connected
from host_tools.at_table.program_check import hashes_on_table

REST_S = 0.1  # between two files, by the table


def test_each_file_is_shown_as_it_comes(table, program):
    shown = []
    with connected("sim:table") as link:
        found = hashes_on_table(link, lambda done: shown.append((done, link.port.now_s())))
    assert [done for done, _ in shown] == list(range(1, len(program) + 1)) and len(found) == len(program)
    waits_s = [after - before for (_, before), (_, after) in zip(shown, shown[1:], strict=False)]
    assert min(waits_s) > REST_S / 2 and max(waits_s) < 3 * REST_S
