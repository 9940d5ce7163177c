"""A story on the terminal: the whole round, one seat's answer, or the first difference."""

import click

from host_tools.log_shown import KEY_AT_FAULT
from host_tools.log_times import bracket_text
from host_tools.output import dollars, print_table, warn
from host_tools.rounds_words import render_time
from host_tools.story.cards import CardCheck
from host_tools.story.differences import SEAL, Difference
from host_tools.story.model import RoundStory, SeatAnswer, ToldWin
from host_tools.story.words import seats_text, told_changes

_ANSWERS = {  # what a player is told, in a word or two
    "accepted": "yes, it was accepted",
    "voided": "it was accepted, and voided later",
    "late": "no, it came too late",
    "blocked": "no, the seat was blocked",
    "none": "no, there was none",
}
_INDENT = " " * 19


def show_story(story: RoundStory) -> None:
    """Fact by fact: what happened, what was shown, what changed; then seats, wins, meter and proof."""
    last = story.last_record or story.steps[-1].record
    game = story.game.replace("_", " ")
    click.echo(f"{story.path}: table {story.table}, {game}")
    click.echo(f"Round {story.number:,}, records {story.first_record} to {last}; {_when(story)}.\n")
    click.echo("   seconds  record")
    for step in story.steps:
        click.echo(f"{render_time(step.after_ms):>10}{step.record:>8} {step.says}")
        if step.effects:
            click.echo(f"{_INDENT}-> {'; '.join(step.effects)}")
        changes = told_changes(step.changes)
        if changes:
            click.echo(f"{_INDENT}[{changes}]")
    click.echo("")
    for answer in story.seats:
        _show_seat(answer)
    click.echo("")
    for win in story.wins:
        click.echo(win_sentence(win))
    before, after = dollars(story.meter_before_cents), dollars(story.meter_after_cents)
    if story.meter_before_cents or story.meter_after_cents:
        click.echo(f"The meter stood at {before} before this round, and at {after} behind it.")
    _show_proof(story)


def show_answer(story: RoundStory, answer: SeatAnswer) -> None:
    """Whether one seat's wager was accepted, and why or why not."""
    click.echo(f"Round {story.number:,}, seat {answer.seat}: {_ANSWERS[answer.answer]}.")
    click.echo(_why(answer))
    if answer.ending:
        click.echo(f"What came of it: {answer.ending}.")
    click.echo(f"Table {story.table}, {story.path}; {_when(story)}.")
    _show_proof(story)


def _show_seat(answer: SeatAnswer) -> None:
    ending = f" Then: {answer.ending}." if answer.ending else ""
    click.echo(f"Seat {answer.seat}  {answer.answer:<9} {_why(answer)}{ending}")


def _why(answer: SeatAnswer) -> str:
    return f"{answer.why} ({answer.clause})" if answer.clause else answer.why


def win_sentence(win: ToldWin) -> str:
    """As `Seat 3 holds straight flush and wins 100.00, 100 to 1 (5324.33(f)(4)); confirmed by ...`."""
    text = f"Seat {win.seat} holds {win.hand.replace('_', ' ')}"
    if win.win_cents:
        text += f" and wins {dollars(win.win_cents)}, {win.odds} ({win.clause})"
    if win.envy_seats:
        envy = f"{dollars(win.envy_cents)}{' each' * (len(win.envy_seats) > 1)}, {win.envy_odds}"
        text += f"; envy of {envy}, goes to {seats_text(win.envy_seats)} ({win.envy_clause})"
    by = f"by the {win.confirmed_by}, record {win.record}" if win.record else win.confirmed_by
    return f"{text}; confirmed {by}."


def _when(story: RoundStory) -> str:
    if story.locked.at:
        return f"locked {story.locked.text} UTC"
    return bracket_text(story.locked, story.over or story.locked)


def _show_proof(story: RoundStory) -> None:
    if not story.seals_fit_key:
        click.echo(f"Not proved: {KEY_AT_FAULT}.")
    elif not story.last_record:
        click.echo("The round is not over in this log, so no seal proves it yet.")
    elif not story.seal_record:
        click.echo("No seal covers this round: it is not proved.")
    elif story.is_proved:
        click.echo(f"Sealed with the table's key at record {story.seal_record}; the state is {story.digest}.")
    else:
        unsaid = "who made it is not checked without the key (--key)"
        click.echo(f"The seal at record {story.seal_record} fits; {unsaid}. The state is {story.digest}.")
    for record, text in story.notes:
        click.echo(f"  record {record}: {text}")


def show_difference(path: str, difference: Difference) -> None:
    """Both states side by side, and the facts between the last that agrees and this one."""
    what = "sealed" if difference.shown_by == SEAL else "kept in the sector's checkpoint"
    states = f"{difference.table_digest}, this replay's {difference.replay_digest}"
    click.echo(f"{path}: table and replay agree up to record {difference.agreed_to}.")
    click.echo(f"At record {difference.record} the state that the table {what} is {states}.")
    if difference.fields:
        title = f"What differs in the checkpoint before record {difference.fields_at}"
        print_table(
            title, ("field", "the table", "this replay"), difference.fields, ("the table", "this replay")
        )
    else:
        click.echo("A seal has the state's digest alone, and no checkpoint follows that has its fields.")
    if difference.facts:
        click.echo("The facts between, and what this replay makes of them:")
    for record, words, changes in difference.facts:
        made = "; ".join(f"{name} {before} -> {after}" for name, before, after in changes)
        click.echo(f"  record {record}: {words}{f'  [{made}]' if made else ''}")


def show_cards(check: CardCheck) -> None:
    for sentence in check.agree:
        click.echo(sentence)
    for sentence in check.differ:
        warn(sentence)
    if not check.differ:
        click.echo("What was keyed and paid is what the cards make.")
