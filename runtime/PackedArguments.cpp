// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Checks and converts arguments against the manifest's parameter list.
#include "runtime/PackedArguments.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <set>

namespace tilec::runtime {

Argument::Argument(Kind kind, bool isSigned, std::string_view type, const void *value, size_t bytes)
    : argumentKind(kind), signedInteger(isSigned), type(type), size(bytes), small{} {
  if (bytes > small.size())
    large.resize(bytes);
  if (bytes)
    std::memcpy(large.empty() ? small.data() : large.data(), value, bytes);
}

/// `type` with a life as long as the program's: one of the known types, or kept here.
static std::string_view keep(std::string_view type) {
  for (std::string_view known : {"f16", "bf16", "tf32", "f8E4M3FN", "f8E5M2", "f8E8M0FNU", "f4E2M1FN"})
    if (type == known)
      return known;
  static std::mutex lock;
  static std::set<std::string, std::less<>> others;
  std::lock_guard guard(lock);
  return *others.emplace(type).first;
}

Argument Argument::bits(std::string_view elementType, uint64_t value, size_t bytes) {
  assert(bytes <= sizeof(value) && "a scalar has at most 8 bytes");
  return Argument(Kind::Bits, false, keep(elementType), &value, bytes);
}

Argument Argument::record(const void *bytesOfRecord, size_t bytes) {
  return Argument(Kind::Bits, false, "", bytesOfRecord, bytes);
}

namespace {

using manifest::Parameter;

/// `i32`, `pointer to f32`, `record of 24 bytes`.
std::string describe(const Parameter &p) {
  if (p.kind == Parameter::Kind::Pointer)
    return "pointer to " + (p.elementType.empty() ? "void" : p.elementType);
  if (p.kind == Parameter::Kind::Record)
    return "record of " + std::to_string(p.size) + " bytes";
  return p.elementType;
}

std::string describe(const Argument &a, const Parameter &p) {
  std::string bytes = " of " + std::to_string(a.bytes().size()) + " bytes";
  if (a.typeName().empty())
    return "record" + bytes;
  // Bits may have any size.
  bool sizeIsWrong = a.kind() == Argument::Kind::Bits && a.typeName() == p.elementType;
  return std::string(a.typeName()) + (sizeIsWrong ? bytes : "");
}

/// `value` as stored in `bytes` little-endian bytes, extended to 64 bits.
int64_t extend(const unsigned char *data, size_t bytes, bool isSigned) {
  uint64_t value = 0;
  std::memcpy(&value, data, bytes);
  unsigned unused = 64 - 8 * unsigned(bytes);
  return isSigned ? int64_t(value << unused) >> unused : int64_t(value << unused >> unused);
}

/// Whether the integer argument's value can be held by the parameter; negative numbers never in unsigned ones.
bool fits(const Argument &a, const Parameter &p) {
  int64_t value = extend(a.bytes().data(), a.bytes().size(), a.isSigned());
  bool huge = !a.isSigned() && value < 0; // 2^63 and above
  if (p.elementType == "bool")
    return !huge && (value == 0 || value == 1);
  if (huge)
    return !p.isSigned && p.size == 8;
  if (!p.isSigned && value < 0)
    return false;
  unsigned valueBits = 8 * p.size - (p.isSigned ? 1 : 0);
  if (valueBits >= 63)
    return true;
  return value < int64_t(1) << valueBits && value >= -(int64_t(1) << valueBits);
}

std::string integerText(const Argument &a) {
  int64_t value = extend(a.bytes().data(), a.bytes().size(), a.isSigned());
  return a.isSigned() ? std::to_string(value) : std::to_string(uint64_t(value));
}

bool convertInteger(const Argument &a, const Parameter &p, unsigned char *into) {
  if (p.kind != Parameter::Kind::Integer || !fits(a, p))
    return false;
  int64_t value = extend(a.bytes().data(), a.bytes().size(), a.isSigned());
  std::memcpy(into, &value, std::min<size_t>(p.size, sizeof(value)));
  return true;
}

void widenFloat(const Argument &a, unsigned char *into) {
  float narrow;
  std::memcpy(&narrow, a.bytes().data(), sizeof(narrow));
  double wide = narrow;
  std::memcpy(into, &wide, sizeof(wide));
}

/// Whether the argument goes to the parameter as it is.
bool fitsExactly(const Argument &a, const Parameter &p) {
  if (a.bytes().size() != p.size)
    return false;
  if (a.kind() == Argument::Kind::Pointer || p.kind == Parameter::Kind::Pointer)
    return a.kind() == Argument::Kind::Pointer && p.kind == Parameter::Kind::Pointer;
  if (a.typeName().empty())
    return p.kind == Parameter::Kind::Record;
  return a.typeName() == p.elementType;
}

/// Writes the argument's value for the parameter; false if the types do not fit.
bool convert(const Argument &a, const Parameter &p, unsigned char *into) {
  if (a.kind() == Argument::Kind::Integer)
    return convertInteger(a, p, into);
  if (a.kind() == Argument::Kind::Float && a.typeName() == "f32" && p.elementType == "f64" &&
      p.kind == Parameter::Kind::Float) {
    widenFloat(a, into);
    return true;
  }
  if (!fitsExactly(a, p))
    return false;
  std::memcpy(into, a.bytes().data(), p.size);
  return true;
}

Error badArgument(const manifest::Kernel &kernel, size_t index, const Argument &a) {
  const Parameter &p = kernel.parameters[index];
  std::string name = p.name.empty() ? "" : " '" + p.name + "'";
  bool range = a.kind() == Argument::Kind::Integer && p.kind == Parameter::Kind::Integer;
  return {"Kernel::launch", kArgumentType, "kArgumentType",
          "argument " + std::to_string(index) + name + " of kernel '" + kernel.displayName + "': expected " +
              describe(p) + ", got " + describe(a, p) + (range ? " " + integerText(a) + ", which does not fit" : "")};
}

int64_t ceilDiv(int64_t a, int64_t b) {
  return a / b + (a % b != 0 && (a < 0) == (b < 0));
}

int64_t floorDiv(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

std::optional<int64_t> apply(manifest::Expression::Kind kind, int64_t a, int64_t b) {
  using Kind = manifest::Expression::Kind;
  bool divides = kind == Kind::FloorDiv || kind == Kind::CeilDiv;
  if (divides && (b == 0 || b == -1)) // -1: the most negative number has no negative
    return b == 0 ? std::nullopt : std::optional(int64_t(0 - uint64_t(a)));
  switch (kind) {
  case Kind::Add:
    return int64_t(uint64_t(a) + uint64_t(b));
  case Kind::Sub:
    return int64_t(uint64_t(a) - uint64_t(b));
  case Kind::Mul:
    return int64_t(uint64_t(a) * uint64_t(b));
  case Kind::FloorDiv:
    return floorDiv(a, b);
  case Kind::CeilDiv:
    return ceilDiv(a, b);
  case Kind::Min:
    return std::min(a, b);
  case Kind::Max:
    return std::max(a, b);
  default:
    return std::nullopt;
  }
}

} // namespace

PackedArguments::PackedArguments(const manifest::Kernel &kernel, size_t hidden) {
  auto wordsOf = [](const Parameter &p) { return (size_t(p.size) + 7) / 8; };
  size_t words = 0;
  for (const Parameter &parameter : kernel.parameters)
    words += wordsOf(parameter);
  wordCount = words;
  if (kernel.parameters.size() + hidden > fewPointers.size()) {
    manyPointers = std::make_unique<void *[]>(kernel.parameters.size() + hidden);
    list = manyPointers.get();
  }
  if (words > fewWords.size())
    manyWords = std::make_unique<uint64_t[]>(words);
  else
    std::fill_n(fewWords.begin(), words, 0);
  uint64_t *at = manyWords ? manyWords.get() : fewWords.data();
  for (const Parameter &parameter : kernel.parameters) {
    append(at);
    at += wordsOf(parameter);
  }
  sourceCount = count;
}

static Status checkCount(const manifest::Kernel &kernel, size_t count) {
  if (count == kernel.parameters.size())
    return {};
  return Error{"Kernel::launch", kArgumentCount, "kArgumentCount",
               "kernel '" + kernel.displayName + "': expected " + std::to_string(kernel.parameters.size()) +
                   " arguments, got " + std::to_string(count)};
}

Status pack(const manifest::Kernel &kernel, std::span<void *const> arguments, PackedArguments &packed) {
  if (Status status = checkCount(kernel, arguments.size()); !status)
    return status;
  for (size_t i = 0; i < arguments.size(); ++i)
    std::memcpy(packed[i], arguments[i], kernel.parameters[i].size);
  return {};
}

Status pack(const manifest::Kernel &kernel, const void *words, PackedArguments &packed) {
  if (!packed.words().empty())
    std::memcpy(packed[0], words, packed.words().size_bytes());
  return {};
}

Status pack(const manifest::Kernel &kernel, std::span<const Argument> arguments, PackedArguments &packed) {
  if (Status status = checkCount(kernel, arguments.size()); !status)
    return status;
  for (size_t i = 0; i < arguments.size(); ++i)
    if (!convert(arguments[i], kernel.parameters[i], packed[i]))
      return badArgument(kernel, i, arguments[i]);
  return {};
}

Expected<std::vector<uint64_t>> wordsOf(const manifest::Kernel &kernel, std::span<const Argument> arguments) {
  for (const Parameter &parameter : kernel.parameters)
    if (parameter.kind == Parameter::Kind::Record)
      return Error{"Kernel::launch", kArgumentType, "kArgumentType",
                   "kernel '" + kernel.displayName + "': expected scalars and pointers, got the record '" +
                       parameter.name + "'"};
  PackedArguments packed(kernel);
  if (Status status = pack(kernel, arguments, packed); !status)
    return status.error();
  return std::vector<uint64_t>(packed.words().begin(), packed.words().end());
}

std::optional<int64_t> evaluate(const manifest::Expression &e, const PackedArguments &arguments, Dim3 grid) {
  using Kind = manifest::Expression::Kind;
  switch (e.kind) {
  case Kind::Constant:
    return e.value;
  case Kind::Argument:
    return extend(arguments[e.parameter] + e.offset, e.bytes, e.isSigned);
  case Kind::GridX:
    return grid.x;
  case Kind::GridY:
    return grid.y;
  case Kind::GridZ:
    return grid.z;
  default:
    break;
  }
  auto lhs = evaluate(e.operands[0], arguments, grid), rhs = evaluate(e.operands[1], arguments, grid);
  return lhs && rhs ? apply(e.kind, *lhs, *rhs) : std::nullopt;
}

bool holds(manifest::Fact::Kind kind, int64_t subject, int64_t value) {
  switch (kind) {
  case manifest::Fact::Kind::MultipleOf:
    return subject % value == 0;
  case manifest::Fact::Kind::AtLeast:
    return subject >= value;
  case manifest::Fact::Kind::AtMost:
    return subject <= value;
  case manifest::Fact::Kind::Equal:
    return subject == value;
  case manifest::Fact::Kind::Numbered: // is about all blocks: BlockBox.h
    break;
  }
  return false;
}

} // namespace tilec::runtime
