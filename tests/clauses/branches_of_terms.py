"""Branches of the settings' check (legal_terms.py): what a table may not be run with."""

from tests.clauses.changes import Branch

BRANCHES_OF_TERMS = (
    # --- the betting areas, by the names that the log has
    Branch(
        ("5324.33(a)(2)(i)",), "chips on the play area", "facts.py", '"play",', '"plays",',
    ),
    Branch(
        ("5324.32(a)(2)(i)",), "chips on the super bonus area", "facts.py", '"super_bonus",', '"bonus",',
    ),
    Branch(
        ("5324.38(a)(2)(ii)",), "chips on the area of the 4th street", "facts.py", '"street_4",', '"street",',
    ),
    # --- the check
    Branch(
        ("5324.33(a)(1)",), "an eighth seat is refused", "legal_terms.py",
        "if not 1 <= s.seats <= limits.SEATS_MAX:",
        "if not 1 <= s.seats <= 8:",
    ),
    Branch(
        ("5324.33(a)(2)(iii)",), "the six-card bonus may be left out", "legal_terms.py",
        "if not 0 <= s.aces_up <= 6 or not 0 <= s.six_card_bonus <= 2:",
        "if not 0 <= s.aces_up <= 6 or not 1 <= s.six_card_bonus <= 2:",
    ),
    Branch(
        ("5324.33(f)(3)",), "aces up is A to F", "legal_terms.py",
        "if not 0 <= s.aces_up <= 6 or not 0 <= s.six_card_bonus <= 2:",
        "if not 0 <= s.aces_up <= 7 or not 0 <= s.six_card_bonus <= 2:",
    ),
    Branch(
        ("5324.33(f)(5)",), "the six-card bonus is A or B", "legal_terms.py",
        "if not 0 <= s.aces_up <= 6 or not 0 <= s.six_card_bonus <= 2:",
        "if not 0 <= s.aces_up <= 6 or not 0 <= s.six_card_bonus <= 3:",
    ),
    Branch(
        ("5324.33(c)(4)(iv)", "5324.32(c)(4)(iii)"), "the progressive may be left out", "legal_terms.py",
        "return wrong or (_check_progressive(s) if s.wager_cents else _check_none(s))",
        "return wrong or _check_progressive(s)",
    ),
    Branch(
        ("5324.33(d)(3)",), "the dealer has five cards, or six", "legal_terms.py",
        "if s.dealer_cards not in (5, 6):",
        "if s.dealer_cards not in (5, 6, 7):",
        below='return "dealer_cards: 5, or 6 where the internal controls allow it (5324.33(d)(3))"',
    ),
    Branch(
        ("5324.32(d)(3)",), "the dealer has five cards, or six", "legal_terms.py",
        "if s.dealer_cards not in (5, 6):",
        "if s.dealer_cards not in (5, 6, 7):",
        below='return "dealer_cards: 5, or 6 where the internal controls allow it (5324.32(d)(3))"',
    ),
    Branch(
        ("5324.33(f)(1)",), "ante and play have a floor", "legal_terms.py",
        "if _is_below([s.base_odds], [BASE_FLOOR]):",
        "if False:",
        below='return "ante_and_play: no less than 1:1 (5324.33(f)(1))"',
    ),
    Branch(
        ("5324.32(f)(1)",), "ante and play have a floor", "legal_terms.py",
        "if _is_below([s.base_odds], [BASE_FLOOR]):",
        "if False:",
        below='return "ante_and_play: no less than 1:1 (5324.32(f)(1))"',
    ),
    Branch(
        ("5324.33(f)(2)", "5324.32(f)(2)", "5324.38(f)(1)"), "odds may stand above their floor",
        "legal_terms.py",
        "if d < 1 or n * floor_d < floor_n * d:",
        "if d < 1 or n * floor_d != floor_n * d:",
    ),
    Branch(
        ("5324.33(f)(4)", "5324.32(f)(4)"), "progressive tables are exact", "legal_terms.py",
        "if s.pay_odds != PROGRESSIVE_TABLES.get(s.pay_table):",
        "if s.pay_odds < PROGRESSIVE_TABLES.get(s.pay_table):",
    ),
    Branch(
        ("5324.33(f)(4)(ii)", "5324.32(f)(4)(ii)"), "the reset has a floor", "legal_terms.py",
        "if s.reset_cents < floor or s.initial_cents < floor:",
        "if s.initial_cents < floor:",
    ),
    Branch(
        ("5324.33(f)(4)(ii)", "5324.32(f)(4)(ii)"), "the initial amount has a floor", "legal_terms.py",
        "if s.reset_cents < floor or s.initial_cents < floor:",
        "if s.reset_cents < floor:",
    ),
    Branch(
        ("5324.33(f)(4)(iii)",), "envy tables are exact", "legal_terms.py",
        "if s.envy_odds != ENVY_TABLES.get(s.envy_table):",
        "if s.envy_odds < ENVY_TABLES.get(s.envy_table):",
    ),
    Branch(
        ("5324.33(f)(4)(iii)",), "A goes with A, and B with B (D2)", "legal_terms.py",
        "if s.envy_table != s.pay_table and s.envy_table != 3:",
        "if False:",
    ),
    Branch(
        ("5324.33(f)(4)(iii)",), "envy C needs its approval (D2)", "legal_terms.py",
        "if s.envy_table == 3 and not any(s.approvals_sha256):",
        "if False:",
    ),
    Branch(
        ("5324.33(f)",), "the rate is a share", "legal_terms.py",
        "if not 0 < s.rate_ppm <= limits.MICRO:",
        "if not 0 <= s.rate_ppm <= limits.MICRO:",
    ),
    Branch(
        ("5324.32(a)(1)",), "a seventh seat is refused", "legal_terms.py",
        "if not 1 <= s.seats <= 6:",
        "if not 1 <= s.seats <= 7:",
        below='return "seats: a crazy 4 poker table has 1 to 6 (5324.32(a)(1))"',
    ),
    Branch(
        ("5324.32(f)(3)",), "queens up is A to D", "legal_terms.py",
        "if not 0 <= s.queens_up <= 4:",
        "if not 0 <= s.queens_up <= 5:",
    ),
    Branch(
        ("5324.32(f)(4)(iii)(c)",), "the wager is $1 or $5", "legal_terms.py",
        "if s.wager_cents not in (0, 100, 500):",
        "if s.wager_cents not in (0, 100, 200, 500):",
    ),
    Branch(
        ("5324.32(f)(4)(iii)(c)",), "a $5 wager is taken", "legal_terms.py",
        "if s.wager_cents not in (0, 100, 500):",
        "if s.wager_cents not in (0, 100):",
    ),
    Branch(
        ("5324.38(a)(1)",), "a seventh seat is refused", "legal_terms.py",
        "if not 1 <= s.seats <= 6:",
        "if not 1 <= s.seats <= 7:",
        below='return "seats: a Mississippi stud table has 1 to 6 (5324.38(a)(1))"',
    ),
    Branch(
        ("5324.38(a)(1)",), "no progressive (D26)", "legal_terms.py",
        "if s.wager_cents:",
        "if s.wager_cents and s.seats > 6:",
    ),
    Branch(
        ("5324.38(f)(2)",), "another cap needs its approval (D25)", "legal_terms.py",
        "if s.aggregate_cap_cents and not any(s.approvals_sha256):",
        "if False:",
    ),
    Branch(
        ("5324.38(f)(2)",), "the larger of the two caps (D25)", "legal_terms.py",
        "return s.aggregate_cap_cents or max(AGGREGATE_CAP_CENTS, at_minimum)",
        "return s.aggregate_cap_cents or AGGREGATE_CAP_CENTS",
    ),
)  # fmt: skip
