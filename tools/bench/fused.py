#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times products with more around them (fused.cu), beside NVIDIA's tile compiler and beside the library's product alone.

    fused.py RUNTIME.so FUSED.ptx [FUSED.cubin] [TEXT...]

FUSED.cubin is what NVIDIA's compiler made of fused.cu with -DPROMISES_ALIGNMENT (nvidia_kernels.py). Columns: microseconds, TFLOP/s of the
products, the time of NVIDIA's compiler over ours, and that of a product of the same size by cuBLAS, through PyTorch, over ours: what
everything besides costs. Results that differ from NVIDIA's by more than a fiftieth of the largest are reported instead. TEXT: only rows that
begin with one of these.
"""
import sys

import torch

from other_compiler import OtherCompiler, symbols_of
from products import Runtime, in_graphs

BRAIN, SINGLE = torch.bfloat16, torch.float32
SIZE, HEADS, LENGTH = 4096, 16, 4096
FLOPS = 2 * SIZE**3


def normal(*shape):
    return torch.randn(*shape, device="cuda", dtype=BRAIN)


def singles(*shape):
    return torch.randn(*shape, device="cuda")


def zeros(*shape, dtype=BRAIN):
    return torch.zeros(*shape, device="cuda", dtype=dtype)


def integers(low, high, *shape, dtype):
    return torch.randint(low, high, shape, device="cuda", dtype=dtype)


class Bench:
    def __init__(self, library, ptx, cubin, texts):
        self.runtime = Runtime(library)
        self.kernels = self.runtime.kernels(ptx)
        self.other = OtherCompiler(cubin, symbols_of(self.runtime, ptx)) if cubin else None
        self.texts = texts

    def row(self, name, kernel, grid, flops, out, *arguments, library=None):
        """`arguments` come behind `out`; `library` is the product alone."""
        if self.texts and not any(name.startswith(text) for text in self.texts):
            return
        ours = self.runtime.launch(self.kernels[kernel], grid, out, *arguments)
        theirs = self.other and self.other.launch(kernel, grid, out, *arguments)
        works = [lambda i: ours()]
        if theirs:
            ours()
            mine = out.double()
            out.zero_()
            theirs()
            difference = ((out.double() - mine).abs().max() / mine.abs().max()).item()
            if not difference <= 0.02:
                return print(f"FAILED {name}: results differ by {difference:.1e} of the largest", flush=True)
            works.append(lambda i: theirs())
        if library:
            works.append(lambda i: library())
        times = in_graphs(works, rounds=5)
        nvcc = f"{times[1] / times[0]:8.3f}" if theirs else " " * 8
        alone = f"{times[-1] / times[0]:8.3f}" if library else ""
        print(f"{name:40} {times[0] * 1e3:9.1f} {flops / times[0] / 1e9:8.0f} TFLOP/s {nvcc} {alone}", flush=True)

    def products(self):
        x, w, out, plain = normal(SIZE, SIZE), normal(SIZE, SIZE), zeros(SIZE, SIZE), zeros(SIZE, SIZE)
        library = lambda: torch.matmul(x, w, out=plain)
        sizes = (SIZE, SIZE, SIZE)

        def row(name, kernel, columns, *arguments, out=out, library=library):
            self.row(name, kernel, (SIZE // 128, SIZE // columns), FLOPS, out, *arguments, library=library)

        for n in (128, 256):
            row(f"normalised, 128x{n}", f"norm_product<128, {n}>", n, x, singles(SIZE), singles(SIZE) + 3, normal(SIZE), w, *sizes)
        for n in (128, 256):
            row(f"exponentials, 128x{n}", f"exponentials<128, {n}>", n, x, singles(SIZE) + 3, w, *sizes)
        for order in ("right", "left"):
            row(f"weights of bytes, {'NN' if order == 'right' else 'NT'}", f"byte_weights<128, 128, cuda::tiles::layout_{order}>", 128,
                x, integers(-127, 128, SIZE, SIZE, dtype=torch.int8), singles(SIZE), *sizes)
        for n in (128, 256):
            row(f"weights of half bytes, 128x{n}", f"half_byte_weights<128, {n}>", n, integers(0, 256, SIZE, SIZE // 2, dtype=torch.uint8),
                singles(SIZE // 64, SIZE), x, *sizes)
        a, b, c, d = singles(SIZE, SIZE), singles(SIZE, SIZE), zeros(SIZE, SIZE, dtype=SINGLE), zeros(SIZE, SIZE, dtype=SINGLE)
        torch.backends.cuda.matmul.allow_tf32 = True
        row("rounded to tf32, NT", "rounded_product<128, 128>", 128, a, b, *sizes, out=c, library=lambda: torch.matmul(a, b.t(), out=d))
        for rank in (16, 64):
            row(f"with a product of rank {rank}", f"low_rank<128, 128, {rank}>", 128, x, w, normal(SIZE, rank), normal(rank, SIZE), *sizes)
        for n in (128, 256):
            row(f"GELU and residual, 128x{n}", f"residual<128, {n}>", n, x, w, normal(SIZE), normal(SIZE, SIZE), *sizes)
        row("rotary", "rotary_product<128, 128>", 128, x, w, singles(SIZE, 64), singles(SIZE, 64), *sizes)
        row("b a + c a a", "polynomial<128, 256>", 256, x, SIZE, 2.0, 0.01)
        row("gradients of weights and bias", "weight_gradient<128, 128>", 128, zeros(SIZE, dtype=SINGLE), x, w, *sizes)
        row("largest of 128 rows", "pooled<128, 128>", 128, x, w, *sizes, out=zeros(SIZE // 128, SIZE))

    def others(self):
        rows, words, width = 132 * 128, 32768, 2048
        self.row("loss of a projection", "projection_loss<128, 128>", (rows // 128,), 2 * rows * words * width, zeros(rows, dtype=SINGLE),
                 normal(rows, width) * 0.1, normal(words, width), integers(0, words, rows, dtype=torch.int32), rows, words, width)
        for n in (64, 128):
            count = 2**28 // (6 * n * n)
            a, b, out, plain = normal(count, n, n), normal(count, n, n), zeros(count, n, n), zeros(count, n, n)
            self.row(f"many of {n}x{n}", f"batch_of_small<{n}>", (count,), 2 * count * n**3, out, a, b, count,
                     library=lambda: torch.bmm(a, b, out=plain))

    def attention(self):
        for kind, q, k, width in (("biased", 128, 128, 128), ("biased", 128, 64, 128), ("biased", 64, 64, 64),
                                          ("listed", 128, 128, 128), ("listed", 64, 64, 128), ("dropped", 128, 64, 128),
                                          ("decaying", 128, 128, 128)):
            queries, keys, values, out = (normal(HEADS, LENGTH, width) for _ in range(4))
            bias = normal(HEADS, LENGTH, LENGTH) if kind == "biased" else queries
            blocks, steps = LENGTH // q, LENGTH // k
            counts = integers(1, 17, blocks, dtype=torch.int32)
            lists = torch.stack([torch.randperm(steps, device="cuda", dtype=torch.int32) for _ in range(blocks)])
            seen = int(counts.sum()) * k * q if kind == "listed" else LENGTH**2
            self.row(f"attention, {kind} {q}x{k}, heads of {width}", f"attention_of<Kind::{kind}, {q}, {k}, {width}>", (blocks, HEADS),
                     4 * HEADS * seen * width, out, queries, keys, values, bias, counts, lists, LENGTH, LENGTH, HEADS, steps, width**-0.5, 77)
        queries, keys = normal(2 * HEADS, LENGTH, 64), normal(2 * HEADS, LENGTH, 64)
        self.row("difference of two attentions", "attention_difference<64, 64, 64>", (LENGTH // 64, HEADS), HEADS * 4 * LENGTH**2 * (64 + 128),
                 zeros(HEADS, LENGTH, 128), queries, keys, normal(HEADS, LENGTH, 128), LENGTH, LENGTH, HEADS, 0.125, 0.3)


def main():
    has_other = len(sys.argv) > 3 and sys.argv[3].endswith(".cubin")
    bench = Bench(sys.argv[1], sys.argv[2], sys.argv[3] if has_other else None, sys.argv[4 if has_other else 3:])
    print(f"{'':40} {'us':>9} {'':16} {'nvcc':>8} {'product':>8}")
    bench.products()
    bench.others()
    bench.attention()


if __name__ == "__main__":
    main()
