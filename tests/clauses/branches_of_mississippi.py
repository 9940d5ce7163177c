"""Branches of Mississippi stud: its streets at the table, and its settling."""

from tests.clauses.changes import Branch

BRANCHES_OF_MISSISSIPPI = (
    # --- at the table
    Branch(
        ("5324.38(a)(1)", "5324.38(c)(2)"), "the antes are sensed", "settings.py",
        "return ANTE if settings.game == MISSISSIPPI_STUD else PROGRESSIVE",
        "return PROGRESSIVE",
    ),
    Branch(
        ("5324.38(e)(2)", "5324.38(e)(4)", "5324.38(e)(6)"), "the community cards come one by one",
        "rounds.py",
        "s.street += 1",
        "s.street = LAST_STREET",
    ),
    # --- what a described round may hold
    Branch(
        ("5324.38(c)(2)",), "nobody plays without an ante", "mississippi_stud.py",
        'refuse_if(not seat.wager("ante"), "seat %d has no ante" % seat.number, "5324.38(c)(2)")',
        'refuse_if(False, "seat %d has no ante" % seat.number, "5324.38(c)(2)")',
    ),
    Branch(
        ("5324.38(c)(3)",), "there are three streets", "mississippi_stud.py",
        'refuse_if(len(seat.streets) > 3, text, "5324.38(c)(3)")',
        'refuse_if(len(seat.streets) > 4, text, "5324.38(c)(3)")',
    ),
    Branch(
        ("5324.38(d)(1)(i)",), "each player has two cards", "mississippi_stud.py",
        'check_count("seat %d" % seat.number, seat.cards, 2, "5324.38(d)(1)(i)")',
        'check_count("seat %d" % seat.number, seat.cards, len(seat.cards), "5324.38(d)(1)(i)")',
    ),
    Branch(
        ("5324.38(d)(1)(ii)",), "there are three community cards", "mississippi_stud.py",
        'refuse_if(not needed <= shown <= 3, text % (shown, exactly), "5324.38(d)(1)(ii)")',
        'refuse_if(not needed <= shown <= 4, text % (shown, exactly), "5324.38(d)(1)(ii)")',
    ),
    Branch(
        ("5324.38(e)(1)", "5324.38(e)(3)", "5324.38(e)(5)"), "a bet is a whole multiple (D29)",
        "mississippi_stud.py",
        "legal = bet in (ante, 2 * ante, 3 * ante)",
        "legal = ante <= bet <= 3 * ante",
    ),
    Branch(
        ("5324.38(e)(1)", "5324.38(e)(3)", "5324.38(e)(5)"), "a bet is three times the ante at most",
        "mississippi_stud.py",
        "legal = bet in (ante, 2 * ante, 3 * ante)",
        "legal = bet in (ante, 2 * ante, 3 * ante, 4 * ante)",
    ),
    # --- settling
    Branch(
        ("5324.38(e)(1)", "5324.38(e)(3)", "5324.38(e)(5)"), "a fold forfeits what was bet",
        "mississippi_stud.py",
        "lines = [lost(name, clause) for name, _ in bets]",
        "lines = [nothing(name, clause) for name, _ in bets]",
    ),
    Branch(
        ("5324.38(e)(7)(i)",), "below a pair of 6s all is lost", "mississippi_stud.py",
        'lines = [lost(name, "5324.38(e)(7)(i)") for name, _ in bets]',
        'lines = [pushed(name, wager, "5324.38(e)(7)(i)") for name, wager in bets]',
    ),
    Branch(
        ("5324.38(e)(7)(ii)",), "a pair of 6s to 10s is a push", "mississippi_stud.py",
        "elif strength < hands.PAIR_OF_JACKS:",
        "elif False:",
    ),
    Branch(
        ("5324.38(e)(7)(iii)",), "every wager is paid on its own amount", "mississippi_stud.py",
        "due_cents = pay_cents(wager, odds)",
        "due_cents = pay_cents(bets[0][1], odds)",
    ),
    Branch(
        ("5324.38(f)(1)",), "each hand has its row", "mississippi_stud.py",
        "return number - hands.FIVE_CARD_THREE_OF_A_KIND + 2",
        "return number - hands.FIVE_CARD_THREE_OF_A_KIND + 1",
    ),
    Branch(
        ("5324.38(f)(2)",), "a hand is paid no more than the cap", "mississippi_stud.py",
        "win_cents = min(due_cents, left_cents)",
        "win_cents = due_cents",
    ),
    Branch(
        ("5324.38(f)(2)",), "the cap is of a hand, not of a wager (D25)", "mississippi_stud.py",
        "left_cents -= win_cents",
        "pass",
    ),
)  # fmt: skip
