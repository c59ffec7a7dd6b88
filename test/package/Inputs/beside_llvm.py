# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles and runs a kernel by the C API with another LLVM in the process, which is loaded first or last."""
import ctypes
import sys

SOURCE = b"""#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void triple(float *p) {
  auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
  ct::store(p + i, ct::load(p + i) * 3.0f);
}
"""


class SourceFile(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("text", ctypes.c_char_p)]


tilec_path, llvm_path, order = sys.argv[1:]
if order == "first":
    other = ctypes.CDLL(llvm_path, ctypes.RTLD_GLOBAL)
tilec = ctypes.CDLL(tilec_path)
if order == "last":
    other = ctypes.CDLL(llvm_path, ctypes.RTLD_GLOBAL)
other.LLVMContextCreate.restype = ctypes.c_void_p
other.LLVMInitializeNVPTXTarget()
context = other.LLVMContextCreate()

tilec.tilecCompile.restype = ctypes.c_void_p
tilec.tilecCompilationLaunchOnHost.restype = ctypes.c_void_p
source = SourceFile(b"triple.cu", SOURCE)
compilation = ctypes.c_void_p(tilec.tilecCompile(ctypes.byref(source), None))
array = (ctypes.c_float * 4)(1, 2, 3, 4)
address = ctypes.c_void_p(ctypes.addressof(array))
arguments = (ctypes.c_void_p * 1)(ctypes.addressof(address))
error = tilec.tilecCompilationLaunchOnHost(compilation, b"triple", 1, 1, 1, arguments, ctypes.c_size_t(1), None)
assert not error
print("out", *(int(value) for value in array))
text, size = ctypes.c_char_p(), ctypes.c_size_t()
tilec.tilecCompilationEmit(compilation, 4, ctypes.byref(text), ctypes.byref(size))
print(text.value.decode())
tilec.tilecCompilationDestroy(compilation)
other.LLVMContextDispose(ctypes.c_void_p(context))
