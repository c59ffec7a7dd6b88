// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Shared buffers: a buffer and a stage of it are addresses of shared memory; tiles move between them and registers by
/// accesses as wide as the lane's layout and the buffer's put neighbours side by side; fragments of matrices, whose
/// rows of 16 bytes four lanes share, by `ldmatrix`.
#include "compiler/Conversion/TileGPUToNVVM/Kernels/Exchanges.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/Shuffles.h"
#include "compiler/Conversion/TileGPUToNVVM/MatrixMultiply/Ldmatrix.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedAddresses.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "dialects/Layout/MatrixMultiply/MatrixLoadPlan.h"
#include "dialects/Layout/SharedMemory/LaneOperands.h"
#include "dialects/Layout/SharedMemory/MmaSyncStages.h"

using namespace mlir;
using namespace tilec;
using layout::LinearLayout;
using layout::LinearMap;
using layout::Place;

namespace {

/// How a lane's registers of a tile lie in a stage.
struct StageAccess {
  LinearMap offsets; ///< of packed places, in elements
  unsigned registerBits = 0;
  unsigned vector = 1; ///< elements of one access

  /// `usedRegisters`: bits of a register index that tell used registers apart.
  StageAccess(tile_gpu::BufferType buffer, const LinearLayout &layout, uint64_t usedRegisters)
      : StageAccess(buffer.getOffsetOfPlace(layout), buffer, layout, usedRegisters) {}
  explicit StageAccess(tile_gpu::BufferLoadOp load)
      : StageAccess(load.getOffsets(), load.getBuffer().getType(), tile_gpu::LayoutAttr::of(load.getType()),
                    tile_gpu::LayoutAttr::of(load.getType()).size(Place::Register) - 1) {}

private:
  StageAccess(LinearMap offsetsOfPlaces, tile_gpu::BufferType buffer, const LinearLayout &layout,
              uint64_t usedRegisters)
      : offsets(std::move(offsetsOfPlaces)), registerBits(layout.bits(Place::Register).count) {
    vector = layout::sharedVector(offsets, registerBits, usedRegisters,
                                  unsigned(tile::storageBytes(buffer.getElementType())));
  }
};

class AllocBufferPattern : public RegisterPattern<tile_gpu::AllocBufferOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::AllocBufferOp op, Adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    FailureOr<Value> address = sharedAddress(op, op.getSharedOffset(), builder);
    if (failed(address))
      return failure();
    rewriter.replaceOp(op, *address);
    return success();
  }
};

class FreeBufferPattern : public RegisterPattern<tile_gpu::FreeBufferOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::FreeBufferOp op, Adaptor, ImplicitLocOpBuilder &,
                      ConversionPatternRewriter &rewriter) const override {
    rewriter.eraseOp(op);
    return success();
  }
};

class BufferStagePattern : public RegisterPattern<tile_gpu::BufferStageOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::BufferStageOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Value stageBytes =
        arith::ConstantOp::create(builder, builder.getI32IntegerAttr(op.getBuffer().getType().getStageBytes()));
    Value bytes = arith::MulIOp::create(builder, adaptor.getIndex().front(), stageBytes);
    Value base = adaptor.getBuffer().front();
    rewriter.replaceOpWithNewOp<LLVM::GEPOp>(op, base.getType(), builder.getI8Type(), base,
                                             ArrayRef<LLVM::GEPArg>{bytes}, LLVM::GEPNoWrapFlags::inbounds);
    return success();
  }
};

/// The registers that parts of the loaded tile are made of; all where something else reads it, or lanes tell parts
/// apart.
static llvm::BitVector takenRegisters(tile_gpu::BufferLoadOp load) {
  LinearLayout layout = tile_gpu::LayoutAttr::of(load.getType());
  unsigned count = layout.size(Place::Register);
  llvm::BitVector all(count, true), taken(count);
  for (Operation *user : load.getResult().getUsers()) {
    auto part = dyn_cast<tile_gpu::ExtractOp>(user);
    if (!part)
      return all;
    ArrayRef<int64_t> extents = tile::shapeOf(part.getType());
    SmallVector<int64_t> numbers(extents.size());
    for (unsigned d = 0; d < extents.size(); ++d) {
      APInt number;
      if (extents[d] == layout.shape()[d])
        continue;
      if (!matchPattern(part.getIndices()[d], m_ConstantInt(&number)))
        return all;
      numbers[d] = number.getZExtValue();
    }
    auto partOf = [&](uint64_t element) {
      std::vector<int64_t> place = layout.coordinatesOf(element);
      for (unsigned d = 0; d < extents.size(); ++d)
        place[d] /= extents[d];
      return place;
    };
    for (Place place : {Place::Lane, Place::Warp})
      for (unsigned bit = 0; bit < layout.bits(place).count; ++bit)
        if (partOf(layout.basis(place, bit)) != std::vector<int64_t>(extents.size()))
          return all;
    for (unsigned i = 0; i < count; ++i)
      if (llvm::equal(partOf(layout.elementAt({.registerIndex = i})), numbers))
        taken.set(i);
  }
  return taken;
}

class BufferLoadPattern : public RegisterPattern<tile_gpu::BufferLoadOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::BufferLoadOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    LinearLayout layout = tile_gpu::LayoutAttr::of(op.getType());
    unsigned count = layout.size(Place::Register);
    StageAccess access(op);
    Type element = registerType(getElementTypeOrSelf(op.getType())), stored = storedType(element);
    unsigned elementBits = 8 * tile::storageBytes(getElementTypeOrSelf(op.getType()));
    layout::MatrixLoads matrices = op.getPart()
                                       ? layout::MatrixLoads::None
                                       : layout::matrixLoadsOf(access.offsets, access.registerBits, elementBits);
    if (matrices != layout::MatrixLoads::None) {
      replace(op, loadMatrices(builder, access, matrices, adaptor.getBuffer().front(), element, takenRegisters(op)),
              rewriter);
      return success();
    }
    LinearIndex lane = laneOffset(builder, access.offsets, access.registerBits, loadsLaterSend(op));
    Value stage = adaptor.getBuffer().front();
    if (op.getPart())
      stage = addPart(builder, op, adaptor.getPart().front(), access, stage, stored, lane);
    SharedAddresses addresses(builder, stage, stored, lane);
    std::map<uint64_t, SmallVector<Value>> vectors;
    Registers registers;
    for (unsigned i = 0; i < count; ++i) {
      uint64_t offset = access.offsets.apply(i), inside = offset & (access.vector - 1);
      SmallVector<Value> &vector = vectors[offset ^ inside];
      if (vector.empty())
        vector = loadVector(builder, addresses.at(offset ^ inside), stored, access.vector, {}, {});
      registers.push_back(fromStored(builder, vector[inside], element));
    }
    replace(op, registers, rewriter);
    return success();
  }

private:
  /// The stage from where the part begins, if offsets of parts share no bit with others; else those are in `lane`.
  static Value addPart(ImplicitLocOpBuilder &builder, tile_gpu::BufferLoadOp op, Value number,
                       const StageAccess &access, Value stage, Type stored, LinearIndex &lane) {
    LinearIndex part = applyColumns(builder, number, op.getOffsetsOfParts());
    uint64_t others = lane.baseBits;
    for (unsigned bit = 0; bit < access.registerBits; ++bit)
      others |= access.offsets.column(bit);
    if (!(part.baseBits & others))
      return LLVM::GEPOp::create(builder, stage.getType(), stored, stage, ArrayRef<LLVM::GEPArg>{part.base},
                                 LLVM::GEPNoWrapFlags::inbounds);
    lane.base = lane.base ? arith::XOrIOp::create(builder, lane.base, part.base).getResult() : part.base;
    lane.baseBits |= part.baseBits;
    return stage;
  }

  static Registers loadMatrices(ImplicitLocOpBuilder &builder, const StageAccess &access, layout::MatrixLoads matrices,
                                Value address, Type element, const llvm::BitVector &taken) {
    layout::SharedTransferPlan plan = layout::planStageLoads(access.offsets, access.registerBits, matrices);
    Registers registers(size_t(1) << access.registerBits);
    emitMatrixLoads(builder, plan, /*pass=*/0, address, element, registers, taken);
    for (Value &value : registers)
      if (!value)
        value = LLVM::PoisonOp::create(builder, element);
    return registers;
  }
};

class BufferStorePattern : public RegisterPattern<tile_gpu::BufferStoreOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::BufferStoreOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    LinearLayout layout = tile_gpu::LayoutAttr::of(op.getValue().getType());
    unsigned count = layout.size(Place::Register);
    StageAccess access(op.getBuffer().getType(), layout, (count - 1) & ~layout.replicatedBits(Place::Register));
    Type stored = storedType(registerType(getElementTypeOrSelf(op.getValue().getType())));
    SharedAddresses addresses(builder, adaptor.getBuffer().front(), stored,
                              laneOffset(builder, access.offsets, access.registerBits));
    std::map<uint64_t, SmallVector<Value>> vectors;
    for (unsigned i = 0; i < count; ++i) {
      if (!isOwningRegister(layout, i))
        continue;
      uint64_t offset = access.offsets.apply(i), inside = offset & (access.vector - 1);
      SmallVector<Value> &vector = vectors[offset ^ inside];
      vector.resize(access.vector);
      vector[inside] = toStored(builder, adaptor.getValue()[i]);
    }
    Value owner = isOwner(builder, layout);
    for (auto &[offset, vector] : vectors)
      storeVector(builder, addresses.at(offset), vector, owner);
    rewriter.eraseOp(op);
    return success();
  }
};

class BufferPutPattern : public RegisterPattern<tile_gpu::BufferPutOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::BufferPutOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    storeVector(builder, adaptor.getBuffer().front(), adaptor.getValue(), {});
    rewriter.eraseOp(op);
    return success();
  }
};

/// Broadcasts the number of the stage from the first lane, so that the assembler sees it as equal for the warp. The
/// producer is one lane.
class BufferGetPattern : public RegisterPattern<tile_gpu::BufferGetOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::BufferGetOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Value value = loadVector(builder, adaptor.getBuffer().front(), builder.getI32Type(), 1, {}, {}).front();
    auto roles = tile_gpu::WarpRolesOp::around(op->getBlock());
    bool isByProducer = roles && roles.isOfOneLane(op->getBlock());
    rewriter.replaceOp(op, isByProducer ? value : shuffleFrom(builder, value, constant32(builder, 0)));
    return success();
  }
};

} // namespace

void tilec::populateBufferPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                   const LoweringContext &lowering) {
  patterns.add<AllocBufferPattern, FreeBufferPattern, BufferStagePattern, BufferLoadPattern, BufferStorePattern,
               BufferPutPattern, BufferGetPattern>(types, lowering, patterns.getContext());
}
