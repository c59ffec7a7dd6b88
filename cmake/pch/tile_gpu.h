// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What nearly every file about the `tile_gpu` dialect includes: MLIR, and the two dialects with their ops.
#pragma once
#include "cmake/pch/mlir.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
