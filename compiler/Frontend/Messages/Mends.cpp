// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Mends.cpp - what to write where a rule is broken -----------------------===//
#include "compiler/Frontend/Messages/Mends.h"
#include "compiler/Frontend/Messages/Examples.h"
#include "compiler/Frontend/Messages/TypeNames.h"
#include "compiler/Frontend/Messages/TypeText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace tilec::frontend;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Bindings
//===----------------------------------------------------------------------===//

Bindings::Bindings(StringRef candidate) {
  size_t start = candidate.rfind("[with ");
  if (start == StringRef::npos)
    return;
  StringRef list = candidate.substr(start + 6);
  std::string text = list.take_front(list.rfind(']')).str();
  shortenTypeNames(text);
  for (StringRef part : splitList(text)) {
    auto [name, value] = part.split(" = ");
    all.push_back({name.str(), value.str()});
  }
}

StringRef Bindings::of(StringRef parameter) const {
  const auto *found = llvm::find_if(all, [&](const auto &binding) { return binding.first == parameter; });
  return found == all.end() ? StringRef() : StringRef(found->second);
}

/// Modifiers and axes are values.
static bool isValue(StringRef parameter) {
  static constexpr llvm::StringLiteral values[] = {"Axis",     "Order", "Scope", "Padding", "R",     "N",
                                                   "Rounding", "Mode",  "Value", "Lower",   "Upper", "Alignment"};
  return llvm::is_contained(values, parameter);
}

llvm::SmallVector<StringRef> Bindings::types() const {
  llvm::SmallVector<StringRef> found;
  for (const auto &[name, text] : all) {
    StringRef value = text;
    bool isNumber = !value.empty() && (llvm::isDigit(value.front()) || value.front() == '-');
    if (isValue(name) || isNumber || value == "(no value)")
      continue;
    if (value.consume_front("<") && value.consume_back(">"))
      llvm::append_range(found, splitList(value));
    else
      found.push_back(value);
  }
  return found;
}

std::string tilec::frontend::gotTypes(const BrokenRule &rule) {
  std::string text;
  llvm::SmallVector<StringRef> types = rule.bindings.types();
  for (size_t i = 0; i != types.size(); ++i)
    text += (i == 0 ? "" : i + 1 == types.size() ? " and " : ", ") + ("'" + types[i] + "'").str();
  if (StringRef axis = rule.bindings.of("Axis"); !axis.empty() && !text.empty())
    return "axis " + axis.str() + " of " + text;
  return text;
}

//===----------------------------------------------------------------------===//
// Mends
//===----------------------------------------------------------------------===//

static std::string tileOf(StringRef element, StringRef shape) {
  return ("tile<" + element + ", " + shape + ">").str();
}

/// "element_cast<int>(x) converts the tile", or how a scalar is converted.
static std::string conversionTo(StringRef element, StringRef type) {
  return isTile(type) ? ("element_cast<" + element + ">(x) converts a tile").str()
                      : "a scalar is converted as in " + castText(element, "x");
}

static std::string valueHasOtherShape(const BrokenRule &rule) {
  StringRef pointers = rule.bindings.of("P"), value = rule.bindings.of("V");
  if (!isTile(pointers) && isTile(value))
    return "pointer + iota<" + tileOf("int", shapeOf(value)) + ">() makes as many pointers";
  if (!isTile(pointers))
    return {};
  if (!isTile(value))
    return "full<" + tileOf(pointeeOf(elementOf(pointers)), shapeOf(pointers)) + ">(x) makes a tile of a scalar";
  return "reshape, broadcast and extract make tiles of " + shapeOf(pointers).str();
}

static std::string valueNarrows(const BrokenRule &rule) {
  StringRef value = rule.bindings.of("T").empty() ? rule.bindings.of("V") : rule.bindings.of("T");
  return conversionTo(pointeeOf(elementOf(rule.bindings.of("P"))), value);
}

static std::string maskHasOtherShape(const BrokenRule &rule) {
  return "one of fitting shape is iota<" + tileOf("int", shapeOf(rule.bindings.of("P"))) + ">() < n";
}

static std::string notPointers(const BrokenRule &rule) {
  StringRef first = rule.bindings.of("P");
  if (!pointeeOf(elementOf(first)).empty())
    return {};
  bool isPointerLater = llvm::any_of(
      rule.bindings.types(), [&](StringRef type) { return type != first && !pointeeOf(elementOf(type)).empty(); });
  return (isPointerLater ? "the pointers come first, as in " : "as in ") + exampleOf(rule.callee).str();
}

static std::string pointersToConst(const BrokenRule &rule) {
  return elementOf(rule.bindings.of("P")).contains("const ") ? "declare the pointer without const" : notPointers(rule);
}

static std::string otherMatrixElements(const BrokenRule &rule) {
  StringRef a = elementOf(rule.bindings.of("A")), b = elementOf(rule.bindings.of("B"));
  return a == b ? "element_cast<float>(x) makes operands of one of these types"
                : ("element_cast<" + (isFloating(b) ? b : StringRef("float")) + ">(x) makes the elements equal").str();
}

static std::string otherMatrixShapes(const BrokenRule &rule) {
  auto a = extentsOf(rule.bindings.of("A")), b = extentsOf(rule.bindings.of("B"));
  if (a.size() == 1 && b.size() == 1)
    return "the product of two vectors is sum<0>(a * b), and reshape(a, " + shapeText({1, a[0]}) +
           "{}) makes a matrix of one";
  if (a.size() != 2 || b.size() != 2)
    return {};
  std::string inner = "the inner extents are " + std::to_string(a[1]) + " and " + std::to_string(b[0]);
  return inner + (a[1] == b[1] ? ": transpose(b) has them equal" : "");
}

static std::string otherAccumulator(const BrokenRule &rule) {
  StringRef a = elementOf(rule.bindings.of("A"));
  StringRef sums = a == "double"                                              ? "double"
                   : isFloating(a) || a.contains("fp8") || a.contains("tf32") ? "float"
                                                                              : "int";
  StringRef shape = shapeOf(rule.bindings.of("C"));
  return "accumulate in " + (shape.empty() ? sums.str() : tileOf(sums, shape)) + ", and element_cast the result";
}

static std::string accumulatorHasOtherShape(const BrokenRule &rule) {
  auto a = extentsOf(rule.bindings.of("A")), b = extentsOf(rule.bindings.of("B"));
  if (a.size() != 2 || b.size() != 2)
    return {};
  return "zeros<" + tileOf(elementOf(rule.bindings.of("C")), shapeText({a[0], b[1]})) + ">() is one";
}

static std::string noSuchAxis(const BrokenRule &rule) {
  size_t rank = extentsOf(rule.bindings.of("T")).size();
  if (rank == 0)
    return {};
  return rank == 1 ? "it has axis 0 only" : "it has the axes 0 to " + std::to_string(rank - 1);
}

static std::string notFloating(const BrokenRule &rule) {
  StringRef type = rule.bindings.of("T");
  return type.empty() ? "" : conversionTo("float", type);
}

static std::string notIntegral(const BrokenRule &rule) {
  StringRef type = rule.bindings.of("T");
  if (rule.callee != "iota" || !isTile(type))
    return {};
  return "element_cast<" + elementOf(type).str() + ">(iota<" + tileOf("int", shapeOf(type)) + ">()) counts in " +
         elementOf(type).str();
}

static std::string storedTileHasOtherShape(const BrokenRule &rule) {
  bool isTileLater = !isTile(rule.bindings.of("T")) && isTile(rule.bindings.of("I"));
  if (isTileLater)
    return "the tile comes first, as in " + exampleOfMember(rule.callee).str();
  return isTile(rule.bindings.of("T")) ? "" : "full<...>(x) makes a tile of a scalar";
}

static std::string otherCount(const BrokenRule &rule) {
  unsigned long long has = 1, wants = 1;
  for (unsigned long long extent : extentsOf(rule.bindings.of("T")))
    has *= extent;
  for (unsigned long long extent : extentsOf(rule.bindings.of("S")))
    wants *= extent;
  return "the tile has " + std::to_string(has) + ", the shape " + std::to_string(wants);
}

static std::string doesNotBroadcast(const BrokenRule &rule) {
  auto from = extentsOf(rule.bindings.of("T")), to = extentsOf(rule.bindings.of("S"));
  if (from.size() != 1 || to.size() < 2 || !llvm::is_contained(to, from[0]))
    return {};
  llvm::SmallVector<unsigned long long> between(to.size(), 1);
  between[llvm::find(to, from[0]) - to.begin()] = from[0];
  return "reshape(x, " + shapeText(between) + "{}) lays the elements along that dimension";
}

static std::string mixedBounds(const BrokenRule &rule) {
  llvm::SmallVector<StringRef> types = rule.bindings.types();
  if (types.size() < 2 || isTile(types[0]) || isFloating(types[0]))
    return {};
  return "convert the bounds to one type, as in irange(int(a), int(b))";
}

static std::string noElement(const BrokenRule &rule) {
  bool isFunction = llvm::any_of(rule.bindings.types(), [](StringRef type) { return type.contains("(*)("); });
  return isFunction ? "a function that is meant to be called has () behind its name" : "";
}

std::string tilec::frontend::mendOf(const BrokenRule &rule) {
  using Mend = std::string (*)(const BrokenRule &);
  static const llvm::StringMap<Mend> mends = {
      {"has_the_shape_of_the_pointers", valueHasOtherShape},
      {"fits_the_pointee", valueNarrows},
      {"masks", maskHasOtherShape},
      {"loadable_pointer", notPointers},
      {"storable_pointer", pointersToConst},
      {"matrix_elements", otherMatrixElements},
      {"matrix_shapes", otherMatrixShapes},
      {"accumulates_in", otherAccumulator},
      {"has_the_shape_of_the_product", accumulatorHasOtherShape},
      {"dimension_of", noSuchAxis},
      {"basic_floating_point_scalar", notFloating},
      {"integral_scalar", notIntegral},
      {"has_the_shape_of_the_view", storedTileHasOtherShape},
      {"fits_the_view_element",
       [](const BrokenRule &) -> std::string {
         return "element_cast converts the tile, as in element_cast<float>(x)";
       }},
      {"has_as_many_elements_as", otherCount},
      {"broadcastable_to", doesNotBroadcast},
      {"tile_like", noElement},
      {"irange_bounds", mixedBounds},
  };
  auto found = mends.find(rule.name);
  return found == mends.end() ? "" : found->second(rule);
}
