// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/Analysis/BlockCoordinates.h"
#include "dialects/Tile/IR/BlockNumbering.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tilec::tile;

namespace {

constexpr unsigned kIndexBits = 64;

unsigned bitsOf(Value value) {
  return isa<IndexType>(value.getType()) ? kIndexBits : value.getType().getIntOrFloatBitWidth();
}

/// The step that an op of two operands is; empty if it is none.
StringRef binaryStep(Operation *op) {
  return TypeSwitch<Operation *, StringRef>(op)
      .Case([](arith::AddIOp) { return "add"; })
      .Case([](arith::SubIOp) { return "sub"; })
      .Case([](arith::MulIOp) { return "mul"; })
      .Case([](arith::DivSIOp) { return "divS"; })
      .Case([](arith::DivUIOp) { return "divU"; })
      .Case([](arith::RemSIOp) { return "remS"; })
      .Case([](arith::RemUIOp) { return "remU"; })
      .Case([](arith::MinSIOp) { return "minS"; })
      .Case([](arith::MinUIOp) { return "minU"; })
      .Case([](arith::MaxSIOp) { return "maxS"; })
      .Case([](arith::MaxUIOp) { return "maxU"; })
      .Case([](arith::AndIOp) { return "and"; })
      .Case([](arith::OrIOp) { return "or"; })
      .Case([](arith::XOrIOp) { return "xor"; })
      .Case([](arith::ShLIOp) { return "shl"; })
      .Case([](arith::ShRSIOp) { return "shrS"; })
      .Case([](arith::ShRUIOp) { return "shrU"; })
      .Default(StringRef());
}

/// Changes the type of a number at most.
bool isCast(Operation *op) {
  return isa<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, arith::IndexCastOp, arith::IndexCastUIOp, AssumeOp>(op);
}

/// A launcher can repeat it.
bool isArithmetic(Operation *op) {
  auto isNumber = [](Type type) { return isa<IntegerType, IndexType>(type); };
  return (isCast(op) || !binaryStep(op).empty() || isa<arith::CmpIOp, arith::SelectOp>(op)) &&
         llvm::all_of(op->getOperandTypes(), isNumber) && llvm::all_of(op->getResultTypes(), isNumber);
}

/// Says of one value no more than of the other.
bool isShift(Operation *op) {
  return isCast(op) || isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::ShLIOp, arith::MinSIOp, arith::MinUIOp,
                           arith::MaxSIOp, arith::MaxUIOp>(op);
}

bool isWholeArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto type = dyn_cast<IntegerType>(value.getType());
  return argument && type && type.getWidth() >= 8 && isa<func::FuncOp>(argument.getOwner()->getParentOp());
}

class CoordinateSearch {
public:
  explicit CoordinateSearch(func::FuncOp kernel) {
    kernel.walk([&](Operation *op) {
      for (Value result : op->getResults())
        if (isOfBlock(result) && !llvm::all_of(result.getUsers(), [&](Operation *user) { return isInside(user); }))
          cut.insert(result);
    });
  }

  SmallVector<Value> run() {
    for (bool changes = true; changes;) {
      changes = cut.remove_if([&](Value value) { return followsFromOthers(value); });
      for (Value value : SmallVector<Value>(cut.getArrayRef()))
        if (Value source = sourceOf(value)) {
          cut.remove(value);
          cut.insert(source);
          changes = true;
        }
    }
    SmallVector<Value> coordinates = cut.takeVector();
    return coordinates;
  }

private:
  /// What a value is computed of.
  enum class Origin { Other, Uniform, Block };

  Origin originOf(Value value) {
    auto [known, isNew] = origins.try_emplace(value, Origin::Other);
    if (!isNew)
      return known->second;
    Origin origin = findOrigin(value);
    return origins[value] = origin;
  }

  Origin findOrigin(Value value) {
    Operation *op = value.getDefiningOp();
    if (!op)
      return isWholeArgument(value) ? Origin::Uniform : Origin::Other;
    if (isa<BlockIdOp>(op))
      return Origin::Block;
    if (isa<NumBlocksOp>(op) || (isa<arith::ConstantOp>(op) && isa<IntegerType, IndexType>(value.getType())))
      return Origin::Uniform;
    if (!isArithmetic(op))
      return Origin::Other;
    Origin origin = Origin::Uniform;
    for (Value operand : op->getOperands()) {
      Origin ofOperand = originOf(operand);
      if (ofOperand == Origin::Other)
        return Origin::Other;
      origin = std::max(origin, ofOperand);
    }
    return origin;
  }

  bool isOfBlock(Value value) {
    return originOf(value) == Origin::Block;
  }
  bool isInside(Operation *user) {
    return user->getNumResults() == 1 && isOfBlock(user->getResult(0));
  }

  /// All that it has of the block's place it has through others of the cut.
  bool followsFromOthers(Value value) {
    SmallVector<Value> sources{value};
    DenseSet<Value> seen;
    while (!sources.empty()) {
      Operation *op = sources.pop_back_val().getDefiningOp();
      if (isa<BlockIdOp>(op))
        return false;
      for (Value operand : op->getOperands())
        if (isOfBlock(operand) && !cut.contains(operand) && seen.insert(operand).second)
          sources.push_back(operand);
    }
    return true;
  }

  /// The only number of a block that a sum, a product or the like is made of; null if it is made otherwise.
  Value sourceOf(Value value) {
    Operation *op = value.getDefiningOp();
    Value source;
    for (Value operand : op->getOperands()) {
      if (!isOfBlock(operand) || operand == source)
        continue;
      if (source)
        return {};
      source = operand;
    }
    return isShift(op) ? source : Value();
  }

  llvm::SetVector<Value> cut;
  DenseMap<Value, Origin> origins;
};

/// Writes steps in the order in which they need each other.
class NumberingWriter {
public:
  explicit NumberingWriter(MLIRContext *context) : builder(context) {}

  int64_t add(Value value) {
    if (auto known = places.find(value); known != places.end())
      return known->second;
    int64_t place = addNew(value);
    places[value] = place;
    return place;
  }
  ArrayAttr steps() {
    return builder.getArrayAttr(list);
  }

private:
  int64_t push(Attribute step) {
    list.push_back(step);
    return int64_t(list.size()) - 1;
  }
  int64_t push(StringRef name, ArrayRef<int64_t> numbers = {}) {
    SmallVector<Attribute> parts{builder.getStringAttr(name)};
    for (int64_t number : numbers)
      parts.push_back(builder.getI64IntegerAttr(number));
    return push(builder.getArrayAttr(parts));
  }
  int64_t pushConstant(int64_t value) {
    return push(builder.getI64IntegerAttr(value));
  }

  int64_t addNew(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return push("argument", argument.getArgNumber());
    Operation *op = value.getDefiningOp();
    int64_t bits = bitsOf(value);
    if (auto id = dyn_cast<BlockIdOp>(op))
      return push(std::array<StringRef, 3>{"blockX", "blockY", "blockZ"}[size_t(id.getDimension())]);
    if (auto extent = dyn_cast<NumBlocksOp>(op))
      return push(std::array<StringRef, 3>{"gridX", "gridY", "gridZ"}[size_t(extent.getDimension())]);
    APInt constant;
    if (matchPattern(value, m_ConstantInt(&constant)))
      return pushConstant(constant.getSExtValue());
    SmallVector<int64_t> operands = llvm::map_to_vector(op->getOperands(), [&](Value v) { return add(v); });
    if (auto compare = dyn_cast<arith::CmpIOp>(op))
      return addCompare(compare.getPredicate(), operands[0], operands[1]);
    if (isa<arith::SelectOp>(op))
      return push("select", {bits, operands[0], operands[1], operands[2]});
    if (StringRef name = binaryStep(op); !name.empty())
      return push(name, {bits, operands[0], operands[1]});
    return addCast(op, bits, operands[0]);
  }

  int64_t addCast(Operation *op, int64_t bits, int64_t operand) {
    int64_t from = bitsOf(op->getOperand(0));
    if (bits < from)
      return push("truncate", {bits, operand});
    if (bits > from && isa<arith::ExtUIOp, arith::IndexCastUIOp>(op))
      return push("zeroExtend", {from, operand});
    return operand; // values are kept as signed numbers
  }

  int64_t addCompare(arith::CmpIPredicate predicate, int64_t a, int64_t b) {
    using Predicate = arith::CmpIPredicate;
    auto isNot = [&](int64_t truth) { return push("equal", {1, truth, pushConstant(0)}); };
    switch (predicate) {
    case Predicate::eq:
      return push("equal", {1, a, b});
    case Predicate::ne:
      return isNot(push("equal", {1, a, b}));
    case Predicate::slt:
      return push("lessS", {1, a, b});
    case Predicate::sgt:
      return push("lessS", {1, b, a});
    case Predicate::sge:
      return isNot(push("lessS", {1, a, b}));
    case Predicate::sle:
      return isNot(push("lessS", {1, b, a}));
    case Predicate::ult:
      return push("lessU", {1, a, b});
    case Predicate::ugt:
      return push("lessU", {1, b, a});
    case Predicate::uge:
      return isNot(push("lessU", {1, a, b}));
    case Predicate::ule:
      return isNot(push("lessU", {1, b, a}));
    }
    llvm_unreachable("unknown comparison");
  }

  Builder builder;
  SmallVector<Attribute> list;
  DenseMap<Value, int64_t> places;
};

} // namespace

SmallVector<Value> tilec::tile::findBlockCoordinates(func::FuncOp kernel) {
  return CoordinateSearch(kernel).run();
}

Attribute tilec::tile::describeNumbering(ArrayRef<Value> coordinates) {
  MLIRContext *context = coordinates.front().getContext();
  NumberingWriter writer(context);
  SmallVector<int64_t> places = llvm::map_to_vector(coordinates, [&](Value value) { return writer.add(value); });
  Builder builder(context);
  return builder.getDictionaryAttr(
      {builder.getNamedAttr(kNumberingCoordinatesKey, builder.getDenseI64ArrayAttr(places)),
       builder.getNamedAttr(kNumberingStepsKey, writer.steps())});
}
