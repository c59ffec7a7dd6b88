// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The stub of a kernel: a host function of the kernel's name and type that launches it.
///
///   template <class T> void kernel(T *p, int) { ... }
///   template <class T> void kernel(T *p, int __tilec_1) {
///     void *__tilec_places[] = {(void *)__builtin_addressof(p), (void *)__builtin_addressof(__tilec_1), nullptr};
///     const bool __tilec_references[] = {...whether p is one, whether __tilec_1 is one..., false};
///     ::__tilec_host::launch((const void *)static_cast<void (*)(...types of p and __tilec_1...)>(kernel<T>),
///                            __tilec_places, __tilec_references);
///   }
#pragma once
#include "compiler/HostPart/Bodies.h"
#include "compiler/HostPart/TextEdits.h"

namespace tilec::hostpart {

/// The body of the stub; names for parameters without one are added to `edits`.
std::string stubBody(const clang::FunctionDecl *kernel, const SourceTokens &tokens, PlaceOf placeOf, TextEdits &edits);

} // namespace tilec::hostpart
