// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Frontend/Messages/RewordedErrors.h"
#include "compiler/Frontend/Messages/DiagnosticFamilies.h"
#include "compiler/Frontend/Messages/Examples.h"
#include "compiler/Frontend/Messages/ForeignNames.h"
#include "clang/AST/DeclarationName.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace tilec::frontend;

namespace {
/// The name that is argument 0 of a message, without quotes; empty if it is something else.
std::string nameArgument(const Diagnostic &info) {
  if (info.getNumArgs() == 0)
    return {};
  switch (info.getArgKind(0)) {
  case DiagnosticsEngine::ak_declarationname:
    return DeclarationName::getFromOpaqueInteger(info.getRawArg(0)).getAsString();
  case DiagnosticsEngine::ak_identifierinfo:
    return info.getArgIdentifier(0)->getName().str();
  case DiagnosticsEngine::ak_nameddecl:
    return reinterpret_cast<const NamedDecl *>(info.getRawArg(0))->getNameAsString();
  case DiagnosticsEngine::ak_c_string:
    return info.getArgCStr(0);
  case DiagnosticsEngine::ak_std_string:
    return info.getArgStdStr(0);
  default:
    return {};
  }
}

/// "load" for an error at the `tl` of `tl.load(p)` or `tl::load(p)`, or empty.
llvm::StringRef memberBehind(llvm::StringRef line, llvm::StringRef name) {
  if (!line.consume_front(name) || !(line.consume_front("::") || line.consume_front(".")))
    return {};
  return line.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// Names of other languages, of the API without its namespace, and slips.
std::string aboutUndeclared(llvm::StringRef name, const Message &message, const DeclaredNames &names) {
  std::string start = ("use of undeclared identifier '" + name + "'").str();
  if (isSimtIntrinsic(name)) {
    llvm::StringRef instead = insteadOfSimt(name);
    return ("'" + name + "' is not declared; tile code has no SIMT functions").str() +
           (instead.empty() ? "" : ": " + instead.str());
  }
  if (llvm::StringRef counterpart = apiCounterpart(name); !counterpart.empty())
    return ("'" + name + "' is no tile function; use 'cuda::tiles::" + counterpart + "'").str();
  if (name == "ct")
    return start + "; 'namespace ct = cuda::tiles;' declares it";
  if (std::string full = names.inApi(name); !full.empty())
    return start + "; it belongs to 'cuda::tiles': write " + full;
  llvm::StringRef member = memberBehind(message.lineFrom(), name);
  if (llvm::StringRef owner = ownerOfModule(name); !owner.empty() && !member.empty()) {
    llvm::StringRef example = exampleOf(member).empty() ? insteadOf(member) : exampleOf(member);
    return start + ", which is of " + owner.str() + "; functions of tiles are in 'cuda::tiles'" +
           (example.empty() ? "" : ", as in " + example.str());
  }
  if (hasGuess(message.id))
    return {};
  std::string close = names.likeInSource(name);
  return close.empty() ? "" : start + "; did you mean '" + close + "'?";
}

/// Specifiers that are misspelt, or those of others.
std::string aboutUnknownType(llvm::StringRef name, const DeclaredNames &names) {
  if (std::string full = names.inApi(name); !full.empty())
    return ("unknown type name '" + name + "'; it belongs to 'cuda::tiles': write ").str() + full;
  bool isSpecifier = name.starts_with("__") && name.ends_with("__");
  if (!isSpecifier)
    return {};
  return ("unknown type name '" + name +
          "'; a kernel is declared __tile_global__, a function that kernels call __tile__")
      .str();
}

/// "did you mean <cuda_tile.h>?"; many a header of a user's own begins with "cuda_".
std::string aboutUnknownHeader(const Message &message) {
  llvm::StringRef name = message.nameAt(0), text = message.text;
  static constexpr llvm::StringRef headers[] = {"cuda_tile.h", "cuda_fp16.h", "cuda_bf16.h",   "cuda_fp8.h",
                                                "cuda_fp4.h",  "cuda_tf32.h", "cuda_runtime.h"};
  llvm::StringRef close = closestName(name, headers);
  bool isSlip = !close.empty() && (name.contains("tile") || name.edit_distance(close) == 1);
  return isSlip ? (text + "; did you mean <" + close + ">?").str() : "";
}

/// Operators of Python.
std::string aboutOperator(const Message &message) {
  if (message.lineFrom().starts_with("@") || message.lineFrom().ltrim().starts_with("@"))
    return "C++ has no operator '@'; matmul(a, b) is the product of matrices, mma(a, b, accumulator) adds to it";
  bool isPower = message.id == diag::err_typecheck_indirection_requires_pointer && message.lineBefore().ends_with("*");
  return isPower ? "C++ has no operator '**'; pow(a, b) is a power" : "";
}

/// Clang does not convert lambdas of device code to pointers, but does not say so.
bool isLambdaToPointer(const Message &message) {
  return message.id == diag::err_typecheck_nonviable_condition && message.nameAt(1).starts_with("(lambda at ") &&
         message.argument(2).contains("(*)(");
}

} // namespace

std::string tilec::frontend::reworded(const Diagnostic &info, const Message &message, const DeclaredNames &names) {
  if (message.id == diag::err_attribute_argument_n_type && message.nameAt(0).ends_with("annotate"))
    return "architecture and values of a hint have to be constant expressions";
  if (isLambdaToPointer(message))
    return "a lambda cannot become a function pointer in tile code: pass the lambda itself, as a template argument";
  std::string name = nameArgument(info);
  switch (info.getID()) {
  case diag::err_global_call_not_config:
    return "kernel '" + name + "' cannot be called: kernels are launched by the host, as in " + name +
           "<<<grid, 1>>>(...), and tile code calls __tile__ functions";
  case diag::err_kern_call_not_global_function:
    return "'" + name + "' cannot be launched: it is no kernel, which is declared __tile_global__";
  case diag::err_kern_type_not_void_return:
    return "a kernel returns nothing: expected return type 'void'; results are stored through pointers";
  case diag::err_kern_is_nonstatic_method:
    return "kernel '" + name + "' is a class member: a kernel is a function at namespace scope";
  case diag::err_cuda_device_kernel_launch_require_rdc:
    return "a kernel cannot be launched from tile code: kernels are launched by the host; tile code calls __tile__ "
           "functions";
  case diag::err_dynamic_var_init:
    return "a variable in device memory needs a constant initialiser: no constructor runs there";
  case diag::err_cuda_device_exceptions:
    return "'" + name +
           "' is not allowed in tile code: there are no exceptions; return, or assert(condition), takes their place";
  case diag::err_variadic_device_fn:
    return "an ellipsis is not allowed in tile code: a function takes a fixed number of parameters";
  case diag::err_bracket_depth_exceeded: // nobody can ask for more
    return "brackets nest too deep";
  case diag::err_function_definition_not_allowed:
    return "a function cannot be defined inside another: a '}' is missing before it";
  case diag::err_pp_file_not_found:
    return aboutUnknownHeader(message);
  case diag::err_expected_expression:
    return message.lineBefore().ends_with("<<<") ? "a launch names its grid, as in kernel<<<grid, 1>>>(...)" : "";
  case diag::err_expected_semi_declaration:
  case diag::err_expected_semi_after_expr:
  case diag::err_typecheck_indirection_requires_pointer:
    return aboutOperator(message);
  case diag::err_ovl_no_viable_literal_operator:
    return message.nameAt(0).ends_with("_ic")
               ? "'_ic' is not declared here: 'using namespace cuda::tiles::literals;' does that"
               : "";
  case diag::err_unknown_typename:
    return aboutUnknownType(name, names);
  case diag::err_no_template:
  case diag::err_no_template_suggest:
  case diag::err_undeclared_var_use:
  case diag::err_undeclared_var_use_suggest:
    return aboutUndeclared(name, message, names);
  default:
    return {};
  }
}
