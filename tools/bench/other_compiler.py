# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels as NVIDIA's tile compiler makes them of the same source: a cubin, launched with one thread a block through the driver."""
import ctypes
import json

import torch


class OtherCompiler:
    """`symbols`: of the kernels by their display names, which both compilers mangle alike."""

    def __init__(self, cubin, symbols):
        self.driver = ctypes.CDLL("libcuda.so.1")
        self.module = ctypes.c_void_p()
        self.symbols = symbols
        self.check(self.driver.cuModuleLoad(ctypes.byref(self.module), cubin.encode()))

    @staticmethod
    def check(code):
        if code:
            raise RuntimeError(f"driver error {code}")

    def launch(self, kernel, grid, *values):
        """A function that queues one run; None where the cubin has no such kernel."""
        function = ctypes.c_void_p()
        if self.driver.cuModuleGetFunction(ctypes.byref(function), self.module, self.symbols[kernel].encode()):
            return None
        kept = [self.argument(value) for value in values]
        pointers = (ctypes.c_void_p * len(kept))(*(ctypes.cast(ctypes.byref(value), ctypes.c_void_p) for value in kept))
        grid = tuple(grid) + (1,) * (3 - len(grid))

        def run(_=0, keep=(values, kept)):
            stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
            self.check(self.driver.cuLaunchKernel(function, *grid, 1, 1, 1, 0, stream, pointers, None))

        return run

    @staticmethod
    def argument(value):
        if torch.is_tensor(value):
            return ctypes.c_uint64(value.data_ptr())
        return ctypes.c_float(value) if isinstance(value, float) else ctypes.c_int(value)


def symbols_of(runtime, ptx):
    """Of the kernels of what tilec made, by their display names without parameters."""
    module = ctypes.c_void_p()
    runtime.check(runtime.api.tilecModuleLoadFile(runtime.context, ptx.encode(), ctypes.byref(module)))
    kernels = json.loads(runtime.api.tilecModuleManifest(module))["kernels"]
    return {kernel["displayName"].split("(")[0]: kernel["name"] for kernel in kernels}
