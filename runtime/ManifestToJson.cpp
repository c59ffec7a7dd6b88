// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Writes a manifest as JSON. Keys keep the order written here, so the text depends on nothing but the manifest.
#include "runtime/ManifestEnumNames.h"

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
  return {{"kind", nameOf(kFactNames, fact.kind)}, {"subject", write(fact.subject)}, {"value", fact.value}};
}

static Json write(const Parameter &p) {
  return {{"name", p.name},         {"kind", nameOf(kParameterNames, p.kind)},
          {"size", p.size},         {"alignment", p.alignment},
          {"isSigned", p.isSigned}, {"elementType", p.elementType}};
}

static Json write(const HiddenParameter &p) {
  Json object = {{"kind", nameOf(kHiddenNames, p.kind)}};
  if (p.kind == HiddenParameter::Kind::TensorMap)
    object["tensorMap"] = p.tensorMap;
  return object;
}

static Json write(const TensorMap &map) {
  return {{"elementType", map.elementType},
          {"base", write(map.base)},
          {"extents", writeAll(map.extents)},
          {"strides", writeAll(map.strides)},
          {"box", map.box},
          {"elementSteps", map.elementSteps},
          {"swizzle", nameOf(kSwizzleNames, map.swizzle)},
          {"fill", nameOf(kFillNames, map.fill)}};
}

static Json write(const GridRule &rule) {
  Json object = {{"kind", nameOf(kGridNames, rule.kind)}};
  if (rule.kind == GridRule::Kind::Persistent)
    object["ctasPerMultiprocessor"] = rule.ctasPerMultiprocessor;
  return object;
}

static Json write(const Variant &v) {
  Json object = {{"entry", v.entry},
          {"facts", writeAll(v.facts)},
          {"threadsPerCta", v.threadsPerCta},
          {"cluster", Json::array({v.cluster.x, v.cluster.y, v.cluster.z})},
          {"grid", write(v.grid)},
          {"dynamicSharedBytes", v.dynamicSharedBytes},
          {"registerCap", v.registerCap},
          {"programmaticLaunch", v.programmaticLaunch},
          {"hiddenParameters", writeAll(v.hiddenParameters)},
          {"workspace", {{"bytes", write(v.workspace.bytes)}, {"zeroed", v.workspace.zeroed}}},
          {"tensorMaps", writeAll(v.tensorMaps)}};
  if (v.sharedMemoryCarveout)
    object["sharedMemoryCarveout"] = *v.sharedMemoryCarveout;
  return object;
}

static Json write(const Kernel &kernel) {
  return {{"name", kernel.name},
          {"displayName", kernel.displayName},
          {"parameters", writeAll(kernel.parameters)},
          {"variants", writeAll(kernel.variants)}};
}

std::string toJson(const Manifest &manifest, int indent) {
  Json object = {{"schema", kSchema},
                 {"compilerVersion", manifest.compilerVersion},
                 {"architecture", manifest.architecture},
                 {"kernels", writeAll(manifest.kernels)}};
  // Names are UTF-8 in sources that a user may have saved otherwise: replace what is not, never throw.
  return object.dump(indent, ' ', /*ensure_ascii=*/true, Json::error_handler_t::replace);
}

} // namespace tilec::manifest
