# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Second half of tiles.py --device FOLDER, on a machine with a GPU: launches every variant whose facts hold of every kernel
in the folder with the driver API alone and compares what it leaves with the host's bytes.

    tiles_device.py FOLDER [PROCESSES]
"""
import ctypes
import json
import multiprocessing
import os
import re
import sys
import zlib


class Driver:
    def __init__(self):
        self.library = ctypes.CDLL("libcuda.so.1")
        context, device = ctypes.c_void_p(), ctypes.c_int()
        self.call("cuInit", 0)
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)

    def call(self, name, *arguments):
        code = getattr(self.library, name)(*arguments)
        if code:
            raise RuntimeError("%s failed with %d" % (name, code))

    def array(self, data):
        address = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(len(data)))
        self.call("cuMemcpyHtoD_v2", address, data, ctypes.c_size_t(len(data)))
        return address

    def read(self, address, size):
        data = ctypes.create_string_buffer(size)
        self.call("cuMemcpyDtoH_v2", data, address, ctypes.c_size_t(size))
        return data.raw


def value_of(expression, arguments, grid):
    if isinstance(expression, int):
        return expression
    kind, *rest = expression
    if kind == "argument":
        return arguments[rest[0]].value
    if kind in grid:
        return grid[kind]
    left, right = (value_of(part, arguments, grid) for part in rest)
    return {"add": left + right, "sub": left - right, "mul": left * right}[kind]


def holds(fact, arguments, blocks):
    value = value_of(fact["subject"], arguments, {"gridX": blocks, "gridY": 1, "gridZ": 1})
    return {"multipleOf": value % fact["value"] == 0, "atLeast": value >= fact["value"],
            "atMost": value <= fact["value"], "equal": value == fact["value"]}[fact["kind"]]


def compare(driver, folder, seed, inputs):
    """(variants run, what is wrong)."""
    with open(os.path.join(folder, seed + ".json")) as file:
        about = json.load(file)
    with open(os.path.join(folder, seed + ".expected"), "rb") as file:
        expected = zlib.decompress(file.read())
    with open(os.path.join(folder, seed + ".ptx"), "rb") as file:
        ptx = file.read()
    manifest = json.loads(re.search(rb"// tilec manifest: (.*)", ptx).group(1))
    module = ctypes.c_void_p()
    driver.call("cuModuleLoadData", ctypes.byref(module), ptx + b"\0")
    launched = 0
    for variant in manifest["kernels"][0]["variants"]:
        out = driver.array(bytes(len(expected)))
        arguments = [out, *inputs, *map(ctypes.c_int32, about["scalars"])]
        if all(holds(fact, arguments, about["blocks"]) for fact in variant.get("facts", [])):
            launch(driver, module, variant, arguments, about["blocks"])
            launched += 1
            got = driver.read(out, len(expected))
            for i in range(0, len(expected), 4):
                if expected[i:i + 4] != got[i:i + 4]:
                    return launched, "%s: word %d: expected %s, got %s" % (
                        variant["entry"], i // 4, expected[i:i + 4].hex(), got[i:i + 4].hex())
        driver.call("cuMemFree_v2", out)
    driver.call("cuModuleUnload", module)
    return launched, None


def launch(driver, module, variant, arguments, blocks):
    function = ctypes.c_void_p()
    driver.call("cuModuleGetFunction", ctypes.byref(function), module, variant["entry"].encode())
    shared = variant.get("dynamicSharedBytes", 0)
    if shared > 48 << 10:
        driver.call("cuFuncSetAttribute", function, 8, shared)
    places = (ctypes.c_void_p * len(arguments))(*[ctypes.addressof(argument) for argument in arguments])
    driver.call("cuLaunchKernel", function, blocks, 1, 1, variant["threadsPerCta"], 1, 1, shared, None, places, None)
    driver.call("cuCtxSynchronize")


def work(folder, seeds):
    driver = Driver()
    inputs = []
    for name in ("in.bin", "bytes.bin"):
        with open(os.path.join(folder, name), "rb") as file:
            inputs.append(driver.array(file.read()))
    results = []
    for seed in seeds:
        try:
            results.append((seed, *compare(driver, folder, seed, inputs)))
        except RuntimeError as error:
            results.append((seed, 0, str(error)))
            break  # the context is lost
    return results


def main():
    folder = sys.argv[1]
    processes = int(sys.argv[2]) if len(sys.argv) > 2 else 8
    seeds = sorted(name[:-4] for name in os.listdir(folder) if name.endswith(".ptx"))
    shares = [(folder, seeds[k::processes]) for k in range(processes)]
    with multiprocessing.Pool(processes) as pool:
        results = [result for share in pool.starmap(work, shares) for result in share]
    wrong = [result for result in results if result[2]]
    for seed, _, problem in wrong:
        print("kernel %s: %s" % (seed, problem))
    print("%d of %d kernels launched in %d variants, %d wrong" % (
        len(results), len(seeds), sum(result[1] for result in results), len(wrong)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
