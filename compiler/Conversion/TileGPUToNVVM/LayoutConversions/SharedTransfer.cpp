// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Emits a layout::SharedTransferPlan: owners store vectors, a barrier, lanes load vectors; once for each pass, whose
/// halves of the scratch take turns, so that one barrier is enough for each. All warps wait in all passes, those that
/// have no part in one, too.
///
/// Where every warp reads only what it wrote, warps do not wait for each other. The part of a warp is used again by the
/// next such op, so there the warp also waits before it stores.
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/Transfers.h"
#include "compiler/Conversion/TileGPUToNVVM/MatrixMultiply/Ldmatrix.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedAddresses.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "llvm/ADT/MapVector.h"
#include <bit>

using namespace mlir;
using namespace tilec;
using layout::LinearMap;
using layout::SharedTransferPlan;

namespace {

/// The passes in which a warp takes part.
class PassesOfWarp {
public:
  PassesOfWarp(ImplicitLocOpBuilder &builder, const LinearMap &passOfPlace, unsigned registerBits)
      : builder(builder), passOfPlace(passOfPlace), added(laneOffset(builder, passOfPlace, registerBits)) {}

  /// Whether register `index` may be in `pass`, in some warp.
  bool mayBeIn(unsigned pass, uint64_t index) const {
    return !((passOfPlace.apply(index) ^ pass) & ~added.baseBits);
  }
  /// True in warps in which it is; null if it is in all.
  Value isIn(unsigned pass, uint64_t index) {
    if (!added.base)
      return {};
    uint64_t wanted = passOfPlace.apply(index) ^ pass;
    Value &condition = conditions[wanted];
    if (!condition)
      condition =
          arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, added.base, constant32(builder, int64_t(wanted)));
    return condition;
  }

private:
  ImplicitLocOpBuilder &builder;
  const LinearMap &passOfPlace;
  LinearIndex added; ///< to what a register's place says
  std::map<uint64_t, Value> conditions;
};

class Emitter {
public:
  /// `address`: of the scratch, or of this warp's part of it.
  Emitter(ImplicitLocOpBuilder &builder, const SharedTransferPlan &plan, ValueRange source, Value varying,
          Value address)
      : builder(builder), plan(plan), source(source), varying(varying), registerType(source.front().getType()),
        stored(storedType(registerType)), address(address),
        storeLane(laneOffset(builder, plan.offsets.store, plan.offsets.storeRegisterBits)), loadLane(loadOffset()),
        owner(isOwningLane()), storeWarp(builder, plan.storePass, plan.offsets.storeRegisterBits),
        loadWarp(builder, plan.loadPass, plan.offsets.loadRegisterBits),
        results(size_t(1) << plan.offsets.loadRegisterBits) {}

  void store(unsigned pass) {
    storePass(pass, SharedAddresses(builder, halfOf(pass), stored, storeLane));
  }
  void load(unsigned pass) {
    loadPass(pass, SharedAddresses(builder, halfOf(pass), stored, loadLane));
  }
  /// What was loaded.
  ArrayRef<Value> registers() const {
    return results;
  }

private:
  Value bytesFrom(Value base, LLVM::GEPArg bytes) {
    return LLVM::GEPOp::create(builder, base.getType(), builder.getI8Type(), base, ArrayRef<LLVM::GEPArg>{bytes});
  }
  Value halfOf(unsigned pass) {
    return pass % 2 ? bytesFrom(address, int32_t(plan.bytesOfHalf)) : address;
  }

  LinearIndex loadOffset() {
    LinearIndex lane = laneOffset(builder, plan.offsets.load, plan.offsets.loadRegisterBits);
    if (!varying)
      return lane;
    SmallVector<uint64_t> columns;
    for (unsigned bit = 0; bit + 1 < plan.offsets.start.numInputs(); ++bit)
      columns.push_back(plan.offsets.start.column(bit));
    LinearIndex start = applyColumns(builder, varying, columns);
    if (!start.base || !lane.base)
      return start.base ? start : lane;
    return {arith::XOrIOp::create(builder, lane.base, start.base), lane.baseBits | start.baseBits};
  }

  /// True in the lanes that store; null if all do.
  Value isOwningLane() {
    uint64_t mask = plan.copyBits >> plan.offsets.storeRegisterBits;
    if (mask == 0)
      return {};
    Value bits = arith::AndIOp::create(builder, threadIndex(builder), constant32(builder, mask));
    return arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, bits, constant32(builder, 0));
  }

  void storePass(unsigned pass, SharedAddresses addresses) {
    // The vectors by pass of their registers, and by offset.
    std::map<std::pair<uint64_t, uint64_t>, SmallVector<uint64_t>> vectors;
    for (uint64_t i = 0; i < source.size(); ++i) {
      if ((i & plan.copyBits) || !storeWarp.mayBeIn(pass, i))
        continue;
      uint64_t offset = plan.offsets.store.apply(i), inside = offset & (plan.storeVector - 1);
      SmallVector<uint64_t> &vector = vectors[{plan.storePass.apply(i), offset ^ inside}];
      vector.resize(plan.storeVector);
      vector[inside] = i;
    }
    for (auto &[place, vector] : vectors) {
      SmallVector<Value> values;
      for (uint64_t index : vector)
        values.push_back(toStored(builder, source[index]));
      Value isStored = conjunction(builder, owner, storeWarp.isIn(pass, vector.front()));
      storeVector(builder, addresses.at(place.second), values, isStored);
    }
  }

  void loadPass(unsigned pass, SharedAddresses addresses) {
    if (plan.matrices != layout::MatrixLoads::None)
      return emitMatrixLoads(builder, plan, pass, halfOf(pass), registerType, results);
    uint64_t start = plan.offsets.start.column(plan.offsets.start.numInputs() - 1);
    llvm::MapVector<std::pair<uint64_t, uint64_t>, SmallVector<uint64_t>> vectors;
    for (uint64_t i = 0; i < results.size(); ++i)
      if (loadWarp.mayBeIn(pass, i)) {
        uint64_t offset = plan.offsets.load.apply(i) ^ start;
        vectors[{plan.loadPass.apply(i), offset & ~uint64_t(plan.loadVector - 1)}].push_back(i);
      }
    for (auto &[place, indices] : vectors) {
      auto insideOf = [&](uint64_t index) { return (plan.offsets.load.apply(index) ^ start) & (plan.loadVector - 1); };
      // Warps that have no part in this pass keep what they loaded in another one.
      SmallVector<Value> kept;
      Value isLoaded = loadWarp.isIn(pass, indices.front());
      if (isLoaded && results[indices.front()]) {
        kept.resize(plan.loadVector);
        for (uint64_t index : indices)
          kept[insideOf(index)] = toStored(builder, results[index]);
      }
      SmallVector<Value> loaded =
          loadVector(builder, addresses.at(place.second), stored, plan.loadVector, isLoaded, kept);
      for (uint64_t index : indices)
        results[index] = fromStored(builder, loaded[insideOf(index)], registerType);
    }
  }

  ImplicitLocOpBuilder &builder;
  const SharedTransferPlan &plan;
  ValueRange source;
  Value varying;
  Type registerType, stored;
  Value address;
  LinearIndex storeLane, loadLane;
  Value owner;
  PassesOfWarp storeWarp, loadWarp;
  SmallVector<Value> results;
};

/// Where this warp's own scratch starts.
Value partOfWarp(ImplicitLocOpBuilder &builder, unsigned numWarps, Value address, int64_t stride) {
  Value warp =
      arith::ShRUIOp::create(builder, threadIndex(builder), constant32(builder, layout::log2OfExtent(kLanesPerWarp)));
  // The warp's number counts in its group.
  if (auto roles = tile_gpu::WarpRolesOp::around(builder.getInsertionBlock()); roles && roles.getGroup())
    warp = arith::AndIOp::create(builder, warp, constant32(builder, numWarps - 1));
  Value bytes = arith::MulIOp::create(builder, warp, constant32(builder, stride));
  return LLVM::GEPOp::create(builder, address.getType(), builder.getI8Type(), address, ArrayRef<LLVM::GEPArg>{bytes});
}

SmallVector<Value> emitThroughSharedMemory(ImplicitLocOpBuilder &builder, tile_gpu::ScratchInterface op,
                                           const SharedTransferPlan &plan, ValueRange source, Value varying,
                                           Value address) {
  unsigned waiting = plan.inWarp ? 1 : tile_gpu::numWarpsOf(op);
  if (plan.inWarp && tile_gpu::numWarpsOf(op) > 1)
    address = partOfWarp(builder, tile_gpu::numWarpsOf(op), address,
                         tile_gpu::warpScratchBytesOf(op).value_or(plan.bytesOfPart));
  Emitter emitter(builder, plan, source, varying, address);
  if (plan.inWarp)
    emitCtaBarrier(builder, waiting);
  for (unsigned pass = 0; pass < plan.passes; ++pass) {
    emitter.store(pass);
    emitCtaBarrier(builder, waiting);
    emitter.load(pass);
  }
  return SmallVector<Value>(emitter.registers());
}

} // namespace

SmallVector<SmallVector<Value>> tilec::emitTogether(ImplicitLocOpBuilder &builder, ArrayRef<SharedTransfer> transfers,
                                                    unsigned numWarps) {
  std::vector<Emitter> emitters;
  for (const SharedTransfer &transfer : transfers) {
    assert(transfer.plan.passes == 1 && !transfer.plan.inWarp && "one barrier of all warps serves all");
    emitters.emplace_back(builder, transfer.plan, transfer.source, Value(), transfer.address);
    emitters.back().store(0);
  }
  emitCtaBarrier(builder, numWarps);
  SmallVector<SmallVector<Value>> results;
  for (Emitter &emitter : emitters) {
    emitter.load(0);
    results.emplace_back(emitter.registers());
  }
  return results;
}

FailureOr<SmallVector<Value>> tilec::emitTransfer(ImplicitLocOpBuilder &builder, tile_gpu::ScratchInterface op,
                                                  const layout::LayoutConversion &plan, ValueRange source,
                                                  Value varying) {
  if (plan.kind != layout::LayoutConversion::Kind::SharedMemory)
    return emitShuffles(builder, plan.shuffles, source, varying);
  FailureOr<Value> address = sharedAddress(op, op.getScratchOffset(), builder);
  if (failed(address))
    return failure();
  return emitThroughSharedMemory(builder, op, plan.sharedMemory, source, varying, *address);
}
