"""Writes rows of columns as csv, JSON lines or Parquet, one after the other.

Nothing is kept but the row at hand, or for Parquet one group of rows.  What must never change: csv is
RFC 4180 in UTF-8 with a line of headings, and jsonl one object a line.
"""

import csv
import json
from collections.abc import Callable
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from host_tools.errors import UserError
from host_tools.exports.columns import CENTS, NUMBER, SEATS, TEXT, TIME, Column

GROUP_ROWS = 20_000  # so many are kept at once, and stand together in a Parquet file
FIRST = "log"  # the first column of all tables


def write_jsonl(file, columns: tuple[Column, ...], rows) -> None:
    names = [column.name for column in columns]
    for row in rows:
        line = json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False)
        file.write(line.encode() + b"\n")


class _Utf8:
    """What csv writes text into."""

    def __init__(self, file) -> None:
        self._file = file

    def write(self, text: str) -> None:
        self._file.write(text.encode())


def write_csv(file, columns: tuple[Column, ...], rows) -> None:
    writer = csv.writer(_Utf8(file))  # its lines end as the RFC says, and it quotes only what needs it
    writer.writerow([column.name for column in columns])
    for row in rows:
        writer.writerow([" ".join(map(str, cell)) if isinstance(cell, list) else cell for cell in row])


def write_parquet(file, columns: tuple[Column, ...], rows) -> None:
    """UserError where pyarrow is not installed."""
    pyarrow, parquet = _import_pyarrow()
    types = {
        NUMBER: pyarrow.int64(),
        CENTS: pyarrow.int64(),
        TEXT: pyarrow.string(),
        SEATS: pyarrow.list_(pyarrow.int8()),
        TIME: pyarrow.timestamp("us", tz="UTC"),
    }
    schema = pyarrow.schema(
        [pyarrow.field(column.name, types[column.type], nullable=column.may_lack) for column in columns]
    )
    with parquet.ParquetWriter(file, schema) as writer:
        while group := list(islice(rows, GROUP_ROWS)):
            cells = [
                list(map(_moment, column)) if field.type == types[TIME] else column
                for field, column in zip(schema, zip(*group, strict=True), strict=True)
            ]
            arrays = [pyarrow.array(column, field.type) for field, column in zip(schema, cells, strict=True)]
            writer.write_batch(pyarrow.record_batch(arrays, schema))


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _import_pyarrow():
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise UserError(
            "parquet needs the package pyarrow, which is not installed: `pip install 'tablelight[parquet]'`; "
            "or choose csv or jsonl"
        ) from error
    return pyarrow, parquet


class Format(NamedTuple):
    write: Callable  # (binary file, columns, iterator of rows)
    begins: bytes  # of a file that one of these exports wrote
    is_text: bool


FORMATS = {
    "jsonl": Format(write_jsonl, f'{{"{FIRST}": '.encode(), True),
    "csv": Format(write_csv, f"{FIRST},".encode(), True),
    "parquet": Format(write_parquet, b"PAR1", False),
}
