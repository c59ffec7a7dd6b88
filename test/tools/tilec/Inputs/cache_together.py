# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sixteen processes want the same code of an empty cache: one compiles. One that is killed blocks nobody."""
import os
import subprocess
import sys
import time

tilec, folder, listing = sys.argv[1:]


def start(name):
    return subprocess.Popen([tilec, "cache", "--warm", listing], env={**os.environ, "TILEC_CACHE_DIR": f"{folder}/{name}"},
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def results(processes):
    said = [process.communicate(timeout=300) for process in processes]
    assert all(process.returncode == 0 for process in processes), said
    return [out.split(": ")[-1].strip() for out, _ in said]


said = results([start("cold") for _ in range(16)])
assert sorted(said) == ["compiled"] + 15 * ["in the cache"], said

killed = start("killed")
deadline = time.monotonic() + 60
while not os.path.exists(f"{folder}/killed/code/locks"):
    assert time.monotonic() < deadline and killed.poll() is None
    time.sleep(0.001)
waiting = [start("killed") for _ in range(3)]
killed.kill()
killed.communicate()
assert killed.returncode == -9, "it was done before it was killed"
said = results(waiting)
assert sorted(said) == ["compiled"] + 2 * ["in the cache"], said
