#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every message of a verifier of the dialects is expected by a test.

A message is written as literals and values in turn; it counts as tested where the longest of its literals stands in a file of test/.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What is reported, to the end of its statement; literals may hold escaped quotes.
MESSAGE = re.compile(r'emit(?:Op)?Error\((?="|\)\s*<<)(?:"(?:[^"\\]|\\.)*"|[^";])*;', re.S)
# What no text can spell, so that only code can get it wrong.
NOT_SPELLED = {"expected 'every' and 'along' together", "expected non-negative extents"}
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')


def literals_of(statement):
    # Neighbouring literals are one to the compiler.
    joined = re.sub(r'"\s*\n\s*"', "", statement)
    return [text.encode().decode("unicode_escape").removesuffix(", got ").strip() for text in LITERAL.findall(joined)]


def main():
    tests = "".join(path.read_text(errors="replace") for path in sorted((ROOT / "test").rglob("*.mlir")))
    tests += "".join(path.read_text(errors="replace") for path in sorted((ROOT / "test").rglob("*.cpp")))
    count, problems = 0, []
    for path in sorted(ROOT.glob("dialects/*/IR/*.cpp")):
        source = path.read_text()
        for match in MESSAGE.finditer(source):
            literals = literals_of(match[0])
            if not literals:
                continue
            count += 1
            longest = max(literals, key=len)
            if longest not in tests and longest not in NOT_SPELLED:
                line = source.count("\n", 0, match.start()) + 1
                problems.append(f"{path.relative_to(ROOT)}:{line}: no test expects '{longest}'")
    for problem in problems:
        print(problem)
    print(f"{count} messages of verifiers, {len(problems)} without a test")
    return 1 if problems or not count else 0


if __name__ == "__main__":
    sys.exit(main())
