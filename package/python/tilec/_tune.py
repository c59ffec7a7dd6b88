# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Chooses among the forms of a kernel by their times.

Candidates differ in template constants and in compile options. They are compiled in parallel; those that do not compile
or give the PTX of an earlier one are dropped. Each then runs on copies of the arguments, and must give the results of the
first one. The rest are timed in turns, and a candidate goes once it is surely slower than the fastest. What was found is
kept in a file of JSON lines, the wisdom, by GPU, source, and sizes of the arguments.
"""
from __future__ import annotations

import concurrent.futures
import ctypes
import fcntl
import hashlib
import itertools
import json
import math
import os
import statistics
import struct
import sys
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Mapping, Sequence

from . import _native as native
from ._arrays import CPU, view
from ._device import device, native_stream
from ._errors import CompileError, Error
from ._module import Grid, Kernel, Module, Option, compile

_FEWEST_TIMES, _MOST_TIMES = 5, 40


@dataclass
class Candidate:
    """One form of the kernel, and what became of it."""

    constants: dict[str, Any]
    options: dict[str, Any]
    kernel: Kernel | None = None
    times: list[float] = field(default_factory=list)  #: milliseconds
    problem: str = ""  #: why it is out of question; "" if it is not

    @property
    def name(self) -> str:
        parts = [f"{name}={value}" for name, value in {**self.constants, **self.options}.items()]
        return ", ".join(parts) or "default"

    @property
    def milliseconds(self) -> float:
        return statistics.median(self.times) if self.times else math.inf

    def bounds(self) -> tuple[float, float]:
        """Where the median is, most probably: order statistics, of which a few wild times change nothing."""
        times, count = sorted(self.times), len(self.times)
        spread = 0.98 * math.sqrt(count)
        return times[max(0, math.floor(count / 2 - spread))], times[min(count - 1, math.ceil(count / 2 + spread))]


class Clock:
    """Times launches on the CPU."""

    def __init__(self, ordinal: int):
        pass

    def time(self, run: Callable[[], None]) -> float:
        start = time.perf_counter()
        run()
        return 1e3 * (time.perf_counter() - start)


class DeviceClock(Clock):
    """Times launches on a GPU by events, behind a write of more than its L2 holds."""

    _FLUSHED = 256 << 20

    def __init__(self, ordinal: int):
        api, self.device = native.library(), device(ordinal)
        self.start, self.end, self.flush = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
        for event in (self.start, self.end):
            native.check(api.tilecEventCreate(self.device.context, True, ctypes.byref(event)))
        native.check(api.tilecBufferCreate(self.device.context, self._FLUSHED, ctypes.byref(self.flush)))
        current = native_stream(None, ordinal)
        self.stream = api.tilecStreamBorrow(self.device.context, current)

    def __del__(self) -> None:
        api = native.library()
        for event in (self.start, self.end):
            api.tilecEventDestroy(event)
        api.tilecBufferDestroy(self.flush)

    def time(self, run: Callable[[], None]) -> float:
        api, elapsed = native.library(), ctypes.c_float()
        native.check(api.tilecBufferFill(self.flush, self.stream, 0))
        native.check(api.tilecEventRecord(self.start, self.stream))
        run()
        native.check(api.tilecEventRecord(self.end, self.stream))
        native.check(api.tilecEventSynchronize(self.end))
        native.check(api.tilecEventElapsed(self.start, self.end, ctypes.byref(elapsed)))
        return elapsed.value


def _copy(value: Any) -> Any:
    """A copy of an array, by its own means; other values as they are."""
    if value is None or isinstance(value, (bool, int, float)):
        return value
    array = view(value)
    if array is None:
        return value
    for method in ("clone", "copy", "__copy__"):
        if hasattr(value, method):
            return getattr(value, method)()
    if array.device != CPU or not hasattr(value, "from_buffer_copy"):
        raise TypeError(f"expected an array that can be copied, got {type(value).__name__}")
    return type(value).from_buffer_copy(value)


def _bytes(value: Any) -> bytes | None:
    """What an array holds; None for other values."""
    if value is None or isinstance(value, (bool, int, float)) or (array := view(value)) is None:
        return None
    if array.device != CPU:
        value = value.cpu() if hasattr(value, "cpu") else value.get()
        array = view(value)
        assert array is not None
    return ctypes.string_at(array.address, array.bytes) if array.bytes else b""


def _is_near(a: bytes, b: bytes, element: str, tolerance: float) -> bool:
    if a == b:
        return True
    code = {"f32": "f", "f64": "d", "f16": "e"}.get(element)
    if code is None:
        return False
    pairs = zip((x for x, in struct.iter_unpack(code, a)), (x for x, in struct.iter_unpack(code, b)))
    return all(x == y or (x != x and y != y) or abs(x - y) <= tolerance * max(1.0, abs(x), abs(y)) for x, y in pairs)


def _bucket(size: int) -> int:
    """The next power of two, with the sign."""
    return (1 if size >= 0 else -1) * (1 << max(0, abs(size) - 1).bit_length()) if size else 0


class Tuner:
    """A kernel of which the fastest form runs. The first call with arguments of a size tries the candidates."""

    def __init__(self, source: Any, kernel: str, grid: Callable[..., Grid], constants: Mapping[str, Sequence[Any]],
                 options: Mapping[str, Sequence[Option]], where: Callable[..., bool] | None, wisdom: Any, mode: str, budget: float,
                 tolerance: float, progress: Callable[[str], None] | None, fixed: Mapping[str, Any]):
        if mode not in ("off", "use", "tune"):
            raise ValueError(f"expected a mode of off, use or tune, got {mode!r}")
        unknown = [name for name in constants if f"{{{name}}}" not in kernel]
        if unknown:
            raise ValueError(f"expected the constant {unknown[0]!r} in the kernel's name, as in 'scale<{{{unknown[0]}}}>', got '{kernel}'")
        self.source, self.kernel, self.grid, self.fixed = source, kernel, grid, dict(fixed)
        self.wisdom, self.mode, self.budget, self.tolerance, self.progress = wisdom, mode, budget, tolerance, progress
        self.space = [(dict(zip(constants, values[:len(constants)])), dict(zip(options, values[len(constants):])))
                      for values in itertools.product(*constants.values(), *options.values())]
        if where is not None:
            self.space = [(c, o) for c, o in self.space if where(**c, **o)]
        if not self.space:
            raise ValueError("expected at least one candidate, got none")
        self.chosen: dict[str, Candidate] = {}
        #: What became of each candidate when the tuner last tried them.
        self.candidates: list[Candidate] = []

    def __call__(self, *arguments: Any, stream: Any = None) -> None:
        best = self.best(*arguments)
        assert best.kernel is not None
        best.kernel[self.grid(*arguments, **best.constants)](*arguments, stream=stream)

    def best(self, *arguments: Any) -> Candidate:
        """The candidate that is launched with such arguments, which are left as they are."""
        ordinal, key = self._key(arguments)
        known = self.chosen.get(key)
        if known is None:
            known = self._from_wisdom(ordinal, key)
            if known is None:
                known = self._try(ordinal, key, arguments) if self.mode == "tune" else self._first(ordinal)
            self.chosen[key] = known
        return known

    def _key(self, arguments: tuple) -> tuple[int, str]:
        ordinal = CPU
        sizes: list[Any] = []
        for value in arguments:
            if value is None or isinstance(value, (bool, float)):
                continue
            if isinstance(value, int):
                sizes.append(_bucket(value))
            elif (array := view(value)) is not None:
                ordinal = array.device
                sizes.append(f"{array.element}*{_bucket(array.bytes)}")
        place = "cpu" if ordinal == CPU else device(ordinal).architecture
        text = json.dumps([self._text(), self.kernel, sorted(self.fixed.items(), key=str)], default=str)
        return ordinal, json.dumps([place, self.kernel, hashlib.sha256(text.encode()).hexdigest()[:16], *sizes])

    def _text(self) -> str:
        if isinstance(self.source, os.PathLike) or "\n" not in self.source:
            with open(self.source, encoding="utf-8") as file:
                return file.read()
        return self.source

    def _compile(self, candidate: Candidate, ordinal: int) -> None:
        name = self.kernel.format(**candidate.constants)
        names = [name] if "<" in name else []
        chip = {} if ordinal == CPU else {"arch": device(ordinal).architecture}
        module: Module = compile(self.source, names=names, **{**chip, **self.fixed, **candidate.options})
        candidate.kernel = module[name]

    def _first(self, ordinal: int) -> Candidate:
        candidate = Candidate(*self.space[0])
        self._compile(candidate, ordinal)
        return candidate

    def _from_wisdom(self, ordinal: int, key: str) -> Candidate | None:
        if self.wisdom is None or self.mode == "off" or not os.path.exists(self.wisdom):
            return None
        found = None
        with open(self.wisdom, encoding="utf-8") as file:
            for line in file:
                try:
                    entry = json.loads(line)
                    if entry["key"] == key and any(c == entry["constants"] and o == entry["options"] for c, o in self.space):
                        found = entry
                except (ValueError, KeyError, TypeError):
                    continue  # a line that was cut off, or is of another version
        if found is None:
            return None
        candidate = Candidate(found["constants"], found["options"], times=[found["milliseconds"]])
        self._compile(candidate, ordinal)
        return candidate

    def _keep(self, key: str, best: Candidate) -> None:
        if self.wisdom is None:
            return
        entry = {"key": key, "constants": best.constants, "options": best.options, "milliseconds": best.milliseconds,
                 "first": self.candidates[0].milliseconds}
        with open(self.wisdom, "a", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.write(json.dumps(entry) + "\n")

    def _say(self, text: str) -> None:
        if self.progress is not None:
            self.progress(text)

    def _try(self, ordinal: int, key: str, arguments: tuple) -> Candidate:
        end = time.monotonic() + self.budget
        self.candidates = [Candidate(c, o) for c, o in self.space]
        torch = sys.modules.get("torch")
        if ordinal != CPU and torch is not None and torch.cuda.is_current_stream_capturing():
            raise Error("kernels cannot be tuned while a stream is captured; call the tuner once before, or give it wisdom")
        self._compile_all(ordinal, end)
        first = self.candidates[0]
        if first.problem:
            raise Error(f"the first candidate ({first.name}) cannot be used: {first.problem}")
        usable = self._check_results(arguments)
        clock = Clock(ordinal) if ordinal == CPU else DeviceClock(ordinal)
        copies = tuple(map(_copy, arguments))
        best = self._race(usable, clock, copies, end)
        self._say(f"{best.name}: {best.milliseconds:.4g} ms, the first one {first.milliseconds:.4g} ms")
        self._keep(key, best)
        return best

    def _compile_all(self, ordinal: int, end: float) -> None:
        """The first one in any case, and the others while there is time."""
        def make(candidate: Candidate) -> str | bytes:
            if candidate is not self.candidates[0] and time.monotonic() > end:
                candidate.problem = "not tried: the budget was spent"
                return ""
            try:
                self._compile(candidate, ordinal)
                assert candidate.kernel is not None
                return candidate.kernel.module.ptx
            except (CompileError, Error) as error:
                candidate.problem = str(error).split("\n", 1)[0]
                return ""

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            codes = list(pool.map(make, self.candidates))
        seen: dict[Any, Candidate] = {}
        for candidate, code in zip(self.candidates, codes):
            if candidate.problem:
                continue
            # Constants decide the grid, so that equal code alone makes no equal candidate.
            same = seen.setdefault((code, str(candidate.constants)), candidate)
            if same is not candidate:
                candidate.problem = f"the same code as {same.name}"
        for candidate in self.candidates:
            if candidate.problem:
                self._say(f"{candidate.name}: {candidate.problem}")

    def _run(self, candidate: Candidate, arguments: tuple) -> None:
        assert candidate.kernel is not None
        candidate.kernel[self.grid(*arguments, **candidate.constants)](*arguments)

    def _check_results(self, arguments: tuple) -> list[Candidate]:
        """Those that do what the first one does."""
        usable, expected = [], None
        for candidate in self.candidates:
            if candidate.problem:
                continue
            copies = tuple(map(_copy, arguments))
            try:
                self._run(candidate, copies)
                results = [_bytes(value) for value in copies]
            except Error as error:
                if expected is None:
                    raise
                candidate.problem = str(error).split("\n", 1)[0]
                self._say(f"{candidate.name}: {candidate.problem}")
                continue
            expected = expected or results
            for index, (a, b) in enumerate(zip(expected, results)):
                if a is not None and not _is_near(a, b or b"", view(copies[index]).element, self.tolerance):  # type: ignore[union-attr]
                    candidate.problem = f"other results than the first one, in argument {index}"
                    self._say(f"{candidate.name}: {candidate.problem}")
                    break
            else:
                usable.append(candidate)
        return usable

    def _race(self, running: list[Candidate], clock: Clock, arguments: tuple, end: float) -> Candidate:
        for turn in range(_MOST_TIMES):
            for candidate in running:
                candidate.times.append(clock.time(lambda: self._run(candidate, arguments)))
            fastest = min(running, key=lambda candidate: candidate.milliseconds)
            if turn + 1 >= _FEWEST_TIMES:
                limit = fastest.bounds()[1]
                running = [candidate for candidate in running if candidate.bounds()[0] <= limit]
                if len(running) == 1 or time.monotonic() > end:
                    break
        return fastest


def tune(source: Any, kernel: str, *, grid: Callable[..., Grid], constants: Mapping[str, Sequence[Any]] | None = None,
         options: Mapping[str, Sequence[Option]] | None = None, where: Callable[..., bool] | None = None, wisdom: Any = None,
         mode: str = "tune", budget: float = 15.0, tolerance: float = 0.0, progress: Callable[[str], None] | None = None,
         **fixed: Any) -> Tuner:
    """A kernel whose template constants and options are chosen by their times.

        scale = tilec.tune("scale.cu", "scale<{N}>", constants={"N": [256, 512, 1024]}, options={"pipeline_loops": ["auto", 3]},
                           grid=lambda out, x, n, N: (n + N - 1) // N, wisdom="wisdom.jsonl")
        scale(out, x, n)

    The first value of each counts where nothing is known. `grid` gets the arguments, then the constants by name; `where`
    says which combinations make sense. `mode` "use" takes what `wisdom` knows and tries nothing, "off" takes the first
    values. `budget` is in seconds; `tolerance` is how far results may be from the first one's, relative or absolute.
    What else is given is an option of every candidate.
    """
    return Tuner(source, kernel, grid, constants or {}, options or {}, where, wisdom, mode, budget, tolerance, progress, fixed)
