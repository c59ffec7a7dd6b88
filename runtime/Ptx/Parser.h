// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The parser of PTX text (Syntax.h is what it makes).
#ifndef TILEC_RUNTIME_PTX_PARSER_H
#define TILEC_RUNTIME_PTX_PARSER_H

#include "runtime/Ptx/Lexer.h"
#include "runtime/Ptx/Syntax.h"

namespace tilec::ptx {

class Parser {
public:
  Parser(std::string_view text, ModuleSyntax &module) : text(text), lexer(text), module(module), token(lexer.next()) {}

  bool run();
  const std::string &problem() const {
    return error;
  }

private:
  /// Registers that were declared together.
  struct Registers {
    ScalarType type;
    int32_t first = 0; ///< the place of the first
    uint32_t count = 1;
  };
  struct Scope {
    unsigned number = 0;
    std::map<std::string, Registers, std::less<>> registers, families; ///< families: by what stands before the number
    std::map<std::string, Variable *, std::less<>> variables;
  };

  void advance() {
    token = lexer.next();
  }
  bool fail(const std::string &message);
  bool take(std::string_view punctuation);
  bool expect(std::string_view punctuation);
  void skipTo(std::string_view punctuation);
  void skipBraces();

  bool parseTarget();
  bool parseModuleVariable(Space space, bool isExternal, bool isLinked);
  bool parseInteger(uint64_t &value);
  bool parseInitialAddress(Initializer &part);
  bool parseInitializer(Variable &variable, unsigned bytes, uint64_t &offset);
  Variable *parseVariable(Space space);
  bool parseRegisters();
  void placeInLane(Variable &variable);

  bool parseFunction(bool isKernel);
  bool parseParameters(std::vector<Variable *> &variables);
  bool parseFunctionDirectives();
  bool parseBody();
  bool parseBodyDirective();

  // ParseStatements.cpp
  bool parseStatement();
  bool parseLabel(const std::string &name);
  bool parseOperands(Statement &statement);
  bool parseOperand(Operand &operand);
  bool parseAddress(Operand &operand);
  bool parseElements(Operand &operand, std::string_view end);
  bool parseName(Operand &operand);
  std::optional<Register> findRegister(std::string_view name) const;
  const Variable *findVariable(std::string_view name) const;

  std::string_view text;
  Lexer lexer;
  ModuleSyntax &module;
  Token token;
  std::string error;
  FunctionSyntax *function = nullptr;
  std::vector<Scope> scopes; ///< the module's, the function's parameters and body, blocks in it
};

} // namespace tilec::ptx

#endif // TILEC_RUNTIME_PTX_PARSER_H
