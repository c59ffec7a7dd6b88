// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// printf and assert. A format is cut into pieces once; each conversion takes one argument, applied to every element of
// a tile, which prints as nested brackets: [[1, 2], [3, 4]].
#include "compiler/Host/Ops/PrintAndAssert.h"
#include "compiler/Host/Ops/Families.h"
#include "compiler/Host/PrintConversion.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace tilec::host {

static std::string element(Frame &frame, const PrintConversion &conversion, const Slot &slot, size_t i) {
  if (isFloat(slot.kind))
    return withFloat(slot.kind, [&](auto tag) {
      return conversion.ofFloat(widen(frame.at<typename decltype(tag)::Type>(slot)[i]));
    });
  return withInteger(slot.kind, [&](auto integer) {
    using I = decltype(integer);
    auto value = frame.at<typename I::U>(slot)[i];
    bool isBool = I::kBits == 1;
    return conversion.ofInteger(uint64_t(value), isBool ? int64_t(value) : int64_t(I::asSigned(value)));
  });
}

/// Elements from `first` on, `depth` dimensions in.
static std::string nested(Frame &frame, const PrintConversion &conversion, const PrintedValue &argument, size_t depth,
                          size_t &next) {
  if (depth == argument.shape.size())
    return element(frame, conversion, argument.slot, next++);
  std::string text = "[";
  for (int64_t i = 0; i < argument.shape[depth]; ++i)
    text += (i ? ", " : "") + nested(frame, conversion, argument, depth + 1, next);
  return text + "]";
}

void emitPrint(Operation *op, Decoder &decoder, llvm::StringRef text, std::vector<PrintedValue> arguments) {
  std::vector<tile::FormatPiece> pieces = tile::splitFormat(text);
  const Site *site = decoder.site(op);
  for (const PrintedValue &argument : arguments)
    decoder.emitUseCheck(site, argument.slot, "argument");
  if (size_t wanted = tile::countConversions(pieces); wanted != arguments.size()) {
    op->emitError() << "expected " << wanted << " arguments for the format, got " << arguments.size();
    return decoder.unsupported(op, "this format");
  }
  decoder.emit([=](Frame &frame) {
    std::string text;
    size_t next = 0;
    for (const tile::FormatPiece &piece : pieces) {
      size_t first = 0;
      text += piece.isConversion ? nested(frame, PrintConversion(piece), arguments[next++], 0, first) : piece.plain();
    }
    frame.launch->output(text);
  });
}

static bool print(tile::PrintOp op, Decoder &decoder) {
  std::vector<PrintedValue> arguments;
  for (Value value : op.getArguments())
    arguments.push_back({decoder.operand(value), llvm::to_vector(tile::shapeOf(value.getType()))});
  emitPrint(op, decoder, op.getFormat(), std::move(arguments));
  return true;
}

static void emitAssertion(Operation *op, Decoder &decoder, Value condition, std::string what) {
  Slot flag = decoder.operand(condition);
  const Site *site = decoder.site(op);
  decoder.emitUseCheck(site, flag, "condition");
  decoder.emit([=](Frame &frame) {
    if (!*frame.at<uint8_t>(flag))
      frame.fail(llvm::formatv("{0}: {1}, in block ({2}, {3}, {4}){5}", site->location, what, frame.block[0],
                               frame.block[1], frame.block[2], site->chain),
                 FailureKind::Assertion);
  });
}

void emitAssertion(Operation *op, Decoder &decoder, Value condition, llvm::StringRef message,
                   llvm::StringRef function) {
  emitAssertion(op, decoder, condition, llvm::formatv("assertion `{0}` failed in {1}", message, function).str());
}

bool decodeOutput(Operation *op, Decoder &decoder) {
  if (auto output = dyn_cast<tile::PrintOp>(op))
    return print(output, decoder);
  if (auto assertion = dyn_cast<tile::AssertOp>(op))
    emitAssertion(op, decoder, assertion.getCondition(), assertion.getMessage(), assertion.getFunction());
  else if (auto assertion = dyn_cast<cf::AssertOp>(op))
    emitAssertion(op, decoder, assertion.getArg(), llvm::formatv("assertion failed: {0}", assertion.getMsg()));
  else
    return false;
  return true;
}

} // namespace tilec::host
