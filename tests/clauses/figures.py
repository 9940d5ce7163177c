"""The figures of the rules: each number of these rows is changed, and a test of the clause must fail."""

from tests.clauses.changes import Figures

FIGURES = (
    Figures(("5324.33(a)(1)",), "limits.py", "SEATS_MAX"),
    Figures(("5324.33(f)(1)", "5324.32(f)(1)"), "pay_tables.py", "BASE_FLOOR"),
    Figures(("5324.33(f)(2)",), "pay_tables.py", "ANTE_BONUS_FLOORS"),
    Figures(("5324.33(f)(2)",), "four_card_poker.py", "_ANTE_BONUS_ROWS"),
    Figures(("5324.33(f)(3)",), "pay_tables.py", "ACES_UP_TABLES"),
    Figures(("5324.33(f)(4)", "5324.32(f)(4)"), "pay_tables.py", "PROGRESSIVE_TABLES"),
    Figures(("5324.33(f)(4)(ii)", "5324.32(f)(4)(ii)"), "limits.py", "RESET_FLOOR_A_CENTS"),
    Figures(("5324.33(f)(4)(ii)", "5324.32(f)(4)(ii)"), "limits.py", "RESET_FLOOR_B_CENTS"),
    Figures(("5324.33(f)(4)(iii)",), "pay_tables.py", "ENVY_TABLES"),
    Figures(("5324.33(f)(5)",), "pay_tables.py", "SIX_CARD_BONUS_TABLES"),
    Figures(("5324.33(f)(5)",), "pay_tables.py", "SIX_CARD_ROYAL_CENTS"),
    Figures(("5324.33(f)(5)",), "pay_tables.py", "SIX_CARD_ROYAL_OF_DIAMONDS_CENTS"),
    Figures(("5324.32(f)(2)",), "pay_tables.py", "SUPER_BONUS_FLOORS"),
    Figures(("5324.32(f)(3)",), "pay_tables.py", "QUEENS_UP_TABLES"),
    Figures(("5324.32(f)(4)(iii)(a)",), "pay_tables.py", "CRAZY_4_ENVY_FLOORS", key=1),
    Figures(("5324.32(f)(4)(iii)(b)",), "pay_tables.py", "CRAZY_4_ENVY_FLOORS", key=2),
    Figures(("5324.38(f)(1)",), "pay_tables.py", "STREET_ODDS_FLOORS"),
    Figures(("5324.38(f)(2)",), "pay_tables.py", "AGGREGATE_CAP_CENTS"),
    Figures(("5324.38(f)(2)",), "pay_tables.py", "MINIMUM_WAGERS_AT_STAKE"),
)
