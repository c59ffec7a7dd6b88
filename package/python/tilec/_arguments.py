# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The arguments of a launch, checked against the kernel's parameters."""
from __future__ import annotations

import ctypes
import operator
import struct
from typing import Any, Callable

from . import _native as native
from ._arrays import CPU, ArrayView, view
from ._errors import ArgumentError

#: Element types of arrays that a parameter takes besides its own.
_ALSO = {"tf32": "f32"}


class PackedArguments:
    """What a launch gets: the values as the C API takes them, the arrays behind them, and where these are."""

    __slots__ = ("values", "views", "device")

    def __init__(self, values: Any):
        self.values = values
        self.views: list[tuple[str, ArrayView]] = []
        self.device: int | None = None  #: ordinal, or CPU; None where no argument is an array

    def add(self, name: str, wanted: str, value: Any) -> int:
        """The address of an array that a parameter takes."""
        if value is None or type(value) is int:
            return value or 0
        array = view(value)
        if array is None:
            raise TypeError(f"expected an array, an address or None, got {type(value).__name__}")
        if array.element != wanted and wanted != "void" and array.element:
            got = array.element if array.element != "?" else "another type"
            raise TypeError(f"expected an array of {wanted}, got one of {got}")
        if not array.contiguous:
            raise TypeError("expected a contiguous array, got one with gaps; its address as an integer is not checked")
        if self.device is None:
            self.device = array.device
        elif self.device != array.device:
            places = ["the CPU" if d == CPU else f"GPU {d}" for d in (self.device, array.device)]
            raise TypeError(f"expected an array on {places[0]}, where those before it are, got one on {places[1]}")
        self.views.append((name, array))
        return array.address


def _bits_of_bf16(value: float) -> int:
    """Rounded to nearest, ties to even."""
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    if value != value:
        return 0x7FC0
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16) & 0xFFFF


def _bits_of_f16(value: float) -> int:
    try:
        return struct.unpack("<H", struct.pack("<e", value))[0]
    except OverflowError:  # beyond its range
        return 0x7C00 if value > 0 else 0xFC00


class Bits:
    """The bits of a scalar that Python has no type for, e.g. of an fp8 number."""

    def __init__(self, value: int):
        self.value = value


def _number(value: Any) -> float:
    if isinstance(value, (str, bytes)) or not hasattr(value, "__float__") and not hasattr(value, "__index__"):
        raise TypeError(f"expected a number, got {type(value).__name__}")
    return float(value)


def _put_float(packed: PackedArguments, slot: Any, value: Any) -> None:
    slot.kind, slot.value.f = native.FLOAT, _number(value)


def _put_double(packed: PackedArguments, slot: Any, value: Any) -> None:
    slot.kind, slot.value.d = native.DOUBLE, _number(value)


def _put_bits(element: str, size: int) -> Callable[[PackedArguments, Any, Any], None]:
    encode = {"f16": _bits_of_f16, "bf16": _bits_of_bf16}.get(element)
    name = element.encode()

    def put(packed: PackedArguments, slot: Any, value: Any) -> None:
        if isinstance(value, Bits):
            bits = value.value
        elif encode is None:
            raise TypeError(f"expected tilec.Bits, as Python has no {element}, got {type(value).__name__}")
        else:
            bits = encode(_number(value))
        slot.kind, slot.value.u, slot.bytes, slot.elementType = native.BITS, bits, size, name

    return put


def _put_integer(packed: PackedArguments, slot: Any, value: Any) -> None:
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"expected an integer, got {type(value).__name__}") from None
    if not -(1 << 63) <= number < 1 << 64:
        raise TypeError(f"expected an integer of 64 bits, got {number}")
    if number < 1 << 63:
        slot.kind, slot.value.i = native.SIGNED, number
    else:
        slot.kind, slot.value.u = native.UNSIGNED, number


def _put_pointer(name: str, wanted: str) -> Callable[[PackedArguments, Any, Any], None]:
    def put(packed: PackedArguments, slot: Any, value: Any) -> None:
        slot.kind, slot.value.u = native.ADDRESS, packed.add(name, wanted, value)

    return put


def _writer(parameter: dict) -> Callable[[PackedArguments, Any, Any], None]:
    kind, element = parameter["kind"], parameter["elementType"]
    if kind == "pointer":
        return _put_pointer(parameter["name"], _ALSO.get(element, element))
    if kind == "integer":
        return _put_integer
    if kind == "float":
        return {"f32": _put_float, "f64": _put_double}.get(element) or _put_bits(element, parameter["size"])
    raise ArgumentError(f"parameter '{parameter['name']}' is a {kind}, which Python cannot pass")


def _quick_format(parameter: dict) -> str | None:
    """How `struct` writes a TilecArgument: kind, value, and two fields that are zero. None where it cannot."""
    kind, element = parameter["kind"], parameter["elementType"]
    value = {"pointer": "Q", "integer": "q"}.get(kind) or {"f32": "f4x", "f64": "d"}.get(element)
    return f"i4x{value}16x" if value else None


_QUICK_KINDS = {"pointer": native.ADDRESS, "integer": native.SIGNED}


class Packer:
    """Packs the arguments of one kernel."""

    def __init__(self, kernel: str, parameters: list[dict]):
        self.kernel = kernel
        self.parameters = parameters
        self.writers = [_writer(parameter) for parameter in parameters]
        # Most launches are packed in one go; the others, and mistakes, go one by one.
        formats = [_quick_format(parameter) for parameter in parameters]
        self.quick = struct.Struct("@" + "".join(formats)) if all(formats) else None  # type: ignore[arg-type]
        self.template: list[Any] = []
        self.pointers: list[tuple[int, str, str]] = []
        for index, parameter in enumerate(parameters):
            kind, element = parameter["kind"], parameter["elementType"]
            self.template += [_QUICK_KINDS.get(kind, native.FLOAT if element == "f32" else native.DOUBLE), 0]
            if kind == "pointer":
                self.pointers.append((index, parameter["name"], _ALSO.get(element, element)))
        self.type = native.Argument * len(parameters)

    def pack(self, arguments: tuple) -> PackedArguments:
        if self.quick is not None and len(arguments) == len(self.parameters):
            packed = PackedArguments(None)
            values = self.template[:]
            values[1::2] = arguments
            try:
                for index, name, wanted in self.pointers:
                    values[2 * index + 1] = packed.add(name, wanted, arguments[index])
                packed.values = self.type.from_buffer_copy(self.quick.pack(*values))
                return packed
            except (TypeError, OverflowError, struct.error):
                pass
        return self._pack_one_by_one(arguments)

    def _pack_one_by_one(self, arguments: tuple) -> PackedArguments:
        if len(arguments) != len(self.writers):
            raise ArgumentError(f"{self.kernel}: expected {len(self.writers)} arguments, got {len(arguments)}")
        packed = PackedArguments(self.type())
        for index, writer in enumerate(self.writers):
            try:
                writer(packed, packed.values[index], arguments[index])
            except TypeError as error:
                name = self.parameters[index]["name"] or str(index)
                raise ArgumentError(f"{self.kernel}: argument '{name}': {error}") from None
        return packed
