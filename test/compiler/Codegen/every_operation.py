# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Takes every operation on every element type through the back end for an architecture.

Each operation stands in a kernel of its own, on a tile of 64 elements. It must become PTX that ptxas takes, or be refused
as "not supported" at its line; the back end must not crash.

    every_operation.py --tile-opt tile-opt --tile-translate tile-translate --ptxas ptxas --arch sm_80 --folder DIR
"""
import argparse
import os
import re
import subprocess
import sys

FLOATS = ["f16", "bf16", "f32", "f64"]
STORED_FLOATS = FLOATS + ["tf32", "f8E4M3FN", "f8E5M2", "f8E8M0FNU"]
INTEGERS = ["i8", "i16", "i32", "i64"]
SIGNS = ["slt", "ult", "eq"]
MATH = ["exp", "exp2", "log", "log2", "sqrt", "rsqrt", "sin", "cos", "tan", "tanh", "sinh", "cosh", "floor", "ceil", "absf"]
ROUNDINGS = ["ties_to_even", "toward_zero", "toward_negative", "toward_positive"]
PASSES = ["--convert-tile-to-tile-gpu=architecture=%s", "--tile-gpu-assign-layouts", "--tile-gpu-remove-layout-conversions",
          "--tile-gpu-select-memory-paths", "--canonicalize", "--cse", "--tile-gpu-allocate-shared-memory",
          "--tile-gpu-place-memory-barriers", "--tile-gpu-to-nvvm-pipeline=arch=%s"]


def kernel(name, element, result, lines):
    """A kernel that loads %x and %y, runs `lines`, and stores %r."""
    return "\n".join([
        "func.func @%s(%%p: !tile.ptr<%s>, %%q: !tile.ptr<%s>) attributes {tile.kernel} {" % (name, element, result),
        "  %i = tile.iota : tensor<64xi32>",
        "  %%ps = tile.splat %%p : tensor<64x!tile.ptr<%s>>" % element,
        "  %%pp = tile.offset %%ps, %%i : tensor<64x!tile.ptr<%s>>, tensor<64xi32>" % element,
        "  %%qs = tile.splat %%q : tensor<64x!tile.ptr<%s>>" % result,
        "  %%qp = tile.offset %%qs, %%i : tensor<64x!tile.ptr<%s>>, tensor<64xi32>" % result,
        "  %%x = tile.load %%pp : tensor<64x!tile.ptr<%s>>" % element,
        "  %j = arith.addi %i, %i : tensor<64xi32>",
        "  %%pj = tile.offset %%ps, %%j : tensor<64x!tile.ptr<%s>>, tensor<64xi32>" % element,
        "  %%y = tile.load %%pj : tensor<64x!tile.ptr<%s>>" % element,
        *("  " + line for line in lines),
        "  tile.store %%qp, %%r : tensor<64x!tile.ptr<%s>>" % result,
        "  return", "}", ""])


def arithmetic():
    for t in FLOATS:
        for op in ["addf", "subf", "mulf", "divf", "remf", "minimumf", "maximumf", "minnumf", "maxnumf"]:
            yield op, t, t, ["%%r = arith.%s %%x, %%y : tensor<64x%s>" % (op, t)]
        for op in MATH:
            yield op, t, t, ["%%r = math.%s %%x : tensor<64x%s>" % (op, t)]
        for op in ["powf", "atan2", "copysign"]:
            yield op, t, t, ["%%r = math.%s %%x, %%y : tensor<64x%s>" % (op, t)]
        yield "fma", t, t, ["%%r = math.fma %%x, %%y, %%x : tensor<64x%s>" % t]
        yield "negf", t, t, ["%%r = arith.negf %%x : tensor<64x%s>" % t]
        yield "cmpf", t, "i1", ["%%r = arith.cmpf olt, %%x, %%y : tensor<64x%s>" % t]
    for t in INTEGERS:
        for op in ["addi", "subi", "muli", "divsi", "divui", "remsi", "remui", "andi", "ori", "xori", "shli", "shrsi",
                   "shrui", "minsi", "maxsi", "minui", "maxui"]:
            yield op, t, t, ["%%r = arith.%s %%x, %%y : tensor<64x%s>" % (op, t)]
        for sign in SIGNS:
            yield "cmpi_" + sign, t, "i1", ["%%r = arith.cmpi %s, %%x, %%y : tensor<64x%s>" % (sign, t)]


def rounded():
    for t in FLOATS:
        for mode in ROUNDINGS:
            for op in ["addf", "subf", "mulf", "divf"]:
                yield "%s_%s" % (op, mode), t, t, ["%%r = tile.%s %%x, %%y rounding<%s> : tensor<64x%s>" % (op, mode, t)]
            yield "sqrt_" + mode, t, t, ["%%r = tile.sqrt %%x rounding<%s> : tensor<64x%s>" % (mode, t)]
            yield "fma_" + mode, t, t, ["%%r = tile.fma %%x, %%y, %%x rounding<%s> : tensor<64x%s>" % (mode, t)]


def atomics():
    kinds = [(t, "add") for t in FLOATS] + [("f32", "exchange"), ("f64", "exchange")]
    kinds += [(t, k) for t in ["i32", "i64"] for k in ["exchange", "add", "and", "or", "xor", "max_signed", "min_unsigned"]]
    for t, kind in kinds:
        for order in ["relaxed", "acq_rel"]:
            pointers = "tensor<64x!tile.ptr<%s>>" % t
            yield "%s_%s" % (kind, order), t, t, ["%%r = tile.atomic_rmw %s %s device %%pp, %%y : %s -> tensor<64x%s>" % (kind, order, pointers, t)]


def casts():
    for a in STORED_FLOATS:
        for b in STORED_FLOATS:
            if a != b:
                yield "ftof_" + b, a, b, ["%%r = tile.ftof %%x : tensor<64x%s> -> tensor<64x%s>" % (a, b)]
        for b in INTEGERS:
            for sign in ["", " unsigned"]:
                yield "ftoi_%s%s" % (b, sign.strip()), a, b, ["%%r = tile.ftoi %%x%s : tensor<64x%s> -> tensor<64x%s>" % (sign, a, b)]
                yield "itof_%s%s" % (b, sign.strip()), b, a, ["%%r = tile.itof %%x%s : tensor<64x%s> -> tensor<64x%s>" % (sign, b, a)]


def reductions():
    combiners = [(t, op) for t in FLOATS for op in ["addf", "mulf", "maximumf"]]
    combiners += [(t, op) for t in INTEGERS for op in ["addi", "andi", "xori", "maxsi", "minui"]]
    for t, op in combiners:
        body = ["^bb0(%%a: %s, %%b: %s):" % (t, t), "  %%c = arith.%s %%a, %%b : %s" % (op, t), "  tile.yield %%c : %s" % t, "}"]
        yield "reduce_" + op, t, t, ["%%s = tile.reduce %%x axis = 0 : (tensor<64x%s>) -> tensor<1x%s> {" % (t, t), *body,
                                     "%%r = tile.broadcast %%s : tensor<1x%s> -> tensor<64x%s>" % (t, t)]
        yield "scan_" + op, t, t, ["%%r = tile.scan %%x axis = 0 : (tensor<64x%s>) -> tensor<64x%s> {" % (t, t), *body]


def kernels():
    for family in (arithmetic, rounded, casts, reductions, atomics):
        for name, element, result, lines in family():
            yield kernel("%s_%s_%s" % (name, element, result), element, result, lines)


def run(command, text):
    return subprocess.run(command, input=text, capture_output=True, text=True)


def lower(options, arch, sources):
    """NVVM form of what can be lowered, refused kernels, and problems."""
    text = "// -----\n".join(sources)
    command = [options.tile_opt, "--split-input-file", "--mlir-print-op-on-diagnostic=false"]
    result = run(command + [p % arch if "%s" in p else p for p in PASSES], text)
    errors = [line for line in result.stderr.splitlines() if " error: " in line]
    # Where a pattern has refused an operation, the conversion adds that it remains: one line of the source, one kernel.
    refused = {line.split(" error: ")[0] for line in errors if "not supported" in line}
    problems = [line for line in errors if line.split(" error: ")[0] not in refused]
    if result.returncode < 0 or (result.returncode and not errors):
        problems.append("tile-opt: exit code %d\n%s" % (result.returncode, result.stderr[-2000:]))
    return result.stdout, len(refused), problems


def join(text):
    """The modules of a split output as one; declarations that several have are kept once."""
    seen, lines = set(), []
    for part in text.split("// -----"):
        body = part.strip().split("\n")
        for line in body[1:-1]:
            if re.match(r"  llvm\.func @\S+\(.*\)[^{]*$|  llvm\.mlir\.global", line):
                if line in seen:
                    continue
                seen.add(line)
            lines.append(line)
    return "module {\n%s\n}\n" % "\n".join(lines)


def check(options, arch):
    sources = list(kernels())
    text, refused, problems = lower(options, arch, sources)
    base = os.path.join(options.folder, arch)
    with open(base + ".mlir", "w") as file:
        file.write(join(text))
    translated = run([options.tile_translate, "-arch=" + arch, base + ".mlir", "-o", base + ".ptx"], "")
    if translated.returncode:
        return problems + ["tile-translate: " + translated.stderr[:2000]]
    with open(base + ".ptx") as file:
        compiled = file.read().count(".visible .entry")
    if compiled + refused != len(sources):
        problems.append("%d kernels compiled and %d refused, of %d" % (compiled, refused, len(sources)))
    assembled = run([options.ptxas, "-O1", "-arch=" + arch.replace("compute", "sm"), base + ".ptx", "-o", os.devnull], "")
    if assembled.returncode or assembled.stderr.strip():
        problems.append("ptxas: " + (assembled.stderr + assembled.stdout)[:2000])
    print("%s: %d kernels compiled, %d refused" % (arch, compiled, refused))
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ["tile-opt", "tile-translate", "ptxas", "folder"]:
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--arch", action="append", required=True)
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    problems = ["%s: %s" % (arch, problem) for arch in options.arch for problem in check(options, arch)]
    print("\n".join(problems[:40]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
