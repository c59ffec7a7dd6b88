# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gradients of layer norm and RMS norm in plain Triton: a program takes every so many rows, keeps its share of the gradients of weight and
bias, and writes it as one row of partial sums, whose columns a second kernel adds up. The same way as test/exec/kernels/norm_rows.cu.
"""
import triton
import triton.language as tl


@triton.jit
def layer_norm_backward(dx, dw, db, dy, x, w, mean, rstd, rows, n, BLOCK: tl.constexpr):
    first = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    inside = i < n
    weight = tl.load(w + i, mask=inside, other=0.0).to(tl.float32)
    sum_w = tl.zeros([BLOCK], dtype=tl.float32)
    sum_b = tl.zeros([BLOCK], dtype=tl.float32)
    for row in range(first, rows, tl.num_programs(0)):
        v = tl.load(x + row * n + i, mask=inside, other=0.0).to(tl.float32)
        g = tl.load(dy + row * n + i, mask=inside, other=0.0).to(tl.float32)
        r = tl.load(rstd + row)
        xhat = tl.where(inside, (v - tl.load(mean + row)) * r, 0.0)
        wg = g * weight
        mean_g = tl.sum(wg, axis=0) / n
        mean_gx = tl.sum(wg * xhat, axis=0) / n
        tl.store(dx + row * n + i, (wg - mean_g - xhat * mean_gx) * r, mask=inside)
        sum_w += g * xhat
        sum_b += g
    tl.store(dw + first * n + i, sum_w, mask=inside)
    tl.store(db + first * n + i, sum_b, mask=inside)


@triton.jit
def rms_norm_backward(dx, dw, dy, x, w, rstd, rows, n, BLOCK: tl.constexpr):
    first = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    inside = i < n
    weight = tl.load(w + i, mask=inside, other=0.0).to(tl.float32)
    sum_w = tl.zeros([BLOCK], dtype=tl.float32)
    for row in range(first, rows, tl.num_programs(0)):
        v = tl.load(x + row * n + i, mask=inside, other=0.0).to(tl.float32)
        g = tl.load(dy + row * n + i, mask=inside, other=0.0).to(tl.float32)
        r = tl.load(rstd + row)
        xhat = v * r
        wg = g * weight
        mean_gx = tl.sum(wg * xhat, axis=0) / n
        tl.store(dx + row * n + i, (wg - xhat * mean_gx) * r, mask=inside)
        sum_w += g * xhat
    tl.store(dw + first * n + i, sum_w, mask=inside)


@triton.jit
def add_rows(out, x, rows, n, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    columns = tl.program_id(0) * COLUMNS + tl.arange(0, COLUMNS)
    total = tl.zeros([ROWS, COLUMNS], dtype=tl.float32)
    for first in range(0, rows, ROWS):
        row = first + tl.arange(0, ROWS)
        inside = (row[:, None] < rows) & (columns[None, :] < n)
        total += tl.load(x + row[:, None] * n + columns[None, :], mask=inside, other=0.0)
    tl.store(out + columns, tl.sum(total, axis=0), mask=columns < n)
