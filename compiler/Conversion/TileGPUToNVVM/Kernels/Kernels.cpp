// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Kernels: `func.func` with `tile.kernel` becomes `llvm.func` with `nvvm.kernel` and the number of threads.
///
/// Parameters keep name, order and size, so the launch ABI is that of the source. Behind them come, in kernels that
/// loop over blocks, the grid of blocks (`tile_gpu.logical_grid` is its number), where they draw blocks or make tensor
/// maps the address of a workspace (`tile_gpu.block_counter`, `tile_gpu.map_workspace`), and tensor maps, one for each
/// description in the kernel, in the order of `tile_gpu.tensor_maps`. No `noalias`: to LLVM it means that no other
/// thread touches the memory, which `__restrict__` does not promise.
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "dialects/Tile/IR/BlockNumbering.h"
#include "dialects/Tile/IR/BlockParts.h"
#include "dialects/TileGPU/IR/ClusterBegin.h"

using namespace mlir;
using namespace tilec;

namespace {

/// The tensor maps that a kernel asks for, each once.
SmallVector<Attribute> tensorMapsOf(func::FuncOp kernel) {
  llvm::SetVector<Attribute> maps;
  kernel.walk([&](tile_gpu::TensorMapOp op) { maps.insert(op.getDescription()); });
  return maps.takeVector();
}

bool drawsBlocks(func::FuncOp kernel) {
  return kernel.walk([](tile_gpu::NextBlockOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

/// Numbers the tensor maps that the kernel makes, each op its own, and counts them.
int32_t numberBuiltMaps(func::FuncOp kernel) {
  int32_t count = 0;
  kernel.walk([&](tile_gpu::BuildTensorMapOp op) { op.setNumber(count++); });
  return count;
}

/// A tensor map is passed by value, and stays in the bank of parameters: the copy engine reads it there.
void makeTensorMap(LLVM::LLVMFuncOp kernel, unsigned argument) {
  constexpr int64_t kBytes = 128, kAlignment = 64;
  Builder builder(kernel.getContext());
  auto bytes = LLVM::LLVMArrayType::get(builder.getI8Type(), kBytes);
  kernel.setArgAttr(argument, LLVM::LLVMDialect::getByValAttrName(), TypeAttr::get(bytes));
  kernel.setArgAttr(argument, LLVM::LLVMDialect::getAlignAttrName(), builder.getI64IntegerAttr(kAlignment));
  kernel.setArgAttr(argument, NVVM::NVVMDialect::getGridConstantAttrName(), builder.getUnitAttr());
}

/// Threads of a CTA, CTAs of a cluster, and registers that they begin with where that matters.
void setThreads(func::FuncOp source, LLVM::LLVMFuncOp kernel) {
  Builder builder(kernel.getContext());
  auto roles = tile_gpu::WarpRolesOp::of(source);
  int32_t threads = (roles ? roles.getNumWarps() : tile_gpu::numWarpsOf(source)) * kLanesPerWarp;
  kernel->setAttr(NVVM::NVVMDialect::getReqntidAttrName(), builder.getDenseI32ArrayAttr({threads, 1, 1}));
  if (int32_t ctas = tile::ctasOfCluster(source); ctas > 1)
    kernel->setAttr(NVVM::NVVMDialect::getClusterDimAttrName(), builder.getDenseI32ArrayAttr({ctas, 1, 1}));
  if (roles && roles.getConsumerRegisters())
    // ptxas ignores `setmaxnreg` unless it knows how many there are before.
    kernel->setAttr(NVVM::NVVMDialect::getMaxnregAttrName(), builder.getI32IntegerAttr(roles.getRegistersAtEntry()));
  else if (auto ctas = source->getAttrOfType<IntegerAttr>(tile_gpu::kMinCtasAttr))
    kernel->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), builder.getI32IntegerAttr(ctas.getInt()));
}

/// The kernel waits somewhere until all CTAs of the cluster have begun.
bool waitsForBegin(func::FuncOp kernel) {
  return llvm::any_of(kernel.getBody().front().getOps<tile_gpu::MemoryBarrierOp>(),
                      [](tile_gpu::MemoryBarrierOp op) { return op->hasAttr(tile_gpu::kBeginAttr); });
}

/// The last one before that wait, behind which other CTAs may send here; null if there is none.
Operation *lastMbarrierInit(func::FuncOp kernel) {
  Operation *last = nullptr;
  for (Operation &op : kernel.getBody().front()) {
    if (op.hasAttr(tile_gpu::kBeginAttr))
      break;
    if (isa<tile_gpu::MbarrierInitOp>(op))
      last = &op;
  }
  return last;
}

class KernelPattern : public RegisterPattern<func::FuncOp> {
public:
  using RegisterPattern::RegisterPattern;

  LogicalResult lower(func::FuncOp op, Adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    const TypeConverter &types = *getTypeConverter();
    TypeConverter::SignatureConversion signature(op.getNumArguments());
    if (failed(types.convertSignatureArgs(op.getArgumentTypes(), signature)))
      return rewriter.notifyMatchFailure(op, "parameter without a register type");
    SmallVector<Attribute> tensorMaps = tensorMapsOf(op);
    bool isPersistent = op->hasAttr(tile::kPersistentAttr), draws = isPersistent && drawsBlocks(op);
    if (isPersistent)
      signature.addInputs(LLVM::LLVMArrayType::get(builder.getI32Type(), 3));
    int32_t builtMaps = numberBuiltMaps(op);
    if (draws || builtMaps)
      signature.addInputs(LLVM::LLVMPointerType::get(getContext()));
    signature.addInputs(SmallVector<Type>(tensorMaps.size(), LLVM::LLVMPointerType::get(getContext())));
    auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(getContext()), signature.getConvertedTypes());
    auto kernel = LLVM::LLVMFuncOp::create(builder, op.getName(), type);
    setThreads(op, kernel);
    bool saysBegin = waitsForBegin(op);
    Operation *ready = lastMbarrierInit(op);
    rewriter.inlineRegionBefore(op.getBody(), kernel.getBody(), kernel.end());
    if (failed(rewriter.convertRegionTypes(&kernel.getBody(), types, &signature)))
      return failure();
    if (saysBegin) {
      OpBuilder::InsertionGuard guard(builder);
      if (ready)
        builder.setInsertionPointAfter(ready);
      else
        builder.setInsertionPointToStart(&kernel.getBody().front());
      NVVM::ClusterArriveRelaxedOp::create(builder, builder.getUnitAttr());
    }
    kernel->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(), builder.getUnitAttr());
    // Ops inside still ask for the warps, the manifest for the bytes and facts.
    for (llvm::StringRef name :
         {tile_gpu::kNumWarpsAttr, tile_gpu::kMinCtasAttr, tile_gpu::kSharedBytesAttr, tile_gpu::kCarveoutAttr,
          tile_gpu::kWarpScratchBytesAttr, tile::kVariantAttr, tile::kNumCtasAttr, tile::kMulticastCtasAttr,
          tile::kBlockGroupsAttr, tile_gpu::kGroupScratchBytesAttr, tile::kFewBlocksAttr, tile::kManyBlocksAttr,
          tile::kWaveCyclesAttr, tile::kBlocksOfCtaAttr, tile::kBlockPartsAttr, tile::kNumberingAttr})
      if (Attribute value = op->getAttr(name))
        kernel->setAttr(name, value);
    for (size_t i = 0; i < tensorMaps.size(); ++i)
      makeTensorMap(kernel, kernel.getNumArguments() - tensorMaps.size() + i);
    if (isPersistent)
      kernel->setAttr(tile_gpu::kLogicalGridAttr, builder.getI32IntegerAttr(op.getNumArguments()));
    int32_t workspace = op.getNumArguments() + isPersistent;
    if (draws)
      kernel->setAttr(tile_gpu::kBlockCounterAttr, builder.getI32IntegerAttr(workspace));
    if (builtMaps) {
      kernel->setAttr(tile_gpu::kBuiltMapsAttr, builder.getI32IntegerAttr(builtMaps));
      kernel->setAttr(tile_gpu::kMapWorkspaceAttr, builder.getI32IntegerAttr(workspace));
    }
    if (!tensorMaps.empty())
      kernel->setAttr(tile_gpu::kTensorMapsAttr, builder.getArrayAttr(tensorMaps));
    rewriter.eraseOp(op);
    return success();
  }
};

class ReturnPattern : public RegisterPattern<func::ReturnOp> {
public:
  using RegisterPattern::RegisterPattern;

  LogicalResult lower(func::ReturnOp op, Adaptor, ImplicitLocOpBuilder &,
                      ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::ReturnOp>(op, ValueRange());
    return success();
  }
};

} // namespace

void tilec::populateKernelPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                   const LoweringContext &lowering) {
  patterns.add<KernelPattern, ReturnPattern>(types, lowering, patterns.getContext());
}
