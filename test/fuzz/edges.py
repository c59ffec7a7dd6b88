# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random tile kernels at the edges of numbers, loops and memory (edge_program.py), run by tilec as whole tiles on the
host and as the `tile_gpu` code that GPUs would get, and compared with what plain Python says (edge_numbers.py).

    edges.py --tilec build/dev/bin/tilec --count 200 --first 1000 [--arch sm_80]

The first difference of each kernel is printed with the variable that is wrong; its source stays in --directory.
"""
import math
import os
import subprocess
import sys

import campaign
import edge_numbers
import edge_program

# How kernels are compiled, in turn.
FORMS = [[], ["--variants=1"], ["--pipeline-loops=2"], ["--persistent=on"], ["--hints=num_cta_in_cga = 2"], ["-O", "0"],
         ["--hints=num_worker_warps_per_cta = 8"], ["--pipeline-loops=3", "--persistent=on"], ["--pipeline-loops=off"]]


def run(options, folder, source, program, place, form):
    """What the kernel leaves in (out, memory), or why it did not run."""
    files = [os.path.join(folder, name) for name in ("out.bin", "memory.bin")]
    command = [options.tilec, source, "-fmad=false", "--run", "kernel", "--on", place, "--grid", str(edge_program.BLOCKS),
               "--threads", "1", "-o", os.devnull, *form,
               "--arg", "u8[%d]=zeros>%s" % (edge_program.OUT * edge_program.BLOCKS, files[0]),
               "--arg", "u32[%d]=zeros>%s" % (edge_program.MEMORY * edge_program.BLOCKS, files[1])]
    for element, name in edge_program.ARRAYS.items():
        width = edge_numbers.bits(element)
        command += ["--arg", "%s[%d]=@%s" % ("u%d" % width, edge_program.IN, os.path.join(folder, name + ".bin"))]
    for _, _, value in program.arguments:
        command += ["--arg", str(value)]
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return None, "does not end"
    if result.returncode != 0:
        return None, result.stderr.strip() or "exit code %d" % result.returncode
    left = []
    for name in files:
        with open(name, "rb") as file:
            left.append(file.read())
    return left, None


def difference(program, expected, got):
    for block in range(edge_program.BLOCKS):
        for first, end, value in program.stores:
            count = math.prod(value.shape)
            begin, width = block * edge_program.OUT + first, (end - first) // count
            for k in range(count):
                at = slice(begin + k * width, begin + k * width + width)
                if expected[0][at] != got[0][at]:
                    return "block %d: element %d of %s (%s): expected %s, got %s" % (
                        block, k, value.name, value.element, expected[0][at][::-1].hex(), got[0][at][::-1].hex())
    for k in range(0, len(expected[1]), 4):
        if expected[1][k:k + 4] != got[1][k:k + 4]:
            return "cell %d: expected %s, got %s" % (k // 4, expected[1][k:k + 4][::-1].hex(), got[1][k:k + 4][::-1].hex())
    return None if expected[0] == got[0] else "something else was written"


def check(options, folder, seed):
    """What is wrong with this kernel; nothing if all is well."""
    program = edge_program.Program(seed)
    source = os.path.join(folder, "%d.cu" % seed)
    with open(source, "w") as file:
        file.write(program.text())
    for element, name in edge_program.ARRAYS.items():
        with open(os.path.join(folder, name + ".bin"), "wb") as file:
            file.write(program.input_bytes(element))
    expected = program.expected()
    wrong = []
    for place, form in [("host", ["--check"]), ("tile-gpu", ["-arch=" + options.arch, *FORMS[seed % len(FORMS)]])]:
        got, problem = run(options, folder, source, program, place, form)
        problem = problem or difference(program, expected, got)
        if problem:
            wrong.append("%s %s: %s" % (place, " ".join(form), problem))
    if not wrong:
        os.remove(source)
    return "; ".join(wrong)


def main():
    options = campaign.parser(__doc__, "edge-fuzz").parse_args()
    return campaign.run(options, campaign.folder_of(options), check)


if __name__ == "__main__":
    sys.exit(main())
