// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scf, cf, and the end of a kernel. Loop results live where the loop's carried values live.
#include "compiler/Host/Decoder.h"
#include "compiler/Host/Ops/Families.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tilec::host {

using Targets = llvm::SmallVector<Slot>;

static Targets operandsOf(Decoder &decoder, ValueRange values) {
  Targets slots;
  for (Value value : values)
    slots.push_back(decoder.operand(value));
  return slots;
}

static Targets defineAll(Decoder &decoder, ValueRange values) {
  Targets slots;
  for (Value value : values)
    slots.push_back(decoder.define(value));
  return slots;
}

/// Decodes `region` with its scf.yield writing `targets`.
static std::shared_ptr<Sequence> decodeYielding(Decoder &decoder, Region &region, Targets targets) {
  Targets outer = std::exchange(decoder.yieldTargets, targets);
  auto sequence = decoder.decodeRegion(region);
  decoder.yieldTargets = outer;
  return sequence;
}

static void emitConditionCheck(Operation *op, Decoder &decoder, Slot condition) {
  decoder.emitUseCheck(decoder.site(op), condition, "condition");
}

static int64_t readInteger(Frame &frame, const Slot &slot, bool isUnsigned) {
  return withInteger(slot.kind, [&](auto integer) -> int64_t {
    using I = decltype(integer);
    auto value = *frame.at<typename I::U>(slot);
    return isUnsigned ? int64_t(uint64_t(value)) : int64_t(I::asSigned(value));
  });
}

static void writeInteger(Frame &frame, const Slot &slot, int64_t value) {
  withInteger(slot.kind, [&](auto integer) {
    using U = typename decltype(integer)::U;
    *frame.at<U>(slot) = U(value);
  });
}

/// Results take the places of the carried values, which the body's yield updates.
static bool forLoop(scf::ForOp op, Decoder &decoder) {
  Targets bounds = operandsOf(decoder, {op.getLowerBound(), op.getUpperBound(), op.getStep()});
  for (Slot bound : bounds)
    decoder.emitUseCheck(decoder.site(op), bound, "bound");
  Targets carried = defineAll(decoder, op.getResults());
  for (auto [argument, slot] : llvm::zip(op.getRegionIterArgs(), carried))
    decoder.alias(argument, slot);
  Slot counter = decoder.define(op.getInductionVar());
  decoder.emitParallelCopy(carried, operandsOf(decoder, op.getInitArgs()));
  decoder.emitDefined(counter);
  auto body = decodeYielding(decoder, op.getRegion(), carried);
  bool isUnsigned = op.getUnsignedCmp();
  const Site *site = decoder.site(op);
  decoder.emit([=](Frame &frame) {
    auto wide = [&](const Slot &slot) -> __int128 {
      int64_t value = readInteger(frame, slot, isUnsigned);
      return isUnsigned ? __int128(uint64_t(value)) : __int128(value);
    };
    __int128 upper = wide(bounds[1]), step = wide(bounds[2]);
    if (step <= 0 && wide(bounds[0]) < upper)
      return frame.fail(site->location + ": loop step is not positive" + site->chain);
    for (__int128 i = wide(bounds[0]); i < upper && !frame.stopped; i += step) {
      writeInteger(frame, counter, int64_t(i));
      body->run(frame);
      frame.iterate();
    }
  });
  decoder.release(counter);
  return true;
}

/// `before` copies the condition's operands to the results, which are also the arguments of `after`.
static bool whileLoop(scf::WhileOp op, Decoder &decoder) {
  Targets entry = defineAll(decoder, op.getBeforeArguments());
  Targets results = defineAll(decoder, op.getResults());
  for (auto [argument, slot] : llvm::zip(op.getAfterArguments(), results))
    decoder.alias(argument, slot);
  decoder.emitParallelCopy(entry, operandsOf(decoder, op.getInits()));
  Targets outer = std::exchange(decoder.conditionTargets, results);
  auto before = decoder.decodeRegion(op.getBefore());
  decoder.conditionTargets = outer;
  auto after = decodeYielding(decoder, op.getAfter(), entry);
  decoder.emit([=](Frame &frame) {
    while (!frame.stopped) {
      before->run(frame);
      if (frame.stopped || !frame.condition)
        return;
      after->run(frame);
      frame.iterate();
    }
  });
  for (Slot slot : entry)
    decoder.release(slot);
  return true;
}

static bool condition(scf::ConditionOp op, Decoder &decoder) {
  Slot flag = decoder.operand(op.getCondition());
  emitConditionCheck(op, decoder, flag);
  decoder.emitParallelCopy(decoder.conditionTargets, operandsOf(decoder, op.getArgs()));
  Slot kept = flag;
  decoder.emit([=](Frame &frame) { frame.condition = *frame.at<uint8_t>(kept); });
  return true;
}

static bool ifElse(scf::IfOp op, Decoder &decoder) {
  Slot flag = decoder.operand(op.getCondition());
  emitConditionCheck(op, decoder, flag);
  Targets results = defineAll(decoder, op.getResults());
  auto then = decodeYielding(decoder, op.getThenRegion(), results);
  auto otherwise =
      op.getElseRegion().empty() ? std::make_shared<Sequence>() : decodeYielding(decoder, op.getElseRegion(), results);
  decoder.emit([=](Frame &frame) { (*frame.at<uint8_t>(flag) ? then : otherwise)->run(frame); });
  return true;
}

static bool indexSwitch(scf::IndexSwitchOp op, Decoder &decoder) {
  Slot flag = decoder.operand(op.getArg());
  emitConditionCheck(op, decoder, flag);
  Targets results = defineAll(decoder, op.getResults());
  std::map<int64_t, std::shared_ptr<Sequence>> cases;
  for (auto [value, region] : llvm::zip(op.getCases(), op.getCaseRegions()))
    cases[value] = decodeYielding(decoder, region, results);
  auto otherwise = decodeYielding(decoder, op.getDefaultRegion(), results);
  decoder.emit([=](Frame &frame) {
    auto found = cases.find(*frame.at<int64_t>(flag));
    (found == cases.end() ? otherwise : found->second)->run(frame);
  });
  return true;
}

static bool executeRegion(scf::ExecuteRegionOp op, Decoder &decoder) {
  Targets results = defineAll(decoder, op.getResults());
  auto body = decodeYielding(decoder, op.getRegion(), results);
  decoder.emit([=](Frame &frame) {
    body->run(frame);
    frame.successor = -1;
  });
  return true;
}

//===- cf --------------------------------------------------------------------------------------------------------===//

/// Hands the operands over and names the next block.
static std::shared_ptr<Sequence> edge(Decoder &decoder, Block *block, ValueRange operands) {
  int number = decoder.blockNumber(block);
  return decoder.sequenceOf([&] {
    decoder.emitBranch(block, operands);
    decoder.emit([=](Frame &frame) { frame.successor = number; });
  });
}

static bool branch(cf::BranchOp op, Decoder &decoder) {
  auto taken = edge(decoder, op.getDest(), op.getDestOperands());
  decoder.emit([=](Frame &frame) { taken->run(frame); });
  return true;
}

static bool conditionalBranch(cf::CondBranchOp op, Decoder &decoder) {
  Slot flag = decoder.operand(op.getCondition());
  emitConditionCheck(op, decoder, flag);
  auto then = edge(decoder, op.getTrueDest(), op.getTrueDestOperands());
  auto otherwise = edge(decoder, op.getFalseDest(), op.getFalseDestOperands());
  decoder.emit([=](Frame &frame) { (*frame.at<uint8_t>(flag) ? then : otherwise)->run(frame); });
  return true;
}

static bool switchBranch(cf::SwitchOp op, Decoder &decoder) {
  Slot flag = decoder.operand(op.getFlag());
  emitConditionCheck(op, decoder, flag);
  std::map<int64_t, std::shared_ptr<Sequence>> cases;
  if (auto values = op.getCaseValues())
    for (auto [i, value] : llvm::enumerate(values->getValues<llvm::APInt>()))
      cases[int64_t(value.getZExtValue())] = edge(decoder, op.getCaseDestinations()[i], op.getCaseOperands(i));
  auto otherwise = edge(decoder, op.getDefaultDestination(), op.getDefaultOperands());
  decoder.emit([=](Frame &frame) {
    auto found = cases.find(readInteger(frame, flag, true));
    (found == cases.end() ? otherwise : found->second)->run(frame);
  });
  return true;
}

static bool yield(scf::YieldOp op, Decoder &decoder) {
  decoder.emitParallelCopy(decoder.yieldTargets, operandsOf(decoder, op.getOperands()));
  return true;
}

static bool unreachable(Operation *op, Decoder &decoder) {
  const Site *site = decoder.site(op);
  decoder.emit([=](Frame &frame) { frame.fail(site->location + ": unreachable code reached" + site->chain); });
  return true;
}

bool decodeControlFlow(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](scf::ForOp op) { return forLoop(op, d); })
      .Case([&](scf::WhileOp op) { return whileLoop(op, d); })
      .Case([&](scf::ConditionOp op) { return condition(op, d); })
      .Case([&](scf::IfOp op) { return ifElse(op, d); })
      .Case([&](scf::IndexSwitchOp op) { return indexSwitch(op, d); })
      .Case([&](scf::ExecuteRegionOp op) { return executeRegion(op, d); })
      .Case([&](scf::YieldOp op) { return yield(op, d); })
      .Case([&](cf::BranchOp op) { return branch(op, d); })
      .Case([&](cf::CondBranchOp op) { return conditionalBranch(op, d); })
      .Case([&](cf::SwitchOp op) { return switchBranch(op, d); })
      .Case([&](ub::UnreachableOp) { return unreachable(op, d); })
      .Case([&](func::ReturnOp) { return true; })
      .Default(false);
}

} // namespace tilec::host
