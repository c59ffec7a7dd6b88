// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Why an access does not go by the copy engine, in the order in which a user can do something about it: what the kernel
// and the target forbid (here), then what the tensor lacks (TensorMap.h), or the run of bytes (BulkCopies.h).
#pragma once

#include "compiler/Target/Target.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/BulkCopies.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/MemoryPathModel.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/TensorMaps/KernelTensorMaps.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/TensorMaps/TensorMap.h"

namespace tilec::tile_gpu {

class CopyEngineRules {
public:
  CopyEngineRules(mlir::func::FuncOp kernel, const Target &target);

  /// The tensor map of the access, or what stands against it.
  template <typename Op> TensorMapChoice choose(Op op, llvm::ArrayRef<LayoutAttr> layouts, OriginFacts &facts) const {
    auto load = mlir::dyn_cast<LoadViewOp>(op.getOperation());
    if (std::string whyNot = whyNever(op, op.getView(), bool(load)); !whyNot.empty())
      return TensorMapChoice::none(whyNot);
    if (std::string whyNot = whyNoRows(op.getView()); !whyNot.empty())
      return TensorMapChoice::none(whyNot);
    if (!takesHiddenParameters())
      return TensorMapChoice::none(
          "a kernel with one variant takes the parameters of the source only; allow more with --variants");
    std::optional<MmaUse> mma = load ? findMma(load.getResult()) : std::nullopt;
    bool isForMma = mma.has_value();
    if (load && !mma)
      mma = findConvertedMma(load.getResult());
    mlir::Type element = mlir::cast<tile::ViewType>(op.getView().getType()).getTensorView().getElementType();
    if (load)
      element = mlir::getElementTypeOrSelf(load.getType());
    TensorMapChoice choice = chooseTensorMap(op.getView(), op.getIndices(), element, layouts, facts, mma);
    if (!choice.map && isForMma && target.has(Capability::BuildTensorMap) && mayBuildMap(load))
      if (TensorMapChoice built = chooseBuiltTensorMap(op.getView(), op.getIndices(), element, layouts, facts, mma);
          built.map) {
        built.whyNot = choice.whyNot;
        choice = std::move(built);
      }
    int64_t most = tile::numCtasOf(op) > 1 || isStoredInPieces(op) ? kMaxRowBytes : kMaxTileBytes;
    if (choice.map && choice.buffer.getBytes() > most)
      return TensorMapChoice::none("the tile is larger than the " + std::to_string(most) +
                                   " bytes of shared memory for it");
    if (load)
      choice.isKept = isKeptForBlocks(load);
    return choice;
  }

  /// What stands against moving an access through pointers as a contiguous range of bytes; empty if nothing does.
  template <typename Op> std::string whyNoBulkCopy(Op op, tile::Divisibility &facts) const {
    std::string whyNot = whyNever(op, op.getPointer(), mlir::isa<LoadOp>(op));
    return whyNot.empty() ? tile_gpu::whyNoBulkCopy(op, facts) : whyNot;
  }

  const Target &getTarget() const {
    return target;
  }

private:
  struct Access {
    mlir::Operation *op;
    mlir::Value address;
    bool isWrite;
  };

  /// Shared memory that one access may take for itself.
  static constexpr int64_t kMaxTileBytes = 64 * 1024;
  /// .. for a CTA's part of a row that it shares.
  static constexpr int64_t kMaxRowBytes = 128 * 1024;

  std::string whyNever(mlir::Operation *op, mlir::Value address, bool isLoad) const;
  /// What stands against the rows that a view names, on this target.
  std::string whyNoRows(mlir::Value view) const;
  /// Lanes and the copy engine would meet without order: it reads what they wrote, or they touch what it has written.
  /// What it reads later, or they have read before, is waited for.
  bool collides(mlir::Operation *op, mlir::Value address, bool isLoad, const Access &other) const;
  bool mayPrecede(mlir::Operation *first, mlir::Operation *second) const;
  /// Every form of a kernel but the last may have parameters of its own.
  bool takesHiddenParameters() const;

  mlir::func::FuncOp kernel;
  const Target &target;
  llvm::SmallVector<Access> accesses;
  /// Of ops, in program order.
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
  bool synchronizes = false;
};

} // namespace tilec::tile_gpu
