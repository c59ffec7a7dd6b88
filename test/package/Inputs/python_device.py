# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches on a stand-in for a GPU, by arrays that are none: the addresses lead nowhere."""
import array
import ctypes
import struct
import sys
from typing import NamedTuple

import tilec

SOURCE = """#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void fill(float *p, int n, double scale, short step) {
  p[ct::bid().x * n] = (float)scale * step;
}
"""


class Device(NamedTuple):
    type: str
    index: int


class DeviceArray:
    def __init__(self, address=1 << 40, typestr="<f4", strides=None, device=0):
        self.__cuda_array_interface__ = {"shape": (64, 64), "typestr": typestr, "data": (address, False), "strides": strides, "version": 3}
        self.device = device


class Tensor:
    """Has what tensors of PyTorch have."""

    def __init__(self, address=1 << 40, dtype="torch.float32", device=Device("cuda", 0), contiguous=True):
        self.address, self.dtype, self.device, self.contiguous = address, dtype, device, contiguous

    def data_ptr(self):
        return self.address

    def numel(self):
        return 64

    def element_size(self):
        return 4

    def is_contiguous(self):
        return self.contiguous


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

# Tensors, of which the second launch packs the values without looking at what it has seen.
values = ctypes.CDLL("libcuda.so.1").fakeLaunchParameter
values.restype = ctypes.c_void_p
for tensor in (Tensor(), Tensor(1 << 41), Tensor(1 << 42)):
    fill[7](tensor, -8, 0.5, -3)
    got = [ctypes.string_at(values(index), size) for index, size in enumerate((8, 4, 8, 2))]
    assert struct.unpack("=QidH", b"".join(got)) == (tensor.address, -8, 0.5, 0xfffd), got
    expect(lambda: fill[1](Tensor(dtype="torch.float64"), 1, 2.0, 3), "expected an array of f32, got one of f64")
    expect(lambda: fill[1](Tensor(contiguous=False), 1, 2.0, 3), "expected a contiguous array")
    expect(lambda: fill[1](Tensor(address=0), 1, 2.0, 3), "whose memory was freed")
    expect(lambda: fill[1](Tensor(device=Device("meta", 0)), 1, 2.0, 3), "expected a tensor on the CPU or a CUDA device")
    expect(lambda: fill[1](tensor, 1.5, 2.0, 3), "argument 'n': expected an integer, got float")
    expect(lambda: fill[1](tensor, 1, "2", 3), "argument 'scale': expected a number, got str")
    expect(lambda: fill[1](tensor, 1, 2.0), "expected 4 arguments, got 3")
    expect(lambda: two[1](tensor, array.array("f", [1])), "expected an array on GPU 0, where those before it are, got one on the CPU")
expect(lambda: two[1](p, Tensor(device=Device("cuda", 1))), "expected an array on GPU 0, where those before it are, got one on GPU 1")
for wrong in (1 << 31, -(1 << 31) - 1):
    try:
        fill[1](Tensor(), wrong, 2.0, 3)
    except tilec.LaunchError as error:
        assert error.name == "kArgumentType" and "which does not fit" in str(error), error
    else:
        raise AssertionError(wrong)
flag = tilec.compile("__tile_global__ void set(int *p, int n, double d, short s, bool flag) { p[0] = flag ? n : s; }\n")["set"]
flag[1](Tensor(dtype="torch.int32"), 1, 2.0, 3, True)
flag[1](Tensor(dtype="torch.int32"), 1, 2.0, 3, False)
try:
    flag[1](Tensor(dtype="torch.int32"), 1, 2.0, 3, 2)
except tilec.LaunchError as error:
    assert "expected bool" in str(error), error
else:
    raise AssertionError("a bool of 2")


# What is tuned must run now, which it does not while a stream is captured.
class CapturingTorch:
    class cuda:
        is_current_stream_capturing = staticmethod(lambda: True)


sys.modules["torch"] = CapturingTorch
tuner = tilec.tune(SOURCE, "fill", grid=lambda *_: 1)
try:
    tuner(p, 1, 2.0, 3)
except tilec.Error as error:
    assert "cannot be tuned while a stream is captured" in str(error), error
else:
    raise AssertionError("tuned while a stream is captured")
del sys.modules["torch"]
for grid in ((1, 2, 3, 4), (-1,), "1", 1.5):
    expect(lambda: fill[grid], "expected a grid of one to three numbers of tile blocks")
