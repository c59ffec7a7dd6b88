#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times tilec's matrix products and attention against cuBLAS and cuDNN, through PyTorch, in one process.

    products.py RUNTIME.so PRODUCTS.ptx [--seconds N]

RUNTIME.so is the runtime's C API (target tilec-runtime-c), PRODUCTS.ptx what tilec made of products.cu. Data are normally distributed;
buffers take turns so that their bytes are not in L2 by accident. Works are timed in turn, products in CUDA graphs of about a millisecond, so
that no launch by the host is timed; attention queued many times behind a sleeping kernel; medians of rounds. The library is the fastest
of what PyTorch calls and of eight algorithms that cuBLASLt proposes (cublas.py). A result that is further off than its bound is
reported instead of a time. The tile is picked by one rule for all (`pick`). Our launches of products ask for programmatic dependent
launch: a kernel may begin beside the one ahead of it. The last column is the ratio without.
"""
import ctypes
import functools
import json
import re
import statistics
import sys
import time

import cublas
import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

LT = cublas.Lt()
MULTIPROCESSORS = torch.cuda.get_device_properties(0).multi_processor_count


class Argument(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int), ("value", ctypes.c_uint64), ("bytes", ctypes.c_size_t), ("element", ctypes.c_char_p)]


class LaunchOptions(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("grid", ctypes.c_uint32 * 3), ("stream", ctypes.c_void_p), ("carveout", ctypes.c_int),
                ("programmatic", ctypes.c_bool), ("variant", ctypes.c_int)]


SIGNED, FLOAT, POINTER = 0, 2, 4


def argument(value):
    if torch.is_tensor(value):
        return Argument(POINTER, value.data_ptr(), 0, None)
    if isinstance(value, float):
        return Argument(FLOAT, int.from_bytes(bytes(ctypes.c_float(value)), "little"), 0, None)
    return Argument(SIGNED, value, 0, None)


class Runtime:
    """The C API of include/tilec-c/Runtime.h, as much as is needed."""

    def __init__(self, library):
        self.api = ctypes.CDLL(library)
        self.api.tilecErrorMessage.restype = ctypes.c_char_p
        self.api.tilecErrorMessage.argtypes = [ctypes.c_void_p]
        self.api.tilecModuleManifest.restype = ctypes.c_char_p
        self.api.tilecModuleManifest.argtypes = [ctypes.c_void_p]
        for name in ("tilecDriverLoad", "tilecDeviceGet", "tilecContextGetPrimary", "tilecModuleLoadFile", "tilecModuleGetKernel",
                     "tilecKernelLaunch", "tilecStreamBorrow"):
            getattr(self.api, name).restype = ctypes.c_void_p
        self.streams = {}
        torch.zeros(1, device="cuda")
        driver, device, self.context = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
        self.check(self.api.tilecDriverLoad(None, ctypes.byref(driver)))
        self.check(self.api.tilecDeviceGet(driver, 0, ctypes.byref(device)))
        self.check(self.api.tilecContextGetPrimary(device, ctypes.byref(self.context)))

    def check(self, error):
        if error:
            raise RuntimeError(self.api.tilecErrorMessage(error).decode())

    def kernels(self, path):
        """Of a module: by display name without its parameters."""
        module = ctypes.c_void_p()
        self.check(self.api.tilecModuleLoadFile(self.context, path.encode(), ctypes.byref(module)))
        found = {}
        for kernel in json.loads(self.api.tilecModuleManifest(module))["kernels"]:
            handle = ctypes.c_void_p()
            self.check(self.api.tilecModuleGetKernel(module, kernel["name"].encode(), ctypes.byref(handle)))
            found[kernel["displayName"].split("(")[0]] = handle
        return found

    def stream(self):
        """PyTorch's current one."""
        native = torch.cuda.current_stream().cuda_stream
        if native not in self.streams:
            self.streams[native] = self.api.tilecStreamBorrow(self.context, ctypes.c_void_p(native)) if native else None
        return self.streams[native]

    def launch(self, kernel, grid, *values, programmatic=False):
        """A function that queues one run."""
        options = LaunchOptions(ctypes.sizeof(LaunchOptions), (ctypes.c_uint32 * 3)(*grid, *(1,) * (3 - len(grid))), None, -1, programmatic, -1)
        arguments = (Argument * len(values))(*map(argument, values))
        count = ctypes.c_size_t(len(values))

        def run(kept=values):  # the tensors live as long as what is launched with them
            options.stream = self.stream()
            self.check(self.api.tilecKernelLaunch(kernel, ctypes.byref(options), arguments, count))

        return run


def in_turn(works, rounds=7):
    """Milliseconds of one call of each work, a function of the number of the call."""
    event = lambda: torch.cuda.Event(enable_timing=True)
    for work in works:
        work(0)
    torch.cuda.synchronize()
    first, last = event(), event()
    first.record()
    works[0](1)
    last.record()
    torch.cuda.synchronize()
    calls = max(2, min(40, int(1 / max(1e-3, first.elapsed_time(last)))))

    def time(work):
        torch.cuda._sleep(2_000_000)
        first.record()
        for call in range(calls):
            work(call)
        last.record()
        last.synchronize()
        return first.elapsed_time(last) / calls

    return both_ways(works, time, rounds)


def both_ways(works, measure, rounds, settling=0.2):
    """What `measure` says of each work, which takes its clock and power over from the one before: in turn forwards and backwards, the
    mean of the medians of both ways. Before, in turn unheeded for `settling` seconds: a GPU needs 60 to 150 ms to lower its clock to what
    their power allows."""
    end = time.monotonic() + settling
    while time.monotonic() < end:
        for work in works:
            measure(work)
    taken = [[] for _ in works]
    for number in range(max(2, rounds)):
        for work, times in list(zip(works, taken))[:: -1 if number % 2 else 1]:
            times.append(measure(work))
    return [(statistics.median(times[::2]) + statistics.median(times[1::2])) / 2 for times in taken]


def in_graphs(works, rounds=9, milliseconds=1):
    """Milliseconds of one call of each work, a function of the number of the call, without the host's part."""
    calls = 2
    for work in works:
        single = captured(work, 2)
        calls = max(calls, min(400, int(2 * milliseconds / max(1e-3, elapsed(single)))))
    return both_ways([captured(work, calls) for work in works], lambda graph: elapsed(graph) / calls, rounds)


def captured(work, calls):
    work(0)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for call in range(calls):
            work(call)
    graph.replay()
    torch.cuda.synchronize()
    return graph


def elapsed(graph):
    first, last = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    first.record()
    graph.replay()
    last.record()
    last.synchronize()
    return first.elapsed_time(last)


def pick(m, n, dtype, k=None):
    """The largest tile of which there is nearly one for each multiprocessor; fp8 has two sums for each element, f64 sums of two
    registers, so half of it; and so have 16 bits with loops of at most 512, where two blocks of a CTA are in flight."""
    ceil = lambda size, tile: -(-size // tile)
    for tile in ((128, 256), (128, 128)):
        is_short = k is not None and k <= 512 and dtype.itemsize == 2
        if (dtype in (torch.float64, torch.float8_e4m3fn) or is_short) and tile[1] == 256:
            continue
        if ceil(m, tile[0]) * ceil(n, tile[1]) >= 0.9 * MULTIPROCESSORS:
            return tile
    return 64, 128


def report(name, ours, theirs, work, more=""):
    print(f"{name:44} {ours * 1e3:9.1f} {work / ours / 1e9:8.0f} TFLOP/s {theirs / ours:7.3f}{more}", flush=True)


def normal(rows, columns, dtype):
    if dtype == torch.int8:
        return torch.randint(-128, 128, (rows, columns), device="cuda", dtype=dtype)
    return torch.randn(rows, columns, device="cuda").to(dtype)


# Spelling in C++, element types of operands and result, the tile's extent along k, and the bound on
# |error| / (|result| + sqrt(k)).
BF16 = ("__nv_bfloat16, float, __nv_bfloat16", torch.bfloat16, torch.bfloat16, 64, 8e-3)
F16 = ("__half, float, __half", torch.float16, torch.float16, 64, 1e-3)
TF32 = ("__nv_tf32, float, float", torch.float32, torch.float32, 32, 1e-3)
INT8 = ("signed char, int, int", torch.int8, torch.int32, 128, 0)
F64 = ("double, double, double", torch.float64, torch.float64, 16, 1e-12)
FP8 = ("__nv_fp8_e4m3, float, __nv_bfloat16", torch.float8_e4m3fn, torch.bfloat16, 128, 8e-3)


def factors(kind, transposed, m, n, k):
    """Random ones; floats for tf32 have no bits that it lacks."""
    spelling, dtype = kind[:2]
    a, b = normal(m, k, dtype), normal(n, k, dtype) if transposed else normal(k, n, dtype)
    if spelling.startswith("__nv_tf32"):
        a, b = ((x.view(torch.int32) & ~0x1FFF).view(torch.float32) for x in (a, b))
    return a, b


@functools.cache
def lt_candidates(*product):
    return LT.candidates(*product)


def library_products(a, b, right, out, transposed):
    """Each a way to have the product from the library."""
    dtype, (m, k), n = a.dtype, a.shape, right.shape[1]
    if dtype == torch.float8_e4m3fn:
        one = torch.ones(1, device="cuda")
        return [lambda: torch._scaled_mm(a, right, one, one, out_dtype=torch.bfloat16, use_fast_accum=False)]
    works = [lambda candidate=candidate: candidate(a, b, out) for candidate in lt_candidates(dtype, out.dtype, transposed, m, n, k)]
    return works + [lambda: torch._int_mm(a, right, out=out) if dtype == torch.int8 else torch.matmul(a, right, out=out)]


def can_run(work):
    try:
        work()
    except RuntimeError:
        return False
    return True


def gemm(runtime, kernels, kind, transposed, m, n, k):
    spelling, dtype, result, depth, bound = kind
    tile = pick(m, n, dtype, k)
    kernel = kernels[f"gemm_n{'t' if transposed else 'n'}<{spelling}, {tile[0]}, {tile[1]}, {depth}>"]
    grid = (-(-m // tile[0]), -(-n // tile[1]))
    sets = max(2, min(8, int(200e6 // (dtype.itemsize * (m * k + k * n) + result.itemsize * m * n)) + 1))
    ours, alone, libraries = [], [], []
    for number in range(sets):
        a, b = factors(kind, transposed, m, n, k)
        out = torch.zeros(m, n, device="cuda", dtype=result)
        right = b.t() if transposed else b
        ours.append(runtime.launch(kernel, grid, out, a, b, m, n, k, programmatic=True))
        alone.append(runtime.launch(kernel, grid, out, a, b, m, n, k))
        libraries.append(library_products(a, b, right, torch.zeros_like(out), transposed))
        if number == 0:
            ours[0]()
            rows = torch.randint(0, m, (64,), device="cuda")
            exact = torch.matmul(a[rows].double(), right.double())
            error = ((out[rows].double() - exact).abs() / (exact.abs() + k**0.5)).max().item()
    name = f"{spelling.split(',')[0].replace('__nv_', '').strip('_')} {'NT' if transposed else 'NN'} {m}x{n}x{k}, {tile[0]}x{tile[1]}"
    if not error <= bound:
        print(f"FAILED {name}: error {error:.1e}, at most {bound:.0e} expected", flush=True)
        return None
    # Every set has the same works, so a column of the table is one of the library's.
    columns = [lambda i, column=column: column[i % sets]() for column in zip(*libraries) if can_run(column[0])]
    times = in_graphs(columns, rounds=3) if len(columns) > 1 else [0]
    best = columns[times.index(min(times))]
    ours_ms, alone_ms, theirs_ms = in_graphs([lambda i: ours[i % sets](), lambda i: alone[i % sets](), best], rounds=9 if kind == BF16 else 5)
    report(name, ours_ms, theirs_ms, 2 * m * n * k, f"{theirs_ms / alone_ms:8.3f}")
    return theirs_ms / ours_ms


def floats_of(kind, rows, columns):
    x = torch.randn(rows, columns, device="cuda", dtype=torch.float64)
    if kind == "positive":
        x = x.abs()
    if kind == "badly scaled":
        x *= torch.exp(40 * torch.rand_like(x) - 20)
    if kind == "cancelling":
        x = x.abs() * torch.tensor([1, -1], device="cuda").repeat(columns // 2)
    return x.float()


def f32_gemm(runtime, kernels, transposed, size, tile=128):
    """Times, and errors: |error| / (|a| |b|) is at most the library's where that does not split K, and what is not finite is so in both."""
    kernel = kernels[f"gemm_n{'t' if transposed else 'n'}<float, float, float, {tile}, {tile}, 32>"]
    name = f"f32 {'NT' if transposed else 'NN'} {size}x{size}x{size}, {tile}x{tile}"
    right = lambda b: b.t() if transposed else b
    launch = lambda out, a, b, m, n, k: runtime.launch(kernel, (-(-m // tile), -(-n // tile)), out, a, b, m, n, k, programmatic=True)
    for kind in ("normal", "positive", "badly scaled", "cancelling"):
        for k in (64, 2048):
            a, b, out = floats_of(kind, 2048, k), floats_of("positive" if kind == "cancelling" else kind, 2048, k), torch.zeros(2048, 2048, device="cuda")
            b = b if transposed else b.t().contiguous()
            launch(out, a, b, 2048, 2048, k)()
            exact, scale = a.double() @ right(b).double(), a.double().abs() @ right(b).double().abs()
            error = lambda x: ((x.double() - exact).abs() / scale).max().item()
            ours, theirs = error(out), error(torch.matmul(a, right(b)))
            if not ours <= theirs:
                print(f"FAILED {name}: {kind}, k = {k}: error {ours:.1e}, the library's {theirs:.1e}", flush=True)
    for factor, value in ((1, float("inf")), (1, float("nan")), (1e-32, 1e-34), (1e-36, 1e-38), (1e-40, 0), (1e30, 3e38)):
        a, b, out = floats_of("normal", 512, 512) * factor, floats_of("normal", 512, 512), torch.zeros(512, 512, device="cuda")
        a[7, 9] = value
        launch(out, a, b, 512, 512, 512)()
        theirs, scale = torch.matmul(a, right(b)), a.double().abs() @ right(b).double().abs()
        same = torch.isfinite(out) == torch.isfinite(theirs)
        far = torch.isfinite(theirs) & ((out.double() - theirs.double()).abs() > 4e-6 * scale + 1e-44)
        if not same.all() or far.any():
            print(f"FAILED {name}: numbers of {factor} and {value}", flush=True)
    a, b, out, theirs = floats_of("normal", size, size), floats_of("normal", size, size), *torch.zeros(2, size, size, device="cuda")
    ours_ms, theirs_ms = in_graphs([lambda i, run=launch(out, a, b, size, size, size): run(), lambda i: torch.matmul(a, right(b), out=theirs)], rounds=5)
    report(name, ours_ms, theirs_ms, 2 * size**3)


def attention(runtime, kernels, queries, keys, width, length):
    heads = 16 * max(1, 16384 // length)
    q, k, v = (torch.randn(heads, length, width, device="cuda", dtype=torch.bfloat16) for _ in range(3))
    out = torch.zeros_like(q)
    kernel = kernels[f"attention<{queries}, {keys}, {width}>"]
    run = runtime.launch(kernel, (length // queries, heads), out, q, k, v, length, length, heads, width**-0.5)
    run()
    exact = torch.softmax(torch.matmul(q[0].float(), k[0].float().t()) * width**-0.5, 1) @ v[0].float()
    error = (out[0].float() - exact).abs().max().item()
    name = f"attention, {heads} heads of {width}, {length} long, {queries}x{keys}"
    if not error <= 4e-3:
        print(f"FAILED {name}: error {error:.1e}", flush=True)
        return
    with sdpa_kernel(SDPBackend.CUDNN_ATTENTION):
        library = lambda i: torch.nn.functional.scaled_dot_product_attention(q[None], k[None], v[None])
        ours_ms, theirs_ms = in_turn([lambda i: run(), library], rounds=6)
    report(name, ours_ms, theirs_ms, 4 * heads * length * length * width)


def few_rows(runtime, kernels, rows, n=32768, k=8192):
    """Weights that are read once, against the time that reading them takes."""
    weights, a = normal(n, k, torch.bfloat16), normal(rows, k, torch.bfloat16)
    out, sums = torch.zeros(rows, n, device="cuda", dtype=torch.bfloat16), torch.zeros(n * k // 2048, device="cuda")
    if rows == 1:
        run = runtime.launch(kernels["row_times_matrix<2, 4096>"], (n // 2,), out, a, weights, n, k)
    else:
        run = runtime.launch(kernels["gemm_nt<__nv_bfloat16, float, __nv_bfloat16, 16, 128, 128>"], (-(-rows // 16), n // 128), out, a,
                             weights, rows, n, k)
    read = runtime.launch(kernels["sums_of_tiles"], (sums.numel(),), sums, weights.view(torch.float32), n * k // 2, sums.numel())
    run()
    exact = a.double() @ weights[:4096].double().t()
    error = ((out[:, :4096].double() - exact).abs() / (exact.abs() + k**0.5)).max().item()
    name = f"bfloat16 NT {rows}x{n}x{k}, weights read once"
    if not error <= 8e-3:
        return print(f"FAILED {name}: error {error:.1e}", flush=True)
    library_out = torch.zeros_like(out)
    library = lambda i: torch.matmul(a, weights.t(), out=library_out)
    ours, theirs, reading = in_graphs([lambda i: run(), library, lambda i: read()], rounds=5)
    gigabytes = 2 * n * k / ours / 1e6
    return print(f"{name:44} {ours * 1e3:9.1f} {gigabytes:8.0f} GB/s    {theirs / ours:7.3f}, of reading {reading / ours:.3f}", flush=True)


SHAPES = [(1024, 1024, 1024), (2048, 2048, 2048), (4096, 4096, 4096), (8192, 8192, 8192), (8192, 8192, 512), (512, 8192, 8192),
          (4096, 14336, 4096), (16384, 1024, 4096)]


def main():
    runtime = Runtime(sys.argv[1])
    kernels = runtime.kernels(sys.argv[2])
    limit = time.time() + (float(sys.argv[4]) if sys.argv[3:4] == ["--seconds"] else 100)
    torch.backends.cuda.matmul.allow_tf32 = True
    print(f"{'':44} {'us':>9} {'':16} {'library/ours':>7}")
    works = [(kind, transposed, shape) for kind in (BF16, F16) for transposed in (False, True) for shape in SHAPES]
    works += [(kind, True, (size,) * 3) for kind in (TF32, INT8, FP8) for size in (4096, 8192)]
    works += [(F64, True, (8192,) * 3)]
    ratios = {BF16: [], F16: []}
    for kind, transposed, shape in works:
        if time.time() > limit:
            return print("out of time")
        ratio = gemm(runtime, kernels, kind, transposed, *shape)
        if ratio and kind in ratios:
            ratios[kind].append(ratio)
    for kind, name in ((BF16, "bf16"), (F16, "f16")):
        if ratios[kind]:
            print(f"{f'{name}, geometric mean of {len(ratios[kind])}':44} {'':9} {'':16} {statistics.geometric_mean(ratios[kind]):7.3f}")
    torch.backends.cuda.matmul.allow_tf32 = False
    for transposed in (False, True):
        for size in (2048, 4096):
            f32_gemm(runtime, kernels, transposed, size)
    for rows in (16, 1):
        few_rows(runtime, kernels, rows)
    for tile, lengths in (((128, 128, 128), (4096, 8192, 16384)), ((64, 64, 128), (4096, 16384)), ((64, 128, 64), (4096, 16384)),
                          ((128, 128, 64), (4096, 16384)), ((128, 64, 256), (4096, 16384))):
        for length in lengths:
            attention(runtime, kernels, *tile, length)
    return None


if __name__ == "__main__":
    main()
