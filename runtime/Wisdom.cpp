// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Wisdom.h"

#include "runtime/FileLock.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdlib>
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

/// The next power of two, with the sign.
int64_t bucketOf(int64_t size) {
  uint64_t magnitude = size < 0 ? 0 - uint64_t(size) : uint64_t(size);
  uint64_t power = magnitude ? std::bit_ceil(std::min(magnitude, uint64_t(1) << 62)) : 0;
  return size < 0 ? -int64_t(power) : int64_t(power);
}

/// The power of two up to 16 that divides a number.
int64_t divisorOf(uint64_t value) {
  return value ? int64_t(1) << std::min(4, std::countr_zero(value)) : 16;
}

/// How far apart sizes are, in doublings; other facts count as ten, another GPU as a hundred.
int distance(const WisdomKey &a, const WisdomKey &b) {
  auto width = [](int64_t size) { return std::bit_width(size < 0 ? 0 - uint64_t(size) : uint64_t(size)); };
  int sum = (a.facts == b.facts ? 0 : 10) + (a.gpu == b.gpu ? 0 : 100);
  for (size_t i = 0; i < a.sizes.size(); ++i)
    sum += std::abs(int(width(a.sizes[i])) - int(width(b.sizes[i])));
  return sum;
}

runtime::Error fileError(const char *call, const std::string &what, const std::string &path) {
  return {call, runtime::kBadFile, "kBadFile", "cannot " + what + " '" + path + "': " + std::strerror(errno)};
}

} // namespace

uint64_t wordOf(const runtime::Argument &argument) {
  uint64_t word = 0;
  size_t bytes = std::min(sizeof(word), argument.bytes().size());
  if (bytes)
    std::memcpy(&word, argument.bytes().data(), bytes);
  unsigned unused = bytes && argument.isSigned() ? 64 - 8 * unsigned(bytes) : 0;
  return uint64_t(int64_t(word << unused) >> unused);
}

void WisdomKey::add(const runtime::Argument &argument, size_t bytes) {
  bool isNumber = argument.kind() == runtime::Argument::Kind::Integer, isArray = bytes != 0;
  uint64_t word = wordOf(argument);
  facts.push_back(isNumber || isArray ? divisorOf(word) : 1);
  sizes.push_back(isArray ? bucketOf(int64_t(bytes)) : isNumber ? bucketOf(int64_t(word)) : 0);
}

std::string WisdomEntry::instance() const {
  std::string name = key.kernel;
  for (const auto &[constant, value] : constants) {
    std::string marked = "{" + constant + "}";
    for (size_t at; (at = name.find(marked)) != std::string::npos;)
      name.replace(at, marked.size(), value);
  }
  return name;
}

std::string WisdomEntry::candidate() const {
  std::string name = instance();
  for (const auto &[option, value] : options)
    name += ", " + option + "=" + value;
  return name;
}

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
    wisdom.addLine(line);
  if (!file.eof())
    return fileError("Wisdom::read", "read", path);
  return wisdom;
}

void Wisdom::addLine(const std::string &line) {
  if (std::optional<WisdomEntry> entry = WisdomEntry::fromJson(line))
    entries.push_back(std::move(*entry));
  else
    damagedLines += line.find_first_not_of(" \t\r") != std::string::npos;
}

Wisdom Wisdom::ofLines(const std::vector<std::string> &lines) {
  Wisdom wisdom;
  for (const std::string &line : lines)
    wisdom.addLine(line);
  return wisdom;
}

const WisdomEntry *Wisdom::find(const WisdomKey &key, bool nearest,
                                const std::function<bool(const WisdomEntry &)> &fits) const {
  const WisdomEntry *best = nullptr;
  int closest = 0;
  for (const WisdomEntry &entry : entries) {
    const WisdomKey &k = entry.key;
    bool isOurGpu = k.gpu == key.gpu || (nearest && k.architecture == key.architecture && key.gpu != "cpu");
    bool isComparable =
        isOurGpu && k.kernel == key.kernel && k.source == key.source && k.sizes.size() == key.sizes.size();
    if (!isComparable || (!nearest && k != key) || !fits(entry))
      continue;
    int away = distance(k, key);
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
