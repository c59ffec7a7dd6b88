#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says what each part of a matrix product gives: the same kernels, compiled with parts left out by flags, against the library.

    product_ablation.py compile TILEC FOLDER     makes FOLDER/NAME.ptx for each row of `VARIANTS`
    product_ablation.py run RUNTIME.so FOLDER    times all *.ptx of FOLDER, in turn, on the GPU

A row is a variant, a column a product; each figure the time of the library's fastest way (see products.py) over ours, launched alone.
"""
import pathlib
import statistics
import subprocess
import sys

# Flags of tilec by what they leave.
VARIANTS = {
    "everything": [],
    "stores before the next block": ["--no-overlap-epilogue"],
    "no CTAs that stay": ["--persistent=off"],
    "4 stages": ["--pipeline-loops=4"],
    "3 stages": ["--pipeline-loops=3"],
    "2 stages": ["--pipeline-loops=2"],
    "no producer warp, tensor maps": ["--no-specialize-warps", "--memory-path=tma"],
    "no tensor maps": ["--memory-path=registers"],
}
KERNELS = """#define ONLY_TEMPLATES
#include "products.cu"
#define BOTH(M, N) \\
  template __tile_global__ void gemm_nn<__nv_bfloat16, float, __nv_bfloat16, M, N, 64>(__nv_bfloat16*, const __nv_bfloat16*, \\
                                                                                        const __nv_bfloat16*, int, int, int);
BOTH(128, 256)
BOTH(128, 128)
BOTH(64, 128)
"""
SHAPES = [(1024,) * 3, (2048,) * 3, (4096,) * 3, (8192,) * 3, (8192, 8192, 512)]


def compile_all(tilec, folder):
    folder.mkdir(parents=True, exist_ok=True)
    here = pathlib.Path(__file__).parent
    for name, flags in VARIANTS.items():
        command = [tilec, "-arch=sm_90a", f"-I{here}", *flags, "-o", folder / (name.replace(" ", "_") + ".ptx"), "-"]
        subprocess.run(command, input=KERNELS, text=True, check=True)


def time_all(library, folder):
    import products
    import torch

    runtime = products.Runtime(library)
    files = sorted(folder.glob("*.ptx"))
    columns = []
    for m, n, k in SHAPES:
        sets = max(2, min(8, int(200e6 // (2 * (m * k + k * n + m * n))) + 1))
        data = [[products.normal(m, k, torch.bfloat16), products.normal(k, n, torch.bfloat16)] for _ in range(sets)]
        outs = [torch.zeros(m, n, device="cuda", dtype=torch.bfloat16) for _ in range(sets)]
        libraries = [products.library_products(a, b, b, out, False) for (a, b), out in zip(data, outs)]
        ways = [lambda i, way=way: way[i % sets]() for way in zip(*libraries) if products.can_run(way[0])]
        times = products.in_graphs(ways, rounds=3)
        works = [ways[times.index(min(times))]]
        tile = products.pick(m, n, torch.bfloat16)
        for file in files:
            kernel = runtime.kernels(str(file))[f"gemm_nn<__nv_bfloat16, float, __nv_bfloat16, {tile[0]}, {tile[1]}, 64>"]
            grid = (-(-m // tile[0]), -(-n // tile[1]))
            runs = [runtime.launch(kernel, grid, out, a, b, m, n, k) for (a, b), out in zip(data, outs)]
            works.append(lambda i, runs=runs: runs[i % sets]())
        times = products.in_graphs(works, rounds=5)
        columns.append([times[0] / time for time in times[1:]])
    print(f"{'':34}" + "".join(f"{'x'.join(map(str, shape)):>16}" for shape in SHAPES) + f"{'mean':>8}")
    for file, *ratios in zip(files, *columns):
        print(f"{file.stem.replace('_', ' '):34}" + "".join(f"{ratio:16.3f}" for ratio in ratios)
              + f"{statistics.geometric_mean(ratios):8.3f}")


if __name__ == "__main__":
    {"compile": compile_all, "run": time_all}[sys.argv[1]](sys.argv[2], pathlib.Path(sys.argv[3]))
