# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tunes a kernel on the CPU."""
import array
import json
import os
import sys

import tilec

SOURCE = """#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <int N> __tile_global__ void scale(float *out, const float *in, int n) {
  static_assert(N < 4096);
  auto i = (int)ct::bid().x * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  ct::store_masked(out + i, ct::load_masked(in + i, i < n) * (N == 32 ? 3.5f : 3.0f), i < n);
}
"""
wisdom = sys.argv[1]
if os.path.exists(wisdom):
    os.remove(wisdom)


def make(**more):
    return tilec.tune(SOURCE, "scale<{N}>", **{
        "constants": {"N": [1, 32, 1024, 4096]}, "options": {"pipeline_loops": ["auto", "off"]},
        "grid": lambda out, x, n, N: (n + N - 1) // N, "wisdom": wisdom, **more})


def expect(kind, function, part):
    try:
        function()
    except kind as error:
        assert part in str(error), error
        return
    raise AssertionError(part)


n = 65536
x, out = array.array("f", range(n)), array.array("f", bytes(4 * n))
said = []
scale = make(progress=said.append)
best = scale.best(out, x, n)
assert not any(out), "the arguments are left as they are"
problems = {c.name: c.problem for c in scale.candidates}
assert problems["N=1, pipeline_loops=auto"] == "" and problems["N=1024, pipeline_loops=auto"] == ""
assert problems["N=1, pipeline_loops=off"] == "the same code as N=1, pipeline_loops=auto"
assert problems["N=32, pipeline_loops=auto"] == "other results than the default, in argument 0"
assert "static assertion failed" in problems["N=4096, pipeline_loops=auto"]
assert best.constants == {"N": 1024}, "blocks of one element take several times as long"
assert any(line.startswith("N=1024") and "the default" in line for line in said), said
scale(out, x, n)
assert out[7] == 21.0

# Wisdom is found again, with broken lines in the file, and by arguments of about this size.
with open(wisdom, "a") as file:
    file.write('{"key": "cut of\n[]\n')
entries = open(wisdom).read().count("milliseconds")
again = make()
assert again.best(out, x, n - 16).constants == {"N": 1024} and not any(c.milliseconds < 1e9 for c in again.candidates)
assert open(wisdom).read().count("milliseconds") == entries
assert make(mode="use").best(out, x, n).constants == {"N": 1024}
assert make(mode="use").best(out, x, 2).constants == {"N": 1024}, "the nearest entry counts"
assert make(mode="use", fmad="false").best(out, x, n).constants == {"N": 1}, "nothing is known of other options"
assert make(mode="off").best(out, x, n).constants == {"N": 1}
assert make(constants={"N": [64, 128]}, mode="use").best(out, x, n).constants == {"N": 64}, "what is known is no candidate"
json.loads(open(wisdom).readline())

# Limits, and mistakes.
within = make(wisdom=None, budget=0.0)
within(out, x, n)
assert sum(not c.problem for c in within.candidates) == 1
near = make(wisdom=None, constants={"N": [8, 32]}, options={}, tolerance=0.5, where=lambda N: N >= 8)
near.best(out, x, n)
assert not any(c.problem for c in near.candidates), "half as much again is near enough here"
expect(ValueError, lambda: make(mode="often"), "expected a mode of off, use or tune")
expect(ValueError, lambda: make(constants={"M": [1]}), "expected the constant 'M' in the kernel's name")
expect(ValueError, lambda: make(where=lambda **_: False), "expected at least one candidate")
expect(tilec.CompileError, lambda: make(wisdom=None, constants={"N": [4096, 8]}).best(out, x, n), "static assertion failed")
