"""Figures in the page: each is marked with its place in the report's data, so that a program may check it.

`data-figure` is the place, as `reports/0/meter_cents`; `data-value` the value there, as JSON writes it.  A
table names its list once (`data-rows`), each heading its field, each row its index.  What must never change:
a figure that is shown is marked, and all text passes through `escape` on its way into the page.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from html import escape

from host_tools.log_times import Moment, bracket_text


def marked(place: str, value) -> str:
    """The two attributes of an element that shows a figure."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=asdict)
    return f' data-figure="{escape(place)}" data-value="{escape(text)}"'


def figure(place: str, value, shown: str | None = None) -> str:
    """shown: how people read it, where that is not as Python writes it."""
    words = str(value) if shown is None else shown
    return f"<span{marked(place, value)}>{escape(words)}</span>"


@dataclass(frozen=True)
class Figures:
    """The fields of one item of the data, which lies at `place`, each as a marked figure."""

    place: str
    item: object

    def __call__(self, field: str, show: Callable = str) -> str:
        """show: the value to what people read; where that is empty, a dash stands there."""
        value = getattr(self.item, field)
        return figure(f"{self.place}/{field}", value, show(value) or "–")

    def code(self, field: str) -> str:
        return f"<code>{self(field)}</code>"

    def told(self, field: str) -> list[str]:
        """Problems or notes, each with its record; 0 is the whole file."""
        return [
            (f"record {figure(f'{self.place}/{field}/{i}/0', record)}: " if record else "")
            + figure(f"{self.place}/{field}/{i}/1", text)
            for i, (record, text) in enumerate(getattr(self.item, field))
        ]


def fact_rows(rows: list[tuple[str, str]]) -> str:
    """Names and values, which are HTML already."""
    return "".join(f"<tr><th>{escape(name)}<td>{value}" for name, value in rows)


def thousands(number: int) -> str:
    return f"{number:,}"


def seconds(ms: int) -> str:
    """Since a round's first fact: `+12.350 s`."""
    return f"+{ms // 1000:,}.{ms % 1000:03d} s"


def when(moment: Moment | None) -> str:
    """In whole words: the time, or what brackets it."""
    if moment is None:
        return "not over"
    return f"{moment.text} UTC" if moment.at else bracket_text(moment, moment)


def seats(numbers: list[int]) -> str:
    return " ".join(map(str, numbers)) or "–"


def hand_name(name: str) -> str:
    return name.replace("_", " ")


@dataclass(frozen=True)
class Column:
    heading: str
    field: str  # of the data; more than one with commas between
    show: Callable  # an item to its text
    style: str = ""  # a class of the style sheet


def table(place: str, columns, rows, style: str = "") -> str:
    """rows: (index in the list at `place`, item)."""
    head = "".join(
        f'<th data-field="{column.field}" class="{column.style}">{escape(column.heading)}</th>'
        for column in columns
    )
    body = "\n".join(
        f"<tr data-row={index}>"
        + "".join(f"<td{_class(column)}>{escape(column.show(item))}" for column in columns)
        for index, item in rows
    )
    return (
        f'<table class="{style}" data-rows="{escape(place)}"><thead><tr>{head}</tr></thead>\n'
        f"<tbody>{body}</tbody></table>"
    )


def _class(column: Column) -> str:
    return f" class={column.style}" if column.style else ""


def listing(items: list[str], style: str = "") -> str:
    """items: each already HTML."""
    return f'<ul class="{style}">{"".join(f"<li>{item}</li>" for item in items)}</ul>' if items else ""


def plural(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
