# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads what `tilec --remarks-file` writes."""
import collections
import re

Remark = collections.namedtuple("Remark", "kernel file line message")  # kernel: its entry's symbol
REMARK = re.compile(r"^(?:kernel: '([^']*)'\n)?location: \{ file: '([^']*)', line: (\d+), column: \d+ \}\nmessage: '((?:[^']|'')*)'", re.M)
MOVES = re.compile(r"moves (\d+) tiles between lanes by shuffles, (\d+) through shared memory; about (\d+) cycles")


def read(text):
    return [Remark(kernel, file, int(line), message.replace("''", "'")) for kernel, file, line, message in REMARK.findall(text)]


def moves_of(text):
    """{entry: (tiles that change lanes by shuffles, tiles that do through shared memory, cycles of these)}"""
    return {remark.kernel: tuple(map(int, found.groups())) for remark in read(text) if (found := MOVES.search(remark.message))}
