"""The report of odds_of.py for people: tables of rows, and what they come to."""

import click

from host_tools.odds.figures import decimal, money, odds_text, one_in, percent
from host_tools.output import print_rows, print_table

STREETS = {2: "before the 3rd street wager", 3: "before the 4th", 4: "before the 5th"}


def print_report(report: dict) -> None:
    dealt = f", {report['dealer_cards']} cards for the dealer" if "dealer_cards" in report else ""
    click.echo(f"{words(report['game'])}{dealt}\n")
    told = ""
    for wager in report["posted_wagers"]:
        if wager["wager"] != told:
            print_posted(f"{words(wager['wager'])}, table {wager['table']}", wager)
        print_sums(wager)
        told = wager["wager"]
    if "progressive" in report:
        print_progressive(report["progressive"])
        print_envy(report["progressive"]["envy"])
    base = report["base_game"]
    if "choices" in base:
        print_against_dealer(base)
    else:
        print_streets(base)
    print_edge(base)


def print_posted(title: str, wager: dict) -> None:
    columns = ("hand", "pays", f"of {wager['hands']:,} hands", "1 in", "returns")
    rows = []
    for row in wager["rows"]:
        cells = [words(row["hand"]), pay_text(wager, row), f"{row['hits']:,}"]
        rows.append([*cells, one_in(row["one_in"]), percent(row["return"])])
    print_table(f"{title}, a wager of {money(wager['wager_cents'])}", columns, rows, right=columns[1:])


def pay_text(wager: dict, row: dict) -> str:
    """Odds, as the posted table has them, but for what is paid in dollars."""
    is_meter = wager["wager"] == "progressive" and row["hand"] == "four_aces"
    if is_meter or row["hand"].startswith("six_card_royal"):
        return money(row["win_cents"])
    return f"{row['win_cents'] // wager['wager_cents']:,}:1"


def print_sums(wager: dict) -> None:
    rows = [
        ("returns", f"{percent(wager['return'])} of the wager, the stakes of wins included"),
        ("house edge", percent(wager["house_edge"])),
        ("wins", f"{percent(wager['hit_frequency'])}, 1 hand in {one_in(1 / wager['hit_frequency'])}"),
    ]
    print_rows(f"Together, for a wager of {money(wager['wager_cents'])}:", rows)
    click.echo()


def print_progressive(found: dict) -> None:
    print_posted(f"progressive, table {found['table']}, the meter at {money(found['meter_cents'])}", found)
    print_sums(found)
    alone = money(found["break_even_meter_cents"])
    with_envy = money(found["break_even_meter_with_all_envy_cents"])
    others = found["envy"]["other_players"]
    long_run = percent(found["return_in_the_long_run"])
    rows = [
        ("without it", f"the wager returns {percent(found['return_without_meter'])}"),
        ("breaks even", f"at {alone} the wager returns 100 %, envy not counted"),
        ("with envy", f"at {with_envy}, where all {others} other seats are dealt cards"),
        ("in the long run", f"the wager returns {long_run}: with its share of the meter, and the resets"),
    ]
    print_rows("The meter:", rows)
    click.echo()


def print_envy(envy: dict) -> None:
    print_posted(f"envy bonus, table {envy['table']}, from one other player's hand", envy)
    cents = decimal(envy["return"] * envy["wager_cents"], 4)
    rows = [
        ("each other player", f"is worth {cents} cents a round, {percent(envy['return'])} of the wager"),
        (f"all {envy['other_players']}", percent(envy["return_from_all"]) + " of the wager"),
    ]
    print_rows("Together:", rows)
    click.echo()


def print_against_dealer(base: dict) -> None:
    rows = []
    for row in base["choices"]:
        choice = f"play {row['play_wager']} x the ante" if row["play_wager"] else "fold"
        examples = (" ".join(row["weakest_hand"]), " ".join(row["strongest_hand"]))
        rows.append((choice, percent(row["frequency"], 2), *examples))
    print_table("base game under best play", ("decision", "of the hands", "weakest", "strongest"), rows)
    rows = [(words(row["wager"]), percent(row["staked"], 2), percent(row["net"])) for row in base["wagers"]]
    columns = ("wager", "staked", "the player wins")
    print_table("wager by wager, in percent of the ante", columns, rows, right=columns[1:])
    bonus = words(base["bonus_rows"][0]["wager"])
    rows = [(words(row["hand"]), odds_text(row["odds"]), one_in(row["one_in"])) for row in base["bonus_rows"]]
    columns = ("hand", "pays", "1 in")
    print_table(f"{bonus}, as often as such a hand is played", columns, rows, right=columns[1:])


def print_streets(base: dict) -> None:
    rows = []
    for row in base["rows"]:
        pays = odds_text(row["odds"]) if row["odds"] else "push"
        rows.append((words(row["hand"]), pays, f"{row['hits']:,}", one_in(row["one_in"])))
    columns = ("hand", "pays", "of 2,598,960 hands", "1 in")
    print_table(f"ante and streets, an ante of {money(base['ante_cents'])}", columns, rows, right=columns[1:])
    rows = [(STREETS[row["known_cards"]], percent(row["frequency"])) for row in base["folds"]]
    rows.append(("limit of a hand's winnings", money(base["aggregate_cap_cents"])))
    print_rows("Folds under best play, of all hands:", rows)
    click.echo()


def print_edge(base: dict) -> None:
    rows = [
        ("house edge", f"{percent(base['house_edge'], 6)} of the ante"),
        ("average wager", f"{decimal(base['average_wager'], 4)} antes, all wagers of the base game together"),
        ("edge of all wagered", percent(base["house_edge_of_all_wagered"])),
        ("computed", base["computed"]),
    ]
    print_rows("The base game:", rows)


def words(name: str) -> str:
    return name.replace("_", " ")
