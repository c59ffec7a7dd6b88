// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Advice.cpp - what to write instead -------------------------------------===//
#include "compiler/Frontend/Messages/Advice.h"
#include "compiler/Frontend/Messages/Examples.h"
#include "compiler/Frontend/Messages/ForeignNames.h"
#include "compiler/Frontend/Messages/TypeText.h"

using namespace tilec::frontend;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// A function that the API has under another name, or a member that is a function of it.
static std::string aboutMember(StringRef text, const DeclaredNames &names) {
  StringRef name = quotedAfter(text, text.starts_with("no template") ? "no template named '" : "no member named '");
  StringRef place = quotedAfter(text, "' in namespace '"), type = quotedAfter(text, "' in '");
  if (place == "cuda::tiles") {
    StringRef instead = insteadOf(name);
    StringRef counterpart = apiCounterpart(name);
    if (!instead.empty())
      return (instead.starts_with("leave ") ? "" : "use ") + instead.str();
    if (!counterpart.empty() && counterpart != name)
      return "use cuda::tiles::" + counterpart.str();
    std::string close = names.likeInApi(name);
    return close.empty() ? "" : "did you mean '" + close + "'?";
  }
  if (std::string values = names.enumerators(type); !values.empty())
    return "it has " + values;
  if (type.starts_with("tile<")) {
    if (name.contains("shape") || name.contains("size") || name == "rank")
      return "a tile has no members but types: decltype(x)::shape_type::static_extent(0) is an extent";
    StringRef example = exampleOf(name).empty() ? insteadOf(name) : exampleOf(name);
    return "a tile has no members: operations are functions" + (example.empty() ? "" : ", as in " + example.str());
  }
  if (type.starts_with("tensor_span<") && (name.contains("load") || name.contains("store") || name.contains("atomic")))
    return "a view of the span has it: " + exampleOf("partition_view").str();
  if (type.contains("_view<") && (name.starts_with("num") || name.contains("size") || name.contains("shape")))
    return "a view counts nothing: ceildiv of an extent and that of a tile is the number of tiles";
  return {};
}

static constexpr const char *kMissingApi = "'cuda::tiles' is declared in <cuda_tile.h>, which is not included";

std::string tilec::frontend::aboutMissingHeader(StringRef error) {
  if (error.starts_with("use of undeclared identifier 'cuda'"))
    return kMissingApi;
  for (StringRef start : {"incomplete type '", "unknown type name '", "use of undeclared identifier '"}) {
    StringRef type = quotedAfter(error, start);
    type.consume_front("const ");
    if (StringRef header = headerOfType(type); !header.empty())
      return ("'" + type + "' is defined in <" + header + ">, which is not included").str();
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// "Values' (aka 'tile<float, shape<8>>')" -> "tile<float, shape<8>>"
static StringRef typeIn(StringRef text) {
  StringRef known = quotedAfter(text, " (aka '");
  return known.empty() ? text.split('\'').first : known;
}

/// How elements of one type, or a scalar and those of a tile, are made to agree.
static std::string aboutElements(StringRef left, StringRef right) {
  if (isTile(left) && isTile(right))
    return "element_cast<" + elementOf(left).str() + ">(x) makes the elements equal";
  StringRef tile = isTile(left) ? left : right, scalar = isTile(left) ? right : left, element = elementOf(tile);
  if (scalar == "double" && element == "float")
    return "a literal of type float ends in f, as 0.5f";
  if (isFloating(scalar) && !isFloating(element))
    return "element_cast<" + scalar.str() + ">(x) makes the tile one of " + scalar.str();
  return "convert the scalar, as in " + castText(element, "x");
}

/// Operators on integers, where elements are not.
static std::string aboutIntegralOperator(char operation, StringRef left, StringRef right) {
  if (operation == '%')
    return "remainder(a, b) is for floating-point elements";
  bool isMask = elementOf(left) == "bool" || elementOf(right) == "bool";
  if (isMask && StringRef("&|^").contains(operation))
    return "select(mask, x, y) has x where the mask is true";
  return StringRef("&|^").contains(operation) ? "element_bitcast<int>(x) has the bits as integers" : "";
}

/// Why an operator does not take its operands, and what makes it.
static std::string aboutOperands(const Message &error) {
  StringRef text = error.text, line = error.lineFrom();
  // `*p = 1` behind a line without end is a product.
  bool isUnary = (line.consume_front("*") || line.consume_front("&")) && !line.empty() && line.front() != ' ';
  if (isUnary && error.lineBefore().trim().empty())
    return "is a ';' missing at the end of the line before?";
  auto [first, second] = text.split("('").second.split(" and '");
  StringRef left = typeIn(first), right = typeIn(second);
  bool hasPointers = elementOf(left).contains('*') || elementOf(right).contains('*');
  if (text.contains("rule: both operands have integral"))
    return aboutIntegralOperator(error.lineFrom().empty() ? ' ' : error.lineFrom().front(), left, right);
  if (text.contains("rule: a tile, or a scalar, which") && hasPointers)
    return "pointers to other types are read as pointers to numbers, as in reinterpret_cast<float *>(pointer)";
  if (text.contains("rule: the shapes broadcast"))
    return "reshape adds dimensions of 1, as in reshape(x, shape<8, 1>{})";
  bool mayConvert =
      text.contains("rule: if one operand is a scalar") || text.contains("rule: the element types have a");
  return mayConvert && !hasPointers && (isTile(left) || isTile(right)) ? aboutElements(left, right) : "";
}

/// The function that was called with what it does not take, if it is one of a library: ours takes tiles.
static std::string aboutLibraryCall(StringRef text, llvm::ArrayRef<Message> notes) {
  StringRef name = quotedAfter(text, "no matching function for call to '");
  StringRef counterpart = apiCounterpart(name);
  bool takesTiles = llvm::any_of(notes, [](const Message &note) { return isTile(note.text) && !note.isInOurHeader(); });
  bool isOurs = llvm::any_of(notes, [](const Message &note) { return note.isInOurHeader(); });
  if (takesTiles && !isOurs && isSimtIntrinsic(name))
    return insteadOfSimt(name).str();
  return counterpart.empty() || !takesTiles || isOurs ? "" : "use cuda::tiles::" + counterpart.str() + ", for tiles";
}

void tilec::frontend::blameCaller(Message &error, std::vector<Message> &notes) {
  static constexpr llvm::StringLiteral start = "in instantiation of function template specialization '";
  if (!error.isInSystemHeader() || !isTile(error.text))
    return;
  auto isCall = [](const Message &note) {
    return StringRef(note.text).starts_with((start + "std::").str()) && !note.isInSystemHeader();
  };
  auto call = llvm::find_if(notes, isCall);
  if (call == notes.end())
    return;
  StringRef callee = quotedAfter(call->text, start), name = callee.split('<').first;
  name.consume_front("std::");
  StringRef counterpart = apiCounterpart(name);
  error.text = ("'" + callee + "' takes no tiles").str() +
               (counterpart.empty() ? "" : "; use cuda::tiles::" + counterpart.str());
  error.where = call->where;
  error.storage = call->storage;
  notes.clear();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// The power of two that follows `extent`.
static unsigned long long nextPower(unsigned long long extent) {
  unsigned long long power = 1;
  while (power < extent)
    power *= 2;
  return power;
}

/// What a tile could be in place of one that cannot.
static std::string aboutExtents(StringRef text) {
  auto extents = extentsOf(text);
  auto powers = llvm::map_to_vector(extents, nextPower);
  if (extents.empty() || llvm::is_contained(extents, 0))
    return {};
  if (powers != extents)
    return "the next is " + shapeText(powers) + ": load_masked and store_masked leave out what is not there";
  return "work on smaller tiles in a loop";
}

static std::string aboutShape(const Message &error) {
  StringRef text = error.text;
  if (text.contains("not a constant expression") && error.lineBefore().contains("shape<"))
    return "a shape is known when the kernel is compiled: its extents are literals, constexpr or template parameters";
  if (text.contains("template argument for template type parameter must be a type") &&
      error.lineBefore().contains("tile<"))
    return "a tile is written " + exampleOf("tile").str();
  if (text.starts_with("too few template arguments for class template 'tile'"))
    return "a tile is written " + exampleOf("tile").str();
  if (text.starts_with("constraints not satisfied for class template 'tile'"))
    return aboutExtents(text);
  // `shape<8>` where a value is expected.
  StringRef before = error.lineBefore();
  bool isType = text.starts_with("expected '(' for function-style cast") && before.ends_with(">");
  for (StringRef type : {"shape", "extents", "dimension_map", "strides"})
    if (size_t at = before.rfind((type + "<").str());
        isType && at != StringRef::npos && !before.substr(at).contains(','))
      return before.substr(at).str() + " is a type, " + before.substr(at).str() + "{} a value";
  return {};
}

//===----------------------------------------------------------------------===//
// Together
//===----------------------------------------------------------------------===//

/// Advice about the source's own templates: Clang names the missing argument in a note.
static std::string aboutOwnTemplate(StringRef text, llvm::ArrayRef<Message> notes) {
  static constexpr llvm::StringLiteral start = "couldn't infer template argument '";
  for (const Message &note : notes)
    if (StringRef argument = quotedAfter(note.text, start); !argument.empty() && !note.isInOurHeader()) {
      std::string name = quotedAfter(text, "no matching function for call to '").str();
      return "no argument tells '" + argument.str() + "', which is named, as in " + name + "<...>";
    }
  return {};
}

static std::string adviceOn(const Message &error, llvm::ArrayRef<Message> notes, const DeclaredNames &names) {
  StringRef text = error.text;
  if (text.starts_with("no member named '") || text.starts_with("no template named '"))
    return aboutMember(text, names);
  if (text.starts_with("invalid operands to binary expression"))
    return aboutOperands(error);
  if (text.starts_with("use of overloaded operator") && (text.contains("'__half'") || text.contains("'__nv_bfloat16'")))
    return "convert one of them, as in float(x)";
  if (text.starts_with("no matching function for call to '") && !text.contains("rule: ")) {
    std::string advice = aboutLibraryCall(text, notes);
    return advice.empty() ? aboutOwnTemplate(text, notes) : advice;
  }
  if (text.starts_with("no viable overloaded operator[] for type '") && text.ends_with("*'"))
    return "a pointer is indexed by a scalar: load(pointer + indices) loads a tile";
  for (StringRef type : {"tensor_span", "partition_view", "strided_view", "gather_scatter_view"})
    if (text.contains("deduction of template arguments of '") && text.contains(type.str() + "'"))
      return "as in " + exampleOf(type).str();
  return aboutShape(error);
}

bool tilec::frontend::giveAdvice(Message &error, std::vector<Message> &notes, const DeclaredNames &names) {
  std::string advice = adviceOn(error, notes, names);
  if (advice.empty())
    return false;
  // What Clang takes for a slip of the pen was another word.
  size_t guess = error.text.find("; did you mean");
  bool isGuess = guess != std::string::npos;
  if (isGuess) {
    error.text.resize(guess);
    error.storage.FixItHints.clear();
  }
  error.text += "; " + advice;
  llvm::erase_if(notes, [](const Message &note) {
    StringRef text = note.text;
    return text.starts_with("candidate ") || text.starts_with("built-in candidate ") ||
           text.starts_with("implicit deduction guide") || text.contains("' declared here") ||
           text.contains("is declared here");
  });
  return isGuess;
}
