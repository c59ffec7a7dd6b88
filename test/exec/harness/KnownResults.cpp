// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/exec/harness/KnownResults.h"

#include <cstring>

using namespace tilec::exec;

namespace {
/// What is kept at most; launches beyond run each time.
constexpr size_t kMostBytes = size_t(2) << 30;
/// No fact about an address asks for more.
constexpr uint64_t kAlignment = 256;

std::string_view bytesOf(const Range &range) {
  return {reinterpret_cast<const char *>(range.address), range.bytes};
}

template <typename T> void append(std::string &text, T value) {
  text.append(reinterpret_cast<const char *>(&value), sizeof value);
}

/// A pointer into an array as the array's number and the place in it.
bool appendPlace(std::string &text, uint64_t address, std::span<const Range> memory) {
  for (size_t i = 0; i < memory.size(); ++i)
    if (address - memory[i].address <= memory[i].bytes) {
      append(text, i);
      append(text, address - memory[i].address);
      return true;
    }
  return false;
}

/// 128 bits of a text, and its length.
std::string digest(const std::string &text) {
  std::string result;
  append(result, text.size());
  append(result, std::hash<std::string_view>()(text));
  std::string salted = text;
  for (char &c : salted)
    c = char(c * 5 + 1);
  append(result, std::hash<std::string_view>()(salted));
  return result;
}
} // namespace

std::string KnownResults::keyOf(std::string run, std::span<const Argument> arguments, std::span<const Range> memory) {
  for (const Argument &argument : arguments) {
    std::span<const unsigned char> bytes = argument.bytes();
    append(run, bytes.size());
    uint64_t address = 0;
    bool isPointer = argument.kind() == Argument::Kind::Pointer && bytes.size() == sizeof address;
    if (isPointer)
      std::memcpy(&address, bytes.data(), sizeof address);
    if (!isPointer || !appendPlace(run, address, memory))
      run.append(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  }
  for (const Range &range : memory) {
    append(run, range.bytes);
    append(run, range.address % kAlignment);
    run += bytesOf(range);
  }
  return digest(run);
}

void KnownResults::add(const std::string &key, std::span<const Range> memory, const std::string &printed) {
  size_t more = 0;
  for (const Range &range : memory)
    more += range.bytes;
  if (bytes + more > kMostBytes)
    return;
  bytes += more;
  Result &result = results[key];
  result.printed = printed;
  for (const Range &range : memory)
    result.arrays.emplace_back(bytesOf(range));
}

bool KnownResults::take(const std::string &key, std::span<const Range> memory, std::string &printed) const {
  auto found = results.find(key);
  if (found == results.end())
    return false;
  for (size_t i = 0; i < memory.size(); ++i)
    std::memcpy(reinterpret_cast<void *>(memory[i].address), found->second.arrays[i].data(), memory[i].bytes);
  printed = found->second.printed;
  return true;
}
