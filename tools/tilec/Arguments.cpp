// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/Arguments.h"
#include "tools/tilec/ScalarText.h"

#include "llvm/Support/MemoryBuffer.h"
#include <cstring>
#include <random>

using namespace tilec;
using namespace tilec::tool;
using llvm::StringRef;

/// `out:f32[1024]=iota>file`, taken apart.
struct ArrayText {
  StringRef type, count, initial, file;
  bool print = false;
};

static std::optional<ArrayText> splitArray(StringRef text) {
  ArrayText parts;
  parts.print = text.consume_front("out:");
  size_t open = text.find('['), close = text.find(']');
  if (open == StringRef::npos || close == StringRef::npos || close < open)
    return std::nullopt;
  parts.type = text.take_front(open);
  parts.count = text.slice(open + 1, close);
  StringRef rest = text.drop_front(close + 1);
  std::tie(rest, parts.file) = rest.split('>');
  if (!rest.empty() && !rest.consume_front("="))
    return std::nullopt;
  parts.initial = rest.empty() ? "zeros" : rest;
  return parts;
}

static void fillWith(ArrayArgument &array, llvm::function_ref<double(size_t)> value) {
  unsigned size = elementBytes(array.type);
  for (size_t i = 0; i < array.count; ++i)
    encodeNumber(array.type, value(i), &array.bytes[i * size]);
}

/// The same numbers everywhere: the engine's sequence is fixed by the C++ standard, distributions' are not.
static void fillRandom(ArrayArgument &array, uint64_t seed) {
  std::mt19937_64 engine(seed);
  bool real = isFloatType(array.type);
  fillWith(array, [&](size_t) {
    double unit = double(engine() >> 11) * 0x1p-53;
    return real ? 2 * unit - 1 : std::floor(100 * unit);
  });
}

static llvm::Error fillFromFile(ArrayArgument &array, StringRef path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return llvm::createStringError("cannot read '" + path + "': " + file.getError().message());
  if ((*file)->getBufferSize() != array.bytes.size())
    return llvm::createStringError("expected " + llvm::Twine(array.bytes.size()) + " bytes in '" + path + "', got " +
                                   llvm::Twine((*file)->getBufferSize()));
  std::memcpy(array.bytes.data(), (*file)->getBufferStart(), array.bytes.size());
  return llvm::Error::success();
}

static llvm::Error fillFromList(ArrayArgument &array, StringRef list) {
  llvm::SmallVector<StringRef> values;
  list.split(values, ',');
  unsigned size = elementBytes(array.type);
  for (size_t i = 0; i < array.count; ++i)
    if (llvm::Error error = encodeScalar(array.type, values[i % values.size()], &array.bytes[i * size]))
      return error;
  return llvm::Error::success();
}

static llvm::Error fill(ArrayArgument &array, StringRef initial) {
  uint64_t seed = 1;
  if (initial == "zeros")
    return llvm::Error::success();
  if (initial == "ones" || initial == "iota") {
    fillWith(array, [&](size_t i) { return initial == "iota" ? double(i) : initial == "ones"; });
    return llvm::Error::success();
  }
  if (initial == "random" || (initial.consume_front("random:") && !initial.getAsInteger(10, seed))) {
    fillRandom(array, seed);
    return llvm::Error::success();
  }
  return initial.consume_front("@") ? fillFromFile(array, initial) : fillFromList(array, initial);
}

static llvm::Expected<DescribedArgument> parseArray(const ArrayText &parts, const manifest::Parameter &parameter) {
  ArrayArgument array;
  array.type = parts.type.empty() ? parameter.elementType : parts.type.str();
  array.print = parts.print;
  array.file = parts.file.str();
  if (elementBytes(array.type) == 0)
    return llvm::createStringError("expected an element type such as f32 or i8 before '[', got '" + array.type + "'");
  auto [count, offset] = parts.count.split('+');
  size_t offsetElements = 0;
  bool isOffset = count.size() != parts.count.size();
  if (isOffset && (offset.getAsInteger(10, offsetElements) || offsetElements > (size_t(1) << 20)))
    return llvm::createStringError("expected a number of elements behind '+', got '" + offset + "'");
  if (count.getAsInteger(10, array.count) || array.count > (size_t(1) << 40))
    return llvm::createStringError("expected a number of elements between '[' and ']', got '" + parts.count + "'");
  unsigned wanted = elementBytes(parameter.elementType), size = elementBytes(array.type);
  if (wanted && size != wanted)
    return llvm::createStringError("expected elements of " + llvm::Twine(wanted) + (wanted == 1 ? " byte" : " bytes") +
                                   ", as " + parameter.elementType + " has, got '" + array.type + "'");
  array.offsetBytes = offsetElements * size;
  auto bytes = GuardedBytes::allocate(array.count * size, array.offsetBytes);
  if (!bytes)
    return bytes.takeError();
  array.bytes = std::move(*bytes);
  if (llvm::Error error = fill(array, parts.initial))
    return std::move(error);
  return DescribedArgument{std::move(array), std::nullopt};
}

llvm::Expected<DescribedArgument> tool::parseArgument(StringRef text, const manifest::Parameter &parameter) {
  if (parameter.kind == manifest::Parameter::Kind::Record)
    return llvm::createStringError("not supported yet: a record by value");
  if (parameter.kind == manifest::Parameter::Kind::Pointer) {
    if (text == "null")
      return DescribedArgument{std::nullopt, runtime::Argument(nullptr)};
    if (std::optional<ArrayText> parts = splitArray(text))
      return parseArray(*parts, parameter);
    return llvm::createStringError("expected an array such as f32[16]=iota, or null, got '" + text + "'");
  }
  unsigned char bytes[8] = {};
  if (llvm::Error error = encodeScalar(parameter.elementType, text, bytes))
    return std::move(error);
  uint64_t value = 0;
  std::memcpy(&value, bytes, sizeof(value));
  if (parameter.kind == manifest::Parameter::Kind::Float)
    return DescribedArgument{std::nullopt, runtime::Argument::bits(parameter.elementType, value, parameter.size)};
  int64_t number = parameter.isSigned ? llvm::SignExtend64(value, 8 * parameter.size) : int64_t(value);
  return DescribedArgument{std::nullopt, parameter.isSigned ? runtime::Argument(number) : runtime::Argument(value)};
}

std::string tool::toText(const ArrayArgument &array) {
  std::string text;
  unsigned size = elementBytes(array.type);
  for (size_t i = 0; i < array.count; ++i)
    text += (i ? " " : "") + decodeScalar(array.type, &array.bytes[i * size]);
  return text;
}
