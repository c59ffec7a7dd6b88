# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads a report as HTML: it is well-formed, needs nothing else, and its lines are linked."""
import html.parser
import re
import sys

path, source, has_assembler, has_lines = sys.argv[1], sys.argv[2], sys.argv[3] == "ptxas", sys.argv[4] == "lines"
VOID = {"meta"}
SHAPES = {"line", "circle", "rect"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.listing, self.lines, self.tables, self.graphs = [], None, {}, {}, []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        assert not {"src", "href"} & set(attributes), f"{tag} needs another file"
        if tag in VOID:
            return
        if tag == "svg":
            assert int(attributes["width"]) > 0 and int(attributes["height"]) > 0
            self.graphs.append((attributes, []))
        elif tag in SHAPES:
            self.graphs[-1][1].append(attributes)
        self.open.append((tag, attributes))
        if attributes.get("class") == "listing":
            self.listing = attributes["id"]
            self.lines[self.listing] = []
        elif tag == "div" and self.listing:
            self.lines[self.listing].append([attributes.get("data-line"), attributes.get("class", ""), ""])
        elif tag == "table":
            self.tables[attributes["id"]] = []
        elif tag in ("td", "th"):
            list(self.tables.values())[-1].append("")

    def handle_endtag(self, tag):
        assert self.open and self.open[-1][0] == tag, f"</{tag}> closes {self.open[-1:]}"
        _, attributes = self.open.pop()
        if attributes.get("class") == "listing":
            self.listing = None

    def handle_data(self, data):
        tag = self.open[-1][0] if self.open else ""
        if tag in ("td", "th"):
            list(self.tables.values())[-1][-1] += data
        elif self.listing and tag == "div" and self.open[-1][1].get("class") != "listing":
            self.lines[self.listing][-1][2] += data
        elif tag == "style":
            assert "url(" not in data and "@import" not in data


page = Page()
text = open(path, encoding="utf-8").read()
page.feed(text)
page.close()
assert not page.open, page.open
assert text.startswith("<!DOCTYPE html>") and "http" not in text.split("<main>")[0]


def linked(listing, line):
    return [shown for number, _, shown in page.lines[listing] if number == str(line)]


lines = open(source).read().splitlines()
shown = [one for one in page.lines["source"] if "r" not in one[1].split()]
assert [one[2] for one in shown] == lines, "the source is not as it is in the file"
assert [one[0] for one in shown] == [str(i + 1) for i in range(len(lines))]
load = next(i for i, line in enumerate(lines, 1) if "load_masked" in line)
store = next(i for i, line in enumerate(lines, 1) if "store_masked" in line)
assert any("tile.load" in one for one in linked("tile", load)), linked("tile", load)
assert any("tile.store" in one for one in linked("tile", store)), linked("tile", store)
assert any("tile_gpu." in one for one in linked("plan", load)), linked("plan", load)
assert any("tile_gpu." in one for one in linked("plan", store)), linked("plan", store)
assert not any("loc(" in one[2] for listing in ("tile", "plan") for one in page.lines[listing])
assert any(re.search(r"\bld\.global", one) for one in linked("ptx", load)), linked("ptx", load)
assert any(re.search(r"\bst\.global", one) for one in linked("ptx", store)), linked("ptx", store)
assert not any(".loc" in one[2] for one in page.lines["ptx"])
if has_assembler and has_lines:
    assert any("LDG" in one for one in linked("sass", load)), linked("sass", load)
    assert any("STG" in one for one in linked("sass", store)), linked("sass", store)
elif has_assembler:
    assert any("LDG" in one[2] or "was found" in one[2] for one in page.lines["sass"])
else:
    assert page.lines["sass"][0][2], "it is not said why there is no machine code"
# Each access has its memory path, and the kernel its occupancy.
assert any(one.startswith("load of 1024 bytes") for one in page.tables["paths"]), page.tables["paths"]
assert any(one.startswith("store of 1024 bytes") for one in page.tables["paths"])
assert any("limited by" in one for one in page.tables["limits"]), page.tables["limits"]
assert any("scale(float *, const float *, int)" in one for one in page.tables["kernels"])
# Each variant has a roofline: a point below the roofs, inside of the graph, and the same in a table.
variants = sum(one.isdigit() for one in page.tables["kernels"][7::6])
rooflines = [graph for graph in page.graphs if graph[0]["class"] == "roofline"]
assert variants == len(rooflines) > 0, (variants, len(rooflines))
for number, (graph, shapes) in enumerate(rooflines):
    points = [one for one in shapes if one["class"] == "point"]
    assert len(points) == 1, points
    assert 0 < float(points[0]["cx"]) < int(graph["width"]) and 0 < float(points[0]["cy"]) < int(graph["height"])
    assert sum("bandwidth" in one["class"] for one in shapes) == 2 and sum("peak" in one["class"] for one in shapes) == 1
    row = page.tables[f"roofline{number}"][9:]
    assert row[:6] == ["the whole tile block", "256", "1,024", "1,024", "0.125", "limited by memory"], row
remarks = [one for one in page.lines["source"] if "r" in one[1].split()]
assert any("load of 1024 bytes" in one[2] and "p" in one[1].split() for one in remarks)
print("report ok")
