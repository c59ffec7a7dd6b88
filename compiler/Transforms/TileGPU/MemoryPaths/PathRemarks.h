// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What users read of the path of each access: bytes, instructions, why not the better one, what would change it.
//
// The reasons against the copy engine are where they are found:
//
// | reason                                               | file                                     |
// |------------------------------------------------------|------------------------------------------|
// | registers are as fast, a producer warp would not pay | MemoryPathModel.cpp, CopyEngineRules.cpp |
// | the tensor or the tile is none for a tensor map      | TensorMap.cpp, TensorOrigin.cpp          |
// | rows named by an index                               | GatheredRows.cpp                         |
// | no run of bytes                                      | BulkCopies.cpp                           |
// | no producer warp would bring it                      | SelectMemoryPaths.cpp                    |
#pragma once

#include "compiler/Target/Target.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/TensorMaps/TensorMap.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include <string>

namespace tilec::tile_gpu {

/// Why accesses do not go by the copy engine.
struct DeclinedPaths {
  llvm::DenseMap<mlir::Operation *, std::string> noTensorMap; ///< loads and stores that were a view's
  llvm::DenseMap<mlir::Operation *, std::string> noBulkCopy;  ///< accesses through pointers
};

/// One remark for each load, store and atomic of a tile that lanes do.
void reportRegisterPaths(mlir::func::FuncOp kernel, const Target &target, const DeclinedPaths &declined);

/// That an access goes by tensor map, in which boxes.
void reportTensorMap(mlir::Operation *access, const TensorMapChoice &choice);

/// That an access through pointers goes as one contiguous range of bytes.
void reportBulkCopy(mlir::Operation *access);

} // namespace tilec::tile_gpu
