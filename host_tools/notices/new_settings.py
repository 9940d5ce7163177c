"""Asks for a table's terms, key by key, and writes the file that `settings check` passes.

An answer is judged by that very check, upon a draft in which all that is still to come has its default; so
the reasons that people read here are the check's own, and nothing has to be kept equal.
"""

import json
import re
import tempfile
from pathlib import Path

from host_tools.errors import UserError
from host_tools.notices.questions import APPROVAL, GAME, NO, OFFERED, QUESTIONS, Question
from host_tools.settings_file import DEPARTURES, SECTION_OF, load_settings
from host_tools.settings_toml import REQUIRED, ROWS, SECTIONS
from table_core.names import GAMES

READERS = {(section, key): (read, default) for section, key, read, default, *_ in ROWS}
TO_BE_NAMED = "to be named"
HEAD = (
    "# The terms of a table. `tablectl settings check FILE` says whether it may be run with them.",
    "# Amounts, rates and odds stand in quotes, so that they stay exact.",
)


class Draft:
    """The answers so far.  Where a key was not asked yet, the default stands."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.typed: dict[tuple, str] = {}
        self.approvals: dict[str, str] = {}
        self.is_offered = True

    def questions(self) -> list[Question]:
        """In their order; those of the progressive only where it is offered."""
        number = GAMES.index(self.game)
        asked = {(section, key) for section, key, _, _, games, _ in ROWS if number in games}
        found = [question for question in QUESTIONS if (question.section, question.key) in asked]
        return [question for question in found if self.is_offered or question.section != "progressive"]

    @property
    def has_progressive(self) -> bool:
        return any(row[0] == "progressive" and GAMES.index(self.game) in row[4] for row in ROWS)

    def default(self, question: Question) -> str:
        return self._values(until=question)[1]

    def values(self) -> dict[tuple, object]:
        """(section, key): what TOML has of each that the file names."""
        return self._values()[0]

    def _values(self, until=None) -> tuple[dict, str]:
        answers, values = {"game": self.game}, {("table", "game"): self.game}
        for question in self.questions():
            place = question.section, question.key
            default = question.default(answers) if callable(question.default) else question.default
            if question is until:
                return values, default
            typed = self.typed.get(place, default)
            answers[question.key] = question.take(typed)
            if typed != NO:
                values[place] = answers[question.key]
        return values, ""

    def departing(self, place: tuple) -> str:
        """The approval that this key's answer needs; "" where it needs none."""
        values = self.values()
        for approval, section, key, _, departs in DEPARTURES:
            if place == (section, key) and place in values and departs(READERS[place][0](values[place])):
                return approval
        return ""

    def problem(self, question: Question, typed: str) -> str:
        """Why this answer can't be; "" where it can, and is kept."""
        place = question.section, question.key
        read, default = READERS[place]
        if typed == NO and default is REQUIRED:
            return "this can't be left out"
        try:
            if typed != NO:
                read(question.take(typed))
        except ValueError as error:
            return str(error)
        before, self.typed = self.typed, {**self.typed, place: typed}
        reason = self._refused()
        if reason:
            self.typed = before
        return reason

    def _refused(self) -> str:
        """What `settings check` says of the draft, with every approval given."""
        approvals = {row[0]: TO_BE_NAMED for row in DEPARTURES if self.departing(row[1:3])}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "draft.toml"
            path.write_text(self.text(approvals), encoding="utf-8")
            try:
                load_settings(path)
            except UserError as error:
                told = str(error).splitlines()[0].removeprefix(str(path))
                return re.sub(r"^(, line \d+)?: \[\w+\]:? ?", "", told)
        return ""

    def text(self, approvals: dict[str, str] | None = None) -> str:
        """The file, with a comment above each key."""
        approvals = self.approvals if approvals is None else approvals
        values = self.values()
        about = {(question.section, question.key): question.about for question in (GAME, *QUESTIONS)}
        lines = [*HEAD]
        for section in SECTIONS[:-1]:
            keys = [place for place in values if place[0] == section]
            lines += ["", f"[{section}]"] if keys else []
            for place in keys:
                lines.append(f"# {self.explain(about[place])}")
                lines.append(f"{place[1]} = {toml(values[place])}")
        lines += ["", "[approvals]", "# What allows each departure from a default, by the key's name."]
        lines += [f"{name} = {toml(words)}" for name, words in approvals.items()]
        return "\n".join(lines) + "\n"

    def explain(self, about: str) -> str:
        return about.replace("{section}", SECTION_OF[GAMES.index(self.game)])


def toml(value) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(inner)}" for key, inner in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


def ask_all(ask) -> Draft:
    """Asks whatever the game needs.  ask(about, name, default, problem) gives the answer to one question for
    which problem(answer) is ""; default is None where there is none."""
    draft = Draft(ask(GAME.about, GAME.key, GAME.default, lambda typed: _unknown(typed, GAMES[1:])))
    if draft.has_progressive:
        typed = ask(OFFERED.about, "progressive", OFFERED.default, _no_flag)
        draft.is_offered = OFFERED.take(typed)
    for question in draft.questions():
        place = question.section, question.key
        name = question.key.replace("_", " ")
        ask(
            draft.explain(question.about),
            name,
            draft.default(question),
            lambda typed, question=question: draft.problem(question, typed),
        )
        approval = draft.departing(place)
        if approval:
            draft.approvals[approval] = ask(APPROVAL, f"approval for {name}", None, _no_approval)
    return draft


def _unknown(typed: str, known) -> str:
    return "" if typed in known else f"must be one of {', '.join(known)}"


def _no_flag(typed: str) -> str:
    return "" if isinstance(OFFERED.take(typed), bool) else "must be yes or no"


def _no_approval(typed: str) -> str:
    return "" if typed.strip() and typed.isprintable() else "must name what allows it"
