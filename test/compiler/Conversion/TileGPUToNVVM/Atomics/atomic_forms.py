# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Every atomic of the language in every order and scope, with and without result: `write` prints a module with a kernel for each,
# `check FILE SM` reads its PTX and asks for the one instruction that is right, and for no fence.
import itertools
import re
import sys

INTEGERS = ["i32", "i64"]
FLOATS = ["f16", "bf16", "f32", "f64"]
WORDS = INTEGERS + ["f32", "f64"]
ORDERS = ["relaxed", "acquire", "release", "acq_rel"]
SCOPES = {"block": "cta", "device": "gpu", "system": "sys"}
BITS = ["and", "or", "xor", "max_signed", "max_unsigned", "min_signed", "min_unsigned"]
KINDS = {"add": INTEGERS + FLOATS, "sub": INTEGERS + FLOATS, "exchange": WORDS, **{kind: INTEGERS for kind in BITS}}


def width(element):
    return re.search(r"\d+$", element).group()


def ptx_operation(kind, element):
    bits = width(element)
    if kind in ("add", "sub"):
        if bits == "16":
            return f"add.noftz.{element}"
        return f"add.{'f' if element in FLOATS else 'u'}{bits}"
    if kind == "exchange":
        return f"exch.b{bits}"
    if kind in ("and", "or", "xor"):
        return f"{kind}.b{bits}"
    name, sign = kind.split("_")
    return f"{name}.{sign[0]}{bits}"


def forms(sm):
    """Name, body in MLIR, and the expected instruction."""
    for (kind, elements), order, scope, read in itertools.product(KINDS.items(), ORDERS, SCOPES, [False, True]):
        for element in elements:
            if element == "bf16" and sm < 90:
                continue
            pointer, result = f"!tile.ptr<{element}>", f" -> {element}" if read else ""
            body = f"{'%old = ' if read else ''}tile_gpu.atomic_rmw {kind} {order} {scope} %p, %x : {pointer}{result}"
            drops = not read and kind != "exchange" and order in ("relaxed", "release")
            yield (f"{kind}_{order}_{scope}_{element}_{'read' if read else 'unread'}", element, read, body,
                   f"{'red' if drops else 'atom'}.{order}.{SCOPES[scope]}.global.{ptx_operation(kind, element)}")
    for element, order, scope in itertools.product(WORDS, ORDERS, SCOPES):
        yield (f"cas_{order}_{scope}_{element}", element, True,
               f"%old = tile_gpu.atomic_cas {order} {scope} %p, %x, %x : !tile.ptr<{element}> -> {element}",
               f"atom.{order}.{SCOPES[scope]}.global.cas.b{width(element)}")
    for element, scope in itertools.product(["i8", "i16"] + INTEGERS + FLOATS, SCOPES):
        for order in ("relaxed", "acquire"):
            yield (f"load_{order}_{scope}_{element}", element, True,
                   f"%old = tile_gpu.atomic_load {order} {scope} %p : !tile.ptr<{element}>",
                   f"ld.{order}.{SCOPES[scope]}.global.b{width(element)}")
        for order in ("relaxed", "release"):
            yield (f"store_{order}_{scope}_{element}", element, False,
                   f"tile_gpu.atomic_store {order} {scope} %p, %x : !tile.ptr<{element}>",
                   f"st.{order}.{SCOPES[scope]}.global.b{width(element)}")


def write(sm):
    for name, element, read, body, _ in forms(sm):
        if read:  # one warp, one value: through scratch to all lanes
            body = body.replace(" :", " {shared_offset = 0 : i64} :", 1)
        use = f"\n  tile_gpu.store %q, %old : !tile.ptr<{element}>" if read else ""
        print(f"func.func @{name}(%p: !tile.ptr<{element}>, %q: !tile.ptr<{element}>, %x: {element}) "
              f"attributes {{tile.kernel, tile_gpu.num_warps = 1 : i32}} {{\n  {body}{use}\n  return\n}}")


def check(file, sm):
    text = open(file).read()
    found = {entry.split("(", 1)[0].strip(): entry for entry in text.split(".entry ")[1:]}
    wrong = 0
    for name, _, _, _, expected in forms(sm):
        instructions = re.findall(r"\b(?:atom|red|fence|membar|(?:ld|st)\.(?:relaxed|acquire|release))\.?[\w.]*", found[name])
        if instructions != [expected]:
            print(f"{name}: expected {expected}, got {instructions}")
            wrong += 1
    print(f"{len(list(forms(sm)))} forms, {wrong} wrong")
    return wrong != 0


sm = int(sys.argv[-1])
sys.exit(write(sm) if sys.argv[1] == "write" else check(sys.argv[2], sm))
