# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The arguments of a launch, checked against the kernel's parameters."""
from __future__ import annotations

import ctypes
import operator
import struct
from typing import Any, Callable

from . import _native as native
from ._arrays import CPU, ArrayView, elements, gpus, tensor_types, view
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


#: How `struct` writes a parameter, in words of 8 bytes, by its element type.
_FORMATS = {"i8": "b7x", "u8": "B7x", "i16": "h6x", "u16": "H6x", "i32": "i4x", "u32": "I4x", "i64": "q", "u64": "Q", "bool": "B7x",
            "f16": "e6x", "f32": "f4x", "f64": "d"}


def _word_format(parameter: dict) -> str:
    return "Q" if parameter["kind"] == "pointer" else _FORMATS.get(parameter["elementType"], "")


class Packer:
    """Packs the arguments of one kernel."""

    def __init__(self, kernel: str, parameters: list[dict]):
        self.kernel = kernel
        self.parameters = parameters
        self.writers = [_writer(parameter) for parameter in parameters]
        formats = [_word_format(parameter) for parameter in parameters]
        self.write_words = struct.Struct("=" + "".join(formats)).pack if all(formats) else None
        self.pointers = [(index, _ALSO.get(parameter["elementType"], parameter["elementType"]))
                         for index, parameter in enumerate(parameters) if parameter["kind"] == "pointer"]
        self.booleans = [index for index, parameter in enumerate(parameters) if parameter["elementType"] == "bool"]
        self.type = native.Argument * len(parameters)

    def words(self, arguments: tuple) -> tuple[int, bytes] | None:
        """What most launches are packed by: the GPU of the arrays, and the values in the parameters' types. None for
        other arguments, and for mistakes: `pack` takes them, or says what is wrong."""
        if self.write_words is None:
            return None
        values = list(arguments)
        ordinal = None
        try:
            for index, wanted in self.pointers:
                array = values[index]
                if array is None or type(array) is int:
                    values[index] = array or 0
                    continue
                if type(array) in tensor_types:
                    where, element = gpus[array.device], elements[array.dtype]
                    address, fits = array.data_ptr(), array.is_contiguous()
                else:
                    known = view(array)
                    where, element, address, fits = known.device, known.element, known.address, known.contiguous  # type: ignore[union-attr]
                if ordinal is None:
                    ordinal = where
                if where != ordinal or where == CPU or not (fits and address) or element != wanted != "void":
                    return None
                values[index] = address
            for index in self.booleans:
                if type(values[index]) is not bool and values[index] not in (0, 1):
                    return None
            return None if ordinal is None else (ordinal, self.write_words(*values))
        except (AttributeError, IndexError, KeyError, TypeError, OverflowError, struct.error):
            return None

    def pack(self, arguments: tuple) -> PackedArguments:
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
