// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Directives, declarations and function bodies. Directives that say nothing about results are skipped.
#include "runtime/Ptx/Parser.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

using namespace tilec::ptx;

bool Parser::fail(const std::string &message) {
  if (error.empty())
    error = "PTX line " + std::to_string(token.line) + ": " + message;
  return false;
}

bool Parser::take(std::string_view punctuation) {
  if (!token.is(punctuation))
    return false;
  advance();
  return true;
}

bool Parser::expect(std::string_view punctuation) {
  return take(punctuation) ||
         fail("expected '" + std::string(punctuation) + "', got '" + std::string(token.text) + "'");
}

void Parser::skipTo(std::string_view punctuation) {
  while (token.kind != Token::Kind::End && !token.is(punctuation))
    advance();
  advance();
}

void Parser::skipBraces() {
  for (unsigned depth = 0; token.kind != Token::Kind::End; advance()) {
    depth += token.is("{");
    if (token.is("}") && --depth == 0)
      break;
  }
  advance();
}

//===- Declarations ----------------------------------------------------------------------------------------------===//

static std::optional<Space> stateSpace(std::string_view name) {
  if (name == "global")
    return Space::Global;
  if (name == "const")
    return Space::Constant;
  if (name == "shared")
    return Space::Shared;
  if (name == "local")
    return Space::Local;
  if (name == "param")
    return Space::Parameter;
  return std::nullopt;
}

bool Parser::parseInteger(uint64_t &value) {
  bool isNegative = take("-");
  if (token.kind != Token::Kind::Integer)
    return fail("expected an integer, got '" + std::string(token.text) + "'");
  value = isNegative ? -token.value : token.value;
  advance();
  return true;
}

/// `symbol`, `generic(symbol)`, each with `+ number`.
bool Parser::parseInitialAddress(Initializer &part) {
  bool isGeneric = token.kind == Token::Kind::Name && token.text == "generic";
  if (isGeneric) {
    advance();
    if (!expect("("))
      return false;
  }
  if (token.kind != Token::Kind::Name)
    return fail("expected a symbol, got '" + std::string(token.text) + "'");
  part.symbol = token.text;
  part.variable = findVariable(token.text);
  advance();
  auto addOffset = [&] {
    uint64_t more = 0;
    if (!token.is("+") && !token.is("-"))
      return true;
    take("+"); // a minus is the number's
    bool ok = parseInteger(more);
    part.value += more;
    return ok;
  };
  return addOffset() && (!isGeneric || expect(")")) && addOffset();
}

/// A number, an address, `0xff00(address)`, of which those bits are meant, or braces of them.
bool Parser::parseInitializer(Variable &variable, unsigned bytes, uint64_t &offset) {
  if (take("{")) {
    while (!take("}")) {
      if (!parseInitializer(variable, bytes, offset))
        return false;
      take(",");
    }
    return true;
  }
  Initializer part;
  part.bytes = bytes;
  part.offset = offset;
  if (token.kind == Token::Kind::Name) {
    if (!parseInitialAddress(part))
      return false;
  } else {
    bool isNegative = take("-");
    part.value = token.value;
    if (token.kind == Token::Kind::Float64 && bytes == 4)
      part.value = std::bit_cast<uint32_t>(float(std::bit_cast<double>(token.value)));
    if (isNegative && variable.type.isFloat())
      part.value ^= uint64_t(1) << (bytes * 8 - 1);
    else if (isNegative)
      part.value = -part.value;
    if (token.kind != Token::Kind::Integer && token.kind != Token::Kind::Float32 && token.kind != Token::Kind::Float64)
      return fail("expected an initial value, got '" + std::string(token.text) + "'");
    advance();
    if (take("(")) {
      part.mask = std::exchange(part.value, 0);
      if (!parseInitialAddress(part) || !expect(")"))
        return false;
    }
  }
  variable.initializers.push_back(std::move(part));
  offset += bytes;
  return true;
}

/// Parses what stands behind the state space: `.align 4 .b8 name[16] = {...}`. Further names after commas share what
/// comes before.
Variable *Parser::parseVariable(Space space) {
  Variable first;
  first.space = space;
  unsigned vector = 1;
  bool hasType = false, isPointer = false;
  while (token.kind == Token::Kind::Suffix) {
    std::string_view name = token.text;
    advance();
    if (name == "align") {
      uint64_t alignment = 1;
      if (!parseInteger(alignment))
        return nullptr;
      if (!isPointer)
        first.alignment = unsigned(alignment);
    } else if (name == "v2" || name == "v4") {
      vector = name[1] - '0';
    } else if (std::optional<ScalarType> type = scalarType(name)) {
      first.type = *type;
      hasType = true;
    } else if (name == "attribute") {
      skipTo(")");
    } else if (name == "ptr" || stateSpace(name)) {
      isPointer = true; // what follows is said of what a parameter points to
    } else {
      fail("unknown '." + std::string(name) + "' of a variable");
      return nullptr;
    }
  }
  if (!hasType || token.kind != Token::Kind::Name) {
    fail("expected a variable, got '" + std::string(token.text) + "'");
    return nullptr;
  }
  unsigned element = first.type.bytes() * vector;
  first.alignment = std::max({first.alignment, first.type.bytes(), 1u});
  first.name = token.text;
  advance();
  if (take("<")) { // name<3>: as many variables; nothing that compilers write
    fail("arrays of variables are not supported");
    return nullptr;
  }
  uint64_t count = 1;
  bool isUnsized = false;
  while (take("[")) {
    if (take("]")) {
      isUnsized = true;
      continue;
    }
    uint64_t extent = 0;
    if (!parseInteger(extent) || !expect("]"))
      return nullptr;
    count *= extent;
  }
  uint64_t initialized = 0;
  if (take("=") && !parseInitializer(first, first.type.bytes(), initialized))
    return nullptr;
  first.bytes = isUnsized ? initialized : element * count;
  module.variables.push_back(std::make_unique<Variable>(std::move(first)));
  return module.variables.back().get();
}

/// `.reg .b32 %r<12>, %x;`
bool Parser::parseRegisters() {
  ScalarType type;
  while (token.kind == Token::Kind::Suffix) {
    std::optional<ScalarType> known = scalarType(token.text);
    if (!known)
      return fail("unknown type '." + std::string(token.text) + "' of a register");
    type = *known;
    advance();
  }
  do {
    std::string name(token.text);
    if (token.kind != Token::Kind::Name)
      return fail("expected a register, got '" + name + "'");
    advance();
    uint64_t count = 1;
    bool isFamily = take("<");
    if (isFamily && (!parseInteger(count) || !expect(">")))
      return false;
    Registers registers{type, 0, uint32_t(count)};
    if (type.kind == ScalarType::Kind::Predicate) {
      registers.first = int32_t(function->predicateCount);
      function->predicateCount += uint32_t(count);
    } else {
      registers.first = int32_t(function->registerBytes);
      function->registerBytes += uint32_t(count) * type.storageBytes() * kWarpLanes;
    }
    (isFamily ? scopes.back().families : scopes.back().registers)[name] = registers;
  } while (take(","));
  return expect(";");
}

/// Gives a variable of the function a place in each lane's memory.
void Parser::placeInLane(Variable &variable) {
  function->laneBytes = (function->laneBytes + variable.alignment - 1) / variable.alignment * variable.alignment;
  variable.offset = function->laneBytes;
  function->laneBytes += variable.bytes;
  function->laneAlignment = std::max<uint64_t>(function->laneAlignment, variable.alignment);
}

//===- Functions -------------------------------------------------------------------------------------------------===//

bool Parser::parseParameters(std::vector<Variable *> &variables) {
  while (!take(")")) {
    if (token.isSuffix("reg"))
      return fail("functions with parameters in registers are not supported");
    if (!token.isSuffix("param"))
      return fail("expected a parameter, got '" + std::string(token.text) + "'");
    advance();
    Variable *variable = parseVariable(Space::Parameter);
    if (!variable)
      return false;
    if (function->isKernel) {
      variable->isKernelParameter = true;
      uint64_t &bytes = function->parameterBytes;
      bytes = (bytes + variable->alignment - 1) / variable->alignment * variable->alignment;
      variable->offset = bytes;
      bytes += variable->bytes;
    } else {
      placeInLane(*variable);
    }
    scopes.back().variables[variable->name] = variable;
    variables.push_back(variable);
    take(",");
  }
  return true;
}

/// What stands between a function's parameters and its body.
bool Parser::parseFunctionDirectives() {
  while (token.kind == Token::Kind::Suffix) {
    bool isLimit = token.text == "maxntid" || token.text == "reqntid", isCluster = token.text == "reqnctapercluster";
    advance();
    uint64_t product = 1, value = 0;
    bool hasValues = token.kind == Token::Kind::Integer;
    while (token.kind == Token::Kind::Integer) {
      if (!parseInteger(value))
        return false;
      product *= value;
      if (!take(","))
        break;
    }
    if (isLimit && hasValues)
      function->maxThreads = unsigned(product);
    if (isCluster && product > 1)
      function->problem = "its blocks run in clusters";
    if (token.kind == Token::Kind::String)
      advance();
    take(";"); // of .pragma
  }
  return true;
}

bool Parser::parseFunction(bool isKernel) {
  auto owned = std::make_unique<FunctionSyntax>();
  function = owned.get();
  function->isKernel = isKernel;
  function->targetChip = module.targetChip;
  function->scopeParents = {0};
  scopes.resize(1); // the module's
  scopes.emplace_back();
  while (token.kind == Token::Kind::Suffix)
    advance(); // .noreturn and the like
  if (take("(") && !parseParameters(function->results))
    return false;
  function->name = token.text;
  advance();
  if (take("(") && !parseParameters(function->parameters))
    return false;
  if (!parseFunctionDirectives())
    return false;
  function->hasBody = token.is("{");
  if (function->hasBody) {
    if (!parseBody())
      return false;
  } else if (!expect(";")) {
    return false;
  }
  module.functions.push_back(std::move(owned));
  return true;
}

/// A block in braces. What cannot be parsed in it is the function's problem, not the module's.
bool Parser::parseBody() {
  if (!expect("{"))
    return false;
  while (!take("}")) {
    if (token.kind == Token::Kind::End)
      return fail("the text ends in a function");
    if (token.is("{")) {
      scopes.emplace_back();
      scopes.back().number = unsigned(function->scopeParents.size());
      function->scopeParents.push_back(scopes[scopes.size() - 2].number);
      if (!parseBody())
        return false;
      scopes.pop_back();
    } else if (take(";")) {
      // nothing
    } else if (token.kind == Token::Kind::Suffix) {
      if (!parseBodyDirective())
        return false;
    } else if (!parseStatement()) {
      return false;
    }
  }
  return true;
}

bool Parser::parseBodyDirective() {
  std::string_view name = token.text;
  advance();
  if (name == "reg")
    return parseRegisters();
  if (name == "loc") {
    unsigned line = token.line;
    while (token.kind != Token::Kind::End && token.line == line)
      advance();
    return true;
  }
  if (name == "pragma") {
    skipTo(";");
    return true;
  }
  std::optional<Space> space = stateSpace(name);
  if (!space)
    return fail("unknown directive '." + std::string(name) + "'");
  do {
    Variable *variable = parseVariable(*space);
    if (!variable)
      return false;
    scopes.back().variables[variable->name] = variable;
    if (*space == Space::Local || *space == Space::Parameter)
      placeInLane(*variable);
  } while (take(","));
  return expect(";");
}

//===- Modules ---------------------------------------------------------------------------------------------------===//

bool Parser::parseTarget() {
  if (token.kind == Token::Kind::Name && token.text.starts_with("sm_"))
    module.targetChip = unsigned(std::strtoul(std::string(token.text.substr(3)).c_str(), nullptr, 10));
  advance();
  while (take(","))
    advance();
  return true;
}

bool Parser::parseModuleVariable(Space space, bool isExternal, bool isLinked) {
  Variable *variable = parseVariable(space);
  if (!variable)
    return false;
  variable->isExternal = isExternal && variable->initializers.empty();
  variable->isLinked = isLinked || isExternal;
  auto [known, isNew] = module.globals.try_emplace(variable->name, variable);
  if (!isNew && (known->second->isExternal || (!known->second->isLinked && variable->isLinked)))
    known->second = variable;
  // Each text's own names are its own, also where another text has the same.
  scopes.front().variables[variable->name] = variable;
  return expect(";");
}

bool Parser::run() {
  scopes.emplace_back();
  bool isExternal = false, isLinked = false;
  while (token.kind != Token::Kind::End) {
    if (take(";"))
      continue;
    if (token.kind != Token::Kind::Suffix)
      return fail("expected a directive, got '" + std::string(token.text) + "'");
    std::string_view name = token.text;
    advance();
    bool wasExternal = std::exchange(isExternal, false), wasLinked = std::exchange(isLinked, false);
    bool ok = true;
    if (name == "version") {
      while (token.kind == Token::Kind::Float64 || token.kind == Token::Kind::Integer)
        advance();
    } else if (name == "target") {
      ok = parseTarget();
    } else if (name == "address_size") {
      advance();
    } else if (name == "extern") {
      isExternal = true;
    } else if (name == "visible" || name == "weak" || name == "common") {
      isExternal = wasExternal;
      isLinked = true;
    } else if (name == "entry" || name == "func") {
      ok = parseFunction(name == "entry");
    } else if (name == "section") {
      advance();
      skipBraces();
    } else if (name == "file") {
      unsigned line = token.line;
      while (token.kind != Token::Kind::End && token.line == line)
        advance();
    } else if (name == "pragma" || name == "alias") {
      skipTo(";");
    } else if (std::optional<Space> space = stateSpace(name)) {
      ok = parseModuleVariable(*space, wasExternal, wasLinked);
    } else {
      ok = fail("unknown directive '." + std::string(name) + "'");
    }
    if (!ok)
      return false;
  }
  return true;
}

bool tilec::ptx::parse(std::string_view text, ModuleSyntax &module, std::string &error) {
  Parser parser(text, module);
  if (parser.run())
    return true;
  error = parser.problem();
  return false;
}
