// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Advice.cpp - what to write instead -------------------------------------===//
#include "compiler/Frontend/Messages/Advice.h"
#include "compiler/Frontend/Messages/Examples.h"
#include "compiler/Frontend/Messages/LibraryNames.h"
#include "clang/Basic/SourceManager.h"

using namespace tilec::frontend;
using llvm::StringRef;

/// What is quoted behind `start`, or empty.
static StringRef quotedAfter(StringRef text, StringRef start) {
  size_t at = text.find(start);
  return at == StringRef::npos ? StringRef() : text.substr(at + start.size()).split('\'').first;
}

static bool isTile(StringRef type) {
  return type.contains("tile<");
}

/// "float" for `tile<float, shape<8>>`.
static StringRef elementOf(StringRef tile) {
  return tile.substr(tile.find("tile<") + 5).split(',').first;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// A function that the API has under another name, or a member that is a function of it.
static std::string aboutMember(StringRef text) {
  StringRef name = quotedAfter(text, text.starts_with("no template") ? "no template named '" : "no member named '");
  StringRef place = quotedAfter(text, "' in namespace '"), type = quotedAfter(text, "' in '");
  if (place == "cuda::tiles") {
    StringRef instead = insteadOf(name);
    StringRef counterpart = apiCounterpart(name);
    if (!instead.empty())
      return "use " + instead.str();
    return counterpart.empty() || counterpart == name ? "" : "use cuda::tiles::" + counterpart.str();
  }
  if (type.starts_with("tile<")) {
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

/// "a scalar does not fit a tile": how it is made to.
static std::string aboutOperands(StringRef text) {
  auto [first, second] = text.split("('").second.split(" and '");
  StringRef left = typeIn(first), right = typeIn(second);
  if (isTile(left) == isTile(right))
    return {};
  StringRef tile = isTile(left) ? left : right, scalar = isTile(left) ? right : left, element = elementOf(tile);
  if (scalar.contains('*') || element.contains('*'))
    return {};
  if (scalar == "double" && element == "float")
    return "a literal of type float ends in f, as 0.5f";
  return "convert the scalar, as in " + element.str() + "(x)";
}

/// The function that was called with what it does not take, if it is one of a library: ours takes tiles.
static std::string aboutLibraryCall(StringRef text, llvm::ArrayRef<Message> notes) {
  StringRef counterpart = apiCounterpart(quotedAfter(text, "no matching function for call to '"));
  bool takesTiles = llvm::any_of(notes, [](const Message &note) { return isTile(note.text) && !note.isInOurHeader(); });
  bool isOurs = llvm::any_of(notes, [](const Message &note) { return note.isInOurHeader(); });
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
  error.text = ("'" + quotedAfter(call->text, start) + "' takes no tiles").str();
  error.where = call->where;
  error.storage = call->storage;
  notes.clear();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// The line that the message points to, up to its column.
static StringRef lineBefore(const Message &message) {
  if (!message.where.isValid() || !message.engine->hasSourceManager())
    return {};
  const clang::SourceManager &sources = message.engine->getSourceManager();
  auto [file, offset] = sources.getDecomposedExpansionLoc(message.where);
  StringRef before = sources.getBufferData(file).take_front(offset);
  return before.substr(before.rfind('\n') + 1);
}

static std::string aboutShape(const Message &error) {
  StringRef text = error.text;
  if (text.contains("not a constant expression") && lineBefore(error).contains("shape<"))
    return "a shape is known when the kernel is compiled: its extents are literals, constexpr or template parameters";
  if (text.contains("template argument for template type parameter must be a type") &&
      lineBefore(error).contains("tile<"))
    return "a tile is written " + exampleOf("tile").str();
  if (text.starts_with("too few template arguments for class template 'tile'"))
    return "a tile is written " + exampleOf("tile").str();
  return {};
}

//===----------------------------------------------------------------------===//
// Together
//===----------------------------------------------------------------------===//

static std::string adviceOn(const Message &error, llvm::ArrayRef<Message> notes) {
  StringRef text = error.text;
  if (text.starts_with("no member named '") || text.starts_with("no template named '"))
    return aboutMember(text);
  bool mayConvert =
      text.contains("rule: if one operand is a scalar") || text.contains("rule: the element types have a");
  if (text.starts_with("invalid operands to binary expression") && mayConvert)
    return aboutOperands(text);
  if (text.starts_with("use of overloaded operator") && (text.contains("'__half'") || text.contains("'__nv_bfloat16'")))
    return "convert one of them, as in float(x)";
  if (text.starts_with("no matching function for call to '") && !text.contains("rule: "))
    return aboutLibraryCall(text, notes);
  if (text.starts_with("no viable overloaded operator[] for type '") && text.ends_with("*'"))
    return "a pointer is indexed by a scalar: load(pointer + indices) loads a tile";
  for (StringRef type : {"tensor_span", "partition_view", "strided_view", "gather_scatter_view"})
    if (text.contains("deduction of template arguments of '") && text.contains(type.str() + "'"))
      return "as in " + exampleOf(type).str();
  return aboutShape(error);
}

bool tilec::frontend::giveAdvice(Message &error, std::vector<Message> &notes) {
  std::string advice = adviceOn(error, notes);
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
           text.contains("' declared here") || text.contains("is declared here");
  });
  return isGuess;
}
