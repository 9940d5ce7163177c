"""What many rows come to: all of them together, and table by table.

Know before editing: a log that was pulled often lies there often, each time longer.  What must never change:
a round counts once, by the longest file of its log; the others are looked at for problems all the same.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass


@dataclass
class Figures:
    """Amounts in cents; the meter's are those after each round, and at the end of each log."""

    logs: int = 0
    rounds: int = 0
    wins: int = 0
    envy_only: int = 0  # hands that won nothing themselves, and paid the others envy
    paid_cents: int = 0
    meter_low_cents: int | None = None
    meter_high_cents: int | None = None

    def add(self, row: dict) -> None:
        self.logs += 1
        self.rounds += row["rounds"]
        self.wins += row["wins"]
        self.envy_only += row["envy_only"]
        self.paid_cents += row["paid_cents"]
        lows = [row["meter_low_cents"], self.meter_low_cents]
        highs = [row["meter_high_cents"], self.meter_high_cents]
        self.meter_low_cents = min(cents for cents in lows if cents is not None)
        self.meter_high_cents = max(cents for cents in highs if cents is not None)


class Summary:
    """rows: a function that yields them anew at each call, for they are not kept."""

    def __init__(self, rows) -> None:
        self.files = 0
        self.bad_files = 0
        self.keyless_files = 0  # of which nobody checked who made their seals
        self.repeated_files = 0  # whose records a longer file of the same log has
        self.overlapping_files = 0  # which share some of their records with another one
        self.all = Figures()
        self.tables: dict[str, Figures] = {}
        counted = self._longest(rows())
        for place, row in enumerate(rows()):
            self.files += 1
            self.bad_files += bool(row["problem_count"])
            if not row["log"]:
                continue
            self.keyless_files += not row["seal_key_known"]
            if place in counted:
                self.all.add(row)
                self.tables.setdefault(row["table"], Figures()).add(row)
            else:
                self.repeated_files += 1

    def _longest(self, rows: Iterable[dict]) -> set[int]:
        """The places of the rows that count."""
        spans = {}
        for place, row in enumerate(rows):
            first = row["first_record"]
            spans.setdefault(row["log"], []).append((first, -(first + row["records"]), place))
        counted = set()
        for of_log in spans.values():
            end = 0
            for first, minus_end, place in sorted(of_log):
                if -minus_end > end:
                    self.overlapping_files += first < end
                    counted.add(place)
                    end = -minus_end
        return counted

    def as_data(self) -> dict:
        figures = asdict(self.all)
        del figures["meter_low_cents"], figures["meter_high_cents"]  # of one table only do they say anything
        tables = [{"table": table, **asdict(figures)} for table, figures in sorted(self.tables.items())]
        return {
            "files": self.files,
            "files_with_problems": self.bad_files,
            "files_without_key": self.keyless_files,
            "repeated_files": self.repeated_files,
            "overlapping_files": self.overlapping_files,
            **figures,
            "tables": tables,
        }
