// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Reads a manifest from JSON. Syntax errors carry line and column, wrong values the path of the value. Unknown keys
/// are ignored, so that a later writer of the same schema may add to it.
#include "runtime/Manifest/ManifestEnumNames.h"
#include "runtime/Manifest/ManifestKeys.h"

#include <nlohmann/json.hpp>

#include <limits>

using Json = nlohmann::json;

namespace tilec::manifest {

namespace {

/// Thrown within this file only.
struct BadValue {
  ReadError error;
};

/// A JSON value together with the path that leads to it.
class Value {
public:
  Value(const Json &json, std::string path) : json(json), path(std::move(path)) {}

  [[noreturn]] void fail(std::string text) const {
    throw BadValue{{path.empty() ? "top level" : path, std::move(text)}};
  }

  Value operator[](const char *key) const {
    if (!json.is_object())
      fail(std::string("expected an object, got ") + json.type_name());
    auto found = json.find(key);
    if (found == json.end())
      fail(std::string("expected key '") + key + "', got none");
    return Value(*found, path.empty() ? key : path + "." + key);
  }

  bool has(const char *key) const {
    return json.is_object() && json.contains(key);
  }

  std::vector<Value> elements() const {
    if (!json.is_array())
      fail(std::string("expected an array, got ") + json.type_name());
    std::vector<Value> values;
    for (size_t i = 0; i < json.size(); ++i)
      values.emplace_back(json[i], path + "[" + std::to_string(i) + "]");
    return values;
  }

  std::string string() const {
    if (!json.is_string())
      fail(std::string("expected a string, got ") + json.type_name());
    return json.get<std::string>();
  }

  bool boolean() const {
    if (!json.is_boolean())
      fail(std::string("expected true or false, got ") + json.type_name());
    return json.get<bool>();
  }

  int64_t integer() const {
    bool tooLarge = json.is_number_unsigned() && json.get<uint64_t>() > uint64_t(std::numeric_limits<int64_t>::max());
    if (!json.is_number_integer() || tooLarge)
      fail("expected a 64-bit integer, got " + json.dump());
    return json.get<int64_t>();
  }

  uint32_t unsigned32() const {
    int64_t value = integer();
    if (value < 0 || value > std::numeric_limits<uint32_t>::max())
      fail("expected an integer from 0 to 4294967295, got " + std::to_string(value));
    return uint32_t(value);
  }

  template <typename Enum, size_t N> Enum enumerator(const Names<Enum, N> &names) const {
    std::string text = string(), expected;
    for (auto &[value, name] : names) {
      if (text == name)
        return value;
      expected += expected.empty() ? name : std::string(", ") + name;
    }
    fail("expected one of " + expected + ", got '" + text + "'");
  }

  bool isInteger() const {
    return json.is_number_integer();
  }

private:
  const Json &json;
  std::string path;
};

template <typename T> std::vector<T> readAll(const Value &array, T (*readOne)(const Value &)) {
  std::vector<T> items;
  for (const Value &element : array.elements())
    items.push_back(readOne(element));
  return items;
}

uint32_t readUnsigned(const Value &v) {
  return v.unsigned32();
}

Expression readExpressionAt(const Value &v, int depth) {
  if (v.isInteger())
    return Expression::constant(v.integer());
  if (depth > 64)
    v.fail("expected an expression of at most 64 levels, got more");
  std::vector<Value> parts = v.elements();
  if (parts.empty())
    v.fail("expected the name of an operation, got an empty array");
  Expression e;
  e.kind = parts[0].enumerator(kExpressionNames);
  bool isArgument = e.kind == Expression::Kind::Argument, isBinary = e.kind >= Expression::Kind::Add;
  size_t expected = isArgument ? 5 : isBinary ? 3 : 1;
  if (parts.size() != expected)
    v.fail("expected " + std::to_string(expected) + " elements, got " + std::to_string(parts.size()));
  if (isArgument) {
    e.parameter = parts[1].unsigned32();
    e.offset = parts[2].unsigned32();
    e.bytes = parts[3].unsigned32();
    e.isSigned = parts[4].boolean();
  }
  if (isBinary)
    e.operands = {readExpressionAt(parts[1], depth + 1), readExpressionAt(parts[2], depth + 1)};
  return e;
}

Expression readExpression(const Value &v) {
  return readExpressionAt(v, 0);
}

Fact readFact(const Value &v) {
  return {v[key::kKind].enumerator(kFactNames), readExpression(v[key::kSubject]), v[key::kValue].integer()};
}

Parameter readParameter(const Value &v) {
  return {v[key::kName].string(),      v[key::kKind].enumerator(kParameterNames),
          v[key::kSize].unsigned32(),  v[key::kAlignment].unsigned32(),
          v[key::kIsSigned].boolean(), v[key::kElementType].string()};
}

HiddenParameter readHidden(const Value &v) {
  HiddenParameter p;
  p.kind = v[key::kKind].enumerator(kHiddenNames);
  if (p.kind == HiddenParameter::Kind::TensorMap)
    p.tensorMap = v[key::kTensorMap].unsigned32();
  return p;
}

TensorMap readTensorMap(const Value &v) {
  TensorMap map;
  map.elementType = v[key::kElementType].string();
  map.base = readExpression(v[key::kBase]);
  map.extents = readAll(v[key::kExtents], readExpression);
  map.strides = readAll(v[key::kStrides], readExpression);
  map.box = readAll(v[key::kBox], readUnsigned);
  map.elementSteps = readAll(v[key::kElementSteps], readUnsigned);
  map.swizzle = v[key::kSwizzle].enumerator(kSwizzleNames);
  map.fill = v[key::kFill].enumerator(kFillNames);
  return map;
}

Dim3 readDim3(const Value &v) {
  std::vector<uint32_t> extents = readAll(v, readUnsigned);
  if (extents.size() != 3)
    v.fail("expected 3 extents, got " + std::to_string(extents.size()));
  return {extents[0], extents[1], extents[2]};
}

GridRule readGrid(const Value &v) {
  GridRule rule;
  rule.kind = v[key::kKind].enumerator(kGridNames);
  if (rule.kind == GridRule::Kind::Persistent)
    rule.ctasPerMultiprocessor = v[key::kCtasPerMultiprocessor].unsigned32();
  if (v.has(key::kParts))
    rule.parts = readDim3(v[key::kParts]);
  if (v.has(key::kJoined))
    rule.joined = readDim3(v[key::kJoined]);
  return rule;
}

Variant readVariant(const Value &v) {
  Variant variant;
  variant.entry = v[key::kEntry].string();
  variant.facts = readAll(v[key::kFacts], readFact);
  variant.threadsPerCta = v[key::kThreadsPerCta].unsigned32();
  variant.cluster = readDim3(v[key::kCluster]);
  variant.grid = readGrid(v[key::kGrid]);
  variant.dynamicSharedBytes = v[key::kDynamicSharedBytes].unsigned32();
  variant.registerCap = v[key::kRegisterCap].unsigned32();
  if (v.has(key::kSharedMemoryCarveout))
    variant.sharedMemoryCarveout = v[key::kSharedMemoryCarveout].unsigned32();
  variant.programmaticLaunch = v.has(key::kProgrammaticLaunch) && v[key::kProgrammaticLaunch].boolean();
  variant.hiddenParameters = readAll(v[key::kHiddenParameters], readHidden);
  Value workspace = v[key::kWorkspace];
  variant.workspace = {readExpression(workspace[key::kBytes]), workspace[key::kZeroed].boolean(),
                       workspace.has(key::kStaysZero) && workspace[key::kStaysZero].boolean()};
  variant.tensorMaps = readAll(v[key::kTensorMaps], readTensorMap);
  return variant;
}

Numbering::Step readStep(const Value &v) {
  using Kind = Numbering::Step::Kind;
  Numbering::Step step;
  if (v.isInteger()) {
    step.value = v.integer();
    return step;
  }
  std::vector<Value> parts = v.elements();
  if (parts.empty())
    v.fail("expected the name of an operation, got an empty array");
  step.kind = parts[0].enumerator(kStepNames);
  unsigned operands = Numbering::operandCount(step.kind);
  size_t expected = step.kind == Kind::Argument ? 5 : operands ? operands + 2 : 1;
  if (parts.size() != expected)
    v.fail("expected " + std::to_string(expected) + " elements, got " + std::to_string(parts.size()));
  if (step.kind == Kind::Argument) {
    step.parameter = parts[1].unsigned32();
    step.offset = parts[2].unsigned32();
    step.bytes = parts[3].unsigned32();
    step.isSigned = parts[4].boolean();
  } else if (operands) {
    step.bits = parts[1].unsigned32();
    for (size_t i = 2; i < parts.size(); ++i)
      step.operands.push_back(parts[i].unsigned32());
  }
  return step;
}

std::optional<Numbering> readNumbering(const Value &kernel) {
  if (!kernel.has(key::kNumbering))
    return std::nullopt;
  Value v = kernel[key::kNumbering];
  return Numbering{readAll(v[key::kSteps], readStep), readAll(v[key::kCoordinates], readUnsigned)};
}

Kernel readKernel(const Value &v) {
  return {v[key::kName].string(), v[key::kDisplayName].string(), readAll(v[key::kParameters], readParameter),
          readAll(v[key::kVariants], readVariant), readNumbering(v)};
}

Manifest readManifest(const Value &v) {
  int64_t schema = v[key::kSchema].integer();
  if (schema != kSchema)
    v[key::kSchema].fail("expected manifest schema " + std::to_string(kSchema) + ", got " + std::to_string(schema) +
                         "; compile again with this version of tilec");
  return {v[key::kCompilerVersion].string(), v[key::kArchitecture].string(), readAll(v[key::kKernels], readKernel)};
}

/// Line and column, from 1, of byte `position` (from 1, as the JSON library counts).
std::string lineAndColumn(std::string_view text, size_t position) {
  size_t line = 1, column = 1;
  for (size_t i = 0; i + 1 < position && i < text.size(); ++i) {
    column = text[i] == '\n' ? 1 : column + 1;
    line += text[i] == '\n';
  }
  return "line " + std::to_string(line) + " column " + std::to_string(column);
}

} // namespace

std::string ReadError::message() const {
  return "bad manifest: " + where + ": " + text;
}

bool fromJson(std::string_view json, Manifest &manifest, ReadError &error) {
  manifest = Manifest();
  try {
    Manifest read = readManifest(Value(Json::parse(json), ""));
    if (!check(read, error))
      return false;
    manifest = std::move(read);
    return true;
  } catch (const BadValue &bad) {
    error = bad.error;
  } catch (const Json::parse_error &bad) {
    error = {lineAndColumn(json, bad.byte), "expected JSON, got a syntax error or the end of the text"};
  } catch (const std::exception &bad) {
    error = {"top level", bad.what()};
  }
  return false;
}

} // namespace tilec::manifest
