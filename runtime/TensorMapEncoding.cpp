// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/TensorMapEncoding.h"

namespace tilec::runtime {

using manifest::TensorMap;

namespace {

/// What the driver calls an element, and its bytes. Elements without arithmetic of their own in the copy engine travel
/// as integers of their width; sums of a reducing store need the true type of the others. Floats in memory arrive as
/// tf32 where the engine rounds them.
struct ElementType {
  const char *name;
  cu::TensorMapDataType type;
  unsigned bytes;
};

constexpr ElementType kElementTypes[] = {
    {"bool", cu::kUInt8, 1},     {"i8", cu::kUInt8, 1},     {"u8", cu::kUInt8, 1},
    {"f8E4M3FN", cu::kUInt8, 1}, {"f8E5M2", cu::kUInt8, 1}, {"f8E8M0FNU", cu::kUInt8, 1},
    {"i16", cu::kUInt16, 2},     {"u16", cu::kUInt16, 2},   {"f16", cu::kFloat16, 2},
    {"bf16", cu::kBFloat16, 2},  {"i32", cu::kInt32, 4},    {"u32", cu::kUInt32, 4},
    {"f32", cu::kFloat32, 4},    {"tf32", cu::kUInt32, 4},  {"i64", cu::kInt64, 8},
    {"u64", cu::kUInt64, 8},     {"f64", cu::kFloat64, 8},  {"f32_to_tf32", cu::kTFloat32, 4},
};

const ElementType *findElementType(const std::string &name) {
  for (const ElementType &type : kElementTypes)
    if (name == type.name)
      return &type;
  return nullptr;
}

unsigned bytesOf(TensorMap::Swizzle swizzle) {
  constexpr unsigned kBytes[] = {0, 32, 64, 128};
  return kBytes[unsigned(swizzle)];
}

/// The first broken rule, as text.
class Rules {
public:
  void require(bool holds, const std::string &what, const std::string &expected, uint64_t got) {
    if (!holds && text.empty())
      text = what + ": expected " + expected + ", got " + std::to_string(got);
  }
  std::string text;
};

std::string ofDimension(const char *what, size_t d) {
  return what + (" of dimension " + std::to_string(d));
}

/// What does not depend on arguments.
void checkBox(Rules &rules, const TensorMap &map, unsigned elementBytes) {
  constexpr uint32_t kMaxBox = 256, kMaxStep = 8;
  uint64_t innerBytes = uint64_t(map.box[0]) * elementBytes;
  for (size_t d = 0; d < map.box.size(); ++d) {
    rules.require(map.box[d] >= 1 && map.box[d] <= kMaxBox, ofDimension("box", d), "1 to 256 elements", map.box[d]);
    rules.require(map.elementSteps[d] >= 1 && map.elementSteps[d] <= kMaxStep, ofDimension("element step", d), "1 to 8",
                  map.elementSteps[d]);
  }
  rules.require(innerBytes % 16 == 0, "innermost dimension of the box", "a multiple of 16 bytes", innerBytes);
  if (unsigned swizzle = bytesOf(map.swizzle))
    rules.require(innerBytes <= swizzle, "innermost dimension of the box",
                  "at most " + std::to_string(swizzle) + " bytes, the swizzle's", innerBytes);
}

void checkTensor(Rules &rules, const TensorMap &map, const TensorMapValues &values) {
  constexpr uint64_t kStrideLimit = uint64_t(1) << 40;
  rules.require(values.base != 0 && values.base % 16 == 0, "base address", "a multiple of 16 other than null",
                values.base);
  for (size_t d = 0; d < map.extents.size(); ++d)
    rules.require(values.extents[d] >= 1 && values.extents[d] <= kMaxExtent, ofDimension("extent", d),
                  "1 to 2147418112 elements", values.extents[d]);
  for (size_t d = 0; d < map.strides.size(); ++d)
    rules.require(values.strides[d] % 16 == 0 && values.strides[d] < kStrideLimit, ofDimension("stride", d + 1),
                  "a multiple of 16 bytes below 1099511627776", values.strides[d]);
}

} // namespace

std::optional<TensorMapValues> evaluate(const TensorMap &map, const PackedArguments &arguments, Dim3 grid) {
  TensorMapValues values;
  // Block numbers may be coordinates.
  bool isDefined = grid.x <= kMaxExtent;
  auto numberOf = [&](const manifest::Expression &expression) {
    std::optional<int64_t> value = evaluate(expression, arguments, grid);
    isDefined &= value.has_value();
    return uint64_t(value.value_or(0));
  };
  values.base = numberOf(map.base);
  for (size_t d = 0; d < map.extents.size(); ++d)
    values.extents[d] = numberOf(map.extents[d]);
  for (size_t d = 0; d < map.strides.size(); ++d)
    values.strides[d] = numberOf(map.strides[d]);
  return isDefined ? std::optional(values) : std::nullopt;
}

std::string whyNotEncodable(const TensorMap &map, const TensorMapValues &values) {
  const ElementType *element = findElementType(map.elementType);
  if (!element)
    return "elements of type '" + map.elementType + "' have no tensor maps";
  Rules rules;
  checkBox(rules, map, element->bytes);
  checkTensor(rules, map, values);
  return rules.text;
}

Status encode(const DriverTable &driver, const TensorMap &map, const TensorMapValues &values, cu::TensorMap &into) {
  constexpr cu::TensorMapSwizzle kSwizzles[] = {cu::kSwizzleNone, cu::kSwizzle32, cu::kSwizzle64, cu::kSwizzle128};
  cu::TensorMapFill fill = map.fill == TensorMap::Fill::NaN ? cu::kFillNaN : cu::kFillZero;
  return driver.call(driver.tensorMapEncodeTiled, &into, findElementType(map.elementType)->type,
                     unsigned(map.extents.size()), reinterpret_cast<void *>(values.base), values.extents.data(),
                     values.strides.data(), map.box.data(), map.elementSteps.data(), cu::kInterleaveNone,
                     kSwizzles[unsigned(map.swizzle)], cu::kPromotion128, fill);
}

} // namespace tilec::runtime
