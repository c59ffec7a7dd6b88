# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random matrix products: every pair of element types, rank 2 and 3, any powers of two as extents, factors from memory in both
orders, transposed, permuted, gathered, computed by another product, alone and in loops. Each kernel is run by tilec as whole tiles on
the host and as what a GPU of --arch would get; both must leave the same bytes (factors are small whole numbers, so sums are exact in
any order). With --ptxas its cubin is made, too.

    products.py --tilec build/dev/bin/tilec --arch sm_120a --count 200 --first 1000

Sources of kernels that differ stay in --directory.
"""
import math
import os
import random
import re
import struct
import subprocess
import sys

import campaign

HALF, BF16, TF32, E4M3, E5M2 = "__half", "__nv_bfloat16", "__nv_tf32", "__nv_fp8_e4m3", "__nv_fp8_e5m2"
# Factors, sums, the first architecture.
PAIRS = [(HALF, HALF, "float", 80), (HALF, HALF, HALF, 80), (BF16, BF16, "float", 80), (TF32, TF32, "float", 80),
         ("float", "float", "float", 80), ("double", "double", "double", 80), ("signed char", "signed char", "int", 80),
         ("unsigned char", "unsigned char", "int", 80), ("signed char", "unsigned char", "int", 80),
         ("unsigned char", "signed char", "int", 80), (E4M3, E4M3, "float", 89), (E4M3, E4M3, HALF, 89), (E5M2, E5M2, "float", 89),
         (E5M2, E5M2, HALF, 89)]
BYTES = {HALF: 2, BF16: 2, TF32: 4, E4M3: 1, E5M2: 1, "float": 4, "double": 8, "int": 4, "signed char": 1, "unsigned char": 1}
# Of -2 to 2.
FP8 = {E4M3: [0xc0, 0xb8, 0, 0x38, 0x40], E5M2: [0xc0, 0xbc, 0, 0x3c, 0x40]}
PRODUCTS, ELEMENTS = 3, 1 << 15
HEADER = """#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <class T, class Extents, class Shape, class Layout> __tile__ auto viewed(const T* p, Extents extents, Shape shape, Layout layout) {
  return ct::partition_view{ct::tensor_span{p, extents, layout}, shape};
}
template <int Count, class T, class Shape> __tile__ auto reversed(const T* p, Shape) {
  using Indices = ct::tile<int, Shape>;
  return ct::load(p + (ct::full<Indices>(Count - 1) - ct::iota<Indices>()));
}
template <class T, class Shape> __tile__ void put(T* p, ct::tile<T, Shape> value) {
  ct::store(p + ct::iota<ct::tile<int, Shape>>(), value);
}
"""


def encoded(generator, element):
    if element.endswith("char"):
        return bytes([generator.getrandbits(8)])
    value = generator.randint(-2, 2)
    if element in FP8:
        return bytes([FP8[element][value + 2]])
    if element == BF16:
        return struct.pack("<f", value)[2:]
    return struct.pack({HALF: "<e", "double": "<d", "int": "<i"}.get(element, "<f"), value)


def shape(extents):
    return "ct::shape<%s>{}" % ", ".join(map(str, extents))


def reversed_tile(at, extents):
    return f"reversed<{math.prod(extents)}>({at}, {shape(extents)})"


class Writer:
    """One kernel of some products of a pair of element types."""

    def __init__(self, seed, capability):
        self.random = random.Random(seed)
        pairs = [pair for pair in PAIRS if pair[3] <= capability]
        self.a, self.b, self.sum, _ = pairs[seed % len(pairs)]
        self.lines, self.out = [], 0

    def extents(self):
        largest = self.random.choice([3, 5, 7])
        while True:
            batch = self.random.choice([None, None, 1, 2, 4])
            m, n, k = (1 << self.random.randint(0, largest) for _ in range(3))
            if (batch or 1) * max(m * n, m * k, k * n) <= 8192:
                return batch, m, n, k

    def factor(self, array, element, batch, rows, columns, step):
        """An expression; `step`: the number of an iteration, whose tile of rows and columns it is."""
        offset = self.random.randrange(0, ELEMENTS // 4, 8) + self.random.choice([0, 0, 0, 1])
        extents = ([batch] if batch else []) + [rows, columns]
        form = self.random.choice(["view", "view", "left", "transposed", "reversed", "permuted" if batch else "pointers"])
        at = f"{array} + {offset}" + (f" + {step} * {(batch or 1) * rows * columns}" if step else "")
        zeros = ", ".join("0" * len(extents))
        if form == "view":
            return f"viewed({at}, ct::extents{{{', '.join(map(str, extents))}}}, {shape(extents)}, ct::layout_right{{}}).load({zeros})"
        if form == "left":
            return f"viewed({at}, ct::extents{{{', '.join(map(str, extents))}}}, {shape(extents)}, ct::layout_left{{}}).load({zeros})"
        if form == "transposed":
            turned = extents[:-2] + [columns, rows]
            tile = f"viewed({at}, ct::extents{{{', '.join(map(str, turned))}}}, {shape(turned)}, ct::layout_right{{}}).load({zeros})"
            return f"ct::permute({tile}, ct::dimension_map<0, 2, 1>{{}})" if batch else f"ct::transpose({tile})"
        if form == "permuted":
            return f"ct::permute({reversed_tile(at, [columns, batch, rows])}, ct::dimension_map<1, 2, 0>{{}})"
        if form == "reversed":
            return reversed_tile(at, extents)
        return f"ct::load({at} + ct::iota<ct::tile<int, ct::shape<{rows}, {columns}>>>())"

    def product(self, number):
        batch, m, n, k = self.extents()
        right = self.random.choice([batch, 1]) if batch else None
        extents = ([batch] if batch else []) + [m, n]
        loops, begins = self.random.random() < 0.5, self.random.random() < 0.5
        sums = f"ct::tile<{self.sum}, ct::shape<{', '.join(map(str, extents))}>>"
        start = reversed_tile(f"c + {number}", extents) if begins else f"ct::zeros<{sums}>()"
        step = "t" if loops else ""
        a, b = self.factor("a", self.a, batch, m, k, step), self.factor("b", self.b, right, k, n, step)
        first = f"ct::mma({a}, {b}, s{number})"
        self.lines.append(f"  {sums} s{number} = {start};")
        self.lines.append(f"  for (int t : ct::irange(0, n)) s{number} = {first};" if loops else f"  s{number} = {first};")
        # As the first factor of another one; sums of halves might not be exact.
        if self.sum == "float" and not batch and self.random.random() < 0.4:
            columns = 1 << self.random.randint(0, 5)
            second = self.factor("b", self.b, None, n, columns, "")
            sums = f"ct::tile<float, ct::shape<{m}, {columns}>>"
            self.lines.append(f"  auto u{number} = ct::mma(ct::element_cast<{self.a}>(s{number}), {second}, ct::zeros<{sums}>());")
            self.put(f"u{number}", m * columns)
        self.put(f"s{number}", (batch or 1) * m * n)

    def put(self, tile, count):
        self.lines.append(f"  put(d + {self.out}, {tile});")
        self.out += count

    def source(self):
        for number in range(PRODUCTS):
            self.product(number)
        return HEADER + (f"__tile_global__ void products({self.sum}* __restrict__ d, const {self.a}* __restrict__ a, "
                         f"const {self.b}* __restrict__ b, const {self.sum}* __restrict__ c, int n) {{\n") + "\n".join(self.lines) + "\n}\n"


def run(options, source, writer, files, place, trips):
    out = source[:-2] + place
    command = [options.tilec, source, "-arch=" + options.arch, "--run", "products", "--on", place, "--grid", "1", "--threads", "1", "-o",
               os.devnull, "--arg", f"[{writer.out}]=zeros>{out}"]
    for file, count in files:
        command += ["--arg", f"[{count}]=@{file}"]
    result = subprocess.run(command + ["--arg", str(trips)], capture_output=True, text=True)
    if result.returncode != 0:
        return None, result.stderr.strip() or f"exit code {result.returncode}"
    with open(out, "rb") as file:
        return file.read(), None


def check(options, folder, seed):
    """What is wrong with this kernel; None if nothing."""
    writer = Writer(seed, int(re.search(r"\d+", options.arch).group()))
    source = os.path.join(folder, f"{seed}.cu")
    with open(source, "w") as file:
        file.write(writer.source())
    files = []
    for name, element in (("a", writer.a), ("b", writer.b), ("c", writer.sum)):
        path = os.path.join(folder, f"{seed}.{name}")
        with open(path, "wb") as file:
            file.write(b"".join(encoded(writer.random, element) for _ in range(2 * ELEMENTS)))
        files.append((path, 2 * ELEMENTS))
    trips = writer.random.randint(0, 3)
    expected, problem = run(options, source, writer, files, "host", trips)
    if problem:
        return "host: " + problem
    got, problem = run(options, source, writer, files, "tile-gpu", trips)
    if problem:
        return "tile-gpu: " + problem
    if got != expected:
        size = BYTES[writer.sum]
        wrong = [i for i in range(writer.out) if got[i * size:(i + 1) * size] != expected[i * size:(i + 1) * size]]
        return f"{len(wrong)} of {writer.out} values differ, the first at {wrong[0]}"
    if options.ptxas:
        made = subprocess.run([options.tilec, source, "-arch=" + options.arch, "-cubin", "-o", os.devnull], capture_output=True, text=True)
        if made.returncode != 0:
            return "assembly: " + made.stderr.strip()
    return None


def main():
    parser = campaign.parser(__doc__, "product-fuzz", count=14)
    parser.add_argument("--ptxas", action="store_true")
    options = parser.parse_args()
    return campaign.run(options, campaign.folder_of(options), check)


if __name__ == "__main__":
    sys.exit(main())
