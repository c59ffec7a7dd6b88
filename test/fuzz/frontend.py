# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Differential test of the front end: random C++ programs, compiled and run by tilec on the host and by a host compiler.

Every program runs for a number of inputs, one for each tile block. The first difference of a program is printed with
the input that shows it; the last sources stay in --directory.

    frontend.py --tilec build/dev/bin/tilec --count 200 --first 1000
"""
import argparse
import os
import random
import re
import shutil
import subprocess
import sys

import program

BLOCKS = 64


def inputs():
    """Four small or large non-negative numbers, now and then negative, for each block."""
    generator = random.Random(7)
    return [generator.choice([generator.randint(-9, 60), generator.randint(0, 0x3fff)]) for _ in range(4 * BLOCKS)]


def scratch(options, name):
    """A file of this process alone: the tests may run several times at once."""
    directory = os.path.join(options.directory, str(os.getpid()))
    os.makedirs(directory, exist_ok=True)
    return os.path.join(directory, name)


def remove_scratch(options):
    shutil.rmtree(os.path.join(options.directory, str(os.getpid())), ignore_errors=True)


def host_results(options, text, values):
    """Compiles the program with the host compiler; yields the results of each block."""
    source, binary = scratch(options, "host.cpp"), scratch(options, "host")
    main = '#include <cstdio>\nint current_block;\nint main() {\n  static const int in[] = {%s};\n  static int out[%d];\n' % (
        ", ".join(map(str, values)), 8 * BLOCKS)
    main += "  for (current_block = 0; current_block < %d; ++current_block) host0(out, in);\n" % BLOCKS
    main += '  for (int v : out) std::printf("%d ", v);\n}\n'
    with open(source, "w") as file:
        file.write(text + main)
    subprocess.run([options.cxx, "-std=c++20", "-w", "-O0", source, "-o", binary], check=True)
    return [int(v) for v in subprocess.run([binary], check=True, capture_output=True, text=True).stdout.split()]


def tile_results(options, text, values, place="host"):
    """Compiles the program with tilec and runs it on the host, or what a GPU would get there."""
    source, data = scratch(options, "program.cu"), scratch(options, "inputs")
    with open(source, "w") as file:
        file.write(text)
    with open(data, "wb") as file:
        file.write(b"".join(v.to_bytes(4, "little", signed=True) for v in values))
    command = [options.tilec, "-w", "-DTILE", source, "--run=kernel0", "--on=" + place, "--grid=%d" % BLOCKS, "--threads=1",
               "--arg=out:i32[%d]=zeros" % (8 * BLOCKS), "--arg=i32[%d]=@%s" % (4 * BLOCKS, data)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise RuntimeError("tilec failed:\n" + done.stderr[:2000])
    return [int(v) for v in re.findall(r"-?\d+", done.stdout.split(":", 1)[1])]


def check(options, seed):
    """True if both compilers agree on the program of `seed`."""
    text, values = program.source(seed, 1), inputs()
    expected = host_results(options, text, values)
    try:
        return all(agrees(seed, values, expected, tile_results(options, text, values, place), place)
                   for place in ["host"] + ["tile-gpu"] * options.gpu)
    except RuntimeError as error:
        print("program %d: %s" % (seed, error))
        return False


def agrees(seed, values, expected, got, place):
    if expected == got:
        return True
    if len(expected) != len(got):
        print("program %d on %s: expected %d results, got %d" % (seed, place, len(expected), len(got)))
        return False
    i = next(i for i in range(len(expected)) if expected[i] != got[i])
    block = i // 8
    print("program %d on %s, input %s, result %d: expected %d, got %d" %
          (seed, place, values[4 * block:4 * block + 4], i % 8, expected[i], got[i]))
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tilec", default="tilec")
    parser.add_argument("--cxx", default="clang++")
    parser.add_argument("--first", type=int, default=1, help="first seed")
    parser.add_argument("--count", type=int, default=20, help="number of programs")
    parser.add_argument("--gpu", action="store_true", help="also run what a GPU would get, lane by lane on the host")
    parser.add_argument("--directory", default=".", help="where sources and binaries go")
    options = parser.parse_args()
    wrong = [seed for seed in range(options.first, options.first + options.count) if not check(options, seed)]
    print("%d of %d programs agree" % (options.count - len(wrong), options.count))
    if not wrong:
        remove_scratch(options)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
