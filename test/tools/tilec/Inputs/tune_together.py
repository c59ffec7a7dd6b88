# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Four processes tune the same kernel at once, one of which is killed: the others agree on one finding."""
import os
import subprocess
import sys
import time

tilec, source, wisdom = sys.argv[1:]
command = [tilec, "tune", source, "--on=host", "--arg=f32[65536]", "--arg=f32[65536]=iota", "--arg=65536", f"--wisdom={wisdom}",
           "--space=kernel = scale<{N}>; N = 1, 256, 1024; grid = (n + N - 1) / N"]
killed = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
deadline = time.monotonic() + 60
while not os.path.exists(wisdom + ".lock"):
    assert time.monotonic() < deadline, "the first process has taken no lock"
    time.sleep(0.01)
others = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)]
killed.kill()
killed.wait()
results = [process.communicate(timeout=120) for process in others]
assert all(process.returncode == 0 for process in others), results
best = {out.splitlines()[-1] for out, _ in results}
assert len(best) == 1, best
tried = sum("the default" in said for _, said in results)
lines = open(wisdom).read().splitlines()
assert tried == 1 and len(lines) == 1, (tried, lines)
