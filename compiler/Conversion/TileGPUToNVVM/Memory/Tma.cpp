// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Copies of the copy engine: `cp.async.bulk`, with a tensor map or for a contiguous range of bytes, in both
/// directions. Thread 0 starts them, by inline PTX with a predicate, so that there is no branch. Tensor maps are hidden
/// parameters of the kernel (Kernels.cpp). A CTA's own shared memory is part of the cluster's window, at the same
/// addresses: so loads are written in their `.shared::cluster` form, which older PTX has too; those of rows that are
/// named are not, which are as new as the form of the CTA alone, and need a chip's own features otherwise.
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/Shuffles.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedAddresses.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tilec;

namespace {

LogicalResult expectBulkCopies(Operation *op, const Target &target) {
  if (target.has(Capability::BulkCopy))
    return success();
  return op->emitOpError() << "expected a target with bulk copies, got " << target.name();
}

LogicalResult expectGatheredRows(Operation *op, const Target &target) {
  bool hasRows = TypeSwitch<Operation *, bool>(op)
                     .Case<tile_gpu::TmaLoadOp, tile_gpu::TmaStoreOp>([](auto copy) { return bool(copy.getRows()); })
                     .Default(false);
  if (!hasRows || target.has(Capability::GatherRows))
    return success();
  return op->emitOpError() << "expected a target that gathers and scatters rows, got " << target.name();
}

/// One copy of a box: `{x, y}` are its coordinates. Of rows that are named: the column and four of them.
struct Box {
  Value map, shared;
  SmallVector<Value> coordinates;
};

/// The boxes of a tile of `shape`, without a place in shared memory.
template <typename Op, typename Adaptor>
SmallVector<Box> boxesOf(Op op, Adaptor adaptor, ArrayRef<int64_t> shape, ImplicitLocOpBuilder &builder) {
  tile_gpu::TensorMapAttr map = op.getDescription();
  SmallVector<Box> boxes;
  for (ArrayRef<int64_t> start : map.getBoxStarts(shape)) {
    Box box{adaptor.getMap().front(), {}, {}};
    for (auto [coordinate, offset] : llvm::zip_equal(adaptor.getCoordinates(), start)) {
      Value value = coordinate.front();
      box.coordinates.push_back(offset ? arith::AddIOp::create(builder, value, constant32(builder, offset)) : value);
    }
    boxes.push_back(box);
  }
  return boxes;
}

/// The boxes of a tile in a buffer; in bytes from the buffer's start one behind the other.
template <typename Op, typename Adaptor>
SmallVector<Box> boxesOf(Op op, Adaptor adaptor, ImplicitLocOpBuilder &builder) {
  SmallVector<Box> boxes = boxesOf(op, adaptor, op.getBuffer().getType().getShape(), builder);
  for (auto [i, box] : llvm::enumerate(boxes)) {
    int64_t bytes = i * op.getDescription().getBoxBytes();
    Value buffer = adaptor.getBuffer().front();
    box.shared = bytes ? bytesFrom(builder, buffer, int32_t(bytes)) : buffer;
  }
  return boxes;
}

/// The part of each box of the buffer that this thread's warp has to itself.
template <typename Adaptor>
SmallVector<Box> partsOfWarp(tile_gpu::TmaStoreOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder) {
  tile_gpu::TensorMapAttr part = op.getDescription();
  int64_t warps = tile_gpu::numWarpsOf(op);
  Value warp = arith::ShRUIOp::create(builder, threadIndex(builder), constant32(builder, llvm::Log2_32(kLanesPerWarp)));
  // The warp's number counts in its group.
  if (auto roles = tile_gpu::WarpRolesOp::around(op->getBlock()); roles && roles.getGroup())
    warp = arith::AndIOp::create(builder, warp, constant32(builder, warps - 1));
  // All lanes of a warp name the same addresses, and it shows.
  warp = shuffleFrom(builder, warp, constant32(builder, 0));
  auto timesWarp = [&](int64_t step) { return arith::MulIOp::create(builder, warp, constant32(builder, step)); };
  Value begin = bytesFrom(builder, adaptor.getBuffer().front(), Value(timesWarp(part.getBoxBytes())));
  Value element = timesWarp(part.getBox()[part.getSlowestDimension()]);
  SmallVector<Box> boxes;
  for (ArrayRef<int64_t> start : part.getJoined(warps).getBoxStarts(op.getBuffer().getType().getShape())) {
    int64_t bytes = boxes.size() * part.getBoxBytes() * warps;
    Box box{adaptor.getMap().front(), bytes ? bytesFrom(builder, begin, int32_t(bytes)) : begin, {}};
    for (auto [d, coordinate] : llvm::enumerate(adaptor.getCoordinates())) {
      Value value = coordinate.front();
      value = start[d] ? arith::AddIOp::create(builder, value, constant32(builder, start[d])).getResult() : value;
      bool isDivided = d == part.getSlowestDimension();
      box.coordinates.push_back(isDivided ? arith::AddIOp::create(builder, value, element).getResult() : value);
    }
    boxes.push_back(box);
  }
  return boxes;
}

/// The number of a row, in all lanes of each warp.
Value rowNumber(const layout::LinearLayout &places, ValueRange registers, int64_t row, ImplicitLocOpBuilder &builder) {
  for (unsigned lane = 0; lane < kLanesPerWarp; ++lane)
    for (unsigned i = 0; i < registers.size(); ++i)
      if (places.elementAt({.registerIndex = i, .lane = lane}) == uint64_t(row))
        return shuffleFrom(builder, registers[i], constant32(builder, lane));
  llvm_unreachable("a layout has all elements");
}

/// Calls `copy` for four rows at a time of each box of the buffer: no more numbers than these are in registers.
template <typename Op, typename Adaptor>
void forEachFourRows(Op op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                     llvm::function_ref<void(const Box &)> copy) {
  tile_gpu::TensorMapAttr map = op.getDescription();
  layout::LinearLayout places = tile_gpu::LayoutAttr::of(op.getRows().getType());
  SmallVector<SmallVector<int64_t>> starts = map.getBoxStarts(op.getBuffer().getType().getShape());
  int64_t rowBytes = map.getBoxBytes() / map.getBox()[1];
  for (int64_t first = 0; first < places.numElements(); first += tile_gpu::TensorMapAttr::kRowsOfCopy) {
    SmallVector<Value> rows;
    for (int64_t row = first; row < first + tile_gpu::TensorMapAttr::kRowsOfCopy; ++row)
      rows.push_back(rowNumber(places, adaptor.getRows(), row, builder));
    for (auto [i, start] : llvm::enumerate(starts)) {
      if (first < start[1] || first >= start[1] + map.getBox()[1])
        continue;
      int64_t bytes = i * map.getBoxBytes() + (first - start[1]) * rowBytes;
      Value column = adaptor.getCoordinates().front().front(), shared = adaptor.getBuffer().front();
      if (start[0])
        column = arith::AddIOp::create(builder, column, constant32(builder, start[0]));
      Box box{adaptor.getMap().front(), bytes ? bytesFrom(builder, shared, int32_t(bytes)) : shared, {column}};
      llvm::append_range(box.coordinates, rows);
      copy(box);
    }
  }
}

Value isFirstLane(ImplicitLocOpBuilder &builder) {
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, laneIndex(builder), constant32(builder, 0));
}

/// Operands of inline PTX by number, first the predicate that makes thread 0 alone do it, or lane 0 of each warp.
class ThreadZeroPtx {
public:
  explicit ThreadZeroPtx(ImplicitLocOpBuilder &builder, bool byWarps = false)
      : builder(builder), operands{byWarps ? isFirstLane(builder) : isFirstThread(builder)} {}

  /// `$n` of the operand; `constraint`: "l" for addresses, "r" for i32.
  std::string add(Value operand, llvm::StringRef constraint) {
    operands.push_back(operand);
    constraints += "," + constraint.str();
    return "$" + std::to_string(operands.size() - 1);
  }
  /// `map, {x, y}` in brackets. In a loop along a dimension the coordinate there is the loop's.
  std::string addPlace(const Box &box, std::optional<size_t> along = std::nullopt) {
    std::string text = "[" + add(box.map, "l") + ", {";
    for (auto [i, coordinate] : llvm::enumerate(box.coordinates))
      text += (i ? ", " : "") + (along == i ? "along" : add(coordinate, "r"));
    return text + "}]";
  }
  void emit(const std::string &text) {
    emitInlinePtx(builder, {}, "@$0 " + text + ";", constraints, operands);
  }
  /// What touches no memory that other kernels write.
  void emitOfPrologue(const std::string &text) {
    emitProloguePtx(builder, "@$0 " + text + ";", constraints, operands);
  }
  /// `text` for each box of a row, `along` and `to` its coordinate and its place in shared memory.
  void emitLoop(const std::string &text, const Box &first, size_t count, size_t dimension, int64_t step,
                int64_t boxBytes) {
    std::string begin = add(first.coordinates[dimension], "r"), place = first.shared ? add(first.shared, "l") : "0";
    emitInlinePtx(builder, {},
                  "{ .reg .pred again; .reg .b32 along, left; .reg .b64 to; @!$0 bra DONE; mov.b32 along, " + begin +
                      "; mov.b64 to, " + place + "; mov.b32 left, " + std::to_string(count) + "; NEXT: " + text +
                      "; add.s64 to, to, " + std::to_string(boxBytes) + "; add.s32 along, along, " +
                      std::to_string(step) +
                      "; sub.u32 left, left, 1; setp.ne.u32 again, left, 0; @again bra NEXT; DONE: }",
                  constraints, operands);
  }

private:
  ImplicitLocOpBuilder &builder;
  SmallVector<Value> operands;
  std::string constraints = "b";
};

/// Boxes that follow each other along one dimension, evenly.
struct BoxRow {
  size_t count, dimension;
  int64_t step;
};

/// Those of a tile, if they are so many that a loop copies them: as straight code each has its coordinate in a
/// register, or in memory where these are short. A row of 32,768 floats has 128.
std::optional<BoxRow> findLongRow(tile_gpu::TensorMapAttr map, ArrayRef<int64_t> shape) {
  constexpr size_t kFewestBoxes = 32;
  SmallVector<SmallVector<int64_t>> starts = map.getBoxStarts(shape);
  if (starts.size() < kFewestBoxes)
    return std::nullopt;
  size_t dimension = 0;
  while (dimension + 1 < starts[1].size() && starts[1][dimension] == starts[0][dimension])
    ++dimension;
  BoxRow row{starts.size(), dimension, starts[1][dimension] - starts[0][dimension]};
  for (auto [i, start] : llvm::enumerate(starts)) {
    SmallVector<int64_t> expected = starts[0];
    expected[dimension] += int64_t(i) * row.step;
    if (start != expected)
      return std::nullopt;
  }
  return row;
}

std::string tensorSuffix(const Box &box) {
  return ".tensor." + std::to_string(box.coordinates.size()) + "d";
}

/// A pattern for targets with a copy engine.
template <typename Op> class TmaPattern : public RegisterPattern<Op> {
public:
  using Base = RegisterPattern<Op>;
  using Base::Base;
  LogicalResult lower(Op op, typename Base::Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    if (failed(expectBulkCopies(op, this->lowering.target)) || failed(expectGatheredRows(op, this->lowering.target)))
      return failure();
    emit(op, adaptor, builder);
    // A token is no value.
    if (op->getNumResults())
      rewriter.replaceOpWithMultiple(op, SmallVector<SmallVector<Value>>(1));
    else
      rewriter.eraseOp(op);
    return success();
  }
  virtual void emit(Op op, typename Base::Adaptor adaptor, ImplicitLocOpBuilder &builder) const = 0;
};

class TmaLoadPattern : public TmaPattern<tile_gpu::TmaLoadOp> {
public:
  using TmaPattern::TmaPattern;
  void emit(tile_gpu::TmaLoadOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder) const override {
    Value barrier = mbarrierAt(builder, adaptor.getBarriers().front(), adaptor.getIndex().front());
    if (op.getRows())
      return gather(op, adaptor, barrier, builder);
    SmallVector<Box> boxes = boxesOf(op, adaptor, builder);
    if (op.getMulticast())
      keepShare(boxes, op, builder);
    std::string copy =
        "cp.async.bulk" + tensorSuffix(boxes.front()) + ".shared::cluster.global.tile.mbarrier::complete_tx::bytes";
    auto row = findLongRow(op.getDescription(), op.getBuffer().getType().getShape());
    if (row && !op.getMulticast()) {
      ThreadZeroPtx ptx(builder);
      std::string from = ptx.addPlace(boxes.front(), row->dimension), at = ptx.add(barrier, "l");
      return ptx.emitLoop(copy + " [to], " + from + ", [" + at + "]", boxes.front(), row->count, row->dimension,
                          row->step, op.getDescription().getBoxBytes());
    }
    for (const Box &box : boxes) {
      ThreadZeroPtx ptx(builder);
      std::string to = ptx.add(box.shared, "l"), from = ptx.addPlace(box), at = ptx.add(barrier, "l");
      if (op.getMulticast())
        ptx.emit(copy + ".multicast::cluster [" + to + "], " + from + ", [" + at + "], " +
                 std::to_string((1u << tile::ctasOfCluster(op)) - 1));
      else
        ptx.emit(copy + " [" + to + "], " + from + ", [" + at + "]");
    }
  }

private:
  static void gather(tile_gpu::TmaLoadOp op, Adaptor adaptor, Value barrier, ImplicitLocOpBuilder &builder) {
    forEachFourRows(op, adaptor, builder, [&](const Box &box) {
      ThreadZeroPtx ptx(builder);
      std::string to = ptx.add(box.shared, "l"), from = ptx.addPlace(box), at = ptx.add(barrier, "l");
      ptx.emit("cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes [" + to + "], " +
               from + ", [" + at + "]");
    });
  }

  /// This CTA's boxes: those of CTA 0, moved by its rank. In each dimension all CTAs' are equally far apart, for the
  /// numbers of boxes and of CTAs are powers of two.
  static void keepShare(SmallVector<Box> &boxes, tile_gpu::TmaLoadOp op, ImplicitLocOpBuilder &builder) {
    tile_gpu::TensorMapAttr map = op.getDescription();
    SmallVector<SmallVector<int64_t>> starts = map.getBoxStarts(op.getBuffer().getType().getShape());
    size_t share = boxes.size() / tile::ctasOfCluster(op);
    Value rank = NVVM::BlockInClusterIdXOp::create(builder, builder.getI32Type());
    auto timesRank = [&](int64_t factor) -> Value {
      return arith::MulIOp::create(builder, rank, constant32(builder, factor));
    };
    boxes.truncate(share);
    for (auto [i, box] : llvm::enumerate(boxes)) {
      box.shared = LLVM::GEPOp::create(builder, box.shared.getType(), builder.getI8Type(), box.shared,
                                       ArrayRef<LLVM::GEPArg>{timesRank(share * map.getBoxBytes())});
      for (auto [d, coordinate] : llvm::enumerate(box.coordinates))
        if (int64_t distance = starts[share + i][d] - starts[i][d])
          coordinate = arith::AddIOp::create(builder, coordinate, timesRank(distance));
    }
  }
};

class TmaPrefetchPattern : public TmaPattern<tile_gpu::TmaPrefetchOp> {
public:
  using TmaPattern::TmaPattern;
  void emit(tile_gpu::TmaPrefetchOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder) const override {
    SmallVector<Box> boxes = boxesOf(op, adaptor, op.getShape(), builder);
    std::string prefetch = "cp.async.bulk.prefetch" + tensorSuffix(boxes.front()) + ".L2.global.tile ";
    if (auto row = findLongRow(op.getDescription(), op.getShape())) {
      ThreadZeroPtx ptx(builder);
      std::string from = ptx.addPlace(boxes.front(), row->dimension);
      return ptx.emitLoop(prefetch + from, boxes.front(), row->count, row->dimension, row->step, 0);
    }
    for (const Box &box : boxes) {
      ThreadZeroPtx ptx(builder);
      std::string from = ptx.addPlace(box);
      ptx.emit(prefetch + from);
    }
  }
};

class TmaStorePattern : public TmaPattern<tile_gpu::TmaStoreOp> {
public:
  using TmaPattern::TmaPattern;
  void emit(tile_gpu::TmaStoreOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder) const override {
    if (op.getRows())
      return scatter(op, adaptor, builder);
    bool byWarps = op.getByWarps();
    for (const Box &box : byWarps ? partsOfWarp(op, adaptor, builder) : boxesOf(op, adaptor, builder)) {
      ThreadZeroPtx ptx(builder, byWarps);
      std::string to = ptx.addPlace(box);
      ptx.emit("cp.async.bulk" + tensorSuffix(box) + ".global.shared::cta.tile.bulk_group " + to + ", [" +
               ptx.add(box.shared, "l") + "]");
    }
  }

private:
  static void scatter(tile_gpu::TmaStoreOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder) {
    forEachFourRows(op, adaptor, builder, [&](const Box &box) {
      ThreadZeroPtx ptx(builder);
      std::string to = ptx.addPlace(box);
      ptx.emit("cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group " + to + ", [" +
               ptx.add(box.shared, "l") + "]");
    });
  }
};

/// The reduction's name as the copy engine spells it.
std::string reductionName(tile::AtomicKind kind) {
  switch (kind) {
  case tile::AtomicKind::MaxSigned:
  case tile::AtomicKind::MaxUnsigned:
    return "max";
  case tile::AtomicKind::MinSigned:
  case tile::AtomicKind::MinUnsigned:
    return "min";
  default:
    return tile::stringifyAtomicKind(kind).str();
  }
}

/// The type of a bulk reduction's elements: `.noftz.bf16`, `.s32`. For bit operations only the width counts.
std::string reductionType(tile::AtomicKind kind, Type element) {
  if (isa<FloatType>(element))
    return element.isF32() ? ".f32" : element.isF16() ? ".noftz.f16" : ".noftz.bf16";
  bool isSigned = kind == tile::AtomicKind::MaxSigned || kind == tile::AtomicKind::MinSigned;
  bool isBits = kind == tile::AtomicKind::And || kind == tile::AtomicKind::Or || kind == tile::AtomicKind::Xor;
  return (isBits ? ".b" : isSigned ? ".s" : ".u") + std::to_string(element.getIntOrFloatBitWidth());
}

class TmaReducePattern : public TmaPattern<tile_gpu::TmaReduceOp> {
public:
  using TmaPattern::TmaPattern;
  void emit(tile_gpu::TmaReduceOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder) const override {
    std::string kind = reductionName(op.getKind());
    for (const Box &box : boxesOf(op, adaptor, builder)) {
      ThreadZeroPtx ptx(builder);
      std::string to = ptx.addPlace(box);
      ptx.emit("cp.reduce.async.bulk" + tensorSuffix(box) + ".global.shared::cta." + kind + ".tile.bulk_group " + to +
               ", [" + ptx.add(box.shared, "l") + "]");
    }
  }
};

/// An address of global memory in its own space, as bulk copies want it.
Value globalAddress(ImplicitLocOpBuilder &builder, Value generic) {
  auto global = LLVM::LLVMPointerType::get(builder.getContext(), unsigned(NVVM::NVVMMemorySpace::Global));
  return LLVM::AddrSpaceCastOp::create(builder, global, generic);
}

Value slotBytes(ImplicitLocOpBuilder &builder, tile_gpu::BufferType buffer) {
  return constant32(builder, llvm::product_of(buffer.getShape()) * tile::storageBytes(buffer.getElementType()));
}

class BulkLoadPattern : public TmaPattern<tile_gpu::BulkLoadOp> {
public:
  using TmaPattern::TmaPattern;
  void emit(tile_gpu::BulkLoadOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder) const override {
    Value barrier = mbarrierAt(builder, adaptor.getBarriers().front(), adaptor.getIndex().front());
    ThreadZeroPtx ptx(builder);
    std::string to = ptx.add(adaptor.getBuffer().front(), "l"),
                from = ptx.add(globalAddress(builder, adaptor.getPointer().front()), "l"),
                bytes = ptx.add(slotBytes(builder, op.getBuffer().getType()), "r");
    ptx.emit("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [" + to + "], [" + from + "], " +
             bytes + ", [" + ptx.add(barrier, "l") + "]");
  }
};

class BulkStorePattern : public TmaPattern<tile_gpu::BulkStoreOp> {
public:
  using TmaPattern::TmaPattern;
  void emit(tile_gpu::BulkStoreOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder) const override {
    ThreadZeroPtx ptx(builder);
    std::string to = ptx.add(globalAddress(builder, adaptor.getPointer().front()), "l"),
                from = ptx.add(adaptor.getBuffer().front(), "l");
    ptx.emit("cp.async.bulk.global.shared::cta.bulk_group [" + to + "], [" + from + "], " +
             ptx.add(slotBytes(builder, op.getBuffer().getType()), "r"));
  }
};

class BulkReducePattern : public TmaPattern<tile_gpu::BulkReduceOp> {
public:
  using TmaPattern::TmaPattern;
  void emit(tile_gpu::BulkReduceOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder) const override {
    ThreadZeroPtx ptx(builder);
    std::string to = ptx.add(globalAddress(builder, adaptor.getPointer().front()), "l"),
                from = ptx.add(adaptor.getBuffer().front(), "l");
    tile_gpu::BufferType buffer = op.getBuffer().getType();
    ptx.emit("cp.reduce.async.bulk.global.shared::cta.bulk_group." + reductionName(op.getKind()) +
             reductionType(op.getKind(), buffer.getElementType()) + " [" + to + "], [" + from + "], " +
             ptx.add(slotBytes(builder, buffer), "r"));
  }
};

class BulkPrefetchPattern : public TmaPattern<tile_gpu::BulkPrefetchOp> {
public:
  using TmaPattern::TmaPattern;
  void emit(tile_gpu::BulkPrefetchOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder) const override {
    ThreadZeroPtx ptx(builder);
    std::string from = ptx.add(globalAddress(builder, adaptor.getPointer().front()), "l");
    ptx.emit("cp.async.bulk.prefetch.L2.global [" + from + "], " + ptx.add(constant32(builder, op.getBytes()), "r"));
  }
};

class BulkCommitPattern : public TmaPattern<tile_gpu::BulkCommitOp> {
public:
  using TmaPattern::TmaPattern;
  void emit(tile_gpu::BulkCommitOp op, Adaptor, ImplicitLocOpBuilder &builder) const override {
    ThreadZeroPtx(builder, op.getByWarps()).emit("cp.async.bulk.commit_group");
  }
};

class BulkWaitPattern : public TmaPattern<tile_gpu::BulkWaitOp> {
public:
  using TmaPattern::TmaPattern;
  void emit(tile_gpu::BulkWaitOp op, Adaptor, ImplicitLocOpBuilder &builder) const override {
    ThreadZeroPtx(builder, op.getByWarps())
        .emit(std::string("cp.async.bulk.wait_group") + (op.getRead() ? ".read " : " ") +
              std::to_string(op.getPending()));
  }
};

class TmaPrefetchMapPattern : public TmaPattern<tile_gpu::TmaPrefetchMapOp> {
public:
  using TmaPattern::TmaPattern;
  void emit(tile_gpu::TmaPrefetchMapOp, Adaptor adaptor, ImplicitLocOpBuilder &builder) const override {
    ThreadZeroPtx ptx(builder);
    ptx.emitOfPrologue("prefetch.tensormap [" + ptx.add(adaptor.getMap().front(), "l") + "]");
  }
};

class MbarrierInvalPattern : public TmaPattern<tile_gpu::MbarrierInvalOp> {
public:
  using TmaPattern::TmaPattern;
  void emit(tile_gpu::MbarrierInvalOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder) const override {
    for (int64_t i = 0; i < op.getBarriers().getType().getCount(); ++i) {
      ThreadZeroPtx ptx(builder);
      Value barrier = mbarrierAt(builder, adaptor.getBarriers().front(), constant32(builder, i));
      ptx.emit("mbarrier.inval.shared.b64 [" + ptx.add(barrier, "l") + "]");
    }
  }
};

class TensorMapPattern : public RegisterPattern<tile_gpu::TensorMapOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::TensorMapOp op, Adaptor, ImplicitLocOpBuilder &,
                      ConversionPatternRewriter &rewriter) const override {
    auto kernel = op->getParentOfType<LLVM::LLVMFuncOp>();
    auto maps = kernel ? kernel->getAttrOfType<ArrayAttr>(tile_gpu::kTensorMapsAttr) : nullptr;
    if (!maps)
      return op.emitOpError("expected a kernel with tensor maps");
    size_t number = llvm::find(maps, op.getDescription()) - maps.begin();
    rewriter.replaceOp(op, kernel.getArgument(kernel.getNumArguments() - maps.size() + number));
    return success();
  }
};

} // namespace

void tilec::populateTmaCopyPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                    const LoweringContext &lowering) {
  patterns.add<TmaLoadPattern, TmaPrefetchPattern, TmaStorePattern, TmaReducePattern, BulkLoadPattern, BulkStorePattern,
               BulkReducePattern, BulkPrefetchPattern, BulkCommitPattern, BulkWaitPattern, TmaPrefetchMapPattern,
               MbarrierInvalPattern, TensorMapPattern>(types, lowering, patterns.getContext());
}
