# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches what was compiled ahead of time, in a process that has the runtime alone."""
import array
import ctypes
import os
import struct
import sys

import tilec


class Array:
    def __init__(self, address, typestr="<f4"):
        self.__cuda_array_interface__ = {"shape": (64,), "typestr": typestr, "data": (address, False), "version": 3}


def expect(kind, function, part):
    try:
        function()
    except kind as error:
        assert part in str(error), error
        return
    raise AssertionError(part)


path, damaged = sys.argv[1:]
assert "libtilec-runtime" in os.environ["TILEC_LIBRARY"]
bundle = tilec.load(path)
assert bundle.kernels == ["scale<256>(float *, const float *, float, int)", "scale<8>(float *, const float *, float, int)"], bundle.kernels
assert "scale<256>" in bundle and "scale<64>" not in bundle
bundle["scale<256>"][3, 2](Array(1 << 40), Array(1 << 41), 0.5, 7)
driver = ctypes.CDLL("libcuda.so.1")
driver.fakeLaunchParameter.restype, driver.fakeLog.restype = ctypes.c_void_p, ctypes.c_char_p
first = [ctypes.string_at(driver.fakeLaunchParameter(index), size) for index, size in ((0, 8), (1, 4))]
assert struct.unpack("=QI", b"".join(first)) == (1 << 40, (1 << 41) & 0xffffffff)
print(driver.fakeLog().decode())

expect(tilec.KernelNotFound, lambda: bundle["scale<64>"], "no kernel 'scale<64>' in ")
expect(tilec.ArgumentError, lambda: bundle["scale<8>"][1](Array(1 << 40, "<f8"), Array(1 << 40), 1.0, 1), "expected an array of f32, got one of f64")
expect(tilec.LaunchError, lambda: bundle["scale<8>"][1](array.array("f", [1]), array.array("f", [1]), 1.0, 1), "holds code for GPUs alone")
expect(tilec.Error, lambda: tilec.compile("__tile_global__ void f() {}\n"), "needs the compiler, libtilec.so")
expect(tilec.LaunchError, lambda: tilec.load(path + ".none"), "cannot read")
expect(tilec.LaunchError, lambda: tilec.load(sys.argv[0]), "expected a bundle, got")

# Every way of cutting or changing the file is found.
data = open(path, "rb").read()
for wrong in (data[:20], data[:-1], data[:-9] + b"x" + data[-8:], data.replace(b"bundle 1", b"bundle 9", 1), data.replace(b'"modules":', b'"moduls":', 1)):
    with open(damaged, "wb") as file:
        file.write(wrong)
    expect(tilec.LaunchError, lambda: tilec.load(damaged), "bundle")
