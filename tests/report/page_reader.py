"""Reads a printed report as a program does: its figures, its tables, its pictures' texts."""

import json
from dataclasses import dataclass, field
from html.parser import HTMLParser
from posixpath import normpath

VOID = {"meta", "br"}
CLOSES = {"tr": ("td", "th", "tr"), "td": ("td", "th"), "th": ("td", "th"), "li": ("li",)}  # may be left open


@dataclass
class Element:
    name: str
    attributes: dict[str, str]
    text: str = ""
    within: list["Element"] = field(default_factory=list)

    def all(self, name: str = "") -> list["Element"]:
        """All of this name beneath it, in order; of any name where none is given."""
        found = [self] if name in ("", self.name) else []
        return found + [inner for element in self.within for inner in element.all(name)]

    @property
    def style(self) -> list[str]:
        return self.attributes.get("class", "").split()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("page", {})
        self.open = [self.root]

    def handle_starttag(self, tag, attributes):
        while self.open[-1].name in CLOSES.get(tag, ()):
            self.open.pop()
        element = Element(tag, {name: value or "" for name, value in attributes})
        self.open[-1].within.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if self.open[-1].name == tag:
            self.open.pop()

    def handle_endtag(self, tag):
        assert tag in [element.name for element in self.open], f"</{tag}> closes nothing"
        while self.open.pop().name != tag:
            pass

    def handle_data(self, data):
        for element in self.open:
            element.text += data


@dataclass
class Cell:
    places: list[str]  # of the data, one for each field
    text: str


class Page:
    def __init__(self, html: str) -> None:
        reader = _Reader()
        reader.feed(html)
        reader.close()
        self.root = reader.root

    def figures(self) -> list[tuple[Element, str, str]]:
        """(element, place in the data, value as the page says it)."""
        return [
            (element, element.attributes["data-figure"], element.attributes["data-value"])
            for element in self.root.all()
            if "data-figure" in element.attributes
        ]

    def cells(self) -> list[Cell]:
        """Of all tables that show lists of the data."""
        cells = []
        for table in self.root.all("table"):
            if "data-rows" not in table.attributes:
                continue
            fields = [th.attributes["data-field"].split(",") for th in table.all("th")]
            for row in table.all("tr")[1:]:
                at = f"{table.attributes['data-rows']}/{row.attributes['data-row']}"
                shown = row.all("td")
                assert len(shown) == len(fields)
                cells += [
                    Cell([normpath(f"{at}/{name}") for name in names], td.text)
                    for names, td in zip(fields, shown, strict=True)
                ]
        return cells


def at_place(data, place: str):
    """What lies at a place of the data, as JSON has it."""
    for part in place.split("/"):
        data = data[int(part)] if isinstance(data, list) else data[part]
    return data


def as_json(data):
    return json.loads(json.dumps(data))
