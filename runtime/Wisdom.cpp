// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Wisdom.h"

#include "runtime/FileLock.h"

#include <nlohmann/json.hpp>

#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <unistd.h>

using Json = nlohmann::ordered_json;

namespace tilec {

namespace {

Json toObject(const std::vector<std::pair<std::string, std::string>> &values) {
  Json object = Json::object();
  for (const auto &[name, value] : values)
    object[name] = value;
  return object;
}

std::vector<std::pair<std::string, std::string>> readPairs(const Json &object) {
  std::vector<std::pair<std::string, std::string>> values;
  for (const auto &[name, value] : object.items())
    values.emplace_back(name, value.get<std::string>());
  return values;
}

/// How far apart sizes are, in doublings; other facts count as ten.
double distance(const WisdomKey &a, const WisdomKey &b) {
  double sum = a.facts == b.facts ? 0 : 10;
  for (size_t i = 0; i < a.sizes.size(); ++i)
    sum += std::abs(std::log2(std::abs(double(a.sizes[i])) + 1) - std::log2(std::abs(double(b.sizes[i])) + 1));
  return sum;
}

runtime::Error fileError(const char *call, const std::string &what, const std::string &path) {
  return {call, runtime::kBadFile, "kBadFile", "cannot " + what + " '" + path + "': " + std::strerror(errno)};
}

} // namespace

std::string WisdomEntry::toJson() const {
  Json json = {{"gpu", key.gpu},
               {"architecture", key.architecture},
               {"kernel", key.kernel},
               {"source", key.source},
               {"facts", key.facts},
               {"sizes", key.sizes},
               {"constants", toObject(constants)},
               {"options", toObject(options)},
               {"milliseconds", milliseconds},
               {"default", defaultMilliseconds}};
  return json.dump(-1, ' ', /*ensure_ascii=*/false, nlohmann::json::error_handler_t::replace);
}

std::optional<WisdomEntry> WisdomEntry::fromJson(const std::string &line) {
  try {
    Json json = Json::parse(line);
    WisdomEntry entry;
    for (auto [name, member] : {std::pair("gpu", &WisdomKey::gpu),
                                {"architecture", &WisdomKey::architecture},
                                {"kernel", &WisdomKey::kernel},
                                {"source", &WisdomKey::source}})
      entry.key.*member = json.at(name).get<std::string>();
    entry.key.facts = json.at("facts").get<std::vector<int64_t>>();
    entry.key.sizes = json.at("sizes").get<std::vector<int64_t>>();
    entry.constants = readPairs(json.at("constants"));
    entry.options = readPairs(json.at("options"));
    entry.milliseconds = json.at("milliseconds").get<double>();
    entry.defaultMilliseconds = json.at("default").get<double>();
    return entry;
  } catch (const std::exception &) {
    return std::nullopt;
  }
}

runtime::Expected<Wisdom> Wisdom::read(const std::string &path) {
  Wisdom wisdom;
  std::ifstream file(path);
  if (!file && errno == ENOENT)
    return wisdom;
  for (std::string line; std::getline(file, line);)
    if (std::optional<WisdomEntry> entry = WisdomEntry::fromJson(line))
      wisdom.entries.push_back(std::move(*entry));
    else
      wisdom.damagedLines += line.find_first_not_of(" \t\r") != std::string::npos;
  if (!file.eof())
    return fileError("Wisdom::read", "read", path);
  return wisdom;
}

const WisdomEntry *Wisdom::find(const WisdomKey &key, bool nearest,
                                const std::function<bool(const WisdomEntry &)> &fits) const {
  const WisdomEntry *best = nullptr;
  double closest = 0;
  for (const WisdomEntry &entry : entries) {
    const WisdomKey &k = entry.key;
    bool isComparable =
        k.gpu == key.gpu && k.kernel == key.kernel && k.source == key.source && k.sizes.size() == key.sizes.size();
    if (!isComparable || (!nearest && k != key) || !fits(entry))
      continue;
    double away = distance(k, key);
    if (!best || away <= closest)
      best = &entry, closest = away;
  }
  return best;
}

const WisdomEntry *Wisdom::longest(const std::function<bool(const WisdomEntry &)> &fits) const {
  const WisdomEntry *best = nullptr;
  for (const WisdomEntry &entry : entries)
    if (fits(entry) && (!best || entry.milliseconds >= best->milliseconds))
      best = &entry;
  return best;
}

runtime::Status Wisdom::append(const std::string &path, const WisdomEntry &entry) {
  int file = open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0)
    return fileError("Wisdom::append", "write", path);
  FileLock::lock(file);
  // A process that was killed may have left the last line without its end.
  char last = '\n';
  off_t size = lseek(file, 0, SEEK_END);
  bool isCutOff = size > 0 && pread(file, &last, 1, size - 1) == 1 && last != '\n';
  std::string line = (isCutOff ? "\n" : "") + entry.toJson() + "\n";
  bool isWritten = ::write(file, line.data(), line.size()) == ssize_t(line.size());
  runtime::Status status;
  if (!isWritten)
    status = fileError("Wisdom::append", "write", path);
  close(file); // which ends the lock
  return status;
}

} // namespace tilec
