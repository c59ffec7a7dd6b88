# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the rows of a report's timeline: the kinds of events in order, and which of two events comes first.

timeline.py PAGE [ROW:KIND ROW:KIND]...: of each pair, the first event of the first kind has to begin before that of the second."""
import re
import sys

text = open(sys.argv[1], encoding="utf-8").read()
svg = re.search(r'<svg class="timeline" width="(\d+)" height="(\d+)".*?</svg>', text, re.S)
width, height = int(svg.group(1)), int(svg.group(2))
rows, names = {}, []
PARTS = re.compile(r'<text x="2\.0"[^>]*>([^<]*)</text>|<rect class="event (\w+)"(?: data-line="(\d+)")? x="(\d+)" y="(\d+)" '
                   r'width="(\d+)" height="(\d+)"><title>([^<]*)</title>')
for name, kind, line, x, y, wide, tall, title in PARTS.findall(svg.group(0)):
    if name:
        names.append(name)
        rows[name] = []
        continue
    x, y, wide, tall = map(int, (x, y, wide, tall))
    assert wide > 0 and x + wide <= width and y + tall <= height
    assert y // 24 == len(names) - 1, "an event stands in the row of another warp"
    assert title.startswith(("tile_gpu.", "tile.")) and (not line or title.endswith(f", line {line}")), title
    rows[names[-1]].append((x, wide, kind, line))
for name, events in rows.items():
    for (x, wide, _, _), (later, _, _, _) in zip(events, events[1:]):
        assert x + wide <= later, f"events of {name} overlap"
    print(f"{name}: {' '.join(dict.fromkeys(kind for _, _, kind, _ in events))}; lines {' '.join(dict.fromkeys(line or '-' for *_, line in events))}")
starts = [x for events in rows.values() for x, *_ in events]
assert len(starts) == len(set(starts)), "two events begin at once"


def first(what):
    row, kind = what.split(":")
    return min(x for name, events in rows.items() if name.startswith(row) for x, _, of, _ in events if of == kind)


for a, b in zip(sys.argv[2::2], sys.argv[3::2]):
    assert first(a) < first(b), (a, first(a), b, first(b))
print("timeline ok")
