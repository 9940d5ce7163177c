"""Branches of four-card poker's settling, and of what all games share in it.

settlement.py and legal_play.py serve every game: their rows have the clauses of each.
"""

from tests.clauses.changes import Branch

BRANCHES_OF_FOUR_CARD = (
    # --- what a described round may hold
    Branch(
        ("5324.30(b)",), "no card is dealt twice", "legal_play.py",
        "refuse_if(card in dealt[:place], text, ONE_DECK)",
        "refuse_if(False, text, ONE_DECK)",
    ),
    Branch(
        ("5324.30(b)",), "nor the card in the bonus box", "legal_play.py",
        "dealt = dealt + seat.cards + seat.bonus_cards",
        "dealt = dealt + seat.cards",
    ),
    Branch(
        ("5324.33(d)(1)", "5324.32(d)(1)", "5324.38(d)(1)(i)"), "no card is missing", "legal_play.py",
        "refuse_if(len(cards) != count, \"%s: %d cards instead of %d\" % (owner, len(cards), count), clause)",
        "refuse_if(len(cards) > count, \"%s: %d cards instead of %d\" % (owner, len(cards), count), clause)",
    ),
    Branch(
        ("5324.33(d)(3)",), "the dealer has as many cards as the settings say", "four_card_poker.py",
        'check_count("the dealer", played.dealer, dealt, "5324.33(d)(3)" if six else "5324.33(d)(1)")',
        'check_count("the dealer", played.dealer, 5, "5324.33(d)(3)" if six else "5324.33(d)(1)")',
    ),
    Branch(
        ("5324.33(c)(4)(i)", "5324.32(e)(2)"), "play is the ante at least", "legal_play.py",
        "legal = ante <= seat.play_cents <= times * ante",
        "legal = seat.play_cents <= times * ante",
    ),
    Branch(
        ("5324.33(c)(4)(i)", "5324.33(e)(2)(i)"), "play is three times the ante at most",
        "four_card_poker.py",
        "return 3",
        "return 4",
    ),
    Branch(
        ("5324.33(c)(4)(ii)",), "aces up alone is allowed", "four_card_poker.py",
        'refuse_if(not (ante or aces_up), "seat %d has no wager to be dealt cards for" % n, "5324.33(d)(1)")',
        'refuse_if(not ante, "seat %d has no wager to be dealt cards for" % n, "5324.33(d)(1)")',
    ),
    Branch(
        ("5324.33(c)(4)(iii)",), "ante and aces up play together", "four_card_poker.py",
        "if not wager:",
        'if not wager or seat.wager("ante"):',
        below='return nothing("aces_up", "5324.33(c)(4)(ii)")',
    ),
    Branch(
        ("5324.33(c)(4)(iv)", "5324.32(c)(4)(iii)"), "the progressive has one denomination (D18)",
        "legal_play.py",
        "refuse_if(cents and cents != here, text, clause)",
        "refuse_if(False, text, clause)",
    ),
    Branch(
        ("5324.33(c)(4)(iv)(a)",), "the progressive needs an ante or aces up", "four_card_poker.py",
        'refuse_if(seat.wager("progressive") and not (ante or aces_up), text, "5324.33(c)(4)(iv)(a)")',
        'refuse_if(False, text, "5324.33(c)(4)(iv)(a)")',
    ),
    Branch(
        ("5324.33(c)(4)(iv)(a)",), "aces up alone is enough for it (D14)", "four_card_poker.py",
        'refuse_if(seat.wager("progressive") and not (ante or aces_up), text, "5324.33(c)(4)(iv)(a)")',
        'refuse_if(seat.wager("progressive") and not ante, text, "5324.33(c)(4)(iv)(a)")',
    ),
    Branch(
        ("5324.33(c)(4)(v)",), "the six-card bonus needs ante and aces up", "four_card_poker.py",
        'refuse_if(seat.wager("six_card_bonus") and not (ante and aces_up), text, "5324.33(c)(4)(v)")',
        'refuse_if(seat.wager("six_card_bonus") and not (ante or aces_up), text, "5324.33(c)(4)(v)")',
    ),
    Branch(
        ("5324.33(e)(2)(i)", "5324.32(e)(2)"), "who has an ante decides", "legal_play.py",
        "refuse_if(seat.decision not in (PLAY, FOLD), "
        '"seat %d: its decision must be play or fold" % n, clause)',
        'refuse_if(False, "seat %d: its decision must be play or fold" % n, clause)',
    ),
    # --- folds
    Branch(
        ("5324.33(e)(2)(ii)",), "a fold forfeits the ante", "four_card_poker.py",
        'return [lost("ante", clause), nothing("play", clause), nothing("ante_bonus", clause)]',
        'return [nothing("ante", clause), nothing("play", clause), nothing("ante_bonus", clause)]',
    ),
    Branch(
        ("5324.33(e)(3)(i)",), "a fold leaves aces up", "four_card_poker.py",
        "if not wager:",
        "if not wager or seat.folded():",
        below='return nothing("aces_up", "5324.33(c)(4)(ii)")',
    ),
    Branch(
        ("5324.33(e)(3)(ii)",), "a fold leaves the six-card bonus", "four_card_poker.py",
        "if not wager:",
        "if not wager or seat.folded():",
        below='return nothing(name, "5324.33(c)(4)(v)")',
    ),
    Branch(
        ("5324.33(e)(3)(iii)",), "a fold forfeits the progressive", "four_card_poker.py",
        "if seat.folded():",
        "if False:",
        below='return lost("progressive", "5324.33(e)(3)(iii)")',
    ),
    Branch(
        ("5324.33(e)(3)(iii)", "5324.32(e)(2)(ii)"), "a fold keeps envy", "settlement.py",
        "if number != seat.number and row:",
        "if number != seat.number and row and not seat.folded():",
    ),
    # --- settling
    Branch(
        ("5324.33(e)(4)", "5324.32(e)(3)", "5324.38(e)(7)"), "from the dealer's right", "settlement.py",
        "return list(reversed(acting_order(seats)))",
        "return acting_order(seats)",
    ),
    Branch(
        ("5324.33(e)(4)(iii)(a)",), "a lower hand loses ante and play", "four_card_poker.py",
        "if strength < dealer:",
        "if False:",
    ),
    Branch(
        ("5324.33(e)(4)(iii)(b)",), "an equal hand is paid (D9)", "four_card_poker.py",
        "if strength < dealer:",
        "if strength <= dealer:",
    ),
    Branch(
        ("5324.33(f)(2)",), "a losing hand still has its ante bonus (D8)", "four_card_poker.py",
        'return [lost("ante", clause), lost("play", clause), bonus]',
        'return [lost("ante", clause), lost("play", clause), nothing("ante_bonus", clause)]',
    ),
    Branch(
        ("5324.33(f)(1)",), "odds above the floor are paid", "four_card_poker.py",
        "odds = played.settings.base_odds",
        "odds = (1, 1)",
    ),
    Branch(
        ("5324.33(e)(4)(iv)",), "aces up whatever the dealer holds", "four_card_poker.py",
        "lines.append(_aces_up(played, seat, strength))",
        "lines.append(_aces_up(played, seat, strength if strength >= dealer else 0))",
    ),
    Branch(
        ("5324.33(e)(4)(v)",), "the six-card bonus whatever the dealer holds", "four_card_poker.py",
        "lines.append(_six_card_bonus(played, seat))",
        "lines.append(_six_card_bonus(played, seat if strength >= dealer else Seat(0)))",
    ),
    Branch(
        ("5324.33(e)(6)", "5324.32(e)(4)"), "no envy for the own hand", "settlement.py",
        "if number != seat.number and row:",
        "if row:",
    ),
    Branch(
        ("5324.33(e)(6)", "5324.32(e)(4)"), "envy for each holder", "settlement.py",
        "odds += played.settings.envy_odds[row - 1]",
        "odds = played.settings.envy_odds[row - 1]",
    ),
    Branch(
        ("5324.33(e)(6)",), "a folded hand that is shown is a holder's (D15)", "four_card_poker.py",
        'return not seat.folded() or bool(seat.wager("aces_up") or seat.wager("six_card_bonus"))',
        "return not seat.folded()",
    ),
    Branch(
        ("5324.33(f)(4)", "5324.32(f)(4)"), "four aces take the whole meter", "settlement.py",
        "win_cents = played.meter_cents",
        "win_cents = played.meter_cents // 2",
    ),
    Branch(
        ("5324.33(f)(4)(i)", "5324.32(f)(4)(i)"), "four aces are more than four of a kind", "settlement.py",
        "return FOUR_ACES if strength >= hands.FOUR_ACES else _ROW_OF_CATEGORY[hands.category(strength)]",
        "return _ROW_OF_CATEGORY[hands.category(strength)]",
    ),
    Branch(
        ("5324.33(f)(4)",), "the stake stays where the house dropped it (D19)", "settlement.py",
        "returned_cents = wager_cents if played.settings.stake_returned else 0",
        "returned_cents = wager_cents",
    ),
    Branch(
        ("5324.33(f)(5)",), "the royal of diamonds pays more in table A", "four_card_poker.py",
        'of_diamonds = suit == SUITS.index("d")',
        'of_diamonds = suit == SUITS.index("h")',
    ),
    Branch(
        ("5324.33(f)(5)",), "a six-card royal beats the royal (D22)", "four_card_poker.py",
        "if suit >= 0:",
        "if False:",
    ),
)  # fmt: skip
