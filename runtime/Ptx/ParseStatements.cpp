// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Labels, instructions and their operands.
#include "runtime/Ptx/Parser.h"

#include <algorithm>
#include <cctype>
#include <charconv>

using namespace tilec::ptx;

std::optional<Register> Parser::findRegister(std::string_view name) const {
  size_t digits = name.size();
  while (digits > 0 && std::isdigit(static_cast<unsigned char>(name[digits - 1])))
    --digits;
  uint32_t number = 0;
  bool isNumbered = digits < name.size();
  if (isNumbered)
    std::from_chars(name.data() + digits, name.data() + name.size(), number);
  auto placeOf = [](const Registers &registers, uint32_t index) {
    bool isPredicate = registers.type.kind == ScalarType::Kind::Predicate;
    int32_t step = isPredicate ? 1 : int32_t(registers.type.storageBytes() * kWarpLanes);
    return Register{registers.type, registers.first + step * int32_t(index)};
  };
  for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope) {
    if (auto found = scope->registers.find(name); found != scope->registers.end())
      return placeOf(found->second, 0);
    if (isNumbered)
      if (auto found = scope->families.find(name.substr(0, digits));
          found != scope->families.end() && number < found->second.count)
        return placeOf(found->second, number);
  }
  return std::nullopt;
}

const Variable *Parser::findVariable(std::string_view name) const {
  for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope)
    if (auto found = scope->variables.find(name); found != scope->variables.end())
      return found->second;
  return nullptr;
}

/// A register, special register, variable with an offset, or the name of something else.
bool Parser::parseName(Operand &operand) {
  std::string name(token.text);
  advance();
  if (name == "_")
    return true;
  if (std::optional<Register> known = findRegister(name)) {
    operand.kind = Operand::Kind::Register;
    operand.reg = *known;
    return true;
  }
  if (name.starts_with("%")) {
    operand.kind = Operand::Kind::Special;
    operand.name = name.substr(1);
    while (token.kind == Token::Kind::Suffix) {
      operand.name += "." + std::string(token.text);
      advance();
    }
    return true;
  }
  if (name == "WARP_SZ") {
    operand.kind = Operand::Kind::Integer;
    operand.bits = kWarpLanes;
    return true;
  }
  operand.variable = findVariable(name);
  operand.kind = operand.variable ? Operand::Kind::Variable : Operand::Kind::Name;
  operand.name = name;
  return true;
}

bool Parser::parseElements(Operand &operand, std::string_view end) {
  while (!take(end)) {
    if (token.kind == Token::Kind::End || !parseOperand(operand.elements.emplace_back()))
      return fail("expected '" + std::string(end) + "'");
    take(",");
  }
  return true;
}

/// `[%rd1+8]`, `[name+4]`, `[256]`; further operands in the brackets, of tensor copies, stay unknown.
bool Parser::parseAddress(Operand &operand) {
  operand.kind = Operand::Kind::Address;
  Operand base;
  if (!parseOperand(base))
    return false;
  operand.bits = base.kind == Operand::Kind::Register ? 0 : base.bits; // a variable's offset, or a whole address
  base.bits = 0;
  operand.elements.push_back(std::move(base));
  while (token.is("+") || token.is("-")) {
    bool isNegative = token.is("-");
    advance();
    uint64_t more = 0;
    if (!parseInteger(more))
      return false;
    operand.bits += isNegative ? -more : more;
  }
  return expect("]");
}

bool Parser::parseOperand(Operand &operand) {
  if (take("["))
    return parseAddress(operand);
  if (take("{")) {
    operand.kind = Operand::Kind::Vector;
    return parseElements(operand, "}");
  }
  if (take("(")) {
    operand.kind = Operand::Kind::List;
    return parseElements(operand, ")");
  }
  operand.isNegated = take("!");
  bool isMinus = take("-");
  switch (token.kind) {
  case Token::Kind::Integer:
    operand.kind = Operand::Kind::Integer;
    operand.bits = isMinus ? -token.value : token.value;
    advance();
    break;
  case Token::Kind::Float32:
    operand.kind = Operand::Kind::Float32;
    operand.bits = token.value ^ (isMinus ? 0x80000000u : 0);
    advance();
    break;
  case Token::Kind::Float64:
    operand.kind = Operand::Kind::Float64;
    operand.bits = token.value ^ (isMinus ? uint64_t(1) << 63 : 0);
    advance();
    break;
  case Token::Kind::Name:
    if (isMinus)
      return fail("a minus before a name");
    if (!parseName(operand))
      return false;
    break;
  default:
    return fail("expected an operand, got '" + std::string(token.text) + "'");
  }
  if (operand.kind == Operand::Kind::Variable)
    while (token.is("+") || token.is("-")) {
      bool isNegative = token.is("-");
      advance();
      uint64_t more = 0;
      if (!parseInteger(more))
        return false;
      operand.bits += isNegative ? -more : more;
    }
  if (take("|")) {
    Operand pair;
    pair.kind = Operand::Kind::Pair;
    pair.elements.push_back(std::move(operand));
    if (!parseOperand(pair.elements.emplace_back()))
      return false;
    operand = std::move(pair);
  }
  return true;
}

bool Parser::parseOperands(Statement &statement) {
  while (!take(";")) {
    if (token.kind == Token::Kind::End || !parseOperand(statement.operands.emplace_back()))
      return false;
    if (!token.is(";") && !take(","))
      return fail("expected ',' or ';', got '" + std::string(token.text) + "'");
  }
  return true;
}

/// Parses what stands behind `name:`. Lists of branch targets are labels, too; prototypes of calls are not needed.
bool Parser::parseLabel(const std::string &name) {
  std::pair<unsigned, std::string> key{scopes.back().number, name};
  if (token.isSuffix("branchtargets")) {
    advance();
    while (!take(";")) {
      function->labelLists[key].push_back(std::string(token.text));
      advance();
      take(",");
    }
  } else if (token.isSuffix("callprototype") || token.isSuffix("calltargets")) {
    skipTo(";");
  } else {
    function->labels[key] = uint32_t(function->statements.size());
  }
  return true;
}

bool Parser::parseStatement() {
  Statement statement;
  size_t begin = token.begin;
  statement.line = token.line;
  statement.scope = scopes.back().number;
  if (take("@")) {
    statement.hasGuard = true;
    statement.guard.isNegated = take("!");
    if (!parseName(statement.guard))
      return false;
  }
  if (token.kind != Token::Kind::Name)
    return fail("expected an instruction, got '" + std::string(token.text) + "'");
  statement.opcode = token.text;
  advance();
  if (!statement.hasGuard && take(":"))
    return parseLabel(statement.opcode);
  while (token.kind == Token::Kind::Suffix) {
    statement.modifiers.emplace_back(token.text);
    advance();
  }
  bool ok = parseOperands(statement);
  size_t end = text.find(';', begin);
  statement.text = text.substr(begin, end == std::string_view::npos ? end : end - begin);
  std::replace_if(statement.text.begin(), statement.text.end(), [](char c) { return c == '\t' || c == '\n'; }, ' ');
  if (!ok) {
    // An instruction of a form that is not known here: the function cannot run, others can.
    if (token.kind == Token::Kind::End)
      return false;
    error.clear();
    skipTo(";");
    statement.opcode.clear();
  }
  function->statements.push_back(std::move(statement));
  return true;
}
