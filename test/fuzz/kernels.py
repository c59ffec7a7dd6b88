# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels around MMAs as users write them: tiles of 16 to 256 a side, operands from views and through tiles of pointers in both
orders, blocks numbered in many ways, epilogues, two MMAs in a loop, accumulators used inside of it, attention. Each is run by tilec as
whole tiles on the host and as what a GPU of each of --archs would get, over arrays and grids of small sizes. Whole numbers are multiplied
and added, so that every order gives the same bits; kernels with exponentials agree within a bound. With --ptxas N the PTX of every Nth is assembled,
too, and ptxas must not say that it orders MMAs one by one (C75xx).

    kernels.py --tilec build/dev/bin/tilec --count 200 --first 1000 --ptxas 1

Sources of kernels that differ stay in --directory.
"""
import math
import os
import random
import struct
import subprocess
import sys

import campaign
from kernel_program import BYTES, FLOAT, Attention, Product, Recurrence, Sweep

ARCHS = "sm_90a,sm_100a,sm_120a,sm_80"


def decoded(data, element):
    if element == "__nv_bfloat16":
        return struct.unpack(f"<{len(data) // 2}f", b"".join(b"\0\0" + data[i:i + 2] for i in range(0, len(data), 2)))
    return struct.unpack(f"<{len(data) // BYTES[element]}{ {'__half': 'e', 'float': 'f', 'double': 'd', 'int': 'i'}[element]}", data)


def run(options, program, files, grid, place, arch, environment=None):
    outs = [f"{program.path}.{place}.{number}" for number in range(len(program.outputs))]
    command = [options.tilec, program.path, "-arch=" + arch, "--run", program.instance, "--on", place, "--threads", "1", "-o", os.devnull,
               "--time-limit=120", "--grid", ",".join(map(str, grid)), *program.options]
    for kind, value in program.arguments:
        if kind == "out":
            element, count = program.outputs[value]
            command += ["--arg", f"[{count}]=@{files[-1 - value]}>{outs[value]}"]
        elif kind == "in":
            command += ["--arg", f"[{program.inputs[value][1]}]=@{files[value]}"]
        else:
            command += ["--arg", str(value)]
    result = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **(environment or {})})
    if result.returncode != 0:
        return None, (result.stderr.strip() or f"exit code {result.returncode}")
    return [open(out, "rb").read() for out in outs], None


def differences(program, expected, got):
    for (element, count), want, have in zip(program.outputs, expected, got):
        if want == have:
            continue
        if program.bound == 0:
            size = BYTES[element]
            wrong = [i for i in range(count) if want[i * size:(i + 1) * size] != have[i * size:(i + 1) * size]]
            if element in FLOAT:  # a zero may have another sign
                a, b = decoded(want, element), decoded(have, element)
                wrong = [i for i in wrong if a[i] != b[i] and not (math.isnan(a[i]) and math.isnan(b[i]))]
        else:
            a, b = decoded(want, element), decoded(have, element)
            wrong = [i for i in range(count) if not (abs(a[i] - b[i]) <= program.bound * max(1, abs(a[i])) or (a[i] != a[i] and b[i] != b[i]))]
        if wrong:
            a, b = decoded(want, element), decoded(have, element)
            return f"{len(wrong)} of {count} values differ, at {wrong[0]} to {wrong[-1]}: {b[wrong[0]]} instead of {a[wrong[0]]}"
    return None


def assemble(options, program, arch):
    ptx = program.path[:-3] + ".ptx"
    made = subprocess.run([options.tilec, program.path, "-arch=" + arch, "-ptx", "-o", ptx, *program.options], capture_output=True, text=True)
    if made.returncode != 0:
        return "PTX: " + made.stderr.strip()
    made = subprocess.run(["ptxas", "-arch=" + arch, ptx, "-o", os.devnull], capture_output=True, text=True)
    if made.returncode != 0 or "C75" in made.stderr + made.stdout:
        return "ptxas: " + (made.stdout + made.stderr).strip()
    return None


def check(options, folder, seed):
    """What is wrong with this kernel; None if nothing."""
    generator = random.Random(seed)
    program = {5: Recurrence, 6: Sweep, 7: Attention, 8: Attention}.get(seed % 9, Product)(generator)
    program.path = os.path.join(folder, f"{seed}.cu")
    with open(program.path, "w") as file:
        file.write(program.source)
    files = []
    for number, (element, count) in enumerate(program.inputs):
        files.append(f"{program.path}.in{number}")
        with open(files[-1], "wb") as file:
            file.write(program.values(number))
    for number in reversed(range(len(program.outputs))):
        files.append(f"{program.path}.before{number}")
        with open(files[-1], "wb") as file:
            file.write(program.before(number))
    archs = [arch for arch in options.archs.split(",") if program.capability <= int("".join(filter(str.isdigit, arch)))]
    environments = [dict(pair.split("=") for pair in text.split(",")) for text in options.environments] or [{}]
    places = [(arch, environment) for arch in archs for environment in environments]
    if options.one:
        places = [generator.choice(places)]
    for grid in program.grids:
        expected, problem = run(options, program, files, grid, "host", archs[0])
        if problem:
            return f"host, grid {grid}: {problem}"
        for arch, environment in places:
            got, problem = run(options, program, files, grid, "tile-gpu", arch, environment)
            options.runs += 1
            if problem := problem or differences(program, expected, got):
                return f"{arch}, grid {grid}, {environment}: {problem[:2000]}"
    if options.ptxas and seed % options.ptxas == 0:
        for arch in sorted({arch for arch, _ in places}):
            if problem := assemble(options, program, arch):
                return f"{arch}: {problem[:2000]}"
    for name in os.listdir(folder):
        if name.startswith(f"{seed}."):
            os.remove(os.path.join(folder, name))
    return None


def main():
    parser = campaign.parser(__doc__, "kernel-fuzz", count=10)
    parser.add_argument("--archs", default=ARCHS, help="separated by commas")
    parser.add_argument("--environments", nargs="*", default=[], help="NAME=VALUE,... for each further run of a kernel")
    parser.add_argument("--one", action="store_true", help="one of the architectures and environments for each kernel")
    parser.add_argument("--ptxas", type=int, default=0, help="each kernel with a seed that this divides is assembled")
    options = parser.parse_args()
    options.runs = 0
    code = campaign.run(options, campaign.folder_of(options), check)
    print(f"{options.runs} executions")
    return code


if __name__ == "__main__":
    sys.exit(main())
