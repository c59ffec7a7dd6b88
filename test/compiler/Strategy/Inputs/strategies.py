#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints which strategy each kernel of a source gets: a row for each kernel and architecture, from what `tilec --remarks-file` says and, for the
shape of instructions, from the PTX. Kernels are told apart by the line of the source that remarks name.

    strategies.py TILEC SOURCE ARCHITECTURE...
"""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

COLUMNS = ["tile", "chip", "instruction", "warps", "loads", "CTAs", "planned CTAs", "registers", "operands", "limited by", "hint"]
SHAPE = re.compile(r"\b(?:wgmma\.mma_async|mma)\.sync\.aligned\.(m\d+n\d+k\d+)")
# Behind the accumulators are four registers, not a descriptor.
A_IN_REGISTERS = re.compile(r"wgmma\.mma_async[^{]*{[^}]*}, {")
REMARK = re.compile(r"^location: \{ file: '([^']*)', line: (\d+), .*\nmessage: '((?:[^']|'')*)'$", re.M)
# Inline assembly ends with a brace, too, but not behind an empty line.
ENTRY = re.compile(r"^\.visible \.entry _Z\d+([a-z]\w*?)(?:B2v\d+)?P(.*?)\n\n}$", re.M | re.S)


class Remarks:
    """What was said of one kernel."""

    def __init__(self, texts):
        self.texts = texts

    def all(self, pattern):
        """Groups, or whole matches, without repetition."""
        found = [match for text in self.texts for match in [re.search(pattern, text)] if match]
        return list(dict.fromkeys(match.groups() or match.group() for match in found))

    def says(self, pattern):
        return bool(self.all(pattern))


def products(ptx):
    """Of all forms of each kernel: the shapes of its instructions, and whether one has its first operand in registers."""
    found = {}
    for name, body in ENTRY.findall(ptx):
        shapes, inRegisters = found.get(name, (set(), False))
        found[name] = shapes | set(SHAPE.findall(body)), inRegisters or bool(A_IN_REGISTERS.search(body))
    return found


def loads(remarks):
    buffers = remarks.all(r"by a producer warp.* into \d+ stage buffers? of (\d+) stages?")
    copies = remarks.all(r"by asynchronous copies into (\d+) stages?")
    stages = remarks.all(r"by tensor map into (\d+) stages?")
    once = remarks.says(r"by a producer warp, \d+ bytes once")
    parts = [f"producer, {stages} stages" for stages, in buffers] + ["producer, once"] * once + [f"lanes, {stages} stages" for stages, in copies] + [f"one lane, {stages} stages" for stages, in stages]
    return " + ".join(parts) or "lanes"


def ctas(remarks):
    if not remarks.says("remark: persistent: CTAs stay"):
        return "go"
    clusters = remarks.all(r"persistent: .*, (\w+) in a cluster")
    turns = remarks.says(r"persistent: .*, two in flight")
    return "stay" + "".join(f", {count} a cluster" for count, in clusters) + ", two blocks in turn" * turns


def registers(remarks):
    shares = remarks.all(r", then (\d+) in consumers and (\d+) in the producer")
    return ", ".join(f"{consumer}, {producer}" for consumer, producer in shares) or "equal"


def instructions(remarks, shapes):
    names = [name for name, in remarks.all(r"MMA of .* by (.*) in \d+ warps?: limited")]
    inOrder = sorted(shapes, key=lambda shape: [int(number) for number in re.findall(r"\d+", shape)])
    return " ".join(names + inOrder) + " of transposes" * remarks.says("MMA is computed transposed")


def operands(remarks, inRegisters):
    ways = {"read where the copy engine put it": "copied", "stored to shared memory for it": "stored"}
    texts = []
    for operand in "ab":
        found = [ways[way] for way, in remarks.all(rf"operand {operand} of the MMA is ({'|'.join(ways)})")]
        found += ["registers"] * (inRegisters and operand == "a")
        texts.append(operand + " " + "/".join(sorted(found)) if found else "")
    return ", ".join(filter(None, texts)) or "registers"


def row(name, architecture, product, remarks):
    shapes, inRegisters = product
    held = remarks.all(r"planned with registers for (\d+) CTA")
    warps = remarks.all(r"remark: (\d+) warps?, ")
    limits = remarks.all(r"remark: .*MMA of .*: limited by (?:the )?([^;]+);")
    refused = remarks.all(r"; (\d+ \w+), by a hint, would leave MMAs too few registers")
    hint = ", ".join(f"no {what}" for what, in refused)
    return [name, architecture, instructions(remarks, shapes), ", ".join(count for count, in warps), loads(remarks), ctas(remarks),
            ", ".join(count for count, in held) or "any", registers(remarks), operands(remarks, inRegisters),
            " + ".join(limit for limit, in limits), hint]


def rows(tilec, source, architecture):
    with tempfile.TemporaryDirectory() as folder:
        path, remarks = os.path.join(folder, "out.ptx"), os.path.join(folder, "out.yaml")
        result = subprocess.run([tilec, source, "-arch=" + architecture, "--remarks-file=" + remarks, "-o", path], capture_output=True, text=True)
        if result.returncode:
            sys.exit(result.stderr)
        with open(path) as ptx, open(remarks) as yaml:
            found, reported = products(ptx.read()), REMARK.findall(yaml.read())
    said = {}
    for file, line, message in reported:
        if file == source:
            said.setdefault(int(line), []).append("remark: " + message.replace("''", "'"))
    with open(source) as file:
        for number, text in enumerate(file, 1):
            match = re.match(r"[A-Z]+\((?:HINT\(.*?\))?, (\w+),", text)
            if match and match[1] in found:
                yield number, row(match[1], architecture, found[match[1]], Remarks(said[number]))


def main():
    tilec, source, *architectures = sys.argv[1:]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        tables = list(pool.map(lambda architecture: list(rows(tilec, source, architecture)), architectures))
    found = sorted((numbered for table in tables for numbered in table), key=lambda numbered: numbered[0])
    table = [COLUMNS] + [row for number, row in found]
    widths = [max(map(len, column)) for column in zip(*table)]
    for line in table:
        print(" | ".join(text.ljust(width) for text, width in zip(line, widths)).rstrip(" |"))


if __name__ == "__main__":
    main()
