// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A PTX module as its text has it: variables, and functions of statements whose operands are resolved to registers and
/// variables. Instructions are not looked at.
#ifndef TILEC_RUNTIME_PTX_SYNTAX_H
#define TILEC_RUNTIME_PTX_SYNTAX_H

#include "runtime/Ptx/ScalarTypes.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tilec::ptx {

struct Variable;

/// A part of a variable's first value.
struct Initializer {
  uint64_t value = 0;                 ///< or what is added to the symbol's address
  std::string symbol;                 ///< a variable's or a function's name; empty for a number
  uint64_t mask = 0;                  ///< the bits of the address that are meant; 0: all
  const Variable *variable = nullptr; ///< of that name in the text, where it comes before
  unsigned bytes = 4;                 ///< that it takes
  uint64_t offset = 0;                ///< in the variable
};

struct Variable {
  std::string name;
  Space space = Space::Global;
  ScalarType type;
  unsigned alignment = 1;
  uint64_t bytes = 0;      ///< 0 where the size is not said: dynamic shared memory
  bool isExternal = false; ///< defined elsewhere, or dynamic shared memory
  bool isLinked = false;   ///< one of its name is meant in all texts
  bool isKernelParameter = false;
  uint64_t offset = 0; ///< of parameters: in the kernel's parameters or a lane's memory; of local variables: there
  std::vector<Initializer> initializers;
  char *memory = nullptr; ///< of global and constant variables, once the module is loaded
};

struct Register {
  ScalarType type;
  int32_t place = 0; ///< of predicates: their number; of others: byte offset in a frame
};

struct Operand {
  enum class Kind : uint8_t {
    Register,
    Integer,  ///< bits
    Float32,  ///< bits
    Float64,  ///< bits
    Special,  ///< name: `tid.x`, without %
    Variable, ///< and an offset in bits
    Name,     ///< a function, a label or a list of labels
    Vector,
    List, ///< in parentheses, of a call
    Pair, ///< p|q
    Address,
    Sink, ///< _
  };
  Kind kind = Kind::Sink;
  bool isNegated = false; ///< !p
  Register reg = {};
  uint64_t bits = 0;
  const Variable *variable = nullptr;
  std::string name;
  std::vector<Operand> elements; ///< of vectors, lists and pairs; the base of an address, with its offset in bits
};

struct Statement {
  std::string opcode;
  std::vector<std::string> modifiers; ///< without their dots
  bool hasGuard = false;
  Operand guard;
  std::vector<Operand> operands;
  unsigned scope = 0; ///< for labels
  unsigned line = 0;
  std::string text; ///< as it was written

  bool has(std::string_view modifier) const {
    for (const std::string &one : modifiers)
      if (one == modifier)
        return true;
    return false;
  }
};

struct FunctionSyntax {
  std::string name;
  bool isKernel = false;
  bool hasBody = false;
  unsigned targetChip = 0; ///< 90 for sm_90
  std::vector<Variable *> parameters, results;
  std::vector<Statement> statements;
  std::map<std::pair<unsigned, std::string>, uint32_t> labels;                     ///< by scope: a statement's index
  std::map<std::pair<unsigned, std::string>, std::vector<std::string>> labelLists; ///< .branchtargets
  std::vector<unsigned> scopeParents;                                              ///< of scope 0: itself
  uint32_t registerBytes = 0, predicateCount = 2; ///< predicates 0 and 1 are false and true
  uint64_t laneBytes = 0;                         ///< each lane's parameters and local variables
  uint64_t laneAlignment = 16;
  uint64_t parameterBytes = 0; ///< of kernels
  unsigned maxThreads = 0;     ///< .maxntid, .reqntid; 0: not said
  std::string problem;         ///< why it cannot be run; empty if it can
};

struct ModuleSyntax {
  unsigned targetChip = 0;
  std::vector<std::unique_ptr<Variable>> variables; ///< all of them, at every level
  std::map<std::string, Variable *, std::less<>> globals;
  std::vector<std::unique_ptr<FunctionSyntax>> functions;
};

/// Adds a module's text to what `module` has; false with an error that names the line.
bool parse(std::string_view text, ModuleSyntax &module, std::string &error);

} // namespace tilec::ptx

#endif // TILEC_RUNTIME_PTX_SYNTAX_H
