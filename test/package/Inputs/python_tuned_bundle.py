# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A bundle with a wisdom, whose entry for the CPU is rewritten as if GPUs had been tuned for two sizes."""
import ctypes
import json
import subprocess
import sys

import tilec

compiler, source, wisdom, folder = sys.argv[1:]
entry = json.loads(open(wisdom).read())
assert entry["kernel"] == "scale<{N}>" and entry["sizes"] == [256, 256, 0, 64], entry


def line(gpu, floats, n, milliseconds):
    return json.dumps({**entry, "gpu": gpu, "architecture": "sm_90a", "sizes": [4 * floats, 4 * floats, 0, floats], "constants": {"N": str(n)},
                       "milliseconds": milliseconds})


with open(f"{folder}/gpu.jsonl", "w") as file:
    print(line("another GPU", 1024, 64, 1), line("another GPU", 1 << 20, 1024, 9), "{cut", sep="\n", file=file)
bundle_file = f"{folder}/tuned.tilec"
subprocess.run([compiler, source, "-arch=sm_90a,compute_80", f"--wisdom={folder}/gpu.jsonl", "-o", bundle_file], check=True)


class Array:
    def __init__(self, count):
        self.__cuda_array_interface__ = {"shape": (count,), "typestr": "<f4", "data": (1 << 40, False), "version": 3}


bundle = tilec.load(bundle_file)
assert bundle.kernels == ["scale<1024>(float *, const float *, float, int)"], bundle.kernels
scale = bundle.tuned("scale", grid=lambda out, x, factor, n, N: (n + N - 1) // N)
for count, n in ((16, 64), (1000, 64), (1 << 19, 1024), (1 << 24, 1024)):
    kernel, constants = scale.choose(Array(count), Array(count), 2.0, count)
    assert constants == {"N": n} and kernel.name.startswith(f"scale<{n}>"), (count, constants, kernel)
try:
    bundle.tuned("none", grid=lambda *_: 1)
except tilec.KernelNotFound as error:
    assert "no kernel 'none'" in str(error)
else:
    raise AssertionError("there is no such kernel")
try:
    scale(bytearray(4), bytearray(4), 1.0, 1)
except tilec.ArgumentError as error:
    pass
else:
    raise AssertionError("launched on the CPU")
