# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tilec, the compiler for CUDA Tile C++, from Python.

    import numpy, tilec

    module = tilec.compile("scale.cu", names=["scale<256>"])
    out = numpy.empty(n, numpy.float32)
    module["scale<256>"][(n + 255) // 256](out, x, n)

Arrays of NumPy run on the CPU, tensors of PyTorch, CuPy and others where they are.
"""
from ._arguments import Bits
from ._errors import ArgumentError, CompileError, Diagnostic, Error, KernelNotFound, LaunchError, OptionError
from ._module import Kernel, Launcher, Module, compile, get_remarks, launch

__all__ = ["ArgumentError", "Bits", "CompileError", "Diagnostic", "Error", "Kernel", "KernelNotFound", "LaunchError", "Launcher", "Module",
           "OptionError", "compile", "get_remarks", "launch", "version"]


def version() -> str:
    """The compiler's version."""
    from ._native import library, text
    return text(library().tilecVersion())
