# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What cuBLASLt proposes for a product: functions that queue it by each of its candidates.

PyTorch calls the library with its first choice; a fair peer is the fastest. cuBLASLt is taken from the process, where PyTorch
has loaded it. Matrices of the library are column-major, so row-major c = a * b is c' = b' * a'.
"""
import ctypes

import torch

# cudaDataType_t of elements; cublasComputeType_t and the type of factors of the sum by element of the operands.
TYPES = {torch.float32: 0, torch.float64: 1, torch.float16: 2, torch.int8: 3, torch.int32: 10, torch.bfloat16: 14}
COMPUTE = {torch.float32: (77, 0), torch.float64: (70, 1), torch.float16: (68, 0), torch.int8: (72, 10), torch.bfloat16: (68, 0)}
TRANSA, MAX_WORKSPACE = 3, 1
WORKSPACE_BYTES = 64 << 20


class Heuristic(ctypes.Structure):
    _fields_ = [("algorithm", ctypes.c_uint64 * 8), ("workspace", ctypes.c_size_t), ("state", ctypes.c_int), ("waves", ctypes.c_float),
                ("reserved", ctypes.c_int * 4)]


def loaded_library():
    with open("/proc/self/maps") as maps:
        for line in maps:
            if "libcublasLt.so" in line:
                return ctypes.CDLL(line.split()[-1])
    return None


class Lt:
    """The library's handle and workspace; `candidates` is empty where it cannot be had."""

    def __init__(self):
        torch.mm(torch.ones(16, 16, device="cuda"), torch.ones(16, 16, device="cuda"))
        self.api, self.handle = loaded_library(), ctypes.c_void_p()
        if self.api and self.api.cublasLtCreate(ctypes.byref(self.handle)):
            self.api = None
        self.workspace = torch.empty(WORKSPACE_BYTES, dtype=torch.uint8, device="cuda")

    def created(self, name, *values):
        made = ctypes.c_void_p()
        if getattr(self.api, name)(ctypes.byref(made), *values):
            raise RuntimeError(f"{name} failed")
        return made

    def layout(self, dtype, rows, columns):
        return self.created("cublasLtMatrixLayoutCreate", TYPES[dtype], ctypes.c_uint64(rows), ctypes.c_uint64(columns), ctypes.c_int64(rows))

    def candidates(self, dtype, result, transposed, m, n, k, most=8):
        """Functions of (a, b, out), b of n x k if transposed, each by another algorithm."""
        if not self.api or dtype not in COMPUTE:
            return []
        compute, scale = COMPUTE[dtype]
        operation = self.created("cublasLtMatmulDescCreate", compute, scale)
        turned = ctypes.c_int(1 if transposed else 0)
        self.api.cublasLtMatmulDescSetAttribute(operation, TRANSA, ctypes.byref(turned), ctypes.c_size_t(4))
        layouts = [self.layout(dtype, *((k, n) if transposed else (n, k))), self.layout(dtype, k, m), self.layout(result, n, m)]
        preference = self.created("cublasLtMatmulPreferenceCreate")
        room = ctypes.c_size_t(WORKSPACE_BYTES)
        self.api.cublasLtMatmulPreferenceSetAttribute(preference, MAX_WORKSPACE, ctypes.byref(room), ctypes.c_size_t(8))
        found, count = (Heuristic * most)(), ctypes.c_int(0)
        self.api.cublasLtMatmulAlgoGetHeuristic(self.handle, operation, layouts[0], layouts[1], layouts[2], layouts[2], preference, most,
                                                found, ctypes.byref(count))
        scalar = {1: ctypes.c_double, 10: ctypes.c_int}.get(scale, ctypes.c_float)
        one, zero = scalar(1), scalar(0)

        def queue(algorithm, a, b, out):
            pointer = lambda tensor: ctypes.c_void_p(tensor.data_ptr())
            error = self.api.cublasLtMatmul(self.handle, operation, ctypes.byref(one), pointer(b), layouts[0], pointer(a), layouts[1],
                                            ctypes.byref(zero), pointer(out), layouts[2], pointer(out), layouts[2], ctypes.byref(algorithm),
                                            pointer(self.workspace), ctypes.c_size_t(WORKSPACE_BYTES),
                                            ctypes.c_void_p(torch.cuda.current_stream().cuda_stream))
            if error:
                raise RuntimeError(f"cublasLtMatmul failed: {error}")

        return [lambda a, b, out, chosen=found[i].algorithm: queue(chosen, a, b, out) for i in range(count.value)]
