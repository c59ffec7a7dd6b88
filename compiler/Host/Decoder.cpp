// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/Decoder.h"
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/Ops/Families.h"
#include "compiler/Host/SourceLocation.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace mlir;

namespace tilec::host {

/// Every slot starts at a cache line, so that vector loops are aligned.
static constexpr size_t kSlotAlignment = 64;

//===- Slots -----------------------------------------------------------------------------------------------------===//

static size_t take(std::map<size_t, std::vector<size_t>> &free, size_t bytes, size_t &end) {
  auto &list = free[bytes];
  if (!list.empty()) {
    size_t offset = list.back();
    list.pop_back();
    return offset;
  }
  size_t offset = end;
  end += llvm::alignTo(std::max<size_t>(bytes, 1), kSlotAlignment);
  return offset;
}

Slot Decoder::allocate(Kind kind, size_t count) {
  Slot slot;
  slot.kind = kind;
  slot.count = uint32_t(count);
  slot.offset = take(freeData, slot.bytes(), program.frameBytes);
  if (check)
    slot.shadow = take(freeShadow, count, program.shadowBytes);
  return slot;
}

void Decoder::release(Slot slot) {
  if (!reuse || inCombiner() || !slot.shared)
    return;
  freeData[slot.bytes()].push_back(slot.offset);
  if (check)
    freeShadow[slot.count].push_back(slot.shadow);
}

Slot Decoder::temporary(Kind kind, size_t count) {
  return allocate(kind, count);
}

Slot Decoder::permanent(Kind kind, size_t count) {
  Slot slot;
  slot.kind = kind;
  slot.count = uint32_t(count);
  slot.shared = false;
  slot.offset = program.frameBytes;
  program.frameBytes += llvm::alignTo(std::max<size_t>(slot.bytes(), 1), kSlotAlignment);
  if (check) {
    slot.shadow = program.shadowBytes;
    program.shadowBytes += llvm::alignTo(count, kSlotAlignment);
  }
  return slot;
}

/// Bytes of a view's record: base address, extents, strides.
static size_t viewRecordBytes(Type type) {
  auto view = dyn_cast<tile::ViewType>(type);
  auto tensor = view ? view.getTensorView() : cast<tile::TensorViewType>(type);
  return 8 * (1 + 2 * tensor.getRank());
}

std::optional<Kind> Decoder::kindOfType(Type type) const {
  std::optional<Kind> kind = kindOf(type);
  return kind || !level ? kind : level->kindOf(type);
}

Slot Decoder::define(Value value) {
  Kind kind = *kindOfType(value.getType());
  size_t count = kind == Kind::View ? viewRecordBytes(value.getType())
                 : level            ? level->elementCount(value.getType())
                                    : tile::elementCount(value.getType());
  bool perLane = inCombiner() && !isa<RankedTensorType>(value.getType());
  Slot slot = allocate(kind, perLane ? combinerCapacity : count);
  slot.perLane = perLane;
  return slots[value] = slot;
}

void Decoder::alias(Value value, Slot slot) {
  slots[value] = slot;
}

Slot Decoder::operand(Value value) {
  Slot slot = slots.lookup(value);
  if (!inCombiner() || combinerCapacity == 1 || slot.perLane || combiner->isAncestor(value.getParentRegion()))
    return slot;
  // Repeat a scalar from outside.
  auto [known, isNew] = broadcasts.try_emplace(value, Slot());
  if (!isNew)
    return known->second;
  Slot lanes = allocate(slot.kind, combinerCapacity);
  lanes.perLane = true;
  withBits(bytesOf(slot.kind), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    emit([=](Frame &frame) { std::fill_n(frame.at<T>(lanes), frame.lanes, *frame.at<T>(slot)); });
  });
  if (check)
    emit([=](Frame &frame) { std::memset(frame.undefined(lanes), *frame.undefined(slot), frame.lanes); });
  return broadcasts[value] = lanes;
}

//===- Undefined flags -------------------------------------------------------------------------------------------===//

void Decoder::emitDefined(Slot result, bool undefined) {
  if (check)
    emit([=](Frame &frame) { std::memset(frame.undefined(result), undefined, result.size(frame)); });
}

void Decoder::emitUndefinedFromOperands(Slot result, ArrayRef<Slot> operands) {
  if (!check)
    return;
  emit([result, operands = llvm::SmallVector<Slot>(operands)](Frame &frame) {
    uint8_t *out = frame.undefined(result);
    size_t count = result.size(frame);
    std::vector<uint8_t> flags(count, 0);
    for (const Slot &operand : operands) {
      const uint8_t *in = frame.undefined(operand);
      bool one = operand.size(frame) == 1;
      for (size_t i = 0; i < count; ++i)
        flags[i] |= in[one ? 0 : i];
    }
    std::memcpy(out, flags.data(), count);
  });
}

void Decoder::propagateUndefined(Operation *op) {
  if (!check)
    return;
  llvm::SmallVector<Slot> operands;
  for (Value value : op->getOperands())
    operands.push_back(operand(value));
  for (Value result : op->getResults())
    emitUndefinedFromOperands(slots.lookup(result), operands);
}

void Decoder::emitUseCheck(const Site *site, Slot value, const char *what, std::optional<Slot> mask) {
  if (!check)
    return;
  emit([=](Frame &frame) {
    const uint8_t *flags = frame.undefined(value);
    const uint8_t *enabled = mask ? frame.at<uint8_t>(*mask) : nullptr;
    for (size_t i = 0, count = value.size(frame); i < count; ++i)
      if (flags[i] && (!enabled || enabled[i]))
        return frame.checker->reportUndefined(frame, *site, what, i);
  });
}

//===- Copies ----------------------------------------------------------------------------------------------------===//

void Decoder::emitCopy(Slot to, Slot from) {
  if (to.offset == from.offset)
    return;
  size_t bytes = bytesOf(to.kind);
  emit([=](Frame &frame) { std::memcpy(frame.at<char>(to), frame.at<char>(from), to.size(frame) * bytes); });
  if (check)
    emit([=](Frame &frame) { std::memcpy(frame.undefined(to), frame.undefined(from), to.size(frame)); });
}

void Decoder::emitParallelCopy(ArrayRef<Slot> to, ArrayRef<Slot> from) {
  // A source that an earlier pair overwrites goes through a temporary.
  llvm::SmallVector<Slot> sources(from), temporaries;
  for (size_t i = 0; i < to.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (sources[i].offset == to[j].offset && from[j].offset != to[j].offset) {
        Slot temporary = allocate(from[i].kind, from[i].count);
        temporary.perLane = from[i].perLane;
        emitCopy(temporary, from[i]);
        temporaries.push_back(sources[i] = temporary);
        break;
      }
  for (auto [target, source] : llvm::zip(to, sources))
    emitCopy(target, source);
  for (Slot temporary : temporaries)
    release(temporary);
}

void Decoder::emitBranch(Block *block, ValueRange operands) {
  llvm::SmallVector<Slot> to, from;
  for (auto [argument, value] : llvm::zip(block->getArguments(), operands)) {
    to.push_back(slots.lookup(argument));
    from.push_back(operand(value));
  }
  emitParallelCopy(to, from);
}

//===- Blocks and regions ----------------------------------------------------------------------------------------===//

Site *Decoder::site(Operation *op) {
  Site *&known = siteOf[op];
  if (!known) {
    program.sites.push_back(makeSite(op));
    program.sites.back().number = uint32_t(program.sites.size() - 1);
    known = &program.sites.back();
  }
  return known;
}

void Decoder::unsupported(Operation *op, const Twine &what) {
  op->emitError() << "not supported yet: " << what.str();
  failed = true;
}

/// The last op of `value`'s block that uses it, itself or in a region; its definition when nothing does.
static Operation *lastUser(Value value) {
  Block *block = value.getParentBlock();
  Operation *last = value.getDefiningOp();
  for (Operation *user : value.getUsers()) {
    Operation *here = block->findAncestorOpInBlock(*user);
    if (here && (!last || last->isBeforeInBlock(here)))
      last = here;
  }
  return last;
}

void Decoder::releaseDead(Operation *op) {
  auto found = diesAfter.find(op);
  if (found == diesAfter.end())
    return;
  for (Value value : found->second)
    if (auto slot = slots.find(value); slot != slots.end())
      release(slot->second);
}

void Decoder::decodeInto(Block &block, Sequence &sequence) {
  Sequence *outer = std::exchange(current, &sequence);
  for (Operation &op : block) {
    for (Value result : op.getResults())
      if (reuse && !inCombiner() && !isa<BlockArgument>(result))
        diesAfter[lastUser(result)].push_back(result);
    if (!failed)
      decodeOperation(&op);
    releaseDead(&op);
  }
  current = outer;
}

std::shared_ptr<Sequence> Decoder::decodeBlock(Block &block) {
  auto sequence = std::make_shared<Sequence>();
  decodeInto(block, *sequence);
  return sequence;
}

std::shared_ptr<Sequence> Decoder::sequenceOf(llvm::function_ref<void()> fn) {
  auto sequence = std::make_shared<Sequence>();
  Sequence *outer = std::exchange(current, sequence.get());
  fn();
  current = outer;
  return sequence;
}

std::shared_ptr<Sequence> Decoder::decodeCombiner(Region &region, size_t capacity) {
  Region *outer = std::exchange(combiner, &region);
  size_t outerCapacity = std::exchange(combinerCapacity, capacity);
  for (BlockArgument argument : region.getArguments())
    define(argument);
  auto sequence = decodeRegion(region);
  combiner = outer;
  combinerCapacity = outerCapacity;
  broadcasts.clear();
  return sequence;
}

std::shared_ptr<Sequence> Decoder::decodeRegion(Region &region) {
  if (region.hasOneBlock())
    return decodeBlock(region.front());
  bool outerReuse = std::exchange(reuse, false);
  int number = 0;
  for (Block &block : region) {
    blockNumbers[&block] = number++;
    if (!block.isEntryBlock())
      for (BlockArgument argument : block.getArguments())
        define(argument);
  }
  auto blocks = std::make_shared<std::vector<Sequence>>(number);
  // Definitions come before uses in this order, whatever the order of the list; unreachable blocks stay out.
  llvm::ReversePostOrderTraversal<Region *> order(&region);
  for (Block *block : order)
    decodeInto(*block, (*blocks)[blockNumbers[block]]);
  reuse = outerReuse;
  auto sequence = std::make_shared<Sequence>();
  sequence->steps.push_back([blocks](Frame &frame) {
    for (int next = 0; next >= 0 && !frame.stopped;) {
      frame.successor = -1;
      (*blocks)[next].run(frame);
      next = frame.successor;
      frame.iterate();
    }
  });
  return sequence;
}

/// Reads or writes memory that the program names by address.
static bool accessesMemory(Operation *op) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  return effects && !effects.hasNoEffect() && !isa<tile::AllocaOp, tile::PrintOp, tile::AssertOp>(op);
}

void Decoder::decodeOperation(Operation *op) {
  for (Type type : llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
    if (!kindOfType(type))
      return unsupported(op, "type " + llvm::Twine(llvm::formatv("{0}", type).str()) + " of op " +
                                 op->getName().getStringRef());
  using Family = bool (*)(Operation *, Decoder &);
  static constexpr Family kFamilies[] = {decodeConstants,   decodeIntegers,    decodeFloats,  decodeModalFloats,
                                         decodeComparisons, decodeMath,        decodeCasts,   decodeShapes,
                                         decodeMemory,      decodeViews,       decodeAtomics, decodeReductions,
                                         decodeMatrix,      decodeControlFlow, decodeOutput,  decodeAssumptions};
  if (!check && accessesMemory(op))
    emit([access = site(op)](Frame &frame) { frame.access = access; });
  std::optional<EventKind> event = level ? level->eventOf(op) : std::nullopt;
  if (event)
    emitEvent(op, *event, /*isBegin=*/true);
  bool isKnown =
      (level && level->decode(op, *this)) || llvm::any_of(kFamilies, [&](Family family) { return family(op, *this); });
  if (!isKnown)
    return unsupported(op, "op " + op->getName().getStringRef());
  if (event)
    emitEvent(op, *event, /*isBegin=*/false);
}

void Decoder::emitEvent(Operation *op, EventKind kind, bool isBegin) {
  emit([kind, isBegin, where = site(op)](Frame &frame) { frame.launch->tell({kind, isBegin, frame, *where}); });
}

LogicalResult Decoder::decodeKernel(Operation *operation) {
  auto function = cast<func::FuncOp>(operation);
  program.name = function.getName().str();
  for (BlockArgument argument : function.getArguments()) {
    std::optional<Kind> kind = kindOf(argument.getType());
    if (!kind || *kind == Kind::View || isa<RankedTensorType>(argument.getType()))
      return function.emitError() << "expected scalar and pointer parameters, got " << argument.getType();
    Slot slot = define(argument);
    program.parameters.push_back({slot});
  }
  if (level && mlir::failed(level->begin(function, *this)))
    return failure();
  program.body = std::move(*decodeRegion(function.getBody()));
  return failure(failed);
}

} // namespace tilec::host
