// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Frontend/Messages/DiagnosticFamilies.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace tilec::frontend;
using llvm::StringRef;

namespace {

struct Enumerator {
  unsigned id;
  const char *name;
};

/// As Clang declares them, in ascending order.
constexpr Enumerator kOfSema[] = {
#define DIAG(ENUM, ...) {diag::ENUM, #ENUM},
#include "clang/Basic/DiagnosticSemaKinds.inc"
};
constexpr Enumerator kOfParse[] = {
#include "clang/Basic/DiagnosticParseKinds.inc"
#undef DIAG
};

/// "err_no_member"; empty for diagnostics of other parts of Clang.
StringRef nameOf(unsigned id) {
  for (llvm::ArrayRef<Enumerator> part : {llvm::ArrayRef(kOfSema), llvm::ArrayRef(kOfParse)}) {
    const Enumerator *found =
        llvm::lower_bound(part, id, [](const Enumerator &entry, unsigned id) { return entry.id < id; });
    if (found != part.end() && found->id == id)
      return found->name;
  }
  return {};
}

bool isOneOf(unsigned id, std::initializer_list<unsigned> ids) {
  return llvm::is_contained(ids, id);
}

} // namespace

bool tilec::frontend::hasCandidates(unsigned id) {
  return nameOf(id).starts_with("err_ovl_no_viable_") ||
         isOneOf(id,
                 {diag::err_typecheck_invalid_operands, diag::err_typecheck_nonviable_condition,
                  diag::err_typecheck_nonviable_condition_incomplete, diag::err_deduced_class_template_ctor_no_viable});
}

bool tilec::frontend::isAboutCandidate(unsigned id) {
  if (isOneOf(id, {diag::note_ovl_candidate_explicit, diag::note_ovl_candidate_inherited_constructor}))
    return false;
  return nameOf(id).starts_with("note_ovl_candidate") || id == diag::note_cuda_ovl_candidate_target_mismatch;
}

bool tilec::frontend::isReason(unsigned id) {
  StringRef name = nameOf(id);
  return name.ends_with("_constraint_evaluated_to_false") || name.starts_with("note_expr_requirement_") ||
         name.starts_with("note_type_requirement_") || name.starts_with("note_nested_requirement_") ||
         id == diag::note_atomic_constraint_evaluated_to_false_elaborated;
}

bool tilec::frontend::hasGuess(unsigned id) {
  return nameOf(id).ends_with("_suggest") || id == diag::err_no_member_overloaded_arrow;
}

bool tilec::frontend::isAboutIncompleteType(unsigned id) {
  return nameOf(id).contains("incomplete");
}

bool tilec::frontend::showsDeclaration(unsigned id) {
  return isOneOf(id, {diag::note_previous_decl, diag::note_template_decl_here, diag::note_template_param_here,
                      diag::note_callee_decl, diag::note_entity_declared_at, diag::note_member_declared_here,
                      diag::note_member_declared_at, diag::note_class_declared});
}

bool tilec::frontend::isMissingSemicolon(unsigned id) {
  return nameOf(id).starts_with("err_expected_semi_") || id == diag::err_invalid_token_after_toplevel_declarator;
}

bool tilec::frontend::contains(StringRef text, unsigned id) {
  // Of "%select{too few|too many}0 template arguments for %1" the longest piece that no argument changes.
  std::string pattern = DiagnosticIDs().getDescription(id).str();
  StringRef longest, rest = pattern;
  while (!rest.empty()) {
    StringRef piece = rest.take_until([](char c) { return c == '%'; });
    if (piece.size() > longest.size())
      longest = piece;
    rest = rest.substr(piece.size());
    rest.consume_front("%");
    if (size_t open = rest.find('{'); open != StringRef::npos && open < rest.find_first_of("0123456789%"))
      rest = rest.substr(rest.find('}') + 1);
    rest = rest.drop_while([](char c) { return llvm::isDigit(c); });
  }
  return !longest.empty() && text.contains(longest);
}
