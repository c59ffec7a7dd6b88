# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels whose unmasked view accesses leave their tensors (bounds_program.py), run by tilec as whole tiles on the
host and as the `tile_gpu` code that GPUs would get by each way to memory, and compared with what plain Python says. Nothing
outside of a tensor may change. With --bounds=trap a kernel with such an access must end with a message.

    bounds.py --tilec build/dev/bin/tilec --count 200 --first 1000 [--arch sm_80]

With --device FOLDER it writes what `bounds_device.py FOLDER` needs to run the same on a GPU: PTX of each form, arrays, and
what must be left in them.
"""
import base64
import json
import os
import subprocess
import sys
import zlib

import bounds_program
import campaign

# How kernels are compiled, in turn; the first always.
FORMS = [[], ["--memory-path=registers"], ["--memory-path=tma"], ["--variants=1"], ["--memory-path=tma", "--specialize-warps"],
         ["--pipeline-loops=3"], ["--pipeline-loops=off"], ["--persistent=on"], ["--persistent=on", "--memory-path=tma"],
         ["--hints=num_cta_in_cga = 2"], ["--no-specialize-warps", "--pipeline-loops=2"], ["--ping-pong=on"]]
FORMS_PER_KERNEL = 3


def run(options, folder, source, program, form):
    """What the kernel leaves in each array, or why it did not run."""
    command = [options.tilec, source, "-w", "--bounds=" + program.bounds, "--run", "kernel", "--grid", str(program.blocks),
               "--threads", "1", "-o", os.devnull, *form]
    arrays = ["u8[%d]=zeros" % (bounds_program.OUT * program.blocks)]
    for tensor in program.tensors:
        bits = 8 * bounds_program.width(tensor.element)
        arrays.append("u%d[%d]=@%s" % (bits, tensor.size, os.path.join(folder, tensor.name)))
    files = [os.path.join(folder, "left%d" % k) for k in range(len(arrays))]
    for array, file in zip(arrays, files):
        command += ["--arg", "%s>%s" % (array, file)]
    for type, _, value in program.arguments:
        command += ["--arg", str(value)]
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=120)
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
    for number, (wanted, found) in enumerate(zip(expected, got)):
        if wanted == found:
            continue
        at = next(i for i in range(len(wanted)) if wanted[i] != found[i])
        if number == 0:
            return "byte %d of block %d of out" % (at % bounds_program.OUT, at // bounds_program.OUT)
        tensor = program.tensors[number - 1]
        size = bounds_program.width(tensor.element)
        at -= at % size
        return "element %d of %s: expected %s, got %s" % (at // size - tensor.first, tensor.name, wanted[at:at + size].hex(),
                                                          found[at:at + size].hex())
    return None


def check(options, folder, seed):
    """What is wrong with this kernel; nothing if all is well."""
    program = bounds_program.Program(seed)
    source = os.path.join(folder, "%d.cu" % seed)
    with open(source, "w") as file:
        file.write(program.text())
    for tensor in program.tensors:
        with open(os.path.join(folder, tensor.name), "wb") as file:
            file.write(bounds_program.encode(tensor.element, tensor.initial))
    expected = program.expected()
    forms = [FORMS[0], *[FORMS[(seed * FORMS_PER_KERNEL + k) % len(FORMS)] for k in range(FORMS_PER_KERNEL - 1)]]
    if options.device:
        return write_for_device(options, source, seed, program, expected, forms)
    places = [["--on", "tile-gpu", "-arch=" + options.arch, *form] for form in forms]
    wrong = []
    for form in [["--on", "host"], *places]:
        got, problem = run(options, folder, source, program, form)
        if program.bounds == "trap" and program.leaves:
            problem = None if problem and "is inside its tensor" in problem and ".cu:" in problem else problem or "no trap"
        problem = problem or (got and difference(program, expected, got))
        if problem:
            wrong.append("%s: %s" % (" ".join(form), problem))
    if not wrong:
        os.remove(source)
    return "\n  ".join(wrong)


def packed(data):
    return base64.b64encode(zlib.compress(data)).decode()


def write_for_device(options, source, seed, program, expected, forms):
    traps = program.bounds == "trap" and program.leaves
    arrays = [bytes(len(expected[0])), *[bounds_program.encode(t.element, t.initial) for t in program.tensors]]
    about = {"blocks": program.blocks, "scalars": [value for _, _, value in program.arguments], "traps": traps,
             "arrays": [packed(data) for data in arrays], "expected": [packed(data) for data in expected]}
    # A kernel that traps ends its process: one form is enough.
    for number, form in enumerate(forms[:1] if traps else forms):
        base = os.path.join(options.device, "%d-%d%s" % (seed, number, "-trap" if traps else ""))
        command = [options.tilec, source, "-w", "-arch=" + options.arch, "--bounds=" + program.bounds, "-o", base + ".ptx", *form]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode != 0:
            return "%s: %s" % (" ".join(form), result.stderr.strip())
        with open(base + ".json", "w") as file:
            json.dump(about, file)
    os.remove(source)
    return None


def main():
    parser = campaign.parser(__doc__, "bounds-fuzz")
    parser.add_argument("--device", help="folder for a GPU's half")
    options = parser.parse_args()
    if options.device:
        os.makedirs(options.device, exist_ok=True)
    return campaign.run(options, campaign.folder_of(options), check)


if __name__ == "__main__":
    sys.exit(main())
