// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the manifest says of a kernel's tensor maps.
#pragma once
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tilec/Manifest.h"

namespace tilec::codegen {

/// Adds the tensor maps of `function` (attribute `tile_gpu.tensor_maps`, or `tile_gpu.tensor_map` ops) and the hidden
/// parameters for them to `variant`, a form of `kernel`.
void describeTensorMaps(mlir::FunctionOpInterface function, const manifest::Kernel &kernel, manifest::Variant &variant);

} // namespace tilec::codegen
