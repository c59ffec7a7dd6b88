# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Are the messages that docs/Errors.md shows those that the tests of mistakes expect, and none graded below NVIDIA's?"""
import pathlib
import re
import sys


def expected(folder):
    """The errors and warnings in the CHECK lines below `folder`."""
    for path in sorted(pathlib.Path(folder).iterdir()):
        for kind, text in re.findall(r"CHECK(?:-DAG)?: .*?\]\]:\d+: (?:fatal )?(error|warning): (.*)", path.read_text()):
            yield text if kind == "error" else "warning: " + text


def rows(page):
    """(message, tilec's grade, NVIDIA's grade) of the rows of the tables; of a row with two messages, twice."""
    for line in pathlib.Path(page).read_text().splitlines():
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)]
        if len(cells) == 6 and cells[3].isdigit():
            for message in cells[2].split("<br>"):
                yield message, int(cells[3]), int(cells[4])


page, folder = sys.argv[1:]
shown = list(rows(page))
tested = set(expected(folder))
problems = [f"not shown: {text}" for text in sorted(tested - {text for text, _, _ in shown})]
problems += [f"not tested: {text}" for text, _, _ in shown if text not in tested]
problems += [f"worse than NVIDIA's: {text}" for text, ours, theirs in shown if ours < theirs or ours < 2]
if len(shown) < 100:
    problems.append(f"expected at least 100 mistakes, got {len(shown)}")
print("\n".join(problems))
sys.exit(bool(problems))
