# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The fastest form of a kernel, by trying them: the library's tuner (tilec-c/Tuner.h) with arguments of Python."""
from __future__ import annotations

import ctypes
import itertools
import math
import os
import sys
import weakref
from dataclasses import dataclass
from typing import Any, Callable, Mapping, Sequence

from . import _native as native
from ._arguments import Packer
from ._arrays import CPU, view
from ._device import device
from ._errors import Error
from ._module import Grid, Kernel, Option, _grid, _source, _values, compile
from ._native import check, library, text

_MODES = ("off", "use", "tune")


@dataclass
class Candidate:
    """One form of the kernel, and what became of it."""

    constants: dict[str, Any]
    options: dict[str, Any]
    name: str = ""
    kernel: Kernel | None = None  #: once it is launched
    milliseconds: float = math.inf  #: the median
    problem: str = ""  #: why it is out of question; "" if it is not


def _quoted(value: Option) -> str:
    return '"' + ", ".join(_values(value)) + '"'


class Tuner:
    """A kernel of which the fastest form runs. The first call with arguments of a size tries the candidates."""

    def __init__(self, source: Any, kernel: str, grid: Callable[..., Grid], constants: Mapping[str, Sequence[Any]],
                 options: Mapping[str, Sequence[Option]], where: Callable[..., bool] | None, wisdom: Any, mode: str, budget: float,
                 tolerance: float | None, progress: Callable[[str], None] | None, fixed: Mapping[str, Any]):
        if mode not in _MODES:
            raise ValueError(f"expected a mode of off, use or tune, got {mode!r}")
        unknown = [name for name in constants if f"{{{name}}}" not in kernel]
        if unknown:
            raise ValueError(f"expected the constant {unknown[0]!r} in the kernel's name, as in 'scale<{{{unknown[0]}}}>', got '{kernel}'")
        self.kernel, self.grid, self.fixed, self.mode = kernel, grid, dict(fixed), mode
        self.source, self._made = source, _source(source, (), {}, None, dict(fixed))
        self._tuning = (os.fsencode(wisdom) if wisdom is not None else None, budget, -1.0 if tolerance is None else tolerance)
        axes = {**constants, **options}
        self._space = "; ".join([f"kernel = {kernel}", *(f"{name} = {', '.join(map(_quoted, values))}" for name, values in axes.items())])
        #: What became of each candidate when the tuner last tried them.
        self.candidates = [Candidate(dict(zip(constants, values)), dict(zip(options, values[len(constants):])))
                           for values in itertools.product(*axes.values())]
        self._left_out = [where is not None and not where(**c.constants, **c.options) for c in self.candidates]
        if all(self._left_out):
            raise ValueError("expected at least one candidate, got none")
        self._say = native.Progress(lambda _, said: progress(text(said)) if progress else None)
        self._tuners: dict[int, int] = {}  # by device
        self._packer: Packer | None = None

    def __call__(self, *arguments: Any, stream: Any = None) -> None:
        best = self.best(*arguments)
        assert best.kernel is not None
        best.kernel[self.grid(*arguments, **best.constants)](*arguments, stream=stream)

    def best(self, *arguments: Any) -> Candidate:
        """The candidate that is launched with such arguments, which are left as they are."""
        packed = self._pack(arguments)
        ordinal = CPU if packed.device is None else packed.device
        torch = sys.modules.get("torch")
        if ordinal != CPU and self.mode == "tune" and torch is not None and torch.cuda.is_current_stream_capturing():
            raise Error("kernels cannot be tuned while a stream is captured; call the tuner once before, or give it wisdom")
        best = self.candidates[self._choose(ordinal, packed, arguments)]
        if best.kernel is None:
            best.kernel = self._compile(best)
        return best

    def _compile(self, candidate: Candidate) -> Kernel:
        name = self.kernel.format(**candidate.constants)
        return compile(self.source, names=[name] if "<" in name else [], **{**self.fixed, **candidate.options})[name]

    def _pack(self, arguments: tuple) -> Any:
        """The parameters are those of the first candidate, and every other's."""
        if self._packer is None:
            first = self.candidates[self._left_out.index(False)]
            first.kernel = self._compile(first)
            self._packer = first.kernel._packer
        return self._packer.pack(arguments)

    def _tuner(self, ordinal: int) -> int:
        known = self._tuners.get(ordinal)
        if known is None:
            api, file, made = library(), self._made.file(), ctypes.c_void_p()
            tune = native.TuneOptions(ctypes.sizeof(native.TuneOptions), self._tuning[0], _MODES.index(self.mode), *self._tuning[1:], ordinal,
                                      self._say, None)
            with self._made.with_options(device(ordinal).architecture if ordinal != CPU else None) as options:
                check(api.tilecTunerCreate(ctypes.byref(file), ctypes.byref(options), self._space.encode(), ctypes.byref(tune),
                                           ctypes.byref(made)))
            known = self._tuners[ordinal] = made.value
            weakref.finalize(self, api.tilecTunerDestroy, known)
        return known

    def _choose(self, ordinal: int, packed: Any, arguments: tuple) -> int:
        api, tuner = library(), self._tuner(ordinal)
        sizes = {view.address: view.bytes for _, view in packed.views}
        values = (native.TuneArgument * len(packed.values))(
            *(native.TuneArgument(value, sizes.get(value.value.u, 0) if value.kind == native.ADDRESS else 0) for value in packed.values))
        grids = [(0, 0, 0) if left_out else _grid(self.grid(*arguments, **candidate.constants))
                 for candidate, left_out in zip(self.candidates, self._left_out)]
        chosen = ctypes.c_size_t()
        check(api.tilecTunerChoose(tuner, values, len(values), (ctypes.c_uint32 * (3 * len(grids)))(*itertools.chain(*grids)),
                                   ctypes.byref(chosen)))
        for index, candidate in enumerate(self.candidates):
            candidate.name = text(api.tilecTunerCandidateName(tuner, index))
            candidate.problem = text(api.tilecTunerCandidateProblem(tuner, index))
            candidate.milliseconds = api.tilecTunerCandidateMilliseconds(tuner, index)
        return chosen.value


def tune(source: Any, kernel: str, *, grid: Callable[..., Grid], constants: Mapping[str, Sequence[Any]] | None = None,
         options: Mapping[str, Sequence[Option]] | None = None, where: Callable[..., bool] | None = None, wisdom: Any = None,
         mode: str = "tune", budget: float = 15.0, tolerance: float | None = None, progress: Callable[[str], None] | None = None,
         **fixed: Any) -> Tuner:
    """A kernel whose template constants and options are chosen by their times.

        scale = tilec.tune("scale.cu", "scale<{N}>", constants={"N": [256, 512, 1024]}, options={"pipeline_loops": ["auto", 3]},
                           grid=lambda out, x, n, N: (n + N - 1) // N, wisdom="wisdom.jsonl")
        scale(out, x, n)

    The first value of each counts where nothing is known. `grid` gets the arguments, then the constants by name; `where`
    says which combinations make sense. `mode` "use" takes what `wisdom` knows and tries nothing, "off" takes the first
    values. `budget` is in seconds; `tolerance` is how far results may be from the first one's, relative or absolute, and
    None means as far as sums in another order are for the element type. What else is given is an option of every candidate.
    """
    return Tuner(source, kernel, grid, constants or {}, options or {}, where, wisdom, mode, budget, tolerance, progress, fixed)
