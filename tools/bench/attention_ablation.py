#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What each part of the compiler gives attention: its kernels without that part, timed against cuDNN.

    attention_ablation.py compile TILEC FOLDER     (where the compiler is: a cubin for each row, into FOLDER)
    attention_ablation.py run RUNTIME.so FOLDER    (where the GPU is)

A row is a set of flags. Columns as in attention.py.
"""
import os
import subprocess
import sys

ROWS = {
    "all": [],
    "no-turns": ["--no-warpgroup-ping-pong"],
    "no-deferred-values": ["--no-skew-mmas"],
    "blocks-apart": ["--no-pipeline-blocks"],
    "no-schedule": ["--no-schedule-mmas"],
    "early-scores": ["--start-mmas-early"],
    "no-ctas-that-stay": ["--persistent=off"],
    "neither-stay-nor-deferred": ["--persistent=off", "--no-skew-mmas", "--no-schedule-mmas"],
    "no-producer": ["--no-specialize-warps", "--memory-path=tma", "--persistent=off"],
}


def compile_all(tilec, folder):
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "attention_ablation.cu")
    os.makedirs(folder, exist_ok=True)
    for name, flags in ROWS.items():
        subprocess.run([tilec, source, "-arch=sm_90a", "-cubin", *flags, "-o", os.path.join(folder, name + ".cubin")], check=True)


def run_all(library, folder):
    from attention import Compilers, attempt, backward, forward

    for name, flags in ROWS.items():
        print(f"{name}: {' '.join(flags)}", flush=True)
        compilers = Compilers(library, os.path.join(folder, name + ".cubin"), None)
        for length in (4096, 16384):
            for sees in ("all", "causal"):
                attempt(forward, compilers, length, sees, False)
        attempt(backward, compilers, 4096)


if __name__ == "__main__":
    {"compile": compile_all, "run": run_all}[sys.argv[1]](*sys.argv[2:])
