// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/IR/TileDialect.h"
#include "dialects/Tile/IR/BlockNumbering.h"
#include "dialects/Tile/IR/BlockParts.h"
#include "dialects/Tile/IR/ClippedWrites.h"
#include "dialects/Tile/IR/HintLimits.h"
#include "dialects/Tile/IR/PartialSums.h"
#include "dialects/Tile/IR/RareLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace tilec::tile;

#include "dialects/Tile/IR/TileDialect.cpp.inc"
#include "dialects/Tile/IR/TileEnums.cpp.inc"

/// What is loaded through `view`: its tile, or one of the element type that is named.
static ParseResult parseLoadedTile(OpAsmParser &parser, Type &result, Type view) {
  auto type = dyn_cast<ViewType>(view);
  if (!type)
    return parser.emitError(parser.getCurrentLocation()) << "expected a view, got " << view;
  result = type.getTileType();
  Type element;
  if (failed(parser.parseOptionalArrow()))
    return success();
  if (failed(parser.parseType(element)))
    return failure();
  result = withElementType(result, element);
  return success();
}
static void printLoadedTile(OpAsmPrinter &printer, Operation *, Type result, Type view) {
  Type element = getElementTypeOrSelf(result);
  if (element != cast<ViewType>(view).getTensorView().getElementType())
    printer << " -> " << element;
}

#define GET_OP_CLASSES
#include "dialects/Tile/IR/TileOps.cpp.inc"

void TileDialect::initialize() {
  registerTileAttributes();
  registerTileTypes();
  addOperations<
#define GET_OP_LIST
#include "dialects/Tile/IR/TileOps.cpp.inc"
      >();
}

Operation *TileDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

/// Facts name arguments that the function has.
static LogicalResult verifyVariant(FunctionOpInterface function, Attribute attribute) {
  auto variant = dyn_cast<VariantAttr>(attribute);
  if (!variant)
    return function->emitOpError() << "expected #tile.variant as '" << kVariantAttr << "'";
  for (FactAttr fact : variant.getFacts())
    if (fact.getArgument() && *fact.getArgument() >= int64_t(function.getNumArguments()))
      return function->emitOpError() << "expected facts about arguments below " << function.getNumArguments()
                                     << ", got argument " << *fact.getArgument();
  return success();
}

static LogicalResult verifyNumCtas(Operation *op, StringRef name, Attribute attribute) {
  auto number = dyn_cast<IntegerAttr>(attribute);
  if (!number || !kNumCtaLimit.allows(number.getInt()))
    return op->emitOpError() << "expected " << kNumCtaLimit.text() << " as '" << name << "', got " << attribute;
  if (name == kMulticastCtasAttr && op->hasAttr(kNumCtasAttr))
    return op->emitOpError() << "expected '" << kNumCtasAttr << "' or '" << name << "', got both";
  return success();
}

static LogicalResult verifyBlocks(Operation *op, StringRef name, Attribute attribute) {
  auto number = dyn_cast<IntegerAttr>(attribute);
  if (!number || number.getInt() < 1)
    return op->emitOpError() << "expected a positive number of blocks as '" << name << "', got " << attribute;
  return success();
}

/// Of the function around `op`; 1 without.
static unsigned numberBy(StringRef name, Operation *op) {
  while (op && !isa<FunctionOpInterface>(op))
    op = op->getParentOp();
  auto number = op ? op->getAttrOfType<IntegerAttr>(name) : IntegerAttr();
  return number ? number.getInt() : 1;
}

unsigned tilec::tile::numCtasOf(Operation *op) {
  return numberBy(kNumCtasAttr, op);
}

unsigned tilec::tile::multicastCtasOf(Operation *op) {
  return numberBy(kMulticastCtasAttr, op);
}

unsigned tilec::tile::blockGroupsOf(Operation *op) {
  return numberBy(kBlockGroupsAttr, op);
}

void tilec::tile::setBlockParts(Operation *kernel, Dimension along, int64_t parts) {
  SmallVector<int32_t> all(3, 1);
  all[unsigned(along)] = int32_t(parts);
  kernel->setAttr(kBlockPartsAttr, DenseI32ArrayAttr::get(kernel->getContext(), all));
}

/// Three of them, along x, y, z.
static std::array<uint32_t, 3> numbersAlong(Operation *kernel, StringRef name) {
  auto all = kernel->getAttrOfType<DenseI32ArrayAttr>(name);
  return all ? std::array{uint32_t(all[0]), uint32_t(all[1]), uint32_t(all[2])} : std::array{1u, 1u, 1u};
}

std::array<uint32_t, 3> tilec::tile::blockPartsOf(Operation *kernel) {
  return numbersAlong(kernel, kBlockPartsAttr);
}

std::array<uint32_t, 3> tilec::tile::joinedBlocksOf(Operation *kernel) {
  return numbersAlong(kernel, kBlocksOfCtaAttr);
}

void tilec::tile::setJoinedBlocks(Operation *kernel, const std::array<uint32_t, 3> &joined) {
  SmallVector<int32_t> all(joined.begin(), joined.end());
  kernel->setAttr(kBlocksOfCtaAttr, DenseI32ArrayAttr::get(kernel->getContext(), all));
}

static LogicalResult verifyNumbersAlong(Operation *op, StringRef name, Attribute attribute) {
  auto numbers = dyn_cast<DenseI32ArrayAttr>(attribute);
  if (!numbers || numbers.size() != 3 || !llvm::all_of(numbers.asArrayRef(), [](int32_t n) { return n > 0; }))
    return op->emitOpError() << "expected three positive numbers as '" << name << "', got " << attribute;
  return success();
}

bool tilec::tile::isForFirstCta(Operation *op) {
  auto branch = dyn_cast<scf::IfOp>(op);
  auto compare = branch ? branch.getCondition().getDefiningOp<arith::CmpIOp>() : arith::CmpIOp();
  return compare && compare.getPredicate() == arith::CmpIPredicate::eq && compare.getLhs().getDefiningOp<CtaRankOp>() &&
         matchPattern(compare.getRhs(), m_Zero());
}

static LogicalResult verifyWaveCycles(Operation *op, Attribute attribute) {
  auto numbers = dyn_cast<DenseI64ArrayAttr>(attribute);
  if (!numbers || numbers.size() != 3 || llvm::any_of(numbers.asArrayRef(), [](int64_t number) { return number < 1; }))
    return op->emitOpError() << "expected three positive i64 as " << kWaveCyclesAttr << ", got " << attribute;
  return success();
}

LogicalResult TileDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  StringRef name = attribute.getName().strref();
  if (name == kBlockLoopAttr || name == kRareLoopAttr)
    return isa<LoopLikeOpInterface>(op) ? success()
                                        : LogicalResult(op->emitOpError() << "expected '" << name << "' on a loop");
  if (name == kClippedAttr)
    return isa<StoreViewOp, AtomicStoreViewOp, AtomicReduceViewOp>(op)
               ? success()
               : LogicalResult(op->emitOpError() << "expected '" << name << "' on a write through a view");
  if (name == kFastAccumulationAttr)
    return isa<ModuleOp>(op) ? success() : LogicalResult(op->emitOpError() << "expected '" << name << "' on a module");
  if (name != "tile.kernel" && name != "tile.hints" && name != kVariantAttr && name != kPersistentAttr &&
      name != kNumCtasAttr && name != kMulticastCtasAttr && name != kFewBlocksAttr && name != kManyBlocksAttr &&
      name != kWaveCyclesAttr && name != kBlocksOfCtaAttr && name != kBlockGroupsAttr && name != kBlockPartsAttr &&
      name != kNumberingAttr)
    return op->emitOpError() << "has unknown attribute '" << name << "' of the tile dialect";
  if (!isa<FunctionOpInterface>(op))
    return op->emitOpError() << "expected '" << name << "' on a function";
  if (name == "tile.kernel") {
    auto function = cast<FunctionOpInterface>(op);
    if (function.getNumResults() != 0)
      return op->emitOpError() << "expected a kernel without results, got " << function.getNumResults();
    for (Type type : function.getArgumentTypes())
      if (!isElementType(type))
        return op->emitOpError() << "expected scalar or pointer parameters of a kernel, got " << type;
    return success();
  }
  if (name == kPersistentAttr)
    return success();
  if (name == kWaveCyclesAttr)
    return verifyWaveCycles(op, attribute.getValue());
  if (name == kFewBlocksAttr || name == kManyBlocksAttr || name == kBlockGroupsAttr)
    return verifyBlocks(op, name, attribute.getValue());
  if (name == kBlockPartsAttr || name == kBlocksOfCtaAttr)
    return verifyNumbersAlong(op, name, attribute.getValue());
  if (name == kNumberingAttr)
    return verifyNumbering(op, attribute.getValue());
  if (name == kNumCtasAttr || name == kMulticastCtasAttr)
    return verifyNumCtas(op, name, attribute.getValue());
  if (name == kVariantAttr)
    return verifyVariant(cast<FunctionOpInterface>(op), attribute.getValue());
  auto hints = dyn_cast<ArrayAttr>(attribute.getValue());
  if (!hints || !llvm::all_of(hints, llvm::IsaPred<HintsAttr>))
    return op->emitOpError() << "expected an array of #tile.hints as 'tile.hints'";
  return success();
}

LogicalResult TileDialect::verifyRegionArgAttribute(Operation *op, unsigned region, unsigned argument,
                                                    NamedAttribute attribute) {
  StringRef name = attribute.getName().strref();
  if (name == "tile.parameter")
    return success(isa<StringAttr>(attribute.getValue()));
  if (name != "tile.restrict")
    return op->emitOpError() << "has unknown argument attribute '" << name << "' of the tile dialect";
  if (!isa<PtrType>(op->getRegion(region).getArgument(argument).getType()))
    return op->emitOpError() << "expected a pointer under 'tile.restrict', got "
                             << op->getRegion(region).getArgument(argument).getType();
  return success();
}
