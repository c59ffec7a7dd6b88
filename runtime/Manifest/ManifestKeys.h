// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The keys of the manifest's JSON, for reader and writer. Keys of objects that share a name share a constant.
#ifndef TILEC_RUNTIME_MANIFESTKEYS_H
#define TILEC_RUNTIME_MANIFESTKEYS_H

namespace tilec::manifest::key {

// The manifest.
inline constexpr const char *kSchema = "schema";
inline constexpr const char *kCompilerVersion = "compilerVersion";
inline constexpr const char *kArchitecture = "architecture";
inline constexpr const char *kKernels = "kernels";

// A kernel.
inline constexpr const char *kName = "name";
inline constexpr const char *kDisplayName = "displayName";
inline constexpr const char *kParameters = "parameters";
inline constexpr const char *kNumbering = "numbering";
inline constexpr const char *kVariants = "variants";

// A numbering.
inline constexpr const char *kSteps = "steps";
inline constexpr const char *kCoordinates = "coordinates";

// A parameter; `name` as above, `kind` as of facts and of other things that there are several kinds of.
inline constexpr const char *kKind = "kind";
inline constexpr const char *kSize = "size";
inline constexpr const char *kAlignment = "alignment";
inline constexpr const char *kIsSigned = "isSigned";
inline constexpr const char *kElementType = "elementType";

// A variant.
inline constexpr const char *kEntry = "entry";
inline constexpr const char *kFacts = "facts";
inline constexpr const char *kThreadsPerCta = "threadsPerCta";
inline constexpr const char *kCluster = "cluster";
inline constexpr const char *kGrid = "grid";
inline constexpr const char *kDynamicSharedBytes = "dynamicSharedBytes";
inline constexpr const char *kRegisterCap = "registerCap";
inline constexpr const char *kSharedMemoryCarveout = "sharedMemoryCarveout";
inline constexpr const char *kProgrammaticLaunch = "programmaticLaunch";
inline constexpr const char *kHiddenParameters = "hiddenParameters";
inline constexpr const char *kWorkspace = "workspace";
inline constexpr const char *kTensorMaps = "tensorMaps";

// A fact.
inline constexpr const char *kSubject = "subject";
inline constexpr const char *kValue = "value";

// A grid.
inline constexpr const char *kCtasPerMultiprocessor = "ctasPerMultiprocessor";
inline constexpr const char *kParts = "parts";
inline constexpr const char *kJoined = "joined";

// A hidden parameter.
inline constexpr const char *kTensorMap = "tensorMap";

// A workspace.
inline constexpr const char *kBytes = "bytes";
inline constexpr const char *kZeroed = "zeroed";
inline constexpr const char *kStaysZero = "staysZero";

// A tensor map; `elementType` as above, or `f32_to_tf32`: floats in memory that arrive rounded to tf32.
inline constexpr const char *kBase = "base";
inline constexpr const char *kExtents = "extents";
inline constexpr const char *kStrides = "strides";
inline constexpr const char *kBox = "box";
inline constexpr const char *kElementSteps = "elementSteps";
inline constexpr const char *kSwizzle = "swizzle";
inline constexpr const char *kFill = "fill";

} // namespace tilec::manifest::key

#endif // TILEC_RUNTIME_MANIFESTKEYS_H
