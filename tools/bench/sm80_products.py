#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times tilec's products made for sm_80 (asynchronous copies, ldmatrix, mma.sync) on the GPU that is there, against Triton's made for sm_80.

    sm80_products.py RUNTIME.so FILE.ptx...

Each FILE.ptx: what `tilec -arch=sm_80` made of kernels of products.cu, `gemm_nn` of bf16 by any tiles; each kernel is a line. Triton's is
the best of six configurations, blocks in groups of 8; its PTX goes through the driver's compiler, as ours does. Works are timed in turn.
"""
import ctypes
import re
import sys

import products
import torch
import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

SIZES = (8192, 4096)
# Tile, warps, stages.
CONFIGURATIONS = [(128, 128, 32, 4, 3), (128, 128, 32, 4, 4), (128, 256, 32, 8, 3), (128, 256, 64, 8, 3), (256, 128, 32, 8, 4), (128, 128, 64, 4, 3)]


@triton.jit
def product(c, a, b, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, GROUP: tl.constexpr):
    place = tl.program_id(0)
    rows, columns = tl.cdiv(m, M), tl.cdiv(n, N)
    group = place // (GROUP * columns)
    width = min(rows - group * GROUP, GROUP)
    x = group * GROUP + place % (GROUP * columns) % width
    y = place % (GROUP * columns) // width
    i, j, t = x * M + tl.arange(0, M), y * N + tl.arange(0, N), tl.arange(0, K)
    left, right = a + i[:, None] * k + t[None, :], b + t[:, None] * n + j[None, :]
    total = tl.zeros([M, N], dtype=tl.float32)
    for _ in range(0, tl.cdiv(k, K)):
        total = tl.dot(tl.load(left), tl.load(right), total)
        left += K
        right += K * n
    tl.store(c + i[:, None] * n + j[None, :], total.to(tl.bfloat16))


class Driver:
    """As much of the CUDA driver's API as Triton's kernels need."""

    def __init__(self):
        self.api = ctypes.CDLL("libcuda.so.1")

    def check(self, result):
        if result:
            raise RuntimeError(f"CUDA driver error {result}")

    def kernel(self, ptx, name, shared):
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.check(self.api.cuModuleLoadData(ctypes.byref(module), ptx.encode() + b"\0"))
        self.check(self.api.cuModuleGetFunction(ctypes.byref(function), module, name.encode()))
        max_dynamic_shared_size = 8
        self.check(self.api.cuFuncSetAttribute(function, max_dynamic_shared_size, shared))
        return function

    def launch(self, kernel, blocks, threads, shared, values):
        pointers = (ctypes.c_void_p * len(values))(*(ctypes.cast(ctypes.byref(value), ctypes.c_void_p) for value in values))
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        self.check(self.api.cuLaunchKernel(kernel, blocks, 1, 1, threads, 1, 1, shared, stream, pointers, None))


def triton_product(driver, configuration, out, a, b, size):
    tile_m, tile_n, tile_k, warps, stages = configuration
    signature = {"c": "*bf16", "a": "*bf16", "b": "*bf16", "m": "i32", "n": "i32", "k": "i32",
                 "M": "constexpr", "N": "constexpr", "K": "constexpr", "GROUP": "constexpr"}
    constants = {"M": tile_m, "N": tile_n, "K": tile_k, "GROUP": 8}
    aligned = {(i,): [["tt.divisibility", 16]] for i in range(6)}
    source = ASTSource(product, signature=signature, constexprs=constants, attrs=aligned)
    made = triton.compile(source, target=GPUTarget("cuda", 80, 32), options={"num_warps": warps, "num_stages": stages})
    ptx = made.asm["ptx"]
    kernel = driver.kernel(ptx, made.metadata.name, made.metadata.shared)
    count = len(re.search(r"\.entry.*?\((.*?)\)", ptx, re.S)[1].split(","))
    values = [ctypes.c_void_p(x.data_ptr()) for x in (out, a, b)] + [ctypes.c_int(size)] * 3
    values += [ctypes.c_void_p()] * (count - len(values))
    blocks = -(-size // tile_m) * -(-size // tile_n)
    return lambda i: driver.launch(kernel, blocks, 32 * warps, made.metadata.shared, values)


def our_products(runtime, files, out, a, b, size):
    works = {}
    for file in files:
        for name, kernel in runtime.kernels(file).items():
            tile = re.search(r"__nv_bfloat16, (\d+), (\d+), \d+", name)
            grid = tuple(size // int(extent) for extent in tile.groups())
            run = runtime.launch(kernel, grid, out, a, b, size, size, size)
            works[f"{file.split('/')[-1][:-4]} {name.replace('__nv_bfloat16, ', '')}"] = lambda i, run=run: run()
    return works


def main():
    runtime, driver = products.Runtime(sys.argv[1]), Driver()
    for size in SIZES:
        a, b = (torch.randn(size, size, device="cuda").to(torch.bfloat16) for _ in range(2))
        out = torch.zeros_like(a)
        rows = torch.randint(0, size, (64,), device="cuda")
        exact = a[rows].double() @ b.double()
        works = our_products(runtime, sys.argv[2:], out, a, b, size)
        for configuration in CONFIGURATIONS:
            works[f"Triton {configuration}"] = triton_product(driver, configuration, out, a, b, size)
        for name, work in list(works.items()):
            out.zero_()
            work(0)
            error = ((out[rows].double() - exact).abs() / (exact.abs() + size**0.5)).max().item()
            if not error <= 8e-3:
                print(f"FAILED {name}: error {error:.1e}", flush=True)
                del works[name]
        times = dict(zip(works, products.in_graphs(list(works.values()), rounds=5, milliseconds=3)))
        best = min(time for name, time in times.items() if name.startswith("Triton"))
        for name, time in times.items():
            products.report(f"{size}^3 {name}", time, best, 2 * size**3)


if __name__ == "__main__":
    main()
