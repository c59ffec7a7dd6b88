# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What programs that check random kernels one after the other have in common: arguments, a folder, a verdict."""
import argparse
import os
import shutil


def parser(description, directory, count=20):
    result = argparse.ArgumentParser(description=description)
    result.add_argument("--tilec", required=True)
    result.add_argument("--arch", default="sm_90a")
    result.add_argument("--first", type=int, default=1, help="first seed")
    result.add_argument("--count", type=int, default=count, help="number of kernels")
    result.add_argument("--directory", default=directory, help="where sources of kernels that are wrong stay")
    return result


def folder_of(options):
    """A folder of this process's own, so that several run side by side."""
    folder = os.path.join(options.directory, str(os.getpid()))
    os.makedirs(folder, exist_ok=True)
    return folder


def run(options, folder, check):
    """The exit code. `check(options, folder, seed)` says what is wrong with a kernel; nothing if all is well."""
    failures = 0
    for seed in range(options.first, options.first + options.count):
        if problem := check(options, folder, seed):
            failures += 1
            print(f"kernel {seed} ({folder}/{seed}.cu): {problem}", flush=True)
    print(f"{options.count} kernels, {failures} wrong")
    if not failures:
        shutil.rmtree(folder)
    return 1 if failures else 0
