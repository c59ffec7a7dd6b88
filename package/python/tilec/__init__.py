# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tilec, the compiler for CUDA Tile C++, from Python.

    import numpy, tilec

    module = tilec.compile("scale.cu", names=["scale<256>"])
    out = numpy.empty(n, numpy.float32)
    module["scale<256>"][(n + 255) // 256](out, x, n)

Arrays of NumPy run on the CPU, tensors of PyTorch, CuPy and others where they are.
"""
from typing import TYPE_CHECKING, Any

from ._arguments import Bits
from ._bundle import Bundle, TunedKernel, load
from ._errors import ArgumentError, CompileError, Diagnostic, Error, KernelNotFound, LaunchError, OptionError
from ._module import Kernel, Launcher, Module, compile, get_remarks, launch

__all__ = ["ArgumentError", "Bits", "Bundle", "CompileError", "Diagnostic", "Error", "Kernel", "KernelNotFound", "LaunchError", "Launcher", "Module",
           "OptionError", "TunedKernel", "Tuner", "compile", "get_remarks", "launch", "load", "tune", "version"]

if TYPE_CHECKING:
    from ._tune import Tuner, tune


def __getattr__(name: str) -> Any:
    if name in ("Tuner", "tune"):  # which few programs need
        from . import _tune
        return getattr(_tune, name)
    raise AttributeError(f"module 'tilec' has no attribute '{name}'")


def version() -> str:
    """The compiler's version."""
    from ._native import library, text
    return text(library().tilecVersion())
