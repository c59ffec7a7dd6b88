# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tunes the tiles of a matrix product of halves on a GPU, then times every combination by itself: how far is the tuner's choice
from the fastest? Needs PyTorch and the Python package of tilec.

    python3 tools/bench/tune_gemm.py [N]
"""
import itertools
import os
import sys
import tempfile
import time

import tilec
import torch

SOURCE = """#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <int BM, int BN, int BK>
__tile_global__ void gemm(float* __restrict__ c, const __half* __restrict__ a, const __half* __restrict__ b, int m, int n, int k) {
  auto view = [](auto* p, int rows, int columns, auto shape) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, shape};
  };
  auto va = view(a, m, k, ct::shape<BM, BK>{});
  auto vb = view(b, k, n, ct::shape<BK, BN>{});
  auto sum = ct::zeros<ct::tile<float, ct::shape<BM, BN>>>();
  int i = ct::bid().x, j = ct::bid().y;
  for (int t : ct::irange(0, ct::ceildiv(k, BK)))
    sum = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), sum);
  view(c, m, n, ct::shape<BM, BN>{}).store_masked(sum, i, j);
}
"""
SPACE = {"BM": [128, 64, 256], "BN": [128, 64, 256], "BK": [64, 32, 128, 16]}
RUNS = 25


def grid(c, a, b, m, n, k, BM, BN, BK):
    return (m + BM - 1) // BM, (n + BN - 1) // BN


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 4096
    a, b = (torch.randn(n, n, device="cuda", dtype=torch.float16) for _ in range(2))
    c = torch.empty(n, n, device="cuda")
    with tempfile.TemporaryDirectory() as folder:
        start = time.time()
        tuner = tilec.tune(SOURCE, "gemm<{BM}, {BN}, {BK}>", constants=SPACE, grid=grid, wisdom=os.path.join(folder, "wisdom"), budget=15)
        best = tuner.best(c, a, b, n, n, n).constants
        print(f"{len(tuner.candidates)} combinations tuned in {time.time() - start:.1f} s: {best}")
    for candidate in tuner.candidates:
        if candidate.problem:
            print(f"  {candidate.name}: {candidate.problem}")

    combinations = list(itertools.product(*SPACE.values()))
    module = tilec.compile(SOURCE, names=["gemm<%d, %d, %d>" % one for one in combinations])
    flushed = torch.empty(256 << 20, dtype=torch.uint8, device="cuda")

    def microseconds(tiles):
        kernel, blocks, times = module["gemm<%d, %d, %d>" % tiles], grid(c, a, b, n, n, n, *tiles), []
        for _ in range(RUNS):
            flushed.zero_()
            start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            start.record()
            kernel[blocks](c, a, b, n, n, n)
            end.record()
            torch.cuda.synchronize()
            times.append(start.elapsed_time(end) * 1000)
        return sorted(times)[RUNS // 2]

    fastest = min(combinations, key=microseconds)
    chosen = tuple(best[name] for name in SPACE)
    of_chosen, of_fastest = microseconds(chosen), microseconds(fastest)
    print(f"chosen {chosen} {of_chosen:.1f} us, fastest by itself {fastest} {of_fastest:.1f} us, ratio {of_chosen / of_fastest:.3f}")
    module["gemm<%d, %d, %d>" % chosen][grid(c, a, b, n, n, n, *chosen)](c, a, b, n, n, n)
    torch.cuda.synchronize()
    torch.backends.cuda.matmul.allow_tf32 = False
    print(f"largest error {float((c - a.float() @ b.float()).abs().max()):.4f}")


main()
