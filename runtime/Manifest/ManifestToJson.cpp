// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Writes a manifest as JSON. Keys keep the order written here, so the text depends on nothing but the manifest.
#include "runtime/Manifest/ManifestEnumNames.h"
#include "runtime/Manifest/ManifestKeys.h"

#include <nlohmann/json.hpp>

using Json = nlohmann::ordered_json;

namespace tilec::manifest {

static Json write(const Expression &e) {
  if (e.kind == Expression::Kind::Constant)
    return e.value;
  Json array = Json::array({nameOf(kExpressionNames, e.kind)});
  if (e.kind == Expression::Kind::Argument)
    for (Json part : {Json(e.parameter), Json(e.offset), Json(e.bytes), Json(e.isSigned)})
      array.push_back(part);
  for (const Expression &operand : e.operands)
    array.push_back(write(operand));
  return array;
}

template <typename T> static Json writeAll(const std::vector<T> &items) {
  Json array = Json::array();
  for (const T &item : items)
    array.push_back(write(item));
  return array;
}

static Json write(const Fact &fact) {
  return {{key::kKind, nameOf(kFactNames, fact.kind)}, {key::kSubject, write(fact.subject)}, {key::kValue, fact.value}};
}

static Json write(const Parameter &p) {
  return {{key::kName, p.name},         {key::kKind, nameOf(kParameterNames, p.kind)},
          {key::kSize, p.size},         {key::kAlignment, p.alignment},
          {key::kIsSigned, p.isSigned}, {key::kElementType, p.elementType}};
}

static Json write(const HiddenParameter &p) {
  Json object = {{key::kKind, nameOf(kHiddenNames, p.kind)}};
  if (p.kind == HiddenParameter::Kind::TensorMap)
    object[key::kTensorMap] = p.tensorMap;
  return object;
}

static Json write(const TensorMap &map) {
  return {{key::kElementType, map.elementType},
          {key::kBase, write(map.base)},
          {key::kExtents, writeAll(map.extents)},
          {key::kStrides, writeAll(map.strides)},
          {key::kBox, map.box},
          {key::kElementSteps, map.elementSteps},
          {key::kSwizzle, nameOf(kSwizzleNames, map.swizzle)},
          {key::kFill, nameOf(kFillNames, map.fill)}};
}

static Json write(const GridRule &rule) {
  Json object = {{key::kKind, nameOf(kGridNames, rule.kind)}};
  if (rule.kind == GridRule::Kind::Persistent)
    object[key::kCtasPerMultiprocessor] = rule.ctasPerMultiprocessor;
  if (rule.parts != Dim3())
    object[key::kParts] = Json::array({rule.parts.x, rule.parts.y, rule.parts.z});
  if (rule.joined != Dim3())
    object[key::kJoined] = Json::array({rule.joined.x, rule.joined.y, rule.joined.z});
  return object;
}

static Json write(const Variant &v) {
  Json object = {{key::kEntry, v.entry},
                 {key::kFacts, writeAll(v.facts)},
                 {key::kThreadsPerCta, v.threadsPerCta},
                 {key::kCluster, Json::array({v.cluster.x, v.cluster.y, v.cluster.z})},
                 {key::kGrid, write(v.grid)},
                 {key::kDynamicSharedBytes, v.dynamicSharedBytes},
                 {key::kRegisterCap, v.registerCap},
                 {key::kProgrammaticLaunch, v.programmaticLaunch},
                 {key::kHiddenParameters, writeAll(v.hiddenParameters)},
                 {key::kWorkspace, {{key::kBytes, write(v.workspace.bytes)}, {key::kZeroed, v.workspace.zeroed}}},
                 {key::kTensorMaps, writeAll(v.tensorMaps)}};
  if (v.workspace.staysZero)
    object[key::kWorkspace][key::kStaysZero] = true;
  if (v.sharedMemoryCarveout)
    object[key::kSharedMemoryCarveout] = *v.sharedMemoryCarveout;
  return object;
}

static Json write(const Numbering::Step &step) {
  using Kind = Numbering::Step::Kind;
  if (step.kind == Kind::Constant)
    return step.value;
  Json array = Json::array({nameOf(kStepNames, step.kind)});
  if (step.kind == Kind::Argument)
    for (Json part : {Json(step.parameter), Json(step.offset), Json(step.bytes), Json(step.isSigned)})
      array.push_back(part);
  if (!step.operands.empty())
    array.push_back(step.bits);
  for (uint32_t operand : step.operands)
    array.push_back(operand);
  return array;
}

static Json write(const Kernel &kernel) {
  Json object = {{key::kName, kernel.name},
                 {key::kDisplayName, kernel.displayName},
                 {key::kParameters, writeAll(kernel.parameters)}};
  if (kernel.numbering)
    object[key::kNumbering] = {{key::kSteps, writeAll(kernel.numbering->steps)},
                               {key::kCoordinates, kernel.numbering->coordinates}};
  object[key::kVariants] = writeAll(kernel.variants);
  return object;
}

std::string toJson(const Manifest &manifest, int indent) {
  Json object = {{key::kSchema, kSchema},
                 {key::kCompilerVersion, manifest.compilerVersion},
                 {key::kArchitecture, manifest.architecture},
                 {key::kKernels, writeAll(manifest.kernels)}};
  // Names are UTF-8 in sources that a user may have saved otherwise: replace what is not, never throw.
  return object.dump(indent, ' ', /*ensure_ascii=*/true, Json::error_handler_t::replace);
}

} // namespace tilec::manifest
