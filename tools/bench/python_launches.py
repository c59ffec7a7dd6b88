#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a launch from Python costs on the host: five arguments, three of them arrays.

    PYTHONPATH=package/python TILEC_LIBRARY=build/release/lib/libtilec.so tools/bench/python_launches.py

With PyTorch and a GPU its tensors are launched there, beside Triton where that is installed. Without a GPU, --stub FILE
names the tests' stand-in for the driver (build/dev/bin/tests/libtilec_fake_driver.so): launches then end where the driver
begins, and tensors of the CPU, whose memory nothing touches, stand for those of a GPU.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import warnings

SOURCE = """#include <cuda_tile.h>
__tile_global__ void scale(float *out, const float *a, const float *b, float factor, int n) {
  auto i = cuda::tiles::bid().x;
  out[i] = a[i] * b[i] * factor + n;
}
"""


def microseconds(launch, calls=2000, turns=50, drain=lambda: None):
    """Of the fastest turn: others have the machine, too."""
    best = float("inf")
    for _ in range(turns):
        drain()
        start = time.perf_counter()
        for _ in range(calls):
            launch()
        best = min(best, time.perf_counter() - start)
    drain()
    return 1e6 * best / calls


def with_stub(stub):
    """Starts this program again where the loader finds a driver whose launches do nothing."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "stub.c"
        source.write_text("int cuLaunchKernelEx(const void *c, void *f, void **p, void **e) { return 0; }\n")
        stub = os.path.abspath(stub)
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", source, "-o", f"{folder}/libcuda.so.1", "-Wl,--no-as-needed", stub,
                        f"-Wl,-rpath,{os.path.dirname(stub)}"], check=True)
        path = os.pathsep.join(filter(None, [folder, os.environ.get("LD_LIBRARY_PATH")]))
        return subprocess.run([sys.executable, __file__], env={**os.environ, "LD_LIBRARY_PATH": path, "TILEC_BENCH_STUB": "1"}).returncode


class Tensor:
    """In the place of PyTorch's where that is not installed."""

    class device:
        type, index = "cuda", 0

    dtype = "torch.float32"

    def __init__(self, address):
        self.address = address

    def data_ptr(self):
        return self.address

    def numel(self):
        return 4096

    def element_size(self):
        return 4

    def is_contiguous(self):
        return True


def tensors(is_stub):
    """Three of them, and what waits for the GPU."""
    try:
        import torch
    except ImportError:
        return [Tensor(index << 40) for index in (1, 2, 3)], lambda: None
    if is_stub:
        from tilec import _arrays
        _arrays.gpus[torch.device("cpu")] = 0
        _arrays.tensor_types.add(torch.Tensor)
        _arrays.elements[torch.float32] = "f32"
        return [torch.empty(4096) for _ in range(3)], lambda: None
    return [torch.ones(4096, device="cuda") for _ in range(3)], torch.cuda.synchronize


def triton_launch(out, a, b):
    import triton
    import triton.language as tl

    @triton.jit
    def scale(out, a, b, factor, n):
        i = tl.program_id(0)
        tl.store(out + i, tl.load(a + i) * tl.load(b + i) * factor + n)

    return lambda: scale[(16,)](out, a, b, 2.0, 5)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stub", help="the tests' stand-in for the driver")
    arguments = parser.parse_args()
    if arguments.stub:
        return with_stub(arguments.stub)
    warnings.simplefilter("ignore")
    is_stub = bool(os.environ.get("TILEC_BENCH_STUB"))
    import tilec

    kernel = tilec.compile(SOURCE)["scale"]
    (out, a, b), wait = tensors(is_stub)
    print(f"tilec   kernel[grid](...) {microseconds(lambda: kernel[16](out, a, b, 2.0, 5), drain=wait):6.2f} us")
    launcher = kernel[16]
    print(f"tilec   launcher(...)     {microseconds(lambda: launcher(out, a, b, 2.0, 5), drain=wait):6.2f} us")
    if not is_stub:
        try:
            run = triton_launch(out, a, b)
        except ImportError:
            return 0
        print(f"triton  kernel[grid](...) {microseconds(run, drain=wait):6.2f} us")
    return 0


if __name__ == "__main__":
    sys.exit(main())
