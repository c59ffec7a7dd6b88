#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes what tools/device printed into the tables of docs/Performance.md.

    tools/device > device.log; tools/bench/tables.py device.log docs/Performance.md

Rows that the page has are given their new figures, by name; rows that it lacks go behind those that begin with the same two
words, or the same one, or are listed where there are none.
The text between the tables is for somebody to write.
"""
import re
import sys

# tilec-bench: name, us, GB/s, of a copy, nvcc, Triton, CUB (blank where there is none), goal.
KERNEL = re.compile(r"^(.{42,}?) ([ \d.]{8}) ([ \d]{6}) ([ \d.]{6}) ([ \d.]{6,}?) ([ \d.]{6}) ([ \d.]{6}) ([ \d.]{5}) (ok|MISS)$")
# products.py: name, us, rate, the library's time over ours, and launched alone; nvidia_products.py: without the last.
PRODUCT = re.compile(r"^(.{44,}?) +([\d.]+) +(\d+) TFLOP/s +([\d.]+)(?: +([\d.]+))?$")


def kernel_cells(match):
    us, rate, ratio, nvcc, triton, cub, goal, verdict = (cell.strip() for cell in match.groups()[1:])
    goal = "" if float(goal) == 0 else goal
    return [us, rate, ratio, nvcc, triton or cub, (goal + (" missed" if verdict == "MISS" else "")).strip()]


def product_cells(match):
    alone = [] if match[1].rstrip().endswith(", nvcc") else [match[5] or ""]
    return [match[2], match[3], match[4], *alone]


def figures(log):
    """{name: cells behind the name}"""
    found = {}
    for line in log:
        for pattern, cells in ((KERNEL, kernel_cells), (PRODUCT, product_cells)):
            if match := pattern.match(line.rstrip("\n")):
                found[match[1].strip()] = cells(match)
                break
    return found


def place_for(name, cells, lines):
    """Behind the last row of its kind, or None."""
    for words in (2, 1):
        kind = "| " + " ".join(name.split()[:words]) + " "
        rows = [i for i, line in enumerate(lines) if line.startswith(kind) and line.count(" | ") == len(cells)]
        if rows:
            return rows[-1] + 1
    return None


def main():
    with open(sys.argv[1]) as log:
        new = figures(log)
    with open(sys.argv[2]) as page:
        lines = page.read().split("\n")
    written = set()
    for index, line in enumerate(lines):
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("| ") else []
        if cells and cells[0] in new and len(cells) == len(new[cells[0]]) + 1:
            lines[index] = "| " + " | ".join([cells[0], *new[cells[0]]]) + " |"
            written.add(cells[0])
    for name in [name for name in new if name not in written]:
        if (place := place_for(name, new[name], lines)) is None:
            print("not in the page: " + name)
        else:
            lines.insert(place, "| " + " | ".join([name, *new[name]]) + " |")
            written.add(name)
    with open(sys.argv[2], "w") as page:
        page.write("\n".join(lines))
    print("%d rows written" % len(written))


if __name__ == "__main__":
    main()
