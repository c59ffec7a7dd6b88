#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""language.py PAGE TESTS EXEC-HOST [--expect-problems]

Compares docs/Language.md with the tests: every row names one at least, every name exists, and every conformance file is named.
With --expect-problems the page is spoilt in three ways first, and each must be noticed: the test of the test."""
import pathlib
import re
import subprocess
import sys


def rows(page):
    """Cells of every table row below a head of three columns."""
    for line in page.splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) == 3 and cells[0] != "construct" and not set(cells[0]) <= {"-"}:
            yield cells


def exists(name, tests, cases):
    kind, _, rest = name.partition("/")
    if kind in ("accept", "reject"):
        return (tests / "compiler/Frontend/conformance" / kind / (rest + ".cu")).is_file()
    return rest in cases if kind == "exec" else (tests / name).is_file()


def problems(page, tests, cases):
    found, named = [], set()
    for construct, status, cell in rows(page):
        names = re.findall(r"`([^`]+)`", cell)
        named.update(names)
        if status not in ("yes", "no", "later"):
            found.append(f"'{construct}': expected yes, no or later, got '{status}'")
        if not names:
            found.append(f"'{construct}' names no test")
        found += [f"'{construct}' names a missing test: {name}" for name in names if not exists(name, tests, cases)]
    for kind in ("accept", "reject"):
        for file in sorted((tests / "compiler/Frontend/conformance" / kind).glob("*.cu")):
            if not file.name.endswith(".fixed.cu") and f"{kind}/{file.stem}" not in named:
                found.append(f"no row names {kind}/{file.stem}")
    return found


def main():
    page = pathlib.Path(sys.argv[1]).read_text()
    tests = pathlib.Path(sys.argv[2])
    listing = subprocess.run([sys.argv[3], "--list"], capture_output=True, text=True, check=True).stdout
    cases = {re.sub(r" \(\w+\.cu\)$", "", line) for line in listing.splitlines()}
    if "--expect-problems" in sys.argv:
        spoilt = [page.replace("`exec/ticket lock`", "`exec/no such case`"),
                  page.replace("`accept/hints_ignored`", ""),
                  page.replace("`reject/recursion`", "`reject/recursions`")]
        sys.exit(any(len(problems(p, tests, cases)) <= len(problems(page, tests, cases)) for p in spoilt))
    found = problems(page, tests, cases)
    print("\n".join(found) or f"{sum(1 for _ in rows(page))} rows")
    sys.exit(bool(found))


main()
