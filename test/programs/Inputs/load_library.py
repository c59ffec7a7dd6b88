# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Loads a library with tile kernels and calls it.
import ctypes
import os
import sys

library = ctypes.CDLL(os.path.join(os.getcwd(), sys.argv[1]))
values = (ctypes.c_float * 300)(*range(300))
for factor in (2.0, 0.25):
    status = library.scale_host(values, ctypes.c_float(factor), 300)
    print(status, values[1], values[299])
