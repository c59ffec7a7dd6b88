# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What an array is, whoever made it: NumPy, PyTorch, CuPy, anything with DLPack or the buffer protocol. Imports none of
them."""
from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

CPU = -1

_BUFFER_TYPES = {"?": "bool", "f": "f32", "d": "f64", "e": "f16"}
_TORCH_TYPES = {
    "float32": "f32", "float64": "f64", "float16": "f16", "bfloat16": "bf16", "bool": "bool",
    "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "uint8": "u8", "uint16": "u16", "uint32": "u32", "uint64": "u64",
    "float8_e4m3fn": "f8E4M3FN", "float8_e5m2": "f8E5M2", "float8_e8m0fnu": "f8E8M0FNU", "float4_e2m1fn_x2": "f4E2M1FN",
}
#: By the codes of DLPack and the bits of an element.
_DLPACK_KINDS = {0: "i", 1: "u", 2: "f"}
_DLPACK_TYPES = {(4, 16): "bf16", (6, 8): "bool", (10, 8): "f8E4M3FN", (12, 8): "f8E5M2", (14, 8): "f8E8M0FNU", (17, 4): "f4E2M1FN"}


@dataclass(slots=True)
class ArrayView:
    """Memory that a kernel gets by its address."""

    address: int
    bytes: int
    element: str  #: as the manifest has it; "" where it is not known
    device: int  #: ordinal of the GPU, or CPU
    contiguous: bool
    writable: bool = True
    owner: Any = None  #: lives as long as the view


def view(value: Any) -> ArrayView | None:
    """The memory of an array; None if the object is none."""
    if hasattr(value, "data_ptr") and hasattr(value, "device"):
        return _of_torch(value)
    interface = getattr(value, "__cuda_array_interface__", None)
    if interface is not None:
        return _of_interface(value, interface, _cuda_device(value))
    interface = getattr(value, "__array_interface__", None)
    if interface is not None:
        return _of_interface(value, interface, CPU)
    if hasattr(value, "__dlpack__"):
        return _of_dlpack(value)
    try:
        memory = memoryview(value)
    except TypeError:
        return None
    return _of_buffer(memory)


#: The types of tensors, element types by their dtypes, and ordinals by their devices, as they come along.
tensor_types: set[type] = set()
elements: dict[Any, str] = {}
gpus: dict[Any, int] = {}


def _of_torch(tensor: Any) -> ArrayView:
    device = tensor.device
    if device.type == "cpu":
        ordinal = CPU
    elif device.type == "cuda":
        ordinal = gpus[device] = device.index or 0
        tensor_types.add(type(tensor))
    else:
        raise TypeError(f"expected a tensor on the CPU or a CUDA device, got one on '{device}'")
    address, size, dtype = tensor.data_ptr(), tensor.numel() * tensor.element_size(), tensor.dtype
    if size and not address:
        raise TypeError("expected a tensor with memory, got one whose memory was freed")
    element = elements.get(dtype)
    if element is None:
        element = elements[dtype] = _TORCH_TYPES.get(str(dtype).removeprefix("torch."), "?")
    return ArrayView(address, size, element, ordinal, tensor.is_contiguous(), owner=tensor)


def _cuda_device(value: Any) -> int:
    if hasattr(value, "__dlpack_device__"):
        return int(value.__dlpack_device__()[1])
    device = getattr(value, "device", None)
    return int(getattr(device, "id", device if isinstance(device, int) else 0))


def _size(shape: tuple[int, ...], item: int) -> int:
    size = item
    for extent in shape:
        size *= extent
    return size


def _is_contiguous(shape: tuple[int, ...], strides: tuple[int, ...] | None, item: int) -> bool:
    if strides is None:
        return True
    expected = item
    for extent, stride in zip(reversed(shape), reversed(strides)):
        if extent == 0:
            return True
        if extent != 1 and stride != expected:
            return False
        expected *= extent
    return True


def _of_interface(value: Any, interface: dict, device: int) -> ArrayView:
    kind, item = interface["typestr"][1], int(interface["typestr"][2:])
    element = "bool" if kind == "b" else f"{kind}{8 * item}" if kind in "iuf" else "?"
    if kind == "V" and item <= 2:  # what NumPy has no type for, as ml_dtypes makes them
        name = str(getattr(value, "dtype", ""))
        element = _TORCH_TYPES.get(name, "?")
    address, readonly = interface["data"]
    shape = tuple(interface["shape"])
    return ArrayView(address, _size(shape, item), element, device, _is_contiguous(shape, interface.get("strides"), item), not readonly,
                     value)


class _DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32), ("ndim", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


def _of_dlpack(value: Any) -> ArrayView:
    device_type, ordinal = value.__dlpack_device__()
    if device_type not in (1, 2, 3, 13):
        raise TypeError(f"expected an array on the CPU or a CUDA device, got one on DLPack's device {device_type}")
    capsule = value.__dlpack__()
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    tensor = _DLTensor.from_address(pointer(capsule, b"dltensor"))
    shape = tuple(tensor.shape[i] for i in range(tensor.ndim))
    strides = tuple(tensor.strides[i] for i in range(tensor.ndim)) if tensor.strides else None
    element = _DLPACK_TYPES.get((tensor.code, tensor.bits))
    if element is None:
        kind = _DLPACK_KINDS.get(tensor.code)
        element = f"{kind}{tensor.bits}" if kind else "?"
    return ArrayView((tensor.data or 0) + tensor.byte_offset, _size(shape, tensor.bits * tensor.lanes) // 8, element,
                     CPU if device_type == 1 else int(ordinal), _is_contiguous(shape, strides, 1), owner=(capsule, value))


def _of_buffer(memory: memoryview) -> ArrayView:
    form = memory.format.lstrip("@=<")
    element = _BUFFER_TYPES.get(form, "?")
    if form in "bhilq":
        element = f"i{8 * memory.itemsize}"
    elif form in "BHILQ":
        element = f"u{8 * memory.itemsize}"
    elif form == "c":
        element = ""
    if memory.readonly:
        raise TypeError("expected memory that can be written, got a read-only buffer")
    if not memory.c_contiguous:
        return ArrayView(0, memory.nbytes, element, CPU, False)
    address = ctypes.addressof((ctypes.c_char * 0).from_buffer(memory)) if memory.nbytes else 0
    return ArrayView(address, memory.nbytes, element, CPU, True, owner=memory)
