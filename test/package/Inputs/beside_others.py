# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles and runs a kernel in a process with other compilers that have an LLVM of their own, loaded in every order. Each
of them that is installed compiles something, too. Prints the orders."""
import importlib.util
import itertools
import os
import subprocess
import sys


def use_tilec():
    import tilec
    source = """#include <cuda_tile.h>
    namespace ct = cuda::tiles;
    __tile_global__ void triple(float *p) {
      auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
      ct::store(p + i, ct::load(p + i) * 3.0f);
    }"""
    import array
    values = array.array("f", [1, 2, 3, 4])
    module = tilec.compile(source, arch="sm_90a")
    module["triple"][1](values)
    assert list(values) == [3, 6, 9, 12], values
    assert ".target sm_90a" in module.ptx


def use_numba():
    import numba

    @numba.njit
    def triple(x):
        return 3 * x

    assert triple(4) == 12


def use_triton():
    import triton
    import triton._C.libtriton as library
    context = library.ir.context()
    library.ir.load_dialects(context)
    assert triton.__version__


def use_torch():
    import torch
    assert float(torch.ones(4).sum()) == 4


if len(sys.argv) > 1:
    for name in sys.argv[1:]:
        globals()["use_" + name]()
    # Again, with all of them there.
    use_tilec()
else:
    others = [name for name in ("numba", "triton", "torch") if importlib.util.find_spec(name)]
    for order in itertools.permutations(["tilec", *others]):
        subprocess.run([sys.executable, __file__, *order], check=True, env=os.environ)
        print(*order)
