// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What passes between the CTAs of a cluster: `cta_rank`, and gathering through distributed shared memory.
///
///     scratch of every CTA:   from CTA 0 | from CTA 1 | ...      each a tile in row-major order
///
/// The owner of an element stores it to the same place in each CTA's scratch (`mapa` turns an address of one's own into
/// another CTA's). Copies of it share the work: of 32 lanes that hold one value, lane c stores it to CTA c. Then all
/// meet at a barrier of the cluster, whose arrival releases the stores and whose wait acquires them, and each lane
/// loads what the result's layout has for it.
#include "compiler/Conversion/TileGPUToNVVM/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "compiler/Conversion/TileGPUToNVVM/SharedMemory.h"
#include "llvm/Support/MathExtras.h"
#include <bit>

using namespace mlir;
using namespace tilec;
using layout::LinearLayout;
using layout::Place;

namespace {

/// The number of this CTA in its cluster, which lies along x.
Value rankOf(ImplicitLocOpBuilder &builder) {
  return NVVM::BlockInClusterIdXOp::create(builder, builder.getI32Type());
}

class CtaRankPattern : public RegisterPattern<tile::CtaRankOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile::CtaRankOp op, Adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, rankOf(builder));
    return success();
  }
};

/// Sends a tile to all CTAs.
class Sender {
public:
  Sender(ImplicitLocOpBuilder &builder, const LinearLayout &source, Value scratch, unsigned numCtas)
      : builder(builder), source(source), scratch(scratch), numCtas(numCtas) {
    uint32_t copies = source.replicatedBits(Place::Lane) | source.replicatedBits(Place::Warp)
                                                               << layout::log2OfExtent(Target::kLanesPerWarp);
    // As many bits of the thread's number as CTAs have, of those that copies differ in.
    while (copies && (1u << senderBits.size()) < numCtas) {
      senderBits.push_back(std::countr_zero(copies));
      copies &= copies - 1;
    }
    if (!copies)
      return;
    Value rest = arith::AndIOp::create(builder, threadIndex(builder), constant32(builder, copies));
    isSender = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, rest, constant32(builder, 0));
  }

  void send(ValueRange registers) {
    Value place = placeOfOwn(registers.front().getType());
    LinearIndex lane = laneElement(builder, source);
    for (unsigned turn = 0; turn < numCtas; turn += 1u << senderBits.size()) {
      Value remote = NVVM::MapaOp::create(
          builder, LLVM::LLVMPointerType::get(builder.getContext(), kClusterAddressSpace), place, receiver(turn));
      for (unsigned i = 0; i < registers.size(); ++i)
        if (isOwningRegister(source, i))
          store(remote, combine(builder, lane, registerElement(source, i)), registers[i]);
    }
  }

private:
  /// Where the tile of this CTA begins, in its own scratch.
  Value placeOfOwn(Type registerType) {
    int64_t bytes = source.numElements() * registerBits(storedType(registerType)) / 8;
    Value offset = arith::MulIOp::create(builder, rankOf(builder), constant32(builder, bytes));
    return LLVM::GEPOp::create(builder, scratch.getType(), builder.getI8Type(), scratch,
                               ArrayRef<LLVM::GEPArg>{offset});
  }

  /// The CTA that this lane sends to in a turn.
  Value receiver(unsigned turn) {
    SmallVector<uint64_t> columns(senderBits.empty() ? 0 : senderBits.back() + 1);
    for (auto [i, bit] : llvm::enumerate(senderBits))
      columns[bit] = uint64_t(1) << i;
    LinearIndex lane = columns.empty() ? LinearIndex() : applyColumns(builder, threadIndex(builder), columns);
    return combine(builder, lane, turn);
  }

  void store(Value remote, Value index, Value value) {
    Value stored = toStored(builder, value);
    Value address = LLVM::GEPOp::create(builder, remote.getType(), stored.getType(), remote,
                                        ArrayRef<LLVM::GEPArg>{index}, LLVM::GEPNoWrapFlags::inbounds);
    storeVector(builder, address, stored, isSender);
  }

  ImplicitLocOpBuilder &builder;
  const LinearLayout &source;
  Value scratch;
  unsigned numCtas;
  SmallVector<unsigned> senderBits; ///< of the thread's number: the CTA it sends to
  Value isSender;                   ///< null: all are
};

class ClusterGatherPattern : public RegisterPattern<tile_gpu::ClusterGatherOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::ClusterGatherOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    if (!lowering.target.has(Capability::Cluster))
      return op.emitOpError() << "expected a target with clusters, got " << lowering.target.name();
    std::optional<int64_t> offset = op.getScratchOffset();
    SmallVector<Value> scratches;
    for (auto [source, registers, type] : llvm::zip(op.getSources(), adaptor.getSources(), op.getResultTypes())) {
      FailureOr<Value> scratch = sharedAddress(op, offset, builder);
      if (failed(scratch))
        return failure();
      scratches.push_back(*scratch);
      LinearLayout layout = tile_gpu::LayoutAttr::of(source.getType());
      Sender(builder, layout, *scratch, tile::numCtasOf(op)).send(registers);
      *offset += llvm::alignTo(tile::elementCount(type) * tile::storageBytes(getElementTypeOrSelf(type)), 16);
    }
    emitClusterBarrier(builder);
    SmallVector<Registers> results;
    for (auto [scratch, type] : llvm::zip(scratches, op.getResultTypes()))
      results.push_back(
          SharedArray(builder, scratch, getElementTypeOrSelf(type)).loadTile(tile_gpu::LayoutAttr::of(type)));
    rewriter.replaceOpWithMultiple(op, results);
    return success();
  }
};

} // namespace

void tilec::populateClusterPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                    const LoweringContext &lowering) {
  patterns.add<CtaRankPattern, ClusterGatherPattern>(types, lowering, patterns.getContext());
}
