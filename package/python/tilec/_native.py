# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The C API (tilec-c/Compiler.h, tilec-c/Runtime.h, tilec-c/Tuner.h) by ctypes. The library is loaded at the first use."""
from __future__ import annotations

import ctypes
import functools
import os
import pathlib
from ctypes import POINTER, Structure, Union, c_bool, c_char_p, c_double, c_float, c_int, c_int64, c_size_t, c_uint, c_uint32, c_uint64, c_void_p

from ._errors import Diagnostic, Error, LaunchError, OptionError

STAGES = {"tile": 0, "tile-gpu": 1, "nvvm": 2, "llvm": 3, "ptx": 4, "cubin": 5, "sass": 6}
SEVERITIES = ("note", "remark", "warning", "error")
SIGNED, UNSIGNED, FLOAT, DOUBLE, ADDRESS, BITS = range(6)


class SourceFile(Structure):
    _fields_ = [("name", c_char_p), ("text", c_char_p)]


class CompileOptions(Structure):
    _fields_ = [("size", c_size_t), ("architecture", c_char_p),
                ("arguments", POINTER(c_char_p)), ("argumentCount", c_size_t),
                ("headers", POINTER(SourceFile)), ("headerCount", c_size_t),
                ("nameExpressions", POINTER(c_char_p)), ("nameExpressionCount", c_size_t),
                ("relaxedConstexpr", c_bool), ("contractFma", c_bool), ("flushSubnormals", c_bool), ("preciseDivision", c_bool),
                ("preciseSqrt", c_bool), ("fastMath", c_bool), ("fastAccumulation", c_bool), ("lineInfo", c_bool),
                ("remarks", c_bool), ("optimizationLevel", c_uint), ("maxVariants", c_uint), ("bounds", c_int),
                ("named", c_void_p)]


class NativeDiagnostic(Structure):
    _fields_ = [("severity", c_int), ("file", c_char_p), ("line", c_uint), ("column", c_uint), ("message", c_char_p),
                ("option", c_char_p), ("rendered", c_char_p)]


class HostMemory(Structure):
    _fields_ = [("data", c_void_p), ("bytes", c_size_t), ("name", c_char_p)]


Print = ctypes.CFUNCTYPE(None, c_void_p, c_void_p, c_size_t)


class HostOptions(Structure):
    _fields_ = [("size", c_size_t), ("threads", c_uint), ("check", c_bool), ("memory", POINTER(HostMemory)),
                ("memoryCount", c_size_t), ("print", Print), ("printData", c_void_p)]


class Value(Union):
    _fields_ = [("i", c_int64), ("u", c_uint64), ("f", c_float), ("d", c_double), ("record", c_void_p)]


class Argument(Structure):
    _fields_ = [("kind", c_int), ("value", Value), ("bytes", c_size_t), ("elementType", c_char_p)]


Progress = ctypes.CFUNCTYPE(None, c_void_p, c_char_p)


class TuneOptions(Structure):
    _fields_ = [("size", c_size_t), ("wisdom", c_char_p), ("mode", c_int), ("budget", c_double), ("tolerance", c_double), ("device", c_int),
                ("progress", Progress), ("progressData", c_void_p)]


class TuneArgument(Structure):
    _fields_ = [("value", Argument), ("bytes", c_size_t)]


class BundleChoice(Structure):
    _fields_ = [("module", c_size_t), ("kernel", c_char_p), ("constants", c_char_p)]


class LaunchOptions(Structure):
    _fields_ = [("size", c_size_t), ("gridX", c_uint32), ("gridY", c_uint32), ("gridZ", c_uint32), ("stream", c_void_p),
                ("sharedMemoryCarveout", c_int), ("programmaticDependentLaunch", c_bool), ("variant", c_int)]


_Options, _Arguments = POINTER(CompileOptions), POINTER(Argument)
#: Results and parameters of each function that is called here.
_FUNCTIONS = {
    "tilecVersion": (c_char_p,),
    "tilecCompileOptionsInit": (None, _Options, c_size_t),
    "tilecCompileOptionsSet": (c_void_p, _Options, c_char_p, c_char_p),
    "tilecCompileOptionsClear": (None, _Options),
    "tilecCompile": (c_void_p, POINTER(SourceFile), _Options),
    "tilecCompilationDestroy": (None, c_void_p),
    "tilecCompilationSucceeded": (c_bool, c_void_p),
    "tilecCompilationDiagnosticCount": (c_size_t, c_void_p),
    "tilecCompilationDiagnostic": (NativeDiagnostic, c_void_p, c_size_t),
    "tilecCompilationEmit": (c_bool, c_void_p, c_int, POINTER(c_void_p), POINTER(c_size_t)),
    "tilecCompilationManifest": (c_char_p, c_void_p),
    "tilecCompilationLoweredName": (c_char_p, c_void_p, c_char_p),
    "tilecCompilationRunOnHost": (c_void_p, c_void_p, c_char_p, c_uint32, c_uint32, c_uint32, _Arguments, c_size_t,
                                  POINTER(HostOptions)),
    "tilecCompileCached": (c_void_p, POINTER(SourceFile), _Options, c_int, c_char_p),
    "tilecCodeDestroy": (None, c_void_p),
    "tilecCodeImage": (c_bool, c_void_p, POINTER(c_void_p), POINTER(c_size_t)),
    "tilecCodeDiagnosticCount": (c_size_t, c_void_p),
    "tilecCodeDiagnostic": (NativeDiagnostic, c_void_p, c_size_t),
    "tilecCommand": (c_int, c_int, POINTER(c_char_p)),
    "tilecTunerCreate": (c_void_p, POINTER(SourceFile), _Options, c_char_p, POINTER(TuneOptions), POINTER(c_void_p)),
    "tilecTunerDestroy": (None, c_void_p),
    "tilecTunerCandidateName": (c_char_p, c_void_p, c_size_t),
    "tilecTunerCandidateProblem": (c_char_p, c_void_p, c_size_t),
    "tilecTunerCandidateMilliseconds": (c_double, c_void_p, c_size_t),
    "tilecTunerChoose": (c_void_p, c_void_p, POINTER(TuneArgument), c_size_t, POINTER(c_uint32), POINTER(c_size_t)),
    "tilecErrorCode": (c_int, c_void_p),
    "tilecErrorName": (c_char_p, c_void_p),
    "tilecErrorText": (c_char_p, c_void_p),
    "tilecErrorMessage": (c_char_p, c_void_p),
    "tilecErrorDestroy": (None, c_void_p),
    "tilecDriverLoad": (c_void_p, c_char_p, POINTER(c_void_p)),
    "tilecDeviceGet": (c_void_p, c_void_p, c_int, POINTER(c_void_p)),
    "tilecDeviceArchitecture": (c_char_p, c_void_p),
    "tilecContextGetPrimary": (c_void_p, c_void_p, POINTER(c_void_p)),
    "tilecStreamBorrow": (c_void_p, c_void_p, c_void_p),
    "tilecModuleLoad": (c_void_p, c_void_p, c_void_p, c_size_t, c_char_p, POINTER(c_void_p)),
    "tilecBundleOpen": (c_void_p, c_char_p, POINTER(c_void_p)),
    "tilecBundleDestroy": (None, c_void_p),
    "tilecBundleModuleCount": (c_size_t, c_void_p),
    "tilecBundleCandidate": (c_char_p, c_void_p, c_size_t),
    "tilecBundleManifest": (c_char_p, c_void_p, c_size_t),
    "tilecBundleChoose": (c_void_p, c_void_p, c_char_p, c_void_p, POINTER(TuneArgument), c_size_t, POINTER(BundleChoice)),
    "tilecBundleLoad": (c_void_p, c_void_p, c_size_t, c_void_p, POINTER(c_void_p)),
    "tilecModuleGetKernel": (c_void_p, c_void_p, c_char_p, POINTER(c_void_p)),
    "tilecKernelLaunch": (c_void_p, c_void_p, POINTER(LaunchOptions), _Arguments, c_size_t),
    "tilecKernelLaunchWords": (c_void_p, c_void_p, c_void_p, c_char_p),
    "tilecKernelLastVariant": (c_int, c_void_p),
}


def _candidates() -> list[str]:
    chosen = os.environ.get("TILEC_LIBRARY")
    if chosen:
        return [chosen]
    # Inside the package, as wheels have it; where the system looks. The runtime alone loads what was compiled.
    folder = pathlib.Path(__file__).resolve().parent / "lib"
    return [path for name in ("libtilec.so.1", "libtilec-runtime.so.1") for path in (str(folder / name), name)]


def _without_compiler(name: str):
    def function(*_: object) -> None:
        raise Error(f"{name} needs the compiler, libtilec.so; only the runtime, libtilec-runtime.so, is installed")

    return function


@functools.cache
def library() -> ctypes.CDLL:
    reason = ""
    for path in _candidates():
        try:
            loaded = ctypes.CDLL(path)
            break
        except OSError as error:
            if not reason or os.path.exists(path):
                reason = str(error)
    else:
        raise Error(f"libtilec.so cannot be opened (TILEC_LIBRARY names the file): {reason}")
    has_compiler = hasattr(loaded, "tilecCompile")
    for name, (result, *parameters) in _FUNCTIONS.items():
        try:
            function = getattr(loaded, name)
        except AttributeError:
            if not has_compiler and name.startswith(("tilecComp", "tilecCode", "tilecTuner", "tilecVersion", "tilecCommand")):
                setattr(loaded, name, _without_compiler(name))
                continue
            raise Error(f"{path} has no {name}: it is of another version than this Python package") from None
        function.restype = result
        function.argtypes = parameters
    return loaded


def text(value: bytes | None) -> str:
    return value.decode(errors="replace") if value else ""


def check(error: int | None) -> None:
    """Raises what an error of the C API says."""
    if not error:
        return
    api = library()
    name, code = text(api.tilecErrorName(error)), api.tilecErrorCode(error)
    message = text(api.tilecErrorText(error))
    if code > 0:  # the driver's
        message = text(api.tilecErrorMessage(error))
    api.tilecErrorDestroy(error)
    if name == "kBadOption":
        raise OptionError(message)
    raise LaunchError(message, name, code)


def diagnostics(count, one, handle: int) -> tuple[Diagnostic, ...]:
    found = []
    for index in range(count(handle)):
        d = one(handle, index)
        found.append(Diagnostic(SEVERITIES[d.severity], text(d.file), d.line, d.column, text(d.message), text(d.option),
                                text(d.rendered)))
    return tuple(found)
