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
///
/// `cluster_send` stores to a stage of a buffer in the same way, but with `st.async`: each store counts its bytes at an
/// mbarrier of the CTA that it goes to. `cluster_put` does so with one lane's scalar, to one CTA after the other.
#include "compiler/Conversion/TileGPUToNVVM/Kernels/Exchanges.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedAddresses.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
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

/// The CTA's rank, read again (Exchanges.h).
Value rankAnew(ImplicitLocOpBuilder &builder) {
  return emitInlinePtx(builder, builder.getI32Type(), "mov.u32 $0, %cluster_ctarank;", "=r", {});
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

/// Sends a tile to all CTAs: to `scratch` there, with an mbarrier to `counter` bytes at (null: by ordinary stores).
class Sender {
public:
  Sender(ImplicitLocOpBuilder &builder, const LinearLayout &source, Value scratch, unsigned numCtas, Value rank,
         Value counter = {})
      : builder(builder), source(source), scratch(scratch), numCtas(numCtas), rank(rank), counter(counter) {
    uint32_t copies = source.replicatedBits(Place::Lane) | source.replicatedBits(Place::Warp)
                                                               << layout::log2OfExtent(kLanesPerWarp);
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
      Value cta = receiver(turn), remote = inCta(place, cta), remoteCounter = counter ? inCta(counter, cta) : Value();
      for (unsigned i = 0; i < registers.size(); ++i)
        if (isOwningRegister(source, i))
          store(remote, combine(builder, lane, registerElement(source, i)), registers[i], remoteCounter);
    }
  }

private:
  /// Where the tile of this CTA begins, in its own scratch.
  Value placeOfOwn(Type registerType) {
    int64_t bytes = source.numElements() * registerBits(storedType(registerType)) / 8;
    Value offset = arith::MulIOp::create(builder, rank, constant32(builder, bytes));
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

  Value inCta(Value own, Value cta) {
    return NVVM::MapaOp::create(builder, LLVM::LLVMPointerType::get(builder.getContext(), kClusterAddressSpace), own,
                                cta);
  }

  void store(Value remote, Value index, Value value, Value remoteCounter) {
    Value stored = toStored(builder, value);
    Value address = LLVM::GEPOp::create(builder, remote.getType(), stored.getType(), remote,
                                        ArrayRef<LLVM::GEPArg>{index}, LLVM::GEPNoWrapFlags::inbounds);
    if (remoteCounter)
      storeAsynchronously(address, stored, remoteCounter);
    else
      storeVector(builder, address, stored, isSender);
  }

  /// Addresses in the cluster's window have 32 bits.
  void storeAsynchronously(Value address, Value stored, Value remoteCounter) {
    auto toInteger = [&](Value pointer) -> Value {
      return LLVM::PtrToIntOp::create(builder, builder.getI32Type(), pointer);
    };
    unsigned bits = registerBits(stored.getType());
    Type integer = builder.getIntegerType(bits);
    if (stored.getType() != integer)
      stored = LLVM::BitcastOp::create(builder, integer, stored);
    std::string store =
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.b" + std::to_string(bits) + " [$0], $1, [$2];";
    std::string constraints = std::string("r,") + (bits == 64 ? "l" : "r") + ",r";
    SmallVector<Value> operands = {toInteger(address), stored, toInteger(remoteCounter)};
    if (isSender) {
      store = "@$3 " + store;
      constraints += ",b";
      operands.push_back(isSender);
    }
    emitInlinePtx(builder, {}, store, constraints, operands);
  }

  ImplicitLocOpBuilder &builder;
  const LinearLayout &source;
  Value scratch;
  unsigned numCtas;
  Value rank;                       ///< of this CTA
  Value counter;                    ///< null: ordinary stores
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
      Sender(builder, layout, *scratch, tile::numCtasOf(op), rankOf(builder)).send(registers);
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

class ClusterSendPattern : public RegisterPattern<tile_gpu::ClusterSendOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::ClusterSendOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    if (!lowering.target.has(Capability::Cluster))
      return op.emitOpError() << "expected a target with clusters, got " << lowering.target.name();
    tile_gpu::BufferType buffer = op.getBuffer().getType();
    if (buffer.getElementAtOffset() != layout::LinearMap::identity(buffer.getElementAtOffset().numInputs()))
      return op.emitOpError("expected a buffer in row-major order");
    Value mbarrier = mbarrierAt(builder, adaptor.getBarriers().front(), adaptor.getIndex().front());
    Value rank = isLaterSend(op) ? rankAnew(builder) : rankOf(builder);
    Sender(builder, tile_gpu::LayoutAttr::of(op.getValue().getType()), adaptor.getBuffer().front(), tile::numCtasOf(op),
           rank, mbarrier)
        .send(adaptor.getValue());
    rewriter.eraseOp(op);
    return success();
  }
};

class ClusterPutPattern : public RegisterPattern<tile_gpu::ClusterPutOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::ClusterPutOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    if (!lowering.target.has(Capability::Cluster))
      return op.emitOpError() << "expected a target with clusters, got " << lowering.target.name();
    Value isFirst = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, rankOf(builder), constant32(builder, 0));
    Value mbarrier = mbarrierAt(builder, adaptor.getBarriers().front(), adaptor.getIndex().front());
    // Addresses in the cluster's window have 32 bits.
    std::string text =
        "{ .reg .pred more; .reg .b32 slot, counter, to, count, cta; @!$0 bra DONE; cvt.u32.u64 slot, $1; "
        "cvt.u32.u64 counter, $2; mov.b32 cta, 0; NEXT: mapa.shared::cluster.u32 to, slot, cta; "
        "mapa.shared::cluster.u32 count, counter, cta; "
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [to], $3, [count]; "
        "add.u32 cta, cta, 1; setp.lt.u32 more, cta, " +
        std::to_string(tile::numCtasOf(op)) + "; @more bra NEXT; DONE: }";
    emitInlinePtx(builder, {}, text, "b,l,l,r",
                  {isFirst, adaptor.getBuffer().front(), mbarrier, adaptor.getValue().front()});
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tilec::populateClusterPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                    const LoweringContext &lowering) {
  patterns.add<CtaRankPattern, ClusterGatherPattern, ClusterSendPattern, ClusterPutPattern>(types, lowering,
                                                                                            patterns.getContext());
}
