// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Addresses of a lane's elements in shared memory, whose offsets are linear in its index and in its registers'.
#pragma once

#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "dialects/Layout/LinearMap.h"
#include <map>

namespace tilec {

/// What a lane's index adds (by XOR) to element offsets: `offsets` maps packed places, the lowest `registerBits` bits
/// are registers. The thread's number is read again for it, or shared with what else follows from it.
LinearIndex laneOffset(mlir::ImplicitLocOpBuilder &builder, const layout::LinearMap &offsets, unsigned registerBits,
                       bool readsAgain = false);

/// `bytes` behind `base`, inside the same object.
mlir::Value bytesFrom(mlir::ImplicitLocOpBuilder &builder, mlir::Value base, mlir::LLVM::GEPArg bytes);

/// Number `index` (i32) of the mbarriers that begin at `base`.
mlir::Value mbarrierAt(mlir::ImplicitLocOpBuilder &builder, mlir::Value base, mlir::Value index);

/// Elements at `lane offset ^ constant`, for constants that are known now. Bits that a lane's offset never has are
/// added, which an access does for free.
class SharedAddresses {
public:
  SharedAddresses(mlir::ImplicitLocOpBuilder &builder, mlir::Value address, mlir::Type element, LinearIndex lane)
      : builder(builder), address(address), element(element), lane(lane) {}

  mlir::Value at(uint64_t offset);

private:
  mlir::Value elementAt(mlir::Value base, mlir::LLVM::GEPArg index);

  mlir::ImplicitLocOpBuilder &builder;
  mlir::Value address;
  mlir::Type element;
  LinearIndex lane;
  std::map<uint64_t, mlir::Value> starts;
};

} // namespace tilec
