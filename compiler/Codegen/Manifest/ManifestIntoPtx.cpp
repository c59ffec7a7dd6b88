// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Codegen/Manifest/ManifestIntoPtx.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"

using namespace tilec;

/// Address space of PTX's `.global`.
static constexpr unsigned kGlobalAddressSpace = 1;

void codegen::addManifestArray(llvm::Module &module, const manifest::Manifest &manifest) {
  llvm::Constant *bytes = llvm::ConstantDataArray::getString(module.getContext(), manifest::toJson(manifest));
  auto *array =
      new llvm::GlobalVariable(module, bytes->getType(), /*isConstant=*/true, llvm::GlobalValue::ExternalLinkage, bytes,
                               manifest::kSymbol, nullptr, llvm::GlobalValue::NotThreadLocal, kGlobalAddressSpace);
  array->setAlignment(llvm::Align(8));
}

void codegen::addManifestComment(std::string &ptx, const manifest::Manifest &manifest) {
  size_t version = ptx.find(".version");
  if (version == std::string::npos)
    version = 0;
  ptx.insert(version, std::string(manifest::kCommentPrefix) + manifest::toJson(manifest) + "\n\n");
}
