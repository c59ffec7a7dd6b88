# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a compiler on a source with more and more address space until it succeeds."""
import resource
import subprocess
import sys

compiler, source = sys.argv[1:]
said = 0
for mebibytes in range(64, 4096, 4):
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20))
    result = subprocess.run([compiler, source, "-o", "/dev/null"], preexec_fn=limit, capture_output=True, text=True)
    if result.returncode == 0:
        break
    if result.returncode == 127:  # not even loaded
        continue
    if result.returncode != 1 or "error: " not in result.stderr or "PLEASE submit" in result.stderr:
        sys.exit(f"{mebibytes} MiB: exit code {result.returncode}: {result.stderr[:400]}")
    said += 1
if said:
    print("ended without memory, each time with a message")
if result.returncode == 0:
    print("compiled in the end")
