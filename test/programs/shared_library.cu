// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A shared library with kernels that Python loads; this source has none of its own.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
// build: tilec -shared -fPIC %S/Inputs/scale_library.cu -o libscale.so
// run: %python %S/Inputs/load_library.py libscale.so
