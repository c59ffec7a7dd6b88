# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Second half of bounds.py --device FOLDER, on a machine with a GPU: launches every form of every kernel in the folder through
the runtime's C library and compares what it leaves with what Python said. A kernel that must trap has a process of its own.

    bounds_device.py FOLDER LIBTILEC-RUNTIME.SO [PROCESSES]
"""
import base64
import concurrent.futures
import ctypes
import json
import os
import subprocess
import sys
import zlib


class Argument(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int), ("value", ctypes.c_uint64), ("bytes", ctypes.c_size_t), ("element_type", ctypes.c_char_p)]


class LaunchOptions(ctypes.Structure):
    _fields_ = [("grid_x", ctypes.c_uint32), ("grid_y", ctypes.c_uint32), ("grid_z", ctypes.c_uint32), ("stream", ctypes.c_void_p),
                ("carveout", ctypes.c_int), ("dependent", ctypes.c_bool), ("variant", ctypes.c_int)]


SIGNED, POINTER = 0, 4  # of TilecArgumentKind


class Runtime:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.tilecErrorMessage.restype = ctypes.c_char_p
        self.library.tilecBufferAddress.restype = ctypes.c_uint64
        self.library.tilecKernelVariantCount.restype = ctypes.c_size_t
        driver, device = self.made("tilecDriverLoad", None), None
        device = self.made("tilecDeviceGet", driver, 0)
        self.context = self.made("tilecContextGetPrimary", device)

    def call(self, name, *arguments):
        function = getattr(self.library, name)
        function.restype = ctypes.c_void_p
        error = function(*arguments)
        if error:
            raise RuntimeError(self.library.tilecErrorMessage(ctypes.c_void_p(error)).decode())

    def made(self, name, *arguments):
        handle = ctypes.c_void_p()
        self.call(name, *arguments, ctypes.byref(handle))
        return handle


def launch(runtime, kernel, about, variant):
    """What one variant leaves in each array; None if its facts do not hold."""
    buffers = []
    for data in about["arrays"]:
        data = zlib.decompress(base64.b64decode(data))
        buffer = runtime.made("tilecBufferCreate", runtime.context, ctypes.c_size_t(len(data)))
        runtime.call("tilecBufferCopyFrom", buffer, data, ctypes.c_size_t(len(data)), ctypes.c_size_t(0))
        buffers.append((buffer, len(data)))
    values = [(POINTER, runtime.library.tilecBufferAddress(buffer)) for buffer, _ in buffers]
    values += [(SIGNED, value & (1 << 64) - 1) for value in about["scalars"]]
    arguments = (Argument * len(values))(*[Argument(kind, value, 0, None) for kind, value in values])
    options = LaunchOptions(about["blocks"], 1, 1, None, -1, False, variant)
    try:
        runtime.call("tilecKernelLaunch", kernel, ctypes.byref(options), arguments, ctypes.c_size_t(len(values)))
    except RuntimeError:
        if variant >= 0:
            return None
        raise
    runtime.call("tilecContextSynchronize", runtime.context)
    left = []
    for buffer, size in buffers:
        data = ctypes.create_string_buffer(size)
        runtime.call("tilecBufferCopyTo", buffer, data, ctypes.c_size_t(size), ctypes.c_size_t(0))
        runtime.library.tilecBufferDestroy(buffer)
        left.append(data.raw)
    return left


def compare(runtime, folder, name):
    """(launches, what is wrong) of one form of a kernel."""
    with open(os.path.join(folder, name + ".json")) as file:
        about = json.load(file)
    with open(os.path.join(folder, name + ".ptx"), "rb") as file:
        ptx = file.read() + b"\0"
    module = runtime.made("tilecModuleLoad", runtime.context, ptx, ctypes.c_size_t(len(ptx)), None)
    kernel = runtime.made("tilecModuleGetKernel", module, b"kernel")
    if about["traps"]:
        try:
            launch(runtime, kernel, about, -1)
        except RuntimeError as error:
            return 1, None if "ASSERT" in str(error) else str(error)
        return 1, "no trap"
    launches = 0
    for variant in [-1, *range(runtime.library.tilecKernelVariantCount(kernel))]:
        left = launch(runtime, kernel, about, variant)
        launches += left is not None
        for number, expected in enumerate(about["expected"] if left else []):
            expected = zlib.decompress(base64.b64decode(expected))
            if left[number] != expected:
                at = next(i for i in range(len(expected)) if expected[i] != left[number][i])
                return launches, "variant %d: byte %d of array %d" % (variant, at, number)
    runtime.library.tilecKernelDestroy(kernel)
    runtime.library.tilecModuleDestroy(module)
    return launches, None


def work(folder, library, names):
    """A process of its own: a line of JSON for each form of a kernel."""
    runtime = Runtime(library)
    for name in names:
        try:
            result = compare(runtime, folder, name)
        except RuntimeError as error:
            result = 0, str(error)
        print(json.dumps([name, *result]), flush=True)
        if result[1] or name.endswith("trap"):
            break  # the context may be lost


def results_of(names):
    process = subprocess.run([sys.executable, __file__, *sys.argv[1:3], "--names", *names], capture_output=True, text=True)
    results = [json.loads(line) for line in process.stdout.splitlines() if line.startswith('["')]
    if process.returncode:
        results.append([names[len(results)] if len(results) < len(names) else "?", 0, process.stderr.strip()[-300:]])
    return results


def main():
    folder, library = sys.argv[1:3]
    if sys.argv[3:4] == ["--names"]:
        return work(folder, library, sys.argv[4:])
    processes = int(sys.argv[3]) if len(sys.argv) > 3 else 8
    names = sorted(name[:-5] for name in os.listdir(folder) if name.endswith(".json"))
    traps = [name for name in names if name.endswith("trap")]
    others = [name for name in names if not name.endswith("trap")]
    shares = [share for k in range(processes) if (share := others[k::processes])] + [[name] for name in traps]
    with concurrent.futures.ThreadPoolExecutor(processes) as pool:
        results = [result for share in pool.map(results_of, shares) for result in share]
    wrong = [result for result in results if result[2]]
    for name, _, problem in wrong:
        print("kernel %s: %s" % (name, problem))
    print("%d of %d forms of kernels in %d launches, %d wrong" % (len(results), len(names), sum(r[1] for r in results), len(wrong)))
    return 1 if wrong or len(results) != len(names) else 0


if __name__ == "__main__":
    sys.exit(main())
