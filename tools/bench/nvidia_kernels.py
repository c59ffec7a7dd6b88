#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles by NVIDIA's tile compiler what the benchmarks time beside it: cubins for tilec-bench --nvidia, nvidia_products.py, fused.py, attention.py.

    nvidia_kernels.py FOLDER [--nvcc PROGRAM] [--arch sm_90] [--jobs N] [NAME...]

PROGRAM: nvcc of CUDA 13.3 or newer with tileiras beside it. Without a Toolkit it comes from PyPI: nvidia-cuda-nvcc, nvidia-cuda-tileiras,
nvidia-cuda-crt, nvidia-cuda-runtime, nvidia-nvvm and nvidia-cuda-cccl. Needs no GPU. NAME: only these sources.

The sources are those of test/exec/kernels that tools/bench names, as they are; products.cu and fused.cu with -DPROMISES_ALIGNMENT; and attention.cu,
with every pointer of its views said to be aligned to 16 bytes: without, NVIDIA's compiler takes no copy engine. Ours is promised nothing.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
KERNELS = ROOT / "test/exec/kernels"
BENCH = ROOT / "tools/bench"


def benchmarked():
    """Sources of test/exec/kernels that a benchmark names."""
    words = {word for source in BENCH.glob("*.cpp") for word in re.findall(r'"(\w+)"', source.read_text())}
    # Its kernels ask for clusters, and the driver refuses to launch them by one block a tile (CUDA_ERROR_INVALID_CLUSTER_SIZE).
    words.discard("cluster_long_rows")
    return sorted(KERNELS / f"{word}.cu" for word in words if (KERNELS / f"{word}.cu").exists())


def promising_copy(folder):
    """attention.cu and its headers, in which pointers of views are aligned."""
    for source in [BENCH / "attention.cu", *KERNELS.glob("*.h")]:
        copy = folder / source.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(re.sub(r"tensor_span\{(\w+),", r"tensor_span{ct::assume_aligned<16>(\1),", source.read_text()))
    return folder / "tools/bench/attention.cu"


def options_of(source):
    """What its first line `// options: ...` asks for, but the architecture."""
    first = source.read_text().partition("\n")[0]
    words = first.removeprefix("// options:").split() if first.startswith("// options:") else []
    return [word for word in words if not word.startswith("-arch=")]


def compile_one(arguments, source, *options):
    cubin = arguments.folder / f"{source.stem}.cubin"
    command = [arguments.nvcc, "-tilecubin", "--tile-only", "-std=c++20", f"-arch={arguments.arch}", *options_of(source), *options, "-o", cubin, source]
    path = f"{pathlib.Path(arguments.nvcc).resolve().parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(command, env={**os.environ, "PATH": path}, capture_output=True, text=True)
    if done.returncode:
        cubin.unlink(missing_ok=True)
    return source.stem, done.returncode, done.stderr or done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--nvcc", default=shutil.which("nvcc") or "nvcc")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    failed = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        works = [(BENCH / f"{name}.cu", "-DPROMISES_ALIGNMENT") for name in ("products", "fused")] + [(promising_copy(pathlib.Path(folder)),)]
        works += [(source,) for source in benchmarked()]
        works = [work for work in works if not arguments.names or work[0].stem in arguments.names]
        for name, code, text in pool.map(lambda work: compile_one(arguments, *work), works):
            failed += code != 0
            print(f"{name}: {'compiled' if code == 0 else f'failed ({code}): {text.strip()[:600]}'}", flush=True)
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
