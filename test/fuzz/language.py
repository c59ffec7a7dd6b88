# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every case of language.h with tilec on the host and with a host compiler, and compares the results."""
import argparse
import os
import re

import frontend
import program


def cases(text):
    """The names of the functions between the two marks."""
    return re.findall(r"^FUNCTION int (\w+)\(int", text.split("\nLANGUAGE_BEGIN\n")[1], re.MULTILINE)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tilec", default="tilec")
    parser.add_argument("--cxx", default="clang++")
    parser.add_argument("--only", help="one case")
    parser.add_argument("--directory", default=".")
    options = parser.parse_args()
    with open(os.path.join(os.path.dirname(__file__), "language.h")) as file:
        text = file.read()
    names = [name for name in cases(text) if options.only in (None, name)]
    body = text.replace("LANGUAGE_BEGIN", "").replace("LANGUAGE_END", "")
    values, wrong = frontend.inputs(), 0
    for first in range(0, len(names), 8):
        group = names[first:first + 8]
        kernel = "KERNEL(0) {\n  int id = BLOCK;\n  const int *in = inputs + 4 * id;\n  int *out = results + 8 * id;\n"
        kernel += "".join("  out[%d] = %s(in[0], in[1]);\n" % (i, name) for i, name in enumerate(group)) + "}\n"
        source = program.PRELUDE + body + kernel
        expected = frontend.host_results(options, source, values)
        got = frontend.tile_results(options, source, values)
        for i, name in enumerate(group):
            bad = [b for b in range(frontend.BLOCKS) if expected[8 * b + i] != got[8 * b + i]]
            if bad:
                wrong += 1
                b = bad[0]
                print("%s(%d, %d): expected %d, got %d" % (name, values[4 * b], values[4 * b + 1], expected[8 * b + i], got[8 * b + i]))
    print("%d of %d cases agree" % (len(names) - wrong, len(names)))
    if not wrong:
        frontend.remove_scratch(options)
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
