# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of NumPy on the CPU: every element type, views, and those that a kernel cannot take."""
import numpy

import tilec

SOURCE = """#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <typename T> __tile_global__ void twice(T *out, const T *in, int n) {
  auto i = (int)ct::bid().x * 64 + ct::iota<ct::tile<int, ct::shape<64>>>();
  auto v = ct::load_masked(in + i, i < n);
  ct::store_masked(out + i, v + v, i < n);
}
"""
TYPES = {"float": "f4", "double": "f8", "int": "i4", "long": "i8", "short": "i2", "signed char": "i1", "unsigned": "u4",
         "unsigned long": "u8", "unsigned short": "u2", "unsigned char": "u1"}


class ByDlpack:
    """An array that only DLPack knows."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def expect(function, part):
    try:
        function()
    except tilec.ArgumentError as error:
        assert part in str(error), error
        return
    raise AssertionError(part)


module = tilec.compile(SOURCE, names=[f"twice<{name}>" for name in TYPES])
for name, dtype in TYPES.items():
    x = (numpy.arange(100) % 50).astype(dtype)
    for wrap in (lambda a: a, ByDlpack):
        out = numpy.zeros_like(x)
        module[f"twice<{name}>"][2](wrap(out), wrap(x), numpy.int64(100), check=True)
        assert (out == x + x).all(), (name, out)

twice = module["twice<float>"]
x = numpy.arange(256, dtype="f4").reshape(16, 16)
out = numpy.zeros_like(x)
twice[1](out[4:8], x[:4], 64)  # rows are contiguous
assert (out[4:8] == 2 * x[:4]).all() and not out[:4].any()
expect(lambda: twice[1](out, x.T, 64), "expected a contiguous array")
expect(lambda: twice[1](out, ByDlpack(x.T), 64), "expected a contiguous array")
expect(lambda: twice[1](out, x.astype("f8"), 64), "expected an array of f32, got one of f64")
expect(lambda: twice[1](out, x.astype("u4"), 64), "expected an array of f32, got one of u32")
expect(lambda: twice[1](out, x, numpy.float32(64)), "expected an integer")
