# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The Python package without any array library: compile, run on the CPU, and everything that can be wrong."""
import array
import ctypes
import pathlib
import sys
import threading

import tilec

SOURCE = """#include <cuda_tile.h>
#include <cstdio>
#include "factor.h"
namespace ct = cuda::tiles;
template <int N> __tile_global__ void scale(float *out, const float *in, int n) {
  auto i = (int)ct::bid().x * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  ct::store_masked(out + i, ct::load_masked(in + i, i < n) * float(FACTOR), i < n);
}
__tile_global__ void scalars(double *out, bool b, unsigned char u, long l, double d, float f) {
  printf("scalars %d\\n", (int)l);
  out[0] = b; out[1] = u; out[2] = (double)l; out[3] = d; out[4] = f;
}
__tile_global__ void same(int *p) { *p = (int)ct::bid().x; }
"""


def compile_it(**options):
    return tilec.compile(SOURCE, names=["scale<256>", "scale<8>"], headers={"factor.h": "#define FACTOR 3\n"}, arch="sm_90a", **options)


def expect(kind, function, *parts):
    try:
        function()
    except kind as error:
        assert all(part in str(error) for part in parts), f"{error!s}\n{parts}"
        return error
    raise AssertionError(f"expected {kind.__name__}")


module = compile_it()
assert "scale<8>" in module and "same" in module and "scale<9>" not in module
scale = module["scale<256>"]
x, out = array.array("f", range(300)), array.array("f", bytes(1200))
scale[2](out, x, 300)
assert list(out) == [3.0 * i for i in range(300)]
tilec.launch(None, (2, 1), scale, (x, out, 300))
assert x[299] == 9.0 * 299

# Results of every kind of scalar, and a kernel's printf where Python prints.
results = (ctypes.c_double * 5)()
module["scalars"][1](results, True, 255, -(1 << 40), 0.5, 1)
assert list(results) == [1.0, 255.0, -float(1 << 40), 0.5, 1.0]
module["scalars"][(1, 1, 1)](ctypes.addressof(results), False, 0, 7, 0.5, 0.25)
assert results[4] == 0.25

# Options by name, products, and what the passes say.
assert module.manifest["architecture"] == "sm_90a"
assert "tile.kernel" in module.emit("tile")
assert "sin.approx" in tilec.compile("#include <cuda_tile.h>\n__tile_global__ void s(float *p) { *p = cuda::tiles::sin(*p); }\n", fast_math=True).ptx
remarks = tilec.get_remarks(module)
assert remarks and all(r.severity == "remark" and r.line > 0 for r in remarks)
warned = tilec.compile("__tile_global__ void w(int *p) { int unused; *p = 1; }\n", W=["all"])
assert [d.option for d in warned.diagnostics] == ["-Wunused-variable"], warned.diagnostics

# Mistakes.
error = expect(tilec.CompileError, lambda: tilec.compile("__tile_global__ void k(int *p) {\n  *p = q;\n}\n", name="k.cu"), "k.cu:2:8: error")
assert (error.line, error.column, error.file) == (2, 8, "k.cu") and error.diagnostics[0].severity == "error"
expect(tilec.OptionError, lambda: compile_it(no_such_option=1), "unknown option 'no_such_option'")
expect(tilec.OptionError, lambda: compile_it(bounds="often"), "expected auto, trust, mask or trap, got 'often'")
expect(tilec.KernelNotFound, lambda: module["scale<9>"], "no kernel 'scale<9>'", "names=['scale<9>']", "scalars(")
expect(tilec.KernelNotFound, lambda: module["scale"], "which 2 have")
expect(tilec.ArgumentError, lambda: scale[1](out, x), "scale<256>: expected 3 arguments, got 2")
expect(tilec.ArgumentError, lambda: scale[1](out, array.array("d", [1]), 1), "argument 'in': expected an array of f32, got one of f64")
expect(tilec.ArgumentError, lambda: scale[1](out, memoryview(x)[::2], 1), "argument 'in': expected a contiguous array")
expect(tilec.ArgumentError, lambda: scale[1](out, bytes(4), 1), "expected memory that can be written")
expect(tilec.ArgumentError, lambda: scale[1](out, "text", 1), "expected an array, an address or None, got str")
expect(tilec.ArgumentError, lambda: scale[1](out, x, 1.5), "argument 'n': expected an integer, got float")
expect(tilec.LaunchError, lambda: scale[1](out, x, 1 << 40), "which does not fit")
expect(tilec.ArgumentError, lambda: scale[1, 2, 3, 4](out, x, 1), "expected a grid of one to three numbers")
expect(tilec.LaunchError, lambda: scale[0](out, x, 1), "expected a grid of at least 1 tile block")
error = expect(tilec.LaunchError, lambda: scale[2](out, x, 301, check=True), "out-of-bounds load", "past the end of in")
assert error.name == "kHostAccess"
value = array.array("i", [0])
expect(tilec.LaunchError, lambda: module["same"][2](value, check=True), "race")

# A compilation belongs to one thread at a time, which is no matter to whoever calls.
arrays = [array.array("f", bytes(1200)) for _ in range(4)]
workers = [threading.Thread(target=lambda a=a: scale[2](a, out, 300)) for a in arrays]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
assert all(a[299] == 3 * out[299] for a in arrays)

# A file, with what it includes beside it.
folder = pathlib.Path(sys.argv[1])
folder.mkdir(exist_ok=True)
(folder / "factor.h").write_text("#define FACTOR 5\n")
(folder / "scale.cu").write_text(SOURCE)
tilec.compile(folder / "scale.cu", names="scale<8>")["scale<8>"][1](out, x, 1)
assert out[0] == 5 * x[0]
assert "numpy" not in sys.modules and "torch" not in sys.modules
print(f"version {tilec.version()}")
