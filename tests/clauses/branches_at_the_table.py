"""Branches of the engine, the entries and the meter: what the table itself decides.

A branch that serves two games has the clauses of both; each must have a test that sees it.
"""

from tests.clauses.changes import Branch

BRANCHES_AT_THE_TABLE = (
    # --- chips, the lock and the lights
    Branch(
        ("5324.33(a)(2)(ii)", "5324.38(a)(1)"), "the lights say that none is offered", "displays.py",
        "return effects.NOT_OFFERED",
        "return effects.OFF",
    ),
    Branch(
        ("5324.33(c)(1)",), "a sensed chip is shown", "displays.py",
        "return effects.BLOCKED if s.blocked & bit else effects.PLACED",
        "return effects.BLOCKED if s.blocked & bit else effects.OFF",
    ),
    Branch(
        ("5324.33(c)(3)", "5324.32(c)(3)", "5324.2(l)"), "a late chip does not count", "happenings.py",
        "s.late |= bit",
        "s.accepted |= bit",
    ),
    Branch(
        ("5324.33(c)(3)",), "what came while the power was off is late", "happenings.py",
        "s.late |= covered & ~(s.accepted | s.voided | s.blocked)",
        "pass",
    ),
    Branch(
        ("5324.33(c)(4)(iv)(b)",), "accepted has a light of its own", "displays.py",
        "return effects.ACCEPTED",
        "return effects.PLACED",
    ),
    Branch(
        ("5324.2(l)", "5324.32(a)(3)"), "a wager is acknowledged", "displays.py",
        "return effects.ACCEPTED",
        "return effects.OFF",
    ),
    # --- folds, wins and envy
    Branch(
        ("5324.33(e)(3)(iii)", "5324.32(e)(2)(ii)"), "a fold ends the progressive win", "entries.py",
        "return bool(s.accepted & bit & ~s.folded)",
        "return bool(s.accepted & bit)",
    ),
    Branch(
        ("5324.33(e)(3)(iii)", "5324.32(e)(2)(ii)"), "a fold keeps the eligibility for envy", "entries.py",
        "return s.accepted & ~bit",
        "return s.accepted & ~bit & ~s.folded",
    ),
    Branch(
        ("5324.33(e)(6)", "5324.32(e)(4)"), "no envy for the own hand", "entries.py",
        "return s.accepted & ~bit",
        "return s.accepted",
    ),
    Branch(
        ("5324.33(e)(6)",), "a holder need not have bet (D15)", "entries.py",
        "if not envy_cents(t, row) or not envy_receivers(s, bit):",
        "if True:",
    ),
    Branch(
        ("5324.33(e)(4)(vi)(a)",), "an entry can be taken back", "entries.py",
        "drop(t, s.selected, NONE)",
        "pass",
    ),
    Branch(
        ("5324.33(e)(4)(vi)(b)",), "an unlit seat wins nothing", "entries.py",
        "if not envy_cents(t, row) or not envy_receivers(s, bit):",
        "if False:",
    ),
    Branch(
        ("5324.33(e)(4)(vi)(c)", "5324.32(e)(3)(iii)(b)(5)(iii)"), "the floor confirms", "entries.py",
        "if needs_floor(t.settings, s.entry_row[seat - 1]) and not is_armed(s):",
        "if False:",
    ),
    Branch(
        ("5324.33(e)(4)(vi)(c)",), "four of a kind always needs the floor (D31)", "settings.py",
        "if row >= FOUR_OF_A_KIND:",
        "if row > FOUR_OF_A_KIND:",
    ),
    Branch(
        ("5324.33(e)(4)(vi)(d)",), "a round waits until each entry is decided", "rounds.py",
        "if s.pending:",
        "if s.pending and s.hold:",
    ),
    Branch(
        ("5324.33(e)(5)",), "a win of the whole meter holds the round", "entries.py",
        "s.hold = 1",
        "s.hold = 0",
    ),
    Branch(
        ("5324.33(e)(5)",), "the floor ends the hold", "rounds.py",
        "if s.hold and not is_armed(s):",
        "if False:",
    ),
    Branch(
        ("5324.33(f)(4)", "5324.32(f)(4)"), "odds are to 1, without the stake", "entries.py",
        "return t.settings.pay_odds[row - 1] * t.settings.wager_cents",
        "return (t.settings.pay_odds[row - 1] + 1) * t.settings.wager_cents",
    ),
    Branch(
        ("5324.33(f)(4)",), "four aces take the whole meter", "entries.py",
        "return s.jackpot_cents or s.meter_cents  # 100 percent of the meter (5324.33(f)(4))",
        "return s.jackpot_cents or s.meter_cents // 2",
    ),
    Branch(
        ("5324.33(f)(4)(i)", "5324.32(f)(4)(i)"), "one entry a seat", "entries.py",
        "return reasons.ENTRY_CONFIRMED",
        "return 0",
    ),
    Branch(
        ("5324.33(f)(4)(iii)", "5324.32(f)(4)(iii)(c)"), "envy is on the receiver's wager (D16)",
        "entries.py",
        "return t.settings.envy_odds[row - 1] * t.settings.wager_cents",
        "return t.settings.envy_odds[row - 1] * 100 + 1 * (t.settings.wager_cents == 100)",
    ),
    Branch(
        ("5324.33(f)",), "the part of a contribution below a cent is carried", "meter.py",
        "s.remainder_micro = micro - cents * MICRO",
        "s.remainder_micro = 0",
        below="if cents:",
    ),
    # --- what the table is, beside its rules
    Branch(
        ("5321.18",), "a table that fails is not played", "rounds.py",
        "return reasons.OUT_OF_SERVICE",
        "return 0",
    ),
    Branch(
        ("5321.18",), "wins are decided in their order", "entries.py",
        "return _by_rank(s, s.pending, False)",
        "return _by_rank(s, s.pending, True)",
    ),
)  # fmt: skip
