# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that were compiled ahead of time, by `tilec k.cu --emit=bundle`. They need no compiler."""
from __future__ import annotations

import ctypes
import json
import os
from typing import Any, Callable, Union

from . import _native as native
from ._arrays import CPU
from ._device import LoadedModule, device
from ._errors import ArgumentError, KernelNotFound
from ._module import Grid, Kernel, Kernels
from ._native import check, library, text


class _BundledModule(Kernels):
    """The source compiled in one way."""

    def __init__(self, bundle: "Bundle", name: str, index: int):
        self._bundle, self._index = bundle, index
        super().__init__(name, json.loads(library().tilecBundleManifest(bundle.handle, index)))

    def _load(self, ordinal: int) -> LoadedModule:
        return LoadedModule(ordinal, lambda context, into: library().tilecBundleLoad(self._bundle.handle, self._index, context, into))


class Bundle(_BundledModule):
    """A file of kernels. `bundle["scale<256>"]` is one."""

    def __init__(self, path: Union[str, os.PathLike]):
        api = library()
        self.destroy = api.tilecBundleDestroy
        self.handle = ctypes.c_void_p()
        check(api.tilecBundleOpen(os.fsencode(path), ctypes.byref(self.handle)))
        super().__init__(self, os.fspath(path), 0)
        self._modules: dict[int, _BundledModule] = {0: self}

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            self.destroy(self.handle)

    def tuned(self, kernel: str, grid: Callable[..., Grid]) -> "TunedKernel":
        """A kernel of `#pragma tilec tune(...)` in the form that the bundle's wisdom knows to be the fastest for each
        launch's arguments. `grid` gets the arguments, then the template constants by name."""
        return TunedKernel(self, kernel, grid)

    def _module(self, index: int) -> _BundledModule:
        known = self._modules.get(index)
        if known is None:
            known = self._modules[index] = _BundledModule(self, self.name, index)
        return known


class TunedKernel:
    """A kernel of a bundle. Calling it runs the form for the arguments."""

    def __init__(self, bundle: Bundle, kernel: str, grid: Callable[..., Grid]):
        self.bundle, self.kernel, self.grid = bundle, kernel, grid
        fits = [name for name in bundle.kernels if name.split("(")[0].split("<")[0] == kernel]
        if not fits:
            raise KernelNotFound(f"no kernel '{kernel}' in {bundle.name}, which has {', '.join(bundle.kernels) or 'none'}")
        self._packer = bundle[fits[0]]._packer
        self._chosen: dict[tuple, tuple[Kernel, dict[str, Any]]] = {}  # by what the choice depends on

    def __call__(self, *arguments: Any, stream: Any = None) -> None:
        kernel, constants = self.choose(*arguments)
        kernel[self.grid(*arguments, **constants)](*arguments, stream=stream)

    def choose(self, *arguments: Any) -> tuple[Kernel, dict[str, Any]]:
        """The form for such arguments, and its constants."""
        packed = self._packer.pack(arguments)
        if packed.device is None or packed.device == CPU:
            raise ArgumentError(f"{self.kernel}: expected arrays on a GPU, for which the bundle holds code")
        sizes = {view.address: view.bytes for _, view in packed.views}
        values = (native.TuneArgument * len(packed.values))(
            *(native.TuneArgument(value, sizes.get(value.value.u, 0) if value.kind == native.ADDRESS else 0) for value in packed.values))
        key = (packed.device, *((v.bytes, v.value.value.u % 16) if v.bytes else v.value.value.u for v in values))
        known = self._chosen.get(key)
        if known is None:
            choice = native.BundleChoice()
            check(library().tilecBundleChoose(self.bundle.handle, self.kernel.encode(), device(packed.device).handle, values, len(values),
                                              ctypes.byref(choice)))
            constants = {name: int(value) if value.lstrip("-").isdigit() else value for name, value in json.loads(choice.constants).items()}
            if len(self._chosen) >= 1024:
                self._chosen.clear()
            known = self._chosen[key] = self.bundle._module(choice.module)[text(choice.kernel)], constants
        return known


def load(path: Union[str, os.PathLike]) -> Bundle:
    """Opens kernels that were compiled ahead of time: `tilec k.cu --emit=bundle -arch=sm_90a,compute_80`."""
    return Bundle(path)
