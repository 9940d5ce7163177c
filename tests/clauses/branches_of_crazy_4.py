"""Branches of crazy 4 poker's settling; what it shares is in branches_of_four_card.py."""

from tests.clauses.changes import Branch

BRANCHES_OF_CRAZY_4 = (
    # --- what a described round may hold
    Branch(
        ("5324.32(c)(4)(i)",), "ante and super bonus are equal", "crazy_4_poker.py",
        'refuse_if(not ante or ante != bonus, text, "5324.32(c)(4)(i)")',
        'refuse_if(not ante or not bonus, text, "5324.32(c)(4)(i)")',
    ),
    Branch(
        ("5324.32(c)(4)(i)",), "both are required", "crazy_4_poker.py",
        'refuse_if(not ante or ante != bonus, text, "5324.32(c)(4)(i)")',
        'refuse_if(ante != bonus, text, "5324.32(c)(4)(i)")',
    ),
    Branch(
        ("5324.32(c)(4)(ii)",), "queens up is optional", "crazy_4_poker.py",
        "if not wager:",
        "if False:",
        below='return nothing("queens_up", "5324.32(c)(4)(ii)")',
    ),
    Branch(
        ("5324.32(d)(3)",), "the dealer has as many cards as the settings say", "crazy_4_poker.py",
        'check_count("the dealer", played.dealer, dealt, "5324.32(d)(3)" if six else "5324.32(d)(1)")',
        'check_count("the dealer", played.dealer, 5, "5324.32(d)(3)" if six else "5324.32(d)(1)")',
    ),
    Branch(
        ("5324.32(e)(2)",), "more than the ante needs a pair of aces", "crazy_4_poker.py",
        "return 3 if strength >= PAIR_OF_ACES else 1",
        "return 3",
    ),
    Branch(
        ("5324.32(e)(2)",), "a pair of aces may play three times", "crazy_4_poker.py",
        "return 3 if strength >= PAIR_OF_ACES else 1",
        "return 1",
    ),
    # --- folds
    Branch(
        ("5324.32(e)(2)(i)", "5324.32(e)(2)(ii)"), "a fold forfeits ante and super bonus", "crazy_4_poker.py",
        'return [lost("ante", clause), nothing("play", clause), lost("super_bonus", clause)]',
        'return [lost("ante", clause), nothing("play", clause), nothing("super_bonus", clause)]',
    ),
    Branch(
        ("5324.32(e)(2)(i)",), "a fold forfeits queens up", "crazy_4_poker.py",
        "if seat.folded():",
        "if False:",
        below='return lost("queens_up", "5324.32(e)(2)(i)")',
    ),
    Branch(
        ("5324.32(e)(2)(ii)",), "a fold forfeits the progressive", "crazy_4_poker.py",
        "if seat.folded():",
        "if False:",
        below='return lost("progressive", "5324.32(e)(2)(ii)")',
    ),
    Branch(
        ("5324.32(e)(4)",), "a folded hand is no holder's (D15)", "crazy_4_poker.py",
        "shown = [one for one in settled if not one.seat.folded()]  # folded cards are collected (D15)",
        "shown = settled",
    ),
    # --- settling
    Branch(
        ("5324.32(e)(3)(iii)(a)",), "a dealer below king high does not qualify", "crazy_4_poker.py",
        "if dealer < KING_HIGH:  # also where the player's hand is lower (D5)",
        "if False:",
    ),
    Branch(
        ("5324.32(e)(3)(iii)(a)",), "also where the player's hand is lower (D5)", "crazy_4_poker.py",
        "if dealer < KING_HIGH:  # also where the player's hand is lower (D5)",
        "if dealer < KING_HIGH and strength >= dealer:",
    ),
    Branch(
        ("5324.32(e)(3)(iii)(a)",), "the ante comes back", "crazy_4_poker.py",
        'lines = [pushed("ante", ante, clause), won("play", play, odds, clause)]',
        'lines = [won("ante", ante, odds, clause), won("play", play, odds, clause)]',
    ),
    Branch(
        ("5324.32(e)(3)(iii)(b)(1)",), "a lower hand loses", "crazy_4_poker.py",
        "elif strength < dealer:",
        "elif False:",
    ),
    Branch(
        ("5324.32(e)(3)(iii)(b)(1)",), "a beaten hand below a straight loses the super bonus (D4)",
        "crazy_4_poker.py",
        "is_beaten = True",
        "is_beaten = False",
    ),
    Branch(
        ("5324.32(e)(3)(iii)(b)(1)",), "unless the settings follow the words (D4)", "crazy_4_poker.py",
        "if is_beaten and not played.settings.super_bonus_literal:",
        "if is_beaten:",
    ),
    Branch(
        ("5324.32(e)(3)(iii)(b)(2)",), "a higher hand is paid", "crazy_4_poker.py",
        "elif strength > dealer:",
        "elif False:",
    ),
    Branch(
        ("5324.32(e)(3)(iii)(b)(3)",), "an equal hand is a push (D9)", "crazy_4_poker.py",
        "elif strength > dealer:",
        "elif strength >= dealer:",
    ),
    Branch(
        (
            "5324.32(e)(3)(iii)(a)", "5324.32(e)(3)(iii)(b)(2)", "5324.32(e)(3)(iii)(b)(3)",
        ),
        "the super bonus comes back below a straight", "crazy_4_poker.py",
        'return pushed("super_bonus", wager, clause)',
        'return lost("super_bonus", clause)',
    ),
    Branch(
        ("5324.32(e)(3)(iii)(b)(4)",), "queens up also where the dealer does not qualify (D7)",
        "crazy_4_poker.py",
        "lines.append(_queens_up(played, seat, strength))",
        "lines.append(_queens_up(played, seat, strength if dealer >= KING_HIGH else 0))",
    ),
    Branch(
        ("5324.32(e)(3)(iii)(b)(4)",), "queens up whatever the dealer holds", "crazy_4_poker.py",
        "lines.append(_queens_up(played, seat, strength))",
        "lines.append(_queens_up(played, seat, strength if strength >= dealer else 0))",
    ),
    Branch(
        ("5324.32(e)(3)(iii)(b)(5)",), "the progressive also where the dealer does not qualify (D7)",
        "crazy_4_poker.py",
        "lines.append(_progressive(played, seat, progressive_row(strength)))",
        "lines.append(_progressive(played, seat, progressive_row(strength) * (dealer >= KING_HIGH)))",
    ),
    Branch(
        ("5324.32(f)(1)",), "odds above the floor are paid", "crazy_4_poker.py",
        'ante, play, odds = seat.wager("ante"), seat.play_cents, played.settings.base_odds',
        'ante, play, odds = seat.wager("ante"), seat.play_cents, (1, 1)',
    ),
    Branch(
        ("5324.32(f)(2)",), "four aces have a row of their own", "crazy_4_poker.py",
        "row += strength >= FOUR_ACES",
        "row += 0",
    ),
    Branch(
        ("5324.32(f)(2)",), "3:2 to the cent (D6)", "settlement.py",
        "return (wager_cents * n + d - 1) // d",
        "return wager_cents * n // d",
    ),
)  # fmt: skip
