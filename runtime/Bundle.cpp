// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilec/Bundle.h"

#include "runtime/FileLock.h"
#include "runtime/Wisdom.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

using Json = nlohmann::ordered_json;

namespace tilec {

namespace {

constexpr std::string_view kFirstLine = "tilec bundle 1\n", kAnyVersion = "tilec bundle ";

runtime::Error damaged(const std::string &text) {
  return {"Bundle::parse", runtime::kBadImage, "kBadImage", text};
}

/// Throws what nlohmann's library throws. Gives the rest of `images`.
std::string_view readModule(const Json &json, std::string_view images, Bundle::Module &module) {
  size_t bytes = json.at("bytes").get<size_t>();
  if (bytes > images.size())
    throw Json::other_error::create(500, "an image is cut off", nullptr);
  module = {json.at("candidate").get<std::string>(), json.at("manifest").dump(), std::string(images.substr(0, bytes))};
  if (json.at("checksum").get<uint64_t>() != fnv1a(module.image))
    throw Json::other_error::create(500, "an image is damaged", nullptr);
  return images.substr(bytes);
}

} // namespace

bool Bundle::isBundle(std::string_view bytes) {
  return bytes.starts_with(kAnyVersion);
}

std::string Bundle::serialize() const {
  Json list = Json::array(), lines = Json::array();
  for (const Module &module : modules)
    list.push_back({{"candidate", module.candidate},
                    {"bytes", module.image.size()},
                    {"checksum", fnv1a(module.image)},
                    {"manifest", Json::parse(module.manifestJson)}});
  for (const std::string &line : wisdom)
    lines.push_back(Json::parse(line));
  Json head = {{"source", source}, {"modules", list}, {"wisdom", lines}};
  std::string bytes = std::string(kFirstLine) +
                      head.dump(-1, ' ', /*ensure_ascii=*/false, nlohmann::json::error_handler_t::replace) + "\n";
  for (const Module &module : modules)
    bytes += module.image;
  return bytes;
}

runtime::Expected<Bundle> Bundle::parse(std::string_view bytes) {
  if (!bytes.starts_with(kFirstLine))
    return damaged(isBundle(bytes) ? "the bundle was written by another version of tilec"
                                   : "expected a bundle, got " + std::to_string(bytes.size()) + " other bytes");
  bytes.remove_prefix(kFirstLine.size());
  size_t end = bytes.find('\n');
  if (end == std::string_view::npos)
    return damaged("the bundle is damaged: its first lines are cut off");
  std::string_view images = bytes.substr(end + 1);
  try {
    Json head = Json::parse(bytes.substr(0, end));
    Bundle bundle;
    bundle.source = head.at("source").get<std::string>();
    for (const Json &json : head.at("modules"))
      images = readModule(json, images, bundle.modules.emplace_back());
    for (const Json &line : head.at("wisdom"))
      bundle.wisdom.push_back(line.dump());
    if (bundle.modules.empty())
      return damaged("the bundle is damaged: it holds no module");
    return bundle;
  } catch (const std::exception &error) {
    return damaged(std::string("the bundle is damaged: ") + error.what());
  }
}

std::string Bundle::Choice::constantsJson() const {
  Json object = Json::object();
  for (const auto &[name, value] : constants)
    object[name] = value;
  return object.dump();
}

runtime::Expected<Bundle::Choice> Bundle::choose(const std::string &kernel, const std::string &gpu,
                                                 const std::string &architecture,
                                                 std::span<const runtime::Argument> arguments,
                                                 std::span<const size_t> sizes) const {
  Wisdom known = Wisdom::ofLines(wisdom);
  auto moduleOf = [&](const WisdomEntry &entry) {
    size_t index = 0;
    while (index < modules.size() && modules[index].candidate != entry.candidate())
      ++index;
    return index;
  };
  const WisdomEntry *found = nullptr;
  for (const WisdomEntry &entry : known.all())
    if (entry.key.gpu.empty() && entry.key.kernel.substr(0, entry.key.kernel.find('<')) == kernel)
      found = &entry;
  if (!found)
    return runtime::Error{"Bundle::choose", runtime::kNoKernel, "kNoKernel",
                          "the bundle of '" + source + "' has no tuned kernel '" + kernel + "'"};
  WisdomKey key{gpu, architecture, found->key.kernel, found->key.source, {}, {}};
  for (size_t i = 0; i < arguments.size(); ++i)
    key.add(arguments[i], sizes[i]);
  auto fits = [&](const WisdomEntry &entry) { return moduleOf(entry) < modules.size(); };
  if (const WisdomEntry *nearest = known.find(key, /*nearest=*/true, fits))
    return Choice{moduleOf(*nearest), nearest->instance(), nearest->constants};
  return Choice{0, found->instance(), found->constants};
}

runtime::Expected<Bundle> Bundle::open(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf()))
    return runtime::Error{"Bundle::open", runtime::kBadFile, "kBadFile",
                          "cannot read '" + path + "': " + std::strerror(errno)};
  return parse(text.view());
}

} // namespace tilec
