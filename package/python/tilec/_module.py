# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sources compiled, and their kernels."""
from __future__ import annotations

import ctypes
import json
import operator
import os
import sys
import threading
from typing import Any, Iterable, Mapping, Sequence, Union

from . import _native as native
from ._arguments import Packer
from ._arrays import CPU
from ._device import LoadedModule, device, native_stream
from ._errors import ArgumentError, CompileError, Diagnostic, KernelNotFound, LaunchError
from ._native import check, library, text

Grid = Union[int, Sequence[int]]
Option = Union[bool, int, str, Sequence[Union[int, str]]]


def _values(value: Option) -> list[str]:
    if isinstance(value, bool):
        return ["true" if value else "false"]
    if isinstance(value, (str, int, os.PathLike)):
        return [str(value) if not isinstance(value, os.PathLike) else os.fspath(value)]
    return [text for one in value for text in _values(one)]


class _Source:
    """A source with its options: what a compilation is made of."""

    def __init__(self, name: str, source: str, names: Sequence[str], headers: Mapping[str, str], options: Mapping[str, Option]):
        self.name, self.text = name, source
        self.names, self.headers, self.options = list(names), dict(headers), dict(options)

    def with_options(self, architecture: str | None = None, remarks: bool = False) -> "_NativeOptions":
        return _NativeOptions(self, architecture, remarks)

    def file(self) -> native.SourceFile:
        return native.SourceFile(self.name.encode(), self.text.encode())


class _NativeOptions:
    """TilecCompileOptions, for the length of a with-block."""

    def __init__(self, source: _Source, architecture: str | None, remarks: bool):
        self.source, self.architecture, self.remarks = source, architecture, remarks
        self.value = native.CompileOptions()

    def __enter__(self) -> native.CompileOptions:
        api, options = library(), self.value
        api.tilecCompileOptionsInit(ctypes.byref(options), ctypes.sizeof(options))
        self.headers = (native.SourceFile * len(self.source.headers))(
            *(native.SourceFile(name.encode(), content.encode()) for name, content in self.source.headers.items()))
        options.headers, options.headerCount = self.headers, len(self.headers)
        try:
            for name, value in self.source.options.items():
                for one in _values(value):
                    self.set(name, one)
            for name in self.source.names:
                self.set("instantiate", name)
            if self.architecture:
                self.set("arch", self.architecture)
            if self.remarks:
                self.set("remarks", "true")
        except BaseException:
            self.__exit__()
            raise
        return options

    def set(self, name: str, value: str) -> None:
        check(library().tilecCompileOptionsSet(ctypes.byref(self.value), name.encode(), value.encode()))

    def __exit__(self, *_: Any) -> None:
        library().tilecCompileOptionsClear(ctypes.byref(self.value))


class _Compilation:
    """A handle of the C API. It belongs to one thread at a time: `lock` says to which."""

    def __init__(self, source: _Source, remarks: bool = False):
        api = library()
        self.lock = threading.Lock()
        self.destroy = api.tilecCompilationDestroy  # which is there when modules are taken down
        file = source.file()
        with source.with_options(remarks=remarks) as options:
            self.handle = api.tilecCompile(ctypes.byref(file), ctypes.byref(options))
        if not api.tilecCompilationSucceeded(self.handle):
            raise CompileError(self.diagnostics())

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            self.destroy(self.handle)

    def diagnostics(self) -> tuple[Diagnostic, ...]:
        api = library()
        return native.diagnostics(api.tilecCompilationDiagnosticCount, api.tilecCompilationDiagnostic, self.handle)

    def emit(self, stage: str) -> bytes:
        data, size = ctypes.c_void_p(), ctypes.c_size_t()
        with self.lock:
            if library().tilecCompilationEmit(self.handle, native.STAGES[stage], ctypes.byref(data), ctypes.byref(size)):
                return ctypes.string_at(data, size.value)
            raise CompileError(self.diagnostics())

    def manifest(self) -> dict:
        with self.lock:
            return json.loads(library().tilecCompilationManifest(self.handle))


class Kernels:
    """Kernels by name. `module["scale<256>"]` is one."""

    def __init__(self, name: str, manifest: dict):
        self.name = name
        self._manifest = manifest
        self._parameters = {kernel["name"]: kernel for kernel in manifest["kernels"]}
        self._loaded: dict[int, LoadedModule] = {}
        self._kernels: dict[str, Kernel] = {}

    @property
    def architecture(self) -> str:
        return self._manifest["architecture"]

    @property
    def kernels(self) -> list[str]:
        """The kernels as the source calls them, with their parameters."""
        return [kernel["displayName"] for kernel in self._parameters.values()]

    def __getitem__(self, name: str) -> "Kernel":
        known = self._kernels.get(name)
        if known is None:
            known = self._kernels[name] = Kernel(self, self._find(name))
        return known

    def __contains__(self, name: str) -> bool:
        try:
            self._find(name)
        except KernelNotFound:
            return False
        return True

    def __repr__(self) -> str:
        return f"<tilec.{type(self).__name__} {self.name!r} with {', '.join(self.kernels) or 'no kernel'}>"

    def _find(self, name: str) -> dict:
        found = self._parameters.get(self._symbol(name))
        if found is not None:
            return found
        shown = {symbol: kernel["displayName"] for symbol, kernel in self._parameters.items()}
        fits = [symbol for symbol, display in shown.items()
                if name in (display, display.split("(")[0], display.split("(")[0].split("<")[0])]
        if len(fits) == 1:
            return self._parameters[fits[0]]
        listed = ", ".join(shown.values()) or "none"
        if fits:
            raise KernelNotFound(f"expected the name of one kernel, got '{name}', which {len(fits)} have: {listed}")
        hint = f"; names=['{name}'] makes an instance of a template" if "<" in name else ""
        raise KernelNotFound(f"no kernel '{name}' in {self.name}, which has {listed}{hint}")

    def _symbol(self, name: str) -> str:
        return name

    def _on_device(self, ordinal: int) -> LoadedModule:
        loaded = self._loaded.get(ordinal)
        if loaded is None:
            loaded = self._loaded[ordinal] = self._load(ordinal)
        return loaded

    def _load(self, ordinal: int) -> LoadedModule:
        raise NotImplementedError

    def _on_host(self) -> _Compilation:
        raise LaunchError(f"{self.name} was compiled ahead of time and holds code for GPUs alone; expected arrays on a GPU", "kNoCompiler", 0)


class Module(Kernels):
    """A source that was compiled. `module["scale<256>"]` is a kernel."""

    def __init__(self, source: _Source):
        self._source = source
        self._compilation = _Compilation(source)
        self._remarks: tuple[Diagnostic, ...] | None = None
        self._ptx: bytes | None = None
        super().__init__(source.name, self._compilation.manifest())

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Warnings, and what else was reported so far."""
        return self._compilation.diagnostics()

    def emit(self, stage: str) -> str | bytes:
        """The module as `tile`, `tile-gpu`, `nvvm`, `llvm`, `ptx` or `sass`, which are texts, or as `cubin`."""
        if stage not in native.STAGES:
            raise ValueError(f"expected one of {', '.join(native.STAGES)}, got {stage!r}")
        data = self._compilation.emit(stage)
        return data if stage == "cubin" else data.decode()

    @property
    def ptx(self) -> str:
        if self._ptx is None:
            self._ptx = self._compilation.emit("ptx")
        return self._ptx.decode()

    @property
    def cubin(self) -> bytes:
        return self._compilation.emit("cubin")

    @property
    def sass(self) -> str:
        return self._compilation.emit("sass").decode()

    @property
    def manifest(self) -> dict:
        """How to launch the kernels: parameters, variants with what they need, grids (docs/ABI.md)."""
        self._compilation.emit("ptx")
        return self._compilation.manifest()

    def _symbol(self, name: str) -> str:
        return text(library().tilecCompilationLoweredName(self._compilation.handle, name.encode())) or name

    def _on_host(self) -> _Compilation:
        return self._compilation

    def _load(self, ordinal: int) -> LoadedModule:
        image = self._image(device(ordinal).architecture)
        return LoadedModule(ordinal, lambda context, into: library().tilecModuleLoad(
            context, ctypes.cast(ctypes.c_char_p(image), ctypes.c_void_p), len(image), None, into))

    def _image(self, architecture: str) -> bytes:
        """PTX for a GPU, from the user's cache folder where it has been compiled before."""
        if self._ptx is not None and self.architecture == architecture:
            return self._ptx
        api, file = library(), self._source.file()
        with self._source.with_options(architecture) as options:
            code = api.tilecCompileCached(ctypes.byref(file), ctypes.byref(options), native.STAGES["ptx"], None)
        try:
            data, size = ctypes.c_void_p(), ctypes.c_size_t()
            if not api.tilecCodeImage(code, ctypes.byref(data), ctypes.byref(size)):
                raise CompileError(native.diagnostics(api.tilecCodeDiagnosticCount, api.tilecCodeDiagnostic, code))
            return ctypes.string_at(data, size.value)
        finally:
            api.tilecCodeDestroy(code)


def _print(_: Any, data: int, size: int) -> None:
    sys.stdout.write(ctypes.string_at(data, size).decode(errors="replace"))


_PRINT = native.Print(_print)


def _grid(grid: Grid) -> tuple[int, int, int]:
    try:
        extents = tuple(map(operator.index, grid if isinstance(grid, Iterable) else (grid,)))
    except TypeError:
        extents = ()
    if not 1 <= len(extents) <= 3 or not all(0 <= extent < 1 << 32 for extent in extents):
        raise ArgumentError(f"expected a grid of one to three numbers of tile blocks, got {grid!r}")
    return extents + (1,) * (3 - len(extents))  # type: ignore[return-value]


class Kernel:
    """A kernel of a module. `kernel[grid](*arguments)` runs it over a grid of tile blocks."""

    def __init__(self, module: Kernels, description: dict):
        self.module = module
        self.symbol: str = description["name"]
        self.name: str = description["displayName"]
        self.parameters: list[dict] = description["parameters"]
        self._packer = Packer(self.name.split("(")[0], self.parameters)
        self._symbol = self.symbol.encode()
        self._launchers: dict[Any, Launcher] = {}  # by grid

    def __getitem__(self, grid: Grid) -> "Launcher":
        try:
            return self._launchers[grid]
        except (KeyError, TypeError):  # a new one, or a list
            extents = _grid(grid)
        if len(self._launchers) >= 256:
            self._launchers.clear()
        launcher = self._launchers[extents] = Launcher(self, extents)
        if isinstance(grid, int):
            self._launchers[grid] = launcher
        return launcher

    def __repr__(self) -> str:
        return f"<tilec.Kernel {self.name}>"

    def _run_on_host(self, grid: tuple[int, int, int], packed: Any, checks: bool, threads: int) -> None:
        options = native.HostOptions(ctypes.sizeof(native.HostOptions), threads, checks, None, 0, _PRINT, None)
        if checks:
            # Without any memory nothing would be checked.
            nothing = ctypes.c_char()
            memory = (native.HostMemory * (len(packed.views) + 1))(
                *(native.HostMemory(view.address, view.bytes, name.encode()) for name, view in packed.views),
                native.HostMemory(ctypes.addressof(nothing), 0, b"no array"))
            options.memory, options.memoryCount = memory, len(memory)
        compilation = self.module._on_host()
        with compilation.lock:
            error = library().tilecCompilationRunOnHost(compilation.handle, self._symbol, *grid, packed.values, len(packed.values),
                                                        ctypes.byref(options))
        check(error)


class Launcher:
    """A kernel with its grid."""

    __slots__ = ("kernel", "grid", "_plans")

    def __init__(self, kernel: Kernel, grid: tuple[int, int, int]):
        self.kernel, self.grid = kernel, grid
        self._plans: dict[tuple[int, int], _Plan] = {}  # by device and stream

    def __call__(self, *arguments: Any, stream: Any = None, check: bool = False, threads: int = 0) -> None:
        """Arrays on a GPU: queues the run in `stream`, or in PyTorch's current stream, or in the default one. On the CPU:
        runs it to its end; `check` reports accesses outside of the arrays, races between blocks and the like."""
        packer = self.kernel._packer
        if not check and (quick := packer.words(arguments)) is not None:
            plan = self._plan(quick[0], stream)
            error = plan.launch_words(plan.kernel, plan.options_address, quick[1])
        else:
            packed = packer.pack(arguments)
            if packed.device is None or packed.device == CPU:
                return self.kernel._run_on_host(self.grid, packed, check, threads)
            if check:
                raise ArgumentError(f"{packer.kernel}: check=True is for arrays on the CPU")
            plan = self._plan(packed.device, stream)
            error = library().tilecKernelLaunch(plan.kernel, plan.options, packed.values, len(packed.values))
        if error:
            native.check(error)

    def _plan(self, ordinal: int, stream: Any) -> "_Plan":
        key = (ordinal, native_stream(stream, ordinal))
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = _Plan(self, *key)
        return plan


class _Plan:
    """How a launcher launches on one GPU in one stream."""

    __slots__ = ("kernel", "options", "options_address", "launch_words")

    def __init__(self, launcher: Launcher, ordinal: int, stream: int):
        loaded = launcher.kernel.module._on_device(ordinal)
        self.kernel = loaded.kernel(launcher.kernel.symbol).value
        self.options = native.LaunchOptions(ctypes.sizeof(native.LaunchOptions), *launcher.grid, loaded.device.stream(stream), -1, False, -1)
        self.options_address = ctypes.addressof(self.options)
        self.launch_words = library().tilecKernelLaunchWords


def _source(source: Union[str, os.PathLike], names: Iterable[str], headers: Mapping[str, str], name: str | None,
            options: Mapping[str, Option]) -> _Source:
    """A path, or the text of a source."""
    if not isinstance(source, os.PathLike) and ("\n" in source or not source.endswith((".cu", ".cuh", ".cpp"))):
        return _Source(name or "<string>", str(source), list(names), headers, options)
    path = os.fspath(source)
    with open(path, encoding="utf-8") as file:
        return _Source(name or path, file.read(), list(names), headers, options)


def compile(source: Union[str, os.PathLike], *, names: Iterable[str] = (), headers: Mapping[str, str] | None = None,
            name: str | None = None, **options: Option) -> Module:
    """Compiles CUDA Tile C++: a path, or the text of a source.

    `names` are instances of kernel templates, as "scale<256>"; `headers` are found by #include under their names. Every
    option of the command is taken by its name with `_` for `-`: arch="sm_90a", fast_math=True, I=["include"],
    hints="latency = 4". Raises CompileError for a source that is refused.
    """
    return Module(_source(source, [names] if isinstance(names, str) else names, headers or {}, name, options))


def launch(stream: Any, grid: Grid, kernel: Kernel, arguments: Sequence[Any]) -> None:
    """Runs a kernel; kernel[grid](*arguments, stream=stream) is the same."""
    kernel[grid](*arguments, stream=stream)


def get_remarks(module: Module) -> list[Diagnostic]:
    """What the passes decided about each access and loop, and what would make it faster."""
    if module._remarks is None:
        compilation = _Compilation(module._source, remarks=True)
        compilation.emit("ptx")
        module._remarks = tuple(d for d in compilation.diagnostics() if d.severity == "remark")
    return list(module._remarks)
