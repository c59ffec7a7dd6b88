# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches on a stand-in for a GPU, by arrays that are none: the addresses lead nowhere."""
import array
import ctypes

import tilec

SOURCE = """#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void fill(float *p, int n, double scale, short step) {
  p[ct::bid().x * n] = (float)scale * step;
}
"""


class DeviceArray:
    def __init__(self, address=1 << 40, typestr="<f4", strides=None, device=0):
        self.__cuda_array_interface__ = {"shape": (64, 64), "typestr": typestr, "data": (address, False), "strides": strides, "version": 3}
        self.device = device


class Stream:
    def __cuda_stream__(self):
        return 0, 0x1230


def expect(function, part):
    try:
        function()
    except tilec.ArgumentError as error:
        assert part in str(error), error
        return
    raise AssertionError(part)


module = tilec.compile(SOURCE)
fill, p = module["fill"], DeviceArray()
fill[2](p, 1, 2.0, 3)
fill[3, 4](p, 1, 2.0, 3, stream=Stream())
tilec.launch(0x1230, 5, fill, (p, 1, 2.0, 3))
expect(lambda: fill[1](DeviceArray(typestr="<f8"), 1, 2.0, 3), "expected an array of f32, got one of f64")
expect(lambda: fill[1](DeviceArray(strides=(1024, 4)), 1, 2.0, 3), "expected a contiguous array")
expect(lambda: fill[1](p, 1, 2.0, 3, check=True), "check=True is for arrays on the CPU")
two = tilec.compile("__tile_global__ void two(float *a, float *b) { *a = *b; }\n")["two"]
expect(lambda: two[1](p, array.array("f", [1])), "expected an array on GPU 0, where those before it are, got one on the CPU")
log = ctypes.CDLL("libcuda.so.1").fakeLog
log.restype = ctypes.c_char_p
print(log().decode())

# What times launches there: events around them, behind a write of more than L2 holds.
from tilec._tune import DeviceClock

DeviceClock(0).time(lambda: fill[6](p, 1, 2.0, 3))
print(log().decode().split("grid=5x1x1", 1)[1])
