#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times forward attention, capped scores too, decoding from long caches, latent caches and gradients; products.py times plain attention.

    attention.py RUNTIME.so ATTENTION.ptx SUMS.ptx [NVIDIA.cubin]

ATTENTION.ptx is what tilec made of attention.cu, SUMS.ptx of test/exec/kernels/reduce_array.cu: its sum of an array is how fast memory can
be read. NVIDIA.cubin is what NVIDIA's tile compiler made of attention.cu. Columns: microseconds, TFLOP/s or TB/s, and the time of cuDNN
(for decoding: of a sum over the same bytes) and of NVIDIA's compiler over ours.
"""
import sys

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

from other_compiler import OtherCompiler, symbols_of
from products import MULTIPROCESSORS, Runtime, in_turn

WIDTH = 128
SUM_BLOCKS = 2 * MULTIPROCESSORS


class Compilers:
    """Launches the same kernel as tilec made it, and as NVIDIA's compiler did where there is a cubin."""

    def __init__(self, library, ptx, cubin):
        self.runtime = Runtime(library)
        self.kernels = self.runtime.kernels(ptx)
        self.other = OtherCompiler(cubin, symbols_of(self.runtime, ptx)) if cubin else None

    def both(self, *launches, programmatic=False):
        """Two functions that queue these launches, (kernel, grid, arguments...) each; the second may be None. Programmatic: each of ours
        begins while the one ahead of it ends."""
        ours = [self.runtime.launch(self.kernels[name], grid, *values, programmatic=programmatic) for name, grid, *values in launches]
        others = [self.other.launch(*launch) for launch in launches] if self.other else [None]
        return in_order(ours), in_order(others) if all(others) else None


def in_order(works):
    def run(_=0):
        for work in works:
            work()

    return run


def normal(*shape):
    return torch.randn(*shape, device="cuda", dtype=torch.bfloat16)


def check(name, error, bound):
    if not error <= bound:
        print(f"FAILED {name}: error {error:.1e}, at most {bound:.0e} expected", flush=True)
    return error <= bound


def time_and_print(name, ours, other, library, work, unit):
    """The library by turns with ours alone: behind what takes little power, as the other compiler's kernels do, a work runs faster."""
    turns = {which: in_turn([ours, peer], rounds=6) for which, peer in (("library", library), ("other", other)) if peer}
    ours_ms = next(iter(turns.values()))[0] if turns else in_turn([ours], rounds=6)[0]
    ratio = lambda which: f"{turns[which][1] / turns[which][0]:7.3f}" if which in turns else "       "
    print(f"{name:58} {ours_ms * 1e3:9.1f} {work / ours_ms / 1e9:8.2f} {unit:8} {ratio('library')} {ratio('other')}", flush=True)


def forward(compilers, length, sees, caps):
    heads, scale, cap = 16 * max(1, 16384 // length), WIDTH**-0.5, 20.0
    q, k, v = (normal(heads, length, WIDTH) for _ in range(3))
    out, sums = torch.zeros_like(q), torch.zeros(heads, length, device="cuda")
    kernel = f"attention_forward<__nv_bfloat16, 128, 128, 128, Sees::{sees}, {'true' if caps else 'false'}, false>"
    ours, other = compilers.both((kernel, (length // 128, heads), out, sums, q, k, v, sums, length, length, heads, heads, length, scale, cap))
    ours()
    scores = torch.matmul(q[0].float(), k[0].float().t()) * scale
    scores = cap * torch.tanh(scores / cap) if caps else scores
    if sees == "causal":
        scores.masked_fill_(torch.ones(length, length, device="cuda", dtype=torch.bool).triu(1), -torch.inf)
    name = f"forward, {sees}{', capped' if caps else ''}, {heads} heads, {length} long"
    if not check(name, (out[0].float() - torch.softmax(scores, 1) @ v[0].float()).abs().max().item(), 2e-2):
        return
    with sdpa_kernel(SDPBackend.CUDNN_ATTENTION):
        library = lambda i: torch.nn.functional.scaled_dot_product_attention(q[None], k[None], v[None], is_causal=sees == "causal")
        flops = 4 * heads * length * length * WIDTH / (2 if sees == "causal" else 1)
        time_and_print(name, ours, other, None if caps else library, flops, "TFLOP/s")


def decode(compilers, sum_of, keys, kernel, rows, splits):
    sequences, key_heads, group = 16, 8, 4
    heads, scale = sequences * key_heads, WIDTH**-0.5
    q, k, v = normal(heads, rows, WIDTH), normal(heads, keys, WIDTH), normal(heads, keys, WIDTH)
    lengths = torch.full((heads,), keys, device="cuda", dtype=torch.int32)
    sums, logs = torch.zeros(heads, splits, rows, WIDTH, device="cuda"), torch.zeros(heads, splits, rows, device="cuda")
    out = torch.zeros_like(q)
    ours, other = compilers.both((kernel, (splits, heads), sums, logs, q, k, v, lengths, heads, rows, keys, scale),
                                 ("merge_splits<__nv_bfloat16, 32, 128>", (rows, heads), out, sums, logs, splits, rows), programmatic=True)
    ours()
    exact = torch.softmax(torch.matmul(q[3].float(), k[3].float().t()) * scale, 1) @ v[3].float()
    name = f"decode, tiles of {kernel.split(', ')[2]} keys, {keys} keys, {splits} splits"
    if check(name, (out[3].float() - exact).abs().max().item(), 4e-3):
        both = torch.cat((k.flatten(), v.flatten())).view(torch.float32)
        time_and_print(name, ours, other, sum_of(both), 2 * heads * keys * WIDTH * 2, "TB/s")


def latent(compilers, sum_of, keys, rows, tile, splits):
    sequences, heads, kernel = 16, 64, f"attention_latent<__nv_bfloat16, {rows}, {tile}, 512, 64>"
    groups = heads // rows
    scale = 192**-0.5
    q, cache = normal(sequences * heads, 576), normal(sequences, keys, 576)
    lengths = torch.full((sequences,), keys, device="cuda", dtype=torch.int32)
    sums, logs = torch.zeros(sequences * groups, splits, rows, 512, device="cuda"), torch.zeros(sequences * groups, splits, rows, device="cuda")
    out = torch.zeros(sequences * heads, 512, device="cuda", dtype=torch.bfloat16)
    ours, other = compilers.both((kernel, (splits, sequences, groups), sums, logs, q, cache, lengths, sequences * heads, sequences, keys, scale),
                                 ("merge_splits<__nv_bfloat16, 32, 512>", (rows, sequences * groups), out, sums, logs, splits, rows), programmatic=True)
    ours()
    exact = torch.softmax(torch.matmul(q[:heads].float(), cache[0].float().t()) * scale, 1) @ cache[0, :, :512].float()
    name = f"latent, {heads} heads of 576 and 512, {rows}x{tile}, {keys} keys, {splits} splits"
    if check(name, (out[:heads].float() - exact).abs().max().item(), 4e-3):
        time_and_print(name, ours, other, sum_of(cache.flatten().view(torch.float32)), 2 * sequences * heads * keys * (576 + 512), "TFLOP/s")


def backward(compilers, length):
    heads, scale = 16 * max(1, 16384 // length), WIDTH**-0.5
    q, k, v, d_out = (normal(1, heads, length, WIDTH) for _ in range(4))
    for tensor in (q, k, v):
        tensor.requires_grad_()
    with sdpa_kernel(SDPBackend.CUDNN_ATTENTION):
        out = torch.nn.functional.scaled_dot_product_attention(q, k, v)
        library = lambda i: torch.autograd.grad(out, (q, k, v), d_out, retain_graph=True)
        exact = library(0)
        scores = torch.matmul(q[0].detach(), k[0].detach().transpose(1, 2)) if length <= 4096 else None
        logs = torch.zeros(heads, length, device="cuda")
        forward_pass, _ = compilers.both((f"attention_forward<__nv_bfloat16, 128, 128, 128, Sees::all, false, false>", (length // 128, heads),
                                          torch.zeros_like(q), logs, q, k, v, logs, length, length, heads, heads, length, scale, 0.0))
        forward_pass()
        deltas, d_q32 = torch.zeros(heads, length, device="cuda"), torch.zeros(heads, length, WIDTH, device="cuda")
        d_q, d_k, d_v = (torch.zeros_like(q) for _ in range(3))
        sums = lambda clears: (f"attention_deltas<__nv_bfloat16, 64, 128, {clears}>", (heads * length // 64,), deltas, d_q32, out, d_out, heads * length)
        shape = (length, length, heads, scale)
        keys = lambda adds: (f"attention_backward_keys<__nv_bfloat16, 64, 128, 128, false, {adds}>", (length // 128, heads), d_k, d_v, d_q32, q, k, v,
                             d_out, logs, deltas, *shape)
        queries = ("attention_backward_queries<__nv_bfloat16, 128, 64, 128, false>", (length // 128, heads), d_q, q, k, v, d_out, logs, deltas, *shape)
        rounding = ("attention_round_queries<__nv_bfloat16, 64, 128>", (heads * length // 64,), d_q, d_q32, heads * length, scale)
        for name, launches in (("one pass", (sums("true"), keys("true"), rounding)), ("two passes", (sums("false"), keys("false"), queries))):
            ours, other = compilers.both(*launches)
            d_q.zero_()
            ours()
            name = f"backward with {name}, {heads} heads, {length} long"
            error = max((a.reshape(-1).float() - b.reshape(-1).float()).abs().max().item() / b.float().abs().max().item()
                        for a, b in zip((d_q, d_k, d_v), exact))
            if check(name, error, 3e-2):
                time_and_print(name, ours, other, library, 10 * heads * length * length * WIDTH, "TFLOP/s")


def main():
    compilers = Compilers(sys.argv[1], sys.argv[2], sys.argv[4] if len(sys.argv) > 4 else None)
    sums = compilers.runtime.kernels(sys.argv[3])
    print(f"{'':58} {'us':>9} {'':17} {'library':>7} {'nvcc':>7}")

    def sum_of(array):
        total = torch.zeros(1, device="cuda")
        run = compilers.runtime.launch(sums["sum_by_stride<float, 4096>"], (SUM_BLOCKS,), total, array, array.numel())
        return lambda i: run()

    guard = lambda work, *arguments: attempt(work, compilers, *arguments)
    for length in (4096, 16384):
        for sees, caps in (("all", False), ("causal", False), ("all", True)):
            guard(forward, length, sees, caps)
    # One split gives nearly every multiprocessor a block; shorter ones end closer together, but there is more to merge.
    for keys, splits in ((8192, 1), (8192, 4), (16384, 1), (65536, 1)):
        guard(decode, sum_of, keys, "attention_decode<__nv_bfloat16, 8, 128, 128>", 4, splits)
    for rows, tile, splits in ((64, 64, 8), (64, 32, 8), (32, 64, 4), (16, 64, 4)):
        guard(latent, sum_of, 8192, rows, tile, splits)
    for length in (4096, 8192):
        guard(backward, length)


def attempt(work, *arguments):
    try:
        work(*arguments)
    except (RuntimeError, KeyError) as error:
        print(f"FAILED {work.__name__} {arguments[1:]}: {error!r}"[:300], flush=True)


if __name__ == "__main__":
    main()
