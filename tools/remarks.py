# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads what `tilec --remarks-file` writes."""
import collections
import re

Remark = collections.namedtuple("Remark", "name kernel numbers file line message")  # kernel: its entry's symbol
REMARK = re.compile(r"^(?:name: (\S+)\n)?(?:kernel: '([^']*)'\n)?(?:numbers: \{([^}]*)\}\n)?"
                    r"location: \{ file: '([^']*)', line: (\d+), column: \d+ \}\nmessage: '((?:[^']|'')*)'", re.M)
NUMBER = re.compile(r"(\w+): (-?\d+)")


def read(text):
    return [Remark(name, kernel, {field: int(number) for field, number in NUMBER.findall(numbers)}, file, int(line), message.replace("''", "'"))
            for name, kernel, numbers, file, line, message in REMARK.findall(text)]


def moves_of(text):
    """{entry: (tiles that change lanes by shuffles, tiles that do through shared memory, cycles of these)}"""
    return {remark.kernel: tuple(remark.numbers[field] for field in ("byShuffles", "throughSharedMemory", "cycles"))
            for remark in read(text) if remark.name == "LayoutConversions"}
