# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""GPUs: their contexts, streams, and modules loaded there."""
from __future__ import annotations

import ctypes
import functools
import sys
from typing import Any, Callable

from ._native import check, library, text


@functools.cache
def driver() -> ctypes.c_void_p:
    loaded = ctypes.c_void_p()
    check(library().tilecDriverLoad(None, ctypes.byref(loaded)))
    return loaded


class Device:
    """One GPU with the context that the CUDA runtime and PyTorch use on it. Lives as long as the process."""

    def __init__(self, ordinal: int):
        api = library()
        self.handle, self.context = ctypes.c_void_p(), ctypes.c_void_p()
        check(api.tilecDeviceGet(driver(), ordinal, ctypes.byref(self.handle)))
        check(api.tilecContextGetPrimary(self.handle, ctypes.byref(self.context)))
        self.ordinal = ordinal
        self.architecture = text(api.tilecDeviceArchitecture(self.handle))
        self.streams: dict[int, int] = {}

    def stream(self, native: int) -> int | None:
        """A handle of the C API for a CUstream."""
        if not native:
            return None
        known = self.streams.get(native)
        if known is None:
            known = self.streams[native] = library().tilecStreamBorrow(self.context, native)
        return known


@functools.cache
def device(ordinal: int) -> Device:
    return Device(ordinal)


@functools.cache
def _torch_stream() -> Callable[[int], int]:
    """Gives PyTorch's current stream of a GPU."""
    torch = sys.modules["torch"]
    if not torch.cuda.is_available():
        return lambda ordinal: 0
    # The function that PyTorch's own generated code calls; the public one takes ten times as long.
    raw = getattr(torch._C, "_cuda_getCurrentRawStream", None)
    return raw or (lambda ordinal: torch.cuda.current_stream(ordinal).cuda_stream)


def native_stream(stream: Any, ordinal: int) -> int:
    """The CUstream that is meant: an integer, an object that has one, or PyTorch's current one where it is loaded."""
    if stream is None:
        return _torch_stream()(ordinal) if "torch" in sys.modules else 0
    if isinstance(stream, int):
        return stream
    if hasattr(stream, "__cuda_stream__"):
        return int(stream.__cuda_stream__()[1])
    for name in ("cuda_stream", "ptr", "handle"):
        if hasattr(stream, name):
            return int(getattr(stream, name))
    raise TypeError(f"expected a stream, got {type(stream).__name__}")


class LoadedModule:
    """A module on one GPU. `load` gets the context, and where the handle goes."""

    def __init__(self, ordinal: int, load: Callable[[ctypes.c_void_p, Any], int | None]):
        self.device = device(ordinal)
        self.handle = ctypes.c_void_p()
        check(load(self.device.context, ctypes.byref(self.handle)))
        self.kernels: dict[str, ctypes.c_void_p] = {}

    def kernel(self, symbol: str) -> ctypes.c_void_p:
        known = self.kernels.get(symbol)
        if known is None:
            known = ctypes.c_void_p()
            check(library().tilecModuleGetKernel(self.handle, symbol.encode(), ctypes.byref(known)))
            self.kernels[symbol] = known
        return known
