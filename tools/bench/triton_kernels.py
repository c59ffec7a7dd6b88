#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Row kernels in Triton, as its tutorials write them, compiled to cubins for tilec-bench --triton.

    triton_kernels.py FOLDER

Needs Triton, no GPU. FOLDER/kernels.txt gets a line NAME FILE SYMBOL THREADS SHARED_BYTES for each kernel.
"""
import os
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def softmax(out, x, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + i, mask=i < n, other=-float("inf"))
    v = v.to(tl.float32)
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(out + row * n + i, e / tl.sum(e, axis=0), mask=i < n)


@triton.jit
def softmax_backward(dx, dy, y, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    p = tl.load(y + row * n + i, mask=i < n, other=0.0).to(tl.float32)
    g = tl.load(dy + row * n + i, mask=i < n, other=0.0).to(tl.float32)
    tl.store(dx + row * n + i, p * (g - tl.sum(p * g, axis=0)), mask=i < n)


@triton.jit
def layer_norm(out, mean_out, rstd_out, x, w, b, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    x += row * n
    out += row * n
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for off in range(0, n, BLOCK):
        i = off + tl.arange(0, BLOCK)
        total += tl.load(x + i, mask=i < n, other=0.0).to(tl.float32)
    mean = tl.sum(total, axis=0) / n
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for off in range(0, n, BLOCK):
        i = off + tl.arange(0, BLOCK)
        v = tl.load(x + i, mask=i < n, other=0.0).to(tl.float32)
        v = tl.where(i < n, v - mean, 0.0)
        squares += v * v
    rstd = 1 / tl.sqrt(tl.sum(squares, axis=0) / n + eps)
    tl.store(mean_out + row, mean)
    tl.store(rstd_out + row, rstd)
    for off in range(0, n, BLOCK):
        i = off + tl.arange(0, BLOCK)
        v = tl.load(x + i, mask=i < n, other=0.0).to(tl.float32)
        scale = tl.load(w + i, mask=i < n)
        shift = tl.load(b + i, mask=i < n)
        tl.store(out + i, (v - mean) * rstd * scale + shift, mask=i < n)


@triton.jit
def rms_norm(out, rstd_out, x, w, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + i, mask=i < n, other=0.0).to(tl.float32)
    rstd = 1 / tl.sqrt(tl.sum(v * v, axis=0) / n + eps)
    tl.store(rstd_out + row, rstd)
    tl.store(out + row * n + i, v * rstd * tl.load(w + i, mask=i < n), mask=i < n)


@triton.jit
def layer_norm_backward(dx, dw_parts, db_parts, locks, dy, x, w, mean, rstd, n, GROUPS: tl.constexpr, BLOCK: tl.constexpr):
    # Rows of one group add up what they have for the gradients of weight and bias in one row of partial sums, one after the other:
    # a lock for each group, and behind all locks whether the group's row has been written.
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    inside = i < n
    v = tl.load(x + row * n + i, mask=inside, other=0.0).to(tl.float32)
    g = tl.load(dy + row * n + i, mask=inside, other=0.0).to(tl.float32)
    weight = tl.load(w + i, mask=inside, other=0.0).to(tl.float32)
    r = tl.load(rstd + row)
    xhat = tl.where(inside, (v - tl.load(mean + row)) * r, 0.0)
    wg = g * weight
    mean_gx = tl.sum(xhat * wg, axis=0) / n
    mean_g = tl.sum(wg, axis=0) / n
    tl.store(dx + row * n + i, (wg - (xhat * mean_gx + mean_g)) * r, mask=inside)
    group = row % GROUPS
    sum_w = g * xhat
    sum_b = g
    while tl.atomic_cas(locks + group, 0, 1) == 1:
        pass
    if tl.load(locks + GROUPS + group) == 0:
        tl.atomic_xchg(locks + GROUPS + group, 1)
    else:
        sum_w += tl.load(dw_parts + group * n + i, mask=inside).to(tl.float32)
        sum_b += tl.load(db_parts + group * n + i, mask=inside).to(tl.float32)
    tl.store(dw_parts + group * n + i, sum_w, mask=inside)
    tl.store(db_parts + group * n + i, sum_b, mask=inside)
    tl.debug_barrier()
    tl.atomic_xchg(locks + group, 0)


@triton.jit
def layer_norm_backward_sums(dw, db, dw_parts, db_parts, n, GROUPS: tl.constexpr, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    column = tl.program_id(0) * COLUMNS + tl.arange(0, COLUMNS)
    total_w = tl.zeros([ROWS, COLUMNS], dtype=tl.float32)
    total_b = tl.zeros([ROWS, COLUMNS], dtype=tl.float32)
    for first in range(0, GROUPS, ROWS):
        row = first + tl.arange(0, ROWS)
        inside = (row[:, None] < GROUPS) & (column[None, :] < n)
        at = row[:, None] * n + column[None, :]
        total_w += tl.load(dw_parts + at, mask=inside, other=0.0)
        total_b += tl.load(db_parts + at, mask=inside, other=0.0)
    tl.store(dw + column, tl.sum(total_w, axis=0), mask=column < n)
    tl.store(db + column, tl.sum(total_b, axis=0), mask=column < n)


def softmax_warps(n):
    return 4 if n < 2048 else 8 if n < 4096 else 16


def norm_warps(n):
    return min(max(n // 256, 1), 8)


def whole_row(n):
    return {"BLOCK": n}


# Groups of rows that share partial sums; tools/bench/Rows.cpp has the same numbers.
def groups(n):
    return 256 if n <= 1024 else 128 if n <= 4096 else 96 if n <= 8192 else 64


# Kernel, its parameters (data: of the element type), its constants and warps for a number of columns.
KERNELS = [
    (softmax, ["data", "data", "n"], whole_row, softmax_warps),
    (softmax_backward, ["data", "data", "data", "n"], whole_row, softmax_warps),
    (layer_norm, ["data", "*fp32", "*fp32", "data", "data", "data", "n", "fp32"], whole_row, norm_warps),
    (rms_norm, ["data", "*fp32", "data", "data", "n", "fp32"], whole_row, norm_warps),
    (layer_norm_backward, ["data", "data", "data", "*i32", "data", "data", "data", "*fp32", "*fp32", "n"],
     lambda n: {"GROUPS": groups(n), "BLOCK": n}, norm_warps),
    (layer_norm_backward_sums, ["data", "data", "data", "data", "n"], lambda n: {"GROUPS": groups(n), "ROWS": 32, "COLUMNS": 128}, lambda n: 4),
]


def compile_one(kernel, parameters, constants, warps, element, columns):
    names = kernel.arg_names
    kinds = [{"data": "*" + element, "n": "i32"}.get(p, p) for p in parameters] + ["constexpr"] * len(constants(columns))
    # What Triton's own launcher finds out: addresses and columns are multiples of 16.
    divisible = {(i,): [["tt.divisibility", 16]] for i, k in enumerate(kinds) if k[0] == "*" or k == "i32"}
    source = ASTSource(kernel, signature=dict(zip(names, kinds)), constexprs=constants(columns), attrs=divisible)
    return triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_warps": warps(columns)})


def main(folder):
    os.makedirs(folder, exist_ok=True)
    with open(folder + "/kernels.txt", "w") as listing:
        for kernel, parameters, constants, warps in KERNELS:
            for element, short in (("fp32", "f32"), ("bf16", "bf16")):
                for columns in (1024, 4096, 16384):
                    built = compile_one(kernel, parameters, constants, warps, element, columns)
                    name = f"{kernel.__name__}_{short}_{columns}"
                    with open(f"{folder}/{name}.cubin", "wb") as file:
                        file.write(built.asm["cubin"])
                    m = built.metadata
                    print(name, name + ".cubin", m.name, 32 * m.num_warps, m.shared, file=listing)


main(sys.argv[1])
