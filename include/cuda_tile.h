// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- cuda_tile.h - CUDA Tile C++ ------------------------------------------===//
#pragma once

#include "cuda/tiles/primitives.h"
