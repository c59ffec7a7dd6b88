// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LastResortLookup.h - names that only some sources lack -----------------===//
//
// Clang asks here for an unqualified name that no lookup has found. A name that the headers declared would hide, or be
// confused with, what users call the same.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "clang/Sema/ExternalSemaSource.h"

namespace tilec::frontend {

class LastResortLookup : public clang::ExternalSemaSource {
public:
  explicit LastResortLookup(clang::Sema &sema) : sema(sema) {}
  bool LookupUnqualified(clang::LookupResult &result, clang::Scope *scope) override;

private:
  clang::Sema &sema;
};

} // namespace tilec::frontend
