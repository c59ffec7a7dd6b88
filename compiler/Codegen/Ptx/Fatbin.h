// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The container that the CUDA driver picks an image from (cuModuleLoadFatBinary).
#pragma once
#include "compiler/Target/Target.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace tilec::codegen {

/// One image for one target.
struct FatbinImage {
  enum class Kind { Ptx, Cubin };
  Kind kind = Kind::Cubin;
  Target target = Target::defaultTarget();
  std::string bytes;
};

/// The images, uncompressed: the manifest can be read in place.
std::string makeFatbin(llvm::ArrayRef<FatbinImage> images);

} // namespace tilec::codegen
