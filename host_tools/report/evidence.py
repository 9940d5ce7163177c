"""The report's head for a log: what it is of, whether it is proved, by which hashes, and what nothing proves.

What must never change: "proved" is said only where a seal was made with the table's key and the replay came
to the sealed state; whatever is less is said in words of its own, and has a frame of its own.
"""

from html import escape

from host_tools.log_report import LogReport, Round
from host_tools.log_shown import KEY_AT_FAULT, span_of
from host_tools.log_times import bracket_text
from host_tools.output import dollars
from host_tools.report.about import NO_LEDGER, AboutLog
from host_tools.report.figures import Figures, fact_rows, figure, listing, thousands, when

NEVER_PROVED = (
    "What a chip on the sensor is worth, and whose it is: only that it lay there is known.",
    "The cards: a hand is what the dealer keyed, and the floor or the dealer confirmed.",
    "Changes by someone who had the controller's flash or the table key: they could make seals too.",
    "The time, beyond what the clock was set to: a time that is not known is bracketed or left open.",
)
VERDICTS = {  # the frame's style, its word
    "proved": "PROVED",
    "partly": "PROVED IN PART",
    "unchecked": "NOT CHECKED WITH THE TABLE'S KEY",
    "key": "THE SEALS DO NOT FIT THIS KEY",
    "wrong": "NOT AS THE TABLE WROTE IT",
}


NO_KEY = "Who made the seals: the table's key was not there to check them."
NOT_PROVED = {  # the report's runs of records
    "not_proved": "no seal covers them",
    "not_replayed": "whole, but behind a gap, and not replayed",
    "missing": "missing",
}


def verdict_of(report: LogReport, about: AboutLog) -> str:
    """One of VERDICTS."""
    last = report.first_record + report.records - 1
    if about.ledger_problems or (report.problems and report.seals_fit_key):
        return "wrong"
    if not report.seals_fit_key:
        return "key"
    if not report.seal_key_known:
        return "unchecked"
    return "proved" if report.sealed_to >= last and not report.not_proved else "partly"


def evidence(report: Figures, about: Figures) -> str:
    wrong = report.told("problems") + about.told("ledger_problems")
    problems = f"<h3>What is wrong</h3>{listing(wrong, 'wrong')}" if wrong else ""
    notes = f"<h3>Notes</h3>{listing(report.told('notes'))}" if report.item.notes else ""
    return (
        f"{_verdict(report, about)}"
        f'<table class="facts">{fact_rows(_identity(report, about))}</table>{problems}'
        f'<div class="proof"><div><h3>What is proved</h3>{listing(_proved(report, about))}</div>'
        f"<div><h3>What is not</h3>{listing(_not_proved(report, about))}</div></div>{notes}"
    )


def _verdict(report: Figures, about: Figures) -> str:
    style = verdict_of(report.item, about.item)
    sealed = report("sealed_to")
    said = {
        "proved": f"Every record up to {sealed} is sealed with the table's key, and replays to the same.",
        "partly": f"Sealed with the table's key up to record {sealed}; what is not proved is listed below.",
        "unchecked": f"The records fit their seals up to record {sealed}; who made the seals is not known.",
        "key": "It is another table's, or somebody else made them: with the table's key, replay it anew.",
        "wrong": "A record, a seal or the ledger is not as it should be; each place is listed below.",
    }[style]
    return f'<p class="verdict {style}"><b>{VERDICTS[style]}</b> {said}</p>'


def _identity(report: Figures, about: Figures) -> list[tuple[str, str]]:
    rows = [
        ("table", report("table")),
        ("log file", f"{report('path')}, {about('file_bytes', thousands)} bytes"),
        ("SHA-256 of the file", about.code("file_sha256")),
    ]
    if about.item.log_sha256 != about.item.file_sha256:
        rows.append(("SHA-256 of the log in it", about.code("log_sha256")))
    return rows + [
        ("log's id", about.code("log_id")),
        ("records in the log", f"{report('records')}, from {report('first_record')} on"),
        (f"period of the rounds here, {span_of(report.item.rounds)}", _period(report.item.rounds)),
        ("chain's head", f"{about.code('chain_head')} in the last good seal"),
        ("settings, SHA-256", _names(about, "settings")),
        ("program, as the log names it", _names(about, "programs")),
        ("ledger", about("ledger")),
        (
            "meter at the end",
            f"{report('meter_cents', dollars)}, and {report('remainder_micro')} micro-cents",
        ),
    ]


def _names(about: Figures, field: str) -> str:
    """Each with the record from which on it was in force."""
    return "<br>".join(
        f"<code>{figure(f'{about.place}/{field}/{i}/1', name)}</code>"
        f" from record {figure(f'{about.place}/{field}/{i}/0', record)}"
        for i, (record, name) in enumerate(getattr(about.item, field))
    )


def _period(rounds: list[Round]) -> str:
    if not rounds:
        return "no round"
    begin, end = rounds[0].locked, rounds[-1].over or rounds[-1].locked
    return escape(f"{when(begin)} to {when(end)}" if begin.at and end.at else bracket_text(begin, end))


def _proved(report: Figures, about: Figures) -> list[str]:
    if verdict_of(report.item, about.item) == "key":
        return ["Nothing. The records fit their hash chain, which anybody could have made."]
    if verdict_of(report.item, about.item) == "wrong":
        return ["Only what the list above leaves: each record and seal that is not named there fits."]
    by = " and the seals made with the table's key" if report.item.seal_key_known else ""
    return [
        "Nothing was changed, taken out or put in: records "
        f"{report('first_record')} to {report('sealed_to')} fit their hash chain{by}.",
        "Every figure here follows from the records: the rules were run again over all of them, and came to "
        "each state that the table had sealed.",
    ]


def _not_proved(report: Figures, about: Figures) -> list[str]:
    items = [] if report.item.seal_key_known else [NO_KEY]
    for field, what in NOT_PROVED.items():
        for i, (first, last) in enumerate(getattr(report.item, field)):
            at = f"{report.place}/{field}/{i}"
            items.append(f"Records {figure(f'{at}/0', first)} to {figure(f'{at}/1', last)}: {what}.")
    if about.item.ledger == NO_LEDGER:
        items.append("That the log was not cut short or rolled back: there is no ledger to compare it with.")
    return [*items, *map(escape, NEVER_PROVED)]


def round_proof(story: Figures) -> str:
    """Of one round."""
    if not story.item.seals_fit_key:
        return f"not proved: {KEY_AT_FAULT}"
    if not story.item.seal_record:
        return "no seal covers this round yet: it is not proved"
    seal = story("seal_record")
    if story.item.is_proved:
        return f"sealed by record {seal} with the table's key, and replayed to the sealed state"
    return f"record {seal} seals it; that the table's key made the seal is not proved"
