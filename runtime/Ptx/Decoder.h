// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Turns a function's statements into instructions. Each family of instructions has a file Decode*.cpp with the
/// functions that do them, and a function that picks one of these for a statement.
#ifndef TILEC_RUNTIME_PTX_DECODER_H
#define TILEC_RUNTIME_PTX_DECODER_H

#include "runtime/Ptx/Module.h"
#include "runtime/Ptx/Warp.h"

#include <unordered_map>

namespace tilec::ptx {

/// Decodes a function's body. What is not known becomes an instruction that cannot run, named in `unknown`.
void decode(Function &function, Module &module);

class Decoder {
public:
  Decoder(Function &function, Module &module);
  void run();

  //===- For families --------------------------------------------------------------------------------------------===//

  const Statement &statement() const {
    return *current;
  }
  bool has(std::string_view modifier) const {
    return current->has(modifier);
  }
  /// The last modifier that is a type; of 0 bits where none is.
  ScalarType type() const;
  /// The types among the modifiers, in order.
  std::vector<ScalarType> types() const;

  /// Appends an instruction under the statement's guard. Later ones may move it.
  Instruction &emit(Handler handler, Instruction::Kind kind = Instruction::Kind::Plain);
  /// Where a value is read; instructions that are needed to have it there go first.
  int32_t source(const Operand &operand, ScalarType type);
  /// Where a value is written. It is moved to the operand behind the statement if that is wider or narrower.
  int32_t target(const Operand &operand, ScalarType type);
  /// A predicate that is read, whose complement is meant if `isNegated`.
  int32_t predicateSource(const Operand &operand, bool &isNegated);
  /// A predicate that is written, kNone for `_`.
  int32_t predicateTarget(const Operand &operand);
  int32_t constant(uint64_t value, unsigned bytes);
  int32_t temporary(unsigned bytes);
  /// Sets where an access of `operand` reads its addresses: operand 0, and what is added.
  void setAddress(Instruction &instruction, int32_t base, const Operand &operand);
  /// The 64-bit address that brackets begin with; before the instruction that uses it is emitted.
  int32_t addressBase(const Operand &operand, Space &space);
  bool isPredicate(const Operand &operand) const;

  Function &function;
  Module &module;

private:
  void decodeStatement(const Statement &statement);
  int32_t address(const Operand &operand);
  uint32_t labelIndex(unsigned scope, const std::string &name, bool &isFound) const;
  bool decodeBranch();
  bool decodeIndexedBranch();
  bool decodeCall();
  friend bool decodeControl(Decoder &);

  struct Move {
    int32_t from, to;
    ScalarType type;
  };

  const Statement *current = nullptr;
  std::vector<Move> moves;
  std::map<std::pair<uint64_t, unsigned>, int32_t> knownConstants;
  std::vector<uint32_t> starts; ///< the first instruction of each statement
  int32_t scratch[3] = {Instruction::kNone, Instruction::kNone, Instruction::kNone};
};

/// Families: false if the statement is none of theirs, or of a form that is not known.
bool decodeInteger(Decoder &decoder);
bool decodeFloat(Decoder &decoder);
bool decodeFloatFunction(Decoder &decoder);
bool decodeBits(Decoder &decoder);
bool decodeCompare(Decoder &decoder);
bool decodeConversion(Decoder &decoder);
bool decodeMove(Decoder &decoder);
bool decodeMemory(Decoder &decoder);
bool decodeAtomic(Decoder &decoder);
bool decodeAsynchronous(Decoder &decoder);
bool decodeWarp(Decoder &decoder);
bool decodeControl(Decoder &decoder);

//===- Handlers of element-wise instructions: operand 0 is the target --------------------------------------------===//

template <typename R, typename A, typename F> void unary(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = warp.target<R>(instruction.operands[0]);
  auto *a = warp.source<A>(instruction.operands[1]);
  each(lanes, [&](unsigned lane) { target[lane] = toStorage<R>(F()(fromStorage<A>(a[lane]))); });
}

template <typename R, typename A, typename B, typename F>
void binary(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = warp.target<R>(instruction.operands[0]);
  auto *a = warp.source<A>(instruction.operands[1]);
  auto *b = warp.source<B>(instruction.operands[2]);
  each(lanes,
       [&](unsigned lane) { target[lane] = toStorage<R>(F()(fromStorage<A>(a[lane]), fromStorage<B>(b[lane]))); });
}

template <typename R, typename A, typename B, typename C, typename F>
void ternary(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = warp.target<R>(instruction.operands[0]);
  auto *a = warp.source<A>(instruction.operands[1]);
  auto *b = warp.source<B>(instruction.operands[2]);
  auto *c = warp.source<C>(instruction.operands[3]);
  each(lanes, [&](unsigned lane) {
    target[lane] = toStorage<R>(F()(fromStorage<A>(a[lane]), fromStorage<B>(b[lane]), fromStorage<C>(c[lane])));
  });
}

/// The value of a type for `visit`: an integer of its bits, unsigned for bits. False if it is no integer.
template <typename Visit> bool withInteger(ScalarType type, Visit visit) {
  bool isSigned = type.kind == ScalarType::Kind::Signed;
  if (type.isFloat() || type.isPair || type.kind == ScalarType::Kind::Predicate)
    return false;
  switch (type.bits) {
  case 8:
    return isSigned ? visit(int8_t()) : visit(uint8_t());
  case 16:
    return isSigned ? visit(int16_t()) : visit(uint16_t());
  case 32:
    return isSigned ? visit(int32_t()) : visit(uint32_t());
  case 64:
    return isSigned ? visit(int64_t()) : visit(uint64_t());
  default:
    return false;
  }
}

/// As many operands as a statement of a family needs, else it is of no known form.
inline bool hasOperands(Decoder &decoder, size_t count) {
  return decoder.statement().operands.size() == count;
}

/// Emits an element-wise instruction of operands with the given types; operand 0 is the target.
void emitElementwise(Decoder &decoder, Handler handler, std::initializer_list<ScalarType> types);

} // namespace tilec::ptx

#endif // TILEC_RUNTIME_PTX_DECODER_H
