#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times matrix products beside NVIDIA's tile compiler: the same source, the same tiles.

    nvidia_products.py RUNTIME.so PRODUCTS.ptx PRODUCTS.cubin [TEXT]

Both are of products.cu; NVIDIA's may be compiled with -DPROMISES_ALIGNMENT (nvidia_kernels.py does), ours never is. Tiles are those that
`pick` of products.py takes. Columns: microseconds, TFLOP/s, and the time of NVIDIA's compiler over ours. Results that differ by more than
twice the bound of products.py are reported instead. TEXT: only products whose line begins with it.
"""
import sys

import torch

from other_compiler import OtherCompiler, symbols_of
from products import BF16, F16, F64, FP8, INT8, TF32, Runtime, factors, in_graphs, pick


def compare(runtime, kernels, other, kind, transposed, m, n, k):
    spelling, dtype, result, depth, bound = kind
    tile = pick(m, n, dtype)
    kernel = f"gemm_n{'t' if transposed else 'n'}<{spelling}, {tile[0]}, {tile[1]}, {depth}>"
    name = f"{spelling.split(',')[0].replace('__nv_', '').strip('_')} {'NT' if transposed else 'NN'} {m}x{n}x{k}, {tile[0]}x{tile[1]}, nvcc"
    if not name.startswith("".join(sys.argv[4:])):
        return None
    if kernel not in kernels or kernel not in other.symbols:
        return print(f"{name:44} not in the PTX", flush=True)
    grid = (-(-m // tile[0]), -(-n // tile[1]))
    a, b = factors(kind, transposed, m, n, k)
    out = torch.zeros(m, n, device="cuda", dtype=result)
    ours, theirs = runtime.launch(kernels[kernel], grid, out, a, b, m, n, k), other.launch(kernel, grid, out, a, b, m, n, k)
    if not theirs:
        return print(f"{name:44} not in the cubin", flush=True)
    ours()
    mine = out.to(torch.float64, copy=True)
    out.zero_()
    theirs()
    difference = ((out.double() - mine).abs() / (mine.abs() + k**0.5)).max().item()
    if not difference <= 2 * bound:
        return print(f"FAILED {name}: results differ by {difference:.1e}, at most {2 * bound:.0e} expected", flush=True)
    ours_ms, theirs_ms = in_graphs([lambda i: ours(), lambda i: theirs()], rounds=5)
    return print(f"{name:44} {ours_ms * 1e3:9.1f} {2 * m * n * k / ours_ms / 1e9:8.0f} TFLOP/s {theirs_ms / ours_ms:7.3f}", flush=True)


def main():
    runtime = Runtime(sys.argv[1])
    kernels = runtime.kernels(sys.argv[2])
    other = OtherCompiler(sys.argv[3], symbols_of(runtime, sys.argv[2]))
    print(f"{'':44} {'us':>9} {'':16} {'nvcc/ours':>7}")
    works = [(BF16, transposed, size) for transposed in (False, True) for size in ((2048,) * 3, (4096,) * 3, (8192,) * 3, (8192, 8192, 512))]
    works += [(F16, False, (4096,) * 3)] + [(kind, True, (4096,) * 3) for kind in (TF32, INT8, FP8, F64)]
    for kind, transposed, shape in works:
        compare(runtime, kernels, other, kind, transposed, *shape)


if __name__ == "__main__":
    main()
