// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Decoded instructions: a function to call for the lanes of a warp that run one, with where its operands lie.
///
/// Operands are byte offsets: from 0 on into the registers of a frame, negative ones into the module's constants, which
/// hold a value for each lane as registers do. Predicates are numbers of a frame's predicates.
#ifndef TILEC_RUNTIME_PTX_INSTRUCTION_H
#define TILEC_RUNTIME_PTX_INSTRUCTION_H

#include "runtime/Ptx/Syntax.h"

#include <atomic>
#include <vector>

namespace tilec::ptx {

class Warp;
struct Function;
struct Instruction;
class Module;
struct WarpGroup;

using Handler = void (*)(Warp &, const Instruction &, uint32_t lanes);
/// Executes an instruction for which lanes wait for each other.
using GroupHandler = void (*)(Warp &, const WarpGroup &);

struct Instruction {
  enum class Kind : uint8_t {
    Plain,         ///< `run`
    Yield,         ///< `run`, and others go on
    Branch,        ///< to `target`
    IndexedBranch, ///< to one of `targets`, by operand 0
    Call,          ///< of `callee`, or of the function that operand 0 points to; `argumentMoves`, `resultMoves`
    Return,
    Exit,
    WarpSync, ///< `group`, once the lanes of the mask in operand `mask` are there
    Barrier,  ///< operand 0: the number; operand 1: threads, or kNone; operand 2: a predicate to combine
    Unknown,  ///< cannot run
  };
  enum class BarrierKind : uint8_t { Wait, Arrive, Count, And, Or };
  static constexpr int32_t kNone = INT32_MIN;
  static constexpr unsigned kMaxOperands = 12;

  Kind kind = Kind::Plain;
  bool guardIsNegated = false;
  uint8_t flags = 0;     ///< what a handler makes of them
  uint8_t count = 1;     ///< of elements, where there may be several
  int32_t guard = kNone; ///< a predicate
  int32_t mask = kNone;  ///< of WarpSync; kNone: all lanes
  uint32_t target = 0;
  uint32_t line = 0;
  union {
    Handler run = nullptr;
    GroupHandler group;
  };
  int64_t immediate = 0; ///< of addresses: what is added
  int32_t operands[kMaxOperands] = {};
};

struct CallSite {
  Function *callee = nullptr;                       ///< null: operand 0 holds its address
  std::vector<const Variable *> arguments, results; ///< of the caller
};

/// A function, decoded when it is first needed.
struct Function {
  explicit Function(std::unique_ptr<FunctionSyntax> syntax) : syntax(std::move(syntax)) {}

  std::unique_ptr<FunctionSyntax> syntax;
  std::atomic<bool> isDecoded = false;
  std::vector<Instruction> code;
  std::vector<char> constants;                ///< a value for each lane, of each
  std::vector<CallSite> calls;                ///< `target` of a call is its index
  std::vector<std::vector<uint32_t>> targets; ///< of indexed branches; `target` is the index
  std::vector<const Variable *> shared;       ///< that it uses itself
  std::vector<Function *> callees;
  std::vector<std::string> unknown; ///< instructions that cannot run
  uint32_t registerBytes = 0, predicateCount = 0;
  /// The implementation of a function that the system has and the module's text has not: printf and the like; null of
  /// others.
  void (*system)(Warp &, const CallSite &, uint32_t lanes) = nullptr;
};

} // namespace tilec::ptx

#endif // TILEC_RUNTIME_PTX_INSTRUCTION_H
