// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/TileGPU/TensorMap.h"
#include "compiler/Host/Check/Checker.h"
#include "dialects/Tile/IR/BlockParts.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace tilec::host {

static constexpr unsigned kMaxRank = 5;
static constexpr uint64_t kAlignment = 16, kMaxExtent = tile_gpu::kMaxMapExtent;

//===- The handle ------------------------------------------------------------------------------------------------===//

using Word = std::function<uint64_t(Frame &)>;

/// An argument of the kernel, or a value of it, as unsigned.
static Word argumentWord(Slot slot) {
  return withBits(bytesOf(slot.kind), [&](auto tag) -> Word {
    using T = typename decltype(tag)::Type;
    return [slot](Frame &frame) { return uint64_t(*frame.at<T>(slot)); };
  });
}

static uint64_t combine(AffineExprKind kind, uint64_t a, uint64_t b) {
  switch (kind) {
  case AffineExprKind::Add:
    return a + b;
  case AffineExprKind::Mul:
    return a * b;
  case AffineExprKind::Mod:
    return b ? a % b : 0;
  case AffineExprKind::FloorDiv:
    return b ? a / b : 0;
  case AffineExprKind::CeilDiv:
    return b ? a / b + (a % b != 0) : 0;
  default:
    llvm_unreachable("not a binary expression");
  }
}

/// An expression of the arguments as something to call: no IR is touched while blocks run.
static Word wordOf(AffineExpr expression, ArrayRef<Word> arguments) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expression))
    return [value = uint64_t(constant.getValue())](Frame &) { return value; };
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expression))
    return arguments[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expression);
  return [kind = binary.getKind(), a = wordOf(binary.getLHS(), arguments),
          b = wordOf(binary.getRHS(), arguments)](Frame &frame) { return combine(kind, a(frame), b(frame)); };
}

static void reportBad(Frame &frame, const Site &site, const char *what, uint64_t value, const char *expected) {
  frame.checker->report(frame, site,
                        llvm::formatv("expected a tensor map whose {0} is {1}, got {2}", what, expected, value).str());
}

/// `arguments`: of the description's symbols.
template <class Op> static bool decodeMap(Op op, Decoder &decoder, ArrayRef<Word> arguments, bool isBuilt) {
  tile_gpu::TensorMapAttr map = op.getDescription();
  std::vector<Word> words;
  for (AffineMap part : {map.getBase(), map.getExtents(), map.getStrides()})
    for (AffineExpr expression : part.getResults())
      words.push_back(wordOf(expression, arguments));
  Slot result = decoder.define(op.getResult());
  const Site *site = decoder.site(op);
  unsigned rank = map.getRank();
  decoder.emit([=](Frame &frame) {
    uint64_t *values = frame.at<uint64_t>(result);
    for (size_t i = 0; i < words.size(); ++i)
      values[i] = words[i](frame);
    values[kUnfencedWord] = isBuilt;
    if (values[0] % kAlignment != 0)
      reportBad(frame, *site, "base", values[0], "a multiple of 16");
    for (unsigned d = 0; d < rank; ++d)
      // Hardware has no maps of empty tensors: there the launcher takes another variant. Here all lies outside.
      // A kernel that makes a map of a longer tensor ends the launch.
      if (uint64_t &extent = values[1 + d]; extent > kMaxExtent)
        reportBad(frame, *site, "extent", extent, "at most 2147418112");
      else if (isBuilt)
        extent = std::max<uint64_t>(extent, 1);
    for (size_t i = 1 + rank; i < words.size(); ++i)
      if (values[i] % kAlignment != 0)
        reportBad(frame, *site, "stride", values[i], "a multiple of 16");
  });
  decoder.emitDefined(result);
  return true;
}

bool decodeTensorMap(tile_gpu::TensorMapOp op, Decoder &decoder) {
  std::vector<Word> arguments;
  auto kernel = op->getParentOfType<func::FuncOp>();
  for (BlockArgument argument : kernel.getArguments())
    arguments.push_back(argumentWord(decoder.operand(argument)));
  std::array<uint32_t, 3> joined = tile::joinedBlocksOf(kernel);
  for (size_t axis = 0; axis < 3; ++axis)
    arguments.push_back(
        [axis, each = joined[axis]](Frame &frame) { return uint64_t(frame.launch->grid[axis]) * each; });
  return decodeMap(op, decoder, arguments, /*isBuilt=*/false);
}

bool decodeTensorMap(tile_gpu::BuildTensorMapOp op, Decoder &decoder) {
  std::vector<Word> arguments;
  for (Value value : op.getValues()) {
    decoder.emitUseCheck(decoder.site(op), decoder.operand(value), "value");
    arguments.push_back(argumentWord(decoder.operand(value)));
  }
  return decodeMap(op, decoder, arguments, /*isBuilt=*/true);
}

//===- Tiles -----------------------------------------------------------------------------------------------------===//

TensorBox::TensorBox(tile_gpu::TensorMapAttr map, tile_gpu::BufferType buffer)
    : rank(map.getRank()), bytes(bytesOf(*kindOf(map.getElementType()))),
      boxElements(size_t(map.getGathered() ? map.getBox()[0] * map.kRowsOfCopy : map.getBoxBytes() / int64_t(bytes))) {
  layout::LinearMap elementAt = buffer.getElementAtOffset();
  ArrayRef<int64_t> shape = buffer.getShape();
  for (uint64_t offset = 0; offset < uint64_t(1) << elementAt.numInputs(); ++offset) {
    uint64_t element = elementAt.apply(offset);
    SmallVector<int64_t> coordinates(shape.size());
    for (size_t d = shape.size(); d-- > 0; element /= uint64_t(shape[d]))
      coordinates[d] = int64_t(element % uint64_t(shape[d]));
    auto &position = positions.emplace_back();
    for (unsigned d = 0; d < rank; ++d)
      position[d] = map.isOuter(d, shape.size()) ? 0 : coordinates[size_t(map.getOrder()[d])];
  }
}

std::optional<uintptr_t> TensorBox::addressOf(size_t element, const uint64_t *map, ArrayRef<int32_t> coordinates,
                                              std::optional<int32_t> row) const {
  uintptr_t address = map[0];
  for (unsigned d = 0; d < rank; ++d) {
    int64_t at = row && d == 1 ? *row : coordinates[d] + positions[element][d];
    if (at < 0 || uint64_t(at) >= map[1 + d])
      return std::nullopt;
    address += uint64_t(at) * (d ? map[1 + rank + d - 1] : bytes);
  }
  return address;
}

static_assert(kUnfencedWord >= 1 + kMaxRank + kMaxRank - 1 && kTensorMapWords > kUnfencedWord);

} // namespace tilec::host
