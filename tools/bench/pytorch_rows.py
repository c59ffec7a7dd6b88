#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times memory-bound kernels beside PyTorch (the faster of what it calls and of what torch.compile makes) and Triton, in one process.

    pytorch_rows.py RUNTIME.so FOLDER [TEXT]...

FOLDER has the PTX that tilec made of test/exec/kernels; TEXT keeps the rows whose name has one of them. Columns: microseconds, and the
others' time over ours: PyTorch's own function, the compiled one, Triton's fastest of 4, 8, 16 and 32 warps. Arrays of 256 MiB, works
in turn, medians; a result that is further off than its bound is reported instead.
"""
import sys
import warnings

import torch
import torch.nn.functional as F
import triton

import row_gradients_triton as gradients
from products import MULTIPROCESSORS, Runtime, in_turn

warnings.filterwarnings("ignore")
BYTES = 256 << 20
EPSILON = 1e-5
TYPES = {torch.float32: "float", torch.bfloat16: "__nv_bfloat16"}
SHORT = {torch.float32: "f32", torch.bfloat16: "bf16"}


class Bench:
    def __init__(self, library, folder, wanted):
        self.runtime, self.folder, self.wanted = Runtime(library), folder, wanted
        self.modules = {}

    def kernel(self, file, name):
        if file not in self.modules:
            self.modules[file] = self.runtime.kernels(f"{self.folder}/{file}.ptx")
        return self.modules[file][name]

    def ours(self, *launches):
        """Queues launches: (file, kernel, grid, arguments...) each."""
        works = [self.runtime.launch(self.kernel(file, name), grid, *values) for file, name, grid, *values in launches]

        def run(_=0):
            for work in works:
                work()

        return run

    def row(self, name, make):
        """`make` gives our work, results to compare as pairs of functions, PyTorch's function or None, the function to compile, Triton's works."""
        if self.wanted and not any(text in name for text in self.wanted):
            return
        try:
            self.measure(name, *make())
        except Exception as error:  # the others have theirs to fail for
            print(f"FAILED {name}: {error!r}"[:300], flush=True)
        torch.cuda.empty_cache()

    def measure(self, name, ours, result, exact, eager, plain, arguments, triton_works=()):
        ours()
        error = max(difference(a, b) for a, b in zip(result, exact()))
        if not error <= 2e-2:
            print(f"FAILED {name}: error {error:.1e}", flush=True)
            return
        torch._dynamo.reset()
        compiled = torch.compile(plain, dynamic=False)
        compiled(*arguments)
        works = [ours, (lambda i: eager(*arguments)) if eager else None, lambda i: compiled(*arguments)]
        times = dict(zip([i for i, w in enumerate(works) if w], in_turn([w for w in works if w], rounds=5)))
        fastest = min(filter(None, map(time_of, triton_works)), default=None)
        others = [times.get(1), times[2], fastest * times[0] / time_of(ours) if fastest else None]
        ratios = " ".join(f"{t / times[0]:7.2f}" if t else "       " for t in others)
        print(f"{name:44} {times[0] * 1e3:8.1f} {ratios}", flush=True)


def time_of(work):
    """None where the kernel cannot run."""
    try:
        return in_turn([work], rounds=5)[0]
    except Exception:
        return None


def difference(a, b):
    a, b = a.reshape(-1)[: 1 << 22].double(), b.reshape(-1)[: 1 << 22].double()
    return ((a - b).abs().max() / b.abs().max().clamp(min=1e-30)).item()


def normal(*shape, dtype=torch.float32):
    return torch.randn(*shape, device="cuda", dtype=torch.float32).to(dtype)


def norms(bench, dtype, columns):
    rows = BYTES // dtype.itemsize // columns
    title = lambda name: f"{name} {SHORT[dtype]} {columns}"
    kernel = lambda name: f"{name}<{TYPES[dtype]}, {columns}>"
    x, dy, out = normal(rows, columns, dtype=dtype), normal(rows, columns, dtype=dtype), torch.empty(rows, columns, device="cuda", dtype=dtype)
    w, b = normal(columns, dtype=dtype), normal(columns, dtype=dtype)
    mean, rstd = torch.empty(rows, device="cuda"), torch.empty(rows, device="cuda")
    head = lambda tensor: tensor[:64]

    def softmax():
        return (bench.ours(("softmax", kernel("softmax_forward"), (rows,), out, x, rows, columns)), [head(out)],
                lambda: [torch.softmax(head(x).float(), 1)], lambda x: torch.softmax(x, 1), lambda x: torch.softmax(x.float(), 1).to(x.dtype), (x,))

    def softmax_backward():
        y = torch.softmax(x.float(), 1).to(dtype)
        plain = lambda dy, y: (y.float() * (dy.float() - (y.float() * dy.float()).sum(1, keepdim=True))).to(y.dtype)
        return (bench.ours(("softmax", kernel("softmax_backward"), (rows,), out, dy, y, rows, columns)), [head(out)],
                lambda: [plain(head(dy), head(y))], lambda dy, y: torch._softmax_backward_data(dy, y, 1, dtype), plain, (dy, y))

    def layer_norm():
        function = lambda x, w, b: F.layer_norm(x, (columns,), w, b, EPSILON)
        return (bench.ours(("norm_rows", kernel("layer_norm_rows"), (rows,), out, mean, rstd, x, w, b, rows, columns, EPSILON)), [head(out)],
                lambda: [function(head(x), w, b)], function, function, (x, w, b))

    def rms_norm():
        function = lambda x, w: F.rms_norm(x, (columns,), w, EPSILON)
        return (bench.ours(("norm_rows", kernel("rms_norm_rows"), (rows,), out, rstd, x, w, rows, columns, EPSILON)), [head(out)],
                lambda: [function(head(x), w)], function, function, (x, w))

    blocks = MULTIPROCESSORS * (8 if columns <= 1024 else 2 if columns <= 4096 else 1)
    partial_w, partial_b = torch.empty(blocks, columns, device="cuda"), torch.empty(blocks, columns, device="cuda")
    sum_w, sum_b = torch.empty_like(w), torch.empty_like(w)
    add = lambda to, of: ("norm_rows", f"add_rows<{TYPES[dtype]}>", (columns // 16,), to, of, blocks, columns)

    def triton_way(kernel, arguments, sums):
        def with_warps(warps, each):
            programs = MULTIPROCESSORS * each
            parts = [torch.empty(programs, columns, device="cuda") for _ in sums]

            def run(_=0):
                kernel[(programs,)](out, *parts, *arguments, rows, columns, BLOCK=columns, num_warps=warps)
                for part, total in zip(parts, sums):
                    gradients.add_rows[(columns // 32,)](total, part, programs, columns, ROWS=64, COLUMNS=32)

            return run

        each = {1024: ((2, 8), (4, 8), (8, 4), (4, 4)), 4096: ((8, 2), (16, 2), (8, 4)), 16384: ((16, 1), (32, 1))}[columns]
        return [with_warps(*choice) for choice in each]

    def layer_norm_backward():
        mean.copy_(x.float().mean(1))
        rstd.copy_((x.float().var(1, unbiased=False) + EPSILON).rsqrt())

        def plain(dy, x, w, mean, rstd):
            xhat, g = (x.float() - mean[:, None]) * rstd[:, None], dy.float() * w.float()
            dx = (g - g.mean(1, keepdim=True) - xhat * (g * xhat).mean(1, keepdim=True)) * rstd[:, None]
            return dx.to(x.dtype), (dy.float() * xhat).sum(0).to(x.dtype), dy.float().sum(0).to(x.dtype)

        ours = bench.ours(("norm_rows", kernel("layer_norm_rows_backward"), (blocks,), out, partial_w, partial_b, dy, x, w, mean, rstd, rows, columns),
                          ("norm_rows", f"add_rows_of_two<{TYPES[dtype]}>", (columns // 16, 2), sum_w, sum_b, partial_w, partial_b, blocks, columns))
        eager = lambda dy, x, w, mean, rstd: torch.ops.aten.native_layer_norm_backward(dy, x, (columns,), mean[:, None], rstd[:, None], w, b, (True, True, True))
        return (ours, [out, sum_w, sum_b], lambda: [t.float() for t in plain(dy, x, w, mean, rstd)], eager, plain,
                (dy, x, w, mean, rstd), triton_way(gradients.layer_norm_backward, (dy, x, w, mean, rstd), (sum_w.clone(), sum_b.clone())))

    def rms_norm_backward():
        rstd.copy_((x.float().square().mean(1) + EPSILON).rsqrt())

        def plain(dy, x, w, rstd):
            xhat, g = x.float() * rstd[:, None], dy.float() * w.float()
            return ((g - xhat * (g * xhat).mean(1, keepdim=True)) * rstd[:, None]).to(x.dtype), (dy.float() * xhat).sum(0).to(x.dtype)

        ours = bench.ours(("norm_rows", kernel("rms_norm_rows_backward"), (blocks,), out, partial_w, dy, x, w, rstd, rows, columns), add(sum_w, partial_w))
        return (ours, [out, sum_w], lambda: [t.float() for t in plain(dy, x, w, rstd)], None, plain, (dy, x, w, rstd),
                triton_way(gradients.rms_norm_backward, (dy, x, w, rstd), (sum_w.clone(),)))

    for make in (softmax, softmax_backward, layer_norm, rms_norm, layer_norm_backward, rms_norm_backward):
        bench.row(title(make.__name__.replace("_", " ")), make)


def elementwise(bench):
    n = BYTES // 4
    a, b, c = normal(n), normal(n), torch.empty(n, device="cuda")
    x, y = normal(2 * n, dtype=torch.bfloat16), torch.empty(2 * n, device="cuda", dtype=torch.bfloat16)
    add = lambda a, b: a + b
    bench.row("vector add f32", lambda: (bench.ours(("vector_add", "add_views", (n // 256,), c, a, b, n)), [c], lambda: [a + b], add, add, (a, b)))
    gelu = lambda x: F.gelu(x, approximate="tanh")
    for i, o in ((a, c), (x, y)):
        work = bench.ours(("activation", f"gelu_forward<{TYPES[i.dtype]}>", (i.numel() // 1024,), o, i, i.numel()))
        bench.row(f"gelu {SHORT[i.dtype]}", lambda: (work, [o], lambda: [gelu(i)], gelu, gelu, (i,)))
    rows = n // 1024
    narrow, scales = torch.randint(-127, 127, (rows, 1024), device="cuda", dtype=torch.int8), torch.rand(rows, device="cuda")
    widen = lambda q, s: q.float() * s[:, None]
    bench.row("dequantise int8, rows of 1024", lambda: (
        bench.ours(("quantize", "dequantize_int8_row<1024>", (rows,), c, narrow, scales, rows, 1024)), [c],
        lambda: [widen(narrow, scales)], widen, widen, (narrow, scales)))
    for dtype in TYPES:
        square = normal(8192, 8192, dtype=dtype)
        out = torch.empty_like(square)
        turn = lambda m: m.t().contiguous()
        bench.row(f"transpose {SHORT[dtype]} 8192x8192", lambda: (
            bench.ours(("transpose", f"transpose<{TYPES[dtype]}, 64, 64>", (128, 128), out, square, 8192, 8192)), [out],
            lambda: [turn(square)], turn, turn, (square,)))


def reductions(bench):
    bytes, columns = 2 * BYTES, 16384
    for dtype in TYPES:
        rows = bytes // dtype.itemsize // columns
        m, v, y = normal(rows, columns, dtype=dtype), normal(columns), torch.empty(rows, device="cuda")
        eager = (lambda m, v: m @ v) if dtype == torch.float32 else None
        plain = lambda m, v: (m.float() * v).sum(1)
        bench.row(f"matrix times vector {SHORT[dtype]}", lambda: (
            bench.ours(("gemv", f"gemv<{TYPES[dtype]}, 4, 1024>", (rows // 4,), y, m, v, rows, columns)), [y],
            lambda: [torch.cat([p.float() @ v for p in m.split(1024)])], eager, plain, (m, v)))
        classes = 128 * 1024
        count = bytes // dtype.itemsize // classes
        logits, targets, loss = m.view(count, classes), torch.randint(0, classes, (count,), device="cuda"), torch.empty(count, device="cuda")
        narrow_targets = targets.int()
        eager = lambda logits, targets: F.cross_entropy(logits, targets, reduction="none")
        plain = lambda logits, targets: F.cross_entropy(logits.float(), targets, reduction="none")
        bench.row(f"cross entropy of 128k classes {SHORT[dtype]}", lambda: (
            bench.ours(("divergence", f"cross_entropy<{TYPES[dtype]}, 4096>", (count,), loss, logits, narrow_targets, count, classes)), [loss],
            lambda: [torch.cat([plain(a, b) for a, b in zip(logits.split(64), targets.split(64))])], eager, plain, (logits, targets)))
    rows = bytes // columns
    q, scales, v, y = torch.randint(-127, 127, (rows, columns), device="cuda", dtype=torch.int8), torch.rand(rows, device="cuda"), normal(columns), torch.empty(rows, device="cuda")
    plain = lambda q, s, v: (q.float() * v).sum(1) * s
    bench.row("matrix times vector int8", lambda: (
        bench.ours(("gemv", "gemv_quantised<4, 1024>", (rows // 4,), y, q, scales, v, rows, columns)), [y],
        lambda: [torch.cat([p.float() @ v for p in q.split(1024)]) * scales], None, plain, (q, scales, v)))
    log_p, log_q = (normal(BYTES // 4 // columns, columns).log_softmax(1) for _ in range(2))
    out = torch.empty(BYTES // 4 // columns, device="cuda")
    plain = lambda a, b: (a.exp() * (a - b)).sum(1)
    bench.row("KL divergence, rows of 16384", lambda: (
        bench.ours(("divergence", "kl_divergence", (log_p.shape[0],), out, log_p, log_q, log_p.shape[0], columns)), [out],
        lambda: [plain(log_p, log_q)], lambda a, b: F.kl_div(b, a, reduction="none", log_target=True).sum(1), plain, (log_p, log_q)))
    m = normal(16384, 8192)
    total = torch.empty(8192, device="cuda")
    plain = lambda m: m.sum(0)
    bench.row("column sums f32 16384x8192", lambda: (
        bench.ours(("column_sums", "column_sums<float>", (128,), total, m, 16384, 8192)), [total], lambda: [plain(m.double())], plain, plain, (m,)))


def lookups(bench):
    for dtype, tokens, width in ((torch.float32, 16, 64), (torch.bfloat16, 4, 1024)):
        count = BYTES // dtype.itemsize // width
        table, out, index = normal(count, width, dtype=dtype), torch.empty(count, width, device="cuda", dtype=dtype), torch.randint(0, count, (count,), device="cuda")
        narrow = index.int()
        take = lambda table, index: table[index]
        bench.row(f"rows of {width * dtype.itemsize} bytes gathered", lambda: (
            bench.ours(("embedding", f"gather_rows<{TYPES[dtype]}, {tokens}, {width}>", (count // tokens,), out, table, narrow, count)), [out],
            lambda: [take(table, index)], lambda t, i: F.embedding(i, t), take, (table, index)))
    n = 1 << 28
    data, bins = torch.randint(0, 256, (n,), device="cuda", dtype=torch.uint8), torch.zeros(256, device="cuda", dtype=torch.int32)
    count = bench.ours(("histogram", "histogram_in_loop", (16 * MULTIPROCESSORS,), bins, data, n))

    def histogram(_=0):
        bins.zero_()
        count()

    plain = lambda data: torch.zeros(256, device="cuda", dtype=torch.int32).index_add_(0, data.int(), torch.ones_like(data, dtype=torch.int32))
    bench.row("histogram of 2^28 bytes", lambda: (
        histogram, [bins], lambda: [torch.bincount(data, minlength=256)], lambda d: torch.bincount(d, minlength=256), plain, (data,)))
    rows, columns = 4096, 16384
    x, sums = normal(rows, columns), torch.empty(rows, columns, device="cuda")
    scan = lambda x: x.cumsum(1)
    bench.row("prefix sums of 4096 rows of 16384 f32", lambda: (
        bench.ours(("stream", "scan_long_rows<float>", (rows,), sums, x, columns)), [sums], lambda: [scan(x.double()).float()], scan, scan, (x,)))
    flat = x.view(-1)
    kept, number = torch.empty_like(flat), torch.zeros(1, device="cuda", dtype=torch.int32)
    select = bench.ours(("stream", "compact", (flat.numel() // 512,), kept, number, flat, flat.numel(), 0.5))

    def compact(_=0):
        number.zero_()
        select()

    plain = lambda x: x[x > 0.5]
    bench.row("elements above a limit, 2^26 f32", lambda: (compact, [number], lambda: [(flat > 0.5).sum().view(1)], plain, plain, (flat,)))


def main():
    bench = Bench(sys.argv[1], sys.argv[2], sys.argv[3:])
    print(f"{'':44} {'us':>8} {'eager':>7} {'compile':>7} {'Triton':>7}")
    elementwise(bench)
    reductions(bench)
    lookups(bench)
    for dtype in TYPES:
        for columns in (1024, 4096, 16384):
            norms(bench, dtype, columns)


if __name__ == "__main__":
    main()
