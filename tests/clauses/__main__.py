"""`make clauses`: which tests carry each clause that software can meet, and which clause none carries.

    python -m tests.clauses [--json]

Exit status 1 where a clause is untested, or a test carries a number that the checklist has not.
"""

import json
import sys

from host_tools import errors
from tests.clauses.carried import Carrier, Coverage, all_carriers, cover
from tests.clauses.checklist import PAGE, PageError, read_rows


def show(found: list[Coverage]) -> None:
    for coverage in found:
        row = coverage.row
        remark = f"  [text {row.remark}]" if row.remark else ""
        print(f"{row.number:>4}  {row.written}  {', '.join(row.who)}{remark}")
        for test in coverage.tests:
            print(f"        {test}")
        for part in coverage.missing:
            print(f"        UNTESTED: {part}")


def summary(found: list[Coverage], strays: list[Carrier]) -> list[str]:
    """What is wrong, a line each; nothing where all is well."""
    lines = [
        f"row {coverage.row.number}: no test carries {', '.join(coverage.missing)}"
        for coverage in found
        if coverage.missing
    ]
    return lines + [f"{stray.test} carries {stray.wrong}, which {PAGE.name} has not" for stray in strays]


def as_data(found: list[Coverage], wrong: list[str]) -> dict:
    clauses = [
        {
            "number": coverage.row.number,
            "clause": coverage.row.written,
            "who": list(coverage.row.who),
            "asked": coverage.row.asked,
            "text": coverage.row.remark or "held",
            "tests": list(coverage.tests),
            "untested": list(coverage.missing),
        }
        for coverage in found
    ]
    return {"clauses": clauses, "wrong": wrong}


def main(words: list[str]) -> int:
    if words not in ([], ["--json"]):
        print("python -m tests.clauses [--json]", file=sys.stderr)
        return errors.USAGE
    try:
        rows = read_rows(PAGE.read_text(encoding="utf-8"))
    except PageError as error:
        print(f"{PAGE}: {error}", file=sys.stderr)
        return errors.USAGE
    carriers = all_carriers(rows)
    found = cover(rows, carriers)
    wrong = summary(found, [carrier for carrier in carriers if carrier.wrong])
    if words:
        print(json.dumps(as_data(found, wrong), indent=2))
    else:
        show(found)
        tests = {test for coverage in found for test in coverage.tests}
        print(f"\n{len(found)} of {len(rows)} clauses are for software; {len(tests)} tests carry them")
        print("\n".join(wrong) or "none is untested")
    return errors.DIFFERENCE if wrong else errors.FINE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
