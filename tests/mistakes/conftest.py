"""The boards and images of other folders' tests, for mistakes at a table."""

from tests.links.conftest import kept_set_up, new_table, program, table  # noqa: F401
