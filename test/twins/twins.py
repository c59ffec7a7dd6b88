# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Twins: kernels that mean the same and are written differently get the same machine code, and give the same results.

    twins.py --tilec build/dev/bin/tilec test/twins/products.cu [--only NAME] [--mixes] [--no-runs]

A line `// twin: NAME grid=2,1 [tolerance=0.01] [lanes] ARGUMENTS` of the source names a pair: kernels NAME_1 and NAME_2,
run with these arguments (as `--arg` of tilec takes them; results begin with `out:`). Compared are, for each chip, how
many instructions of each kind the form that a launch takes first has, and on the CPU the results: of whole tiles, with
`lanes` (or `--lanes`) also lane by lane of what a GPU would get. Pairs whose mixes differ stand in expected-differences.txt with the reason: the test fails,
too, where one of those has become equal."""
import argparse
import collections
import os
import re
import struct
import subprocess
import sys
import tempfile

CHIPS = ["sm_90a", "sm_100a"]

# The first that matches counts.
KINDS = [
    ("wgmma", r"wgmma\.mma_async"), ("tcgen05.mma", r"tcgen05\.mma"), ("mma.sync", r"mma\.sync"),
    ("tensor map", r"cp\.(reduce\.)?async\.bulk\.(prefetch\.)?tensor"), ("bulk", r"cp\.(reduce\.)?async\.bulk\.[sg]"),
    ("cp.async", r"cp\.async\.c[ag]"), ("ld.global", r"ld\.global|ld\.relaxed|ld\.acquire"),
    ("st.global", r"st\.global|red\.|atom\."), ("ld.shared", r"ld\.shared|ldmatrix"), ("st.shared", r"st\.shared|stmatrix"),
    ("shuffle", r"shfl\."), ("barrier", r"bar\.|barrier\.|mbarrier\.|fence\."), ("conversion", r"cvt\."),
    ("float", r"(add|sub|mul|fma|min|max|ex2|rcp|div|selp|setp)\.[a-z.]*(b?f(16|32|64)|f16x2|bf16x2)"),
    ("all", r""),
]
# These decide what a kernel can reach. A few of the others more or less are addresses.
EXACT = {"wgmma", "tcgen05.mma", "mma.sync", "tensor map", "bulk"}
SLACK, SHARE = 4, 0.06


def mixes(ptx):
    """{entry: Counter} of a module."""
    result = {}
    for text in re.split(r"\.entry\s+", ptx)[1:]:
        counts = collections.Counter()
        for line in text.split("\n"):
            line = re.sub(r"^\s*(\{|@!?%p\d+)\s*", "", line).strip()
            if not line or line.startswith((".", "//", "$", "}", ")")) or not line.endswith(";"):
                continue
            counts["all"] += 1
            for kind, pattern in KINDS[:-1]:
                if re.match(pattern, line):
                    counts[kind] += 1
                    break
        result[re.match(r"[\w$]+", text).group(0)] = counts
    return result


def preferred(entries, kernel):
    """The form that is tried first."""
    forms = sorted(name for name in entries if re.fullmatch(re.escape(kernel) + r"(\$\w+)?", name))
    order = [name for name in forms if "$" in name] or forms
    return entries[order[0]]


def differences(one, other):
    found = []
    for kind, _ in KINDS:
        a, b = one[kind], other[kind]
        slack = 0 if kind in EXACT else max(SLACK, SHARE * max(a, b))
        if abs(a - b) > slack:
            found.append("%s %d and %d" % (kind, a, b))
    return found


def values(data, element):
    formats = {"f32": "f", "f64": "d", "f16": "e", "i32": "i", "u32": "I", "i8": "b", "u8": "B", "i64": "q"}
    if element == "bf16":
        data = b"".join(b"\0\0" + data[i:i + 2] for i in range(0, len(data), 2))
        element = "f32"
    return [x[0] for x in struct.iter_unpack("<" + formats[element], data)]


def run(options, source, kernel, twin, place, folder):
    command = [options.tilec, source, "--run", kernel, "--on", place, "-arch=sm_90a", "--grid", twin["grid"],
               "--emit=tile", "-o", os.devnull]
    outputs = []
    for argument in twin["arguments"]:
        if argument.startswith("out:"):
            outputs.append((os.path.join(folder, "%s.%d" % (kernel, len(outputs))), argument))
            argument = "%s>%s" % (argument[4:], outputs[-1][0])
        command += ["--arg", argument]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit("%s on %s: %s" % (kernel, place, done.stderr.strip()))
    results = []
    for path, argument in outputs:
        with open(path, "rb") as file:
            results.append(values(file.read(), re.match(r"out:(\w+)\[", argument).group(1)))
    return results


def compare_runs(options, source, name, twin):
    with tempfile.TemporaryDirectory() as folder:
        expected = run(options, source, name + "_1", twin, "host", folder)
        if all(x == 0 for tile in expected for x in tile):
            return ["gives only zeros"]
        found = []
        others = [(name + "_2", "host")]
        if twin["lanes"] or options.lanes:
            others += [(name + "_1", "tile-gpu"), (name + "_2", "tile-gpu")]
        for kernel, place in others:
            for tile, wanted in zip(run(options, source, kernel, twin, place, folder), expected):
                largest = max(abs(x) for x in wanted)
                for i, (a, b) in enumerate(zip(wanted, tile)):
                    if not abs(a - b) <= twin["tolerance"] * largest:
                        found.append("%s on %s gives %r as element %d, not %r" % (kernel, place, b, i, a))
                        break
        return found


def read_twins(source):
    twins = {}
    with open(source) as file:
        for line in file:
            head = re.match(r"// twin: (\w+) grid=(\S+)( tolerance=(\S+))?( lanes)? (.*)", line)
            if head:
                twins[head.group(1)] = {"grid": head.group(2), "tolerance": float(head.group(4) or 1e-5),
                                        "lanes": bool(head.group(5)), "arguments": head.group(6).split()}
    return twins


def read_expected(path, names):
    """{(name, chip): reason}"""
    expected = {}
    with open(path) as file:
        for line in file:
            entry = re.match(r"(\w+) (\w+): (.+)", line)
            if entry and not line.startswith("#") and entry.group(1) in names:
                expected[entry.group(1), entry.group(2)] = entry.group(3)
    return expected


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tilec", required=True)
    parser.add_argument("--only", help="this pair")
    parser.add_argument("--mixes", action="store_true", help="print all counts")
    parser.add_argument("--lanes", action="store_true", help="run all pairs lane by lane, too")
    parser.add_argument("--no-runs", action="store_true")
    parser.add_argument("source")
    options = parser.parse_args()
    twins = read_twins(options.source)
    if options.only:
        twins = {options.only: twins[options.only]}
    expected = read_expected(os.path.join(os.path.dirname(os.path.abspath(__file__)), "expected-differences.txt"), twins)
    failures = 0
    for chip in CHIPS:
        done = subprocess.run([options.tilec, options.source, "-arch=" + chip, "-ptx", "-o", "-"], capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(done.stderr)
        entries = mixes(done.stdout)
        for name in twins:
            one, other = preferred(entries, name + "_1"), preferred(entries, name + "_2")
            found = differences(one, other)
            if options.mixes:
                print(name, chip, dict(one), dict(other), sep="\n  ")
            isExpected = (name, chip) in expected
            if bool(found) != isExpected:
                failures += 1
                print("%s on %s: %s" % (name, chip, "; ".join(found) or "equal now, but in expected-differences.txt"))
    if not options.no_runs:
        for name, twin in twins.items():
            for text in compare_runs(options, options.source, name, twin):
                failures += 1
                print("%s: %s" % (name, text))
    print("%d pairs, %d failures" % (len(twins), failures))
    return 1 if failures or not twins else 0


if __name__ == "__main__":
    sys.exit(main())
