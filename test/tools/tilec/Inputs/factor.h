// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FACTOR
#define FACTOR 3.0f
#endif
