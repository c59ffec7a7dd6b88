# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Launches a kernel of the shared library that the argument names.
import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])
values = (ctypes.c_float * 64)(*range(64))
print(library.launch_scale(values, 64, ctypes.c_float(5)), values[0], values[1], values[63])
