// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Ptx/SystemFunctions.h"

#include "runtime/Ptx/Block.h"

#include <cstdio>

using namespace tilec::ptx;

namespace {

template <typename T> T argument(Warp &warp, const CallSite &site, unsigned index, unsigned lane) {
  T value = {};
  if (index < site.arguments.size())
    std::memcpy(&value, warp.frame->memoryOf(lane) + site.arguments[index]->offset, sizeof(T));
  return value;
}

template <typename T> void giveResult(Warp &warp, const CallSite &site, unsigned lane, T value) {
  if (!site.results.empty())
    std::memcpy(warp.frame->memoryOf(lane) + site.results[0]->offset, &value, sizeof(T));
}

//===- printf ----------------------------------------------------------------------------------------------------===//

/// The values behind a format, each where its alignment puts it.
class Values {
public:
  explicit Values(const char *memory) : memory(memory) {}

  template <typename T> T take() {
    at = (at + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T value;
    std::memcpy(&value, memory + at, sizeof(T));
    at += sizeof(T);
    return value;
  }

private:
  const char *memory;
  size_t at = 0;
};

template <typename T> void append(std::string &out, const std::string &format, T value) {
  int length = std::snprintf(nullptr, 0, format.c_str(), value);
  if (length <= 0)
    return;
  std::string text(size_t(length) + 1, '\0');
  std::snprintf(text.data(), text.size(), format.c_str(), value);
  out.append(text.data(), size_t(length));
}

/// One conversion from its % on; gives what follows it.
const char *formatOne(const char *at, Values &values, std::string &out) {
  const char *begin = at++;
  std::string format = "%";
  auto takeNumber = [&] {
    if (*at == '*') {
      format += std::to_string(values.take<int32_t>());
      ++at;
    }
    while (*at >= '0' && *at <= '9')
      format += *at++;
  };
  while (*at && std::strchr("-+ #0", *at))
    format += *at++;
  takeNumber();
  if (*at == '.') {
    format += *at++;
    takeNumber();
  }
  std::string length;
  while (*at && std::strchr("hlLqjzt", *at))
    length += *at++;
  bool isLong = length == "l" || length == "ll" || length == "q" || length == "j" || length == "z" || length == "t" ||
                length == "L";
  switch (*at) {
  case 'd':
  case 'i':
    if (isLong)
      append(out, format + "ll" + *at, static_cast<long long>(values.take<int64_t>()));
    else
      append(out, format + (length.starts_with("h") ? length : "") + *at, values.take<int32_t>());
    break;
  case 'o':
  case 'u':
  case 'x':
  case 'X':
    if (isLong)
      append(out, format + "ll" + *at, static_cast<unsigned long long>(values.take<uint64_t>()));
    else
      append(out, format + (length.starts_with("h") ? length : "") + *at, values.take<uint32_t>());
    break;
  case 'c':
    append(out, format + 'c', values.take<int32_t>());
    break;
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A':
    append(out, format + *at, values.take<double>());
    break;
  case 's': {
    auto *text = reinterpret_cast<const char *>(values.take<uint64_t>());
    append(out, format + 's', text ? text : "(null)");
    break;
  }
  case 'p':
    append(out, format + 'p', reinterpret_cast<void *>(values.take<uint64_t>()));
    break;
  case '%':
    out += '%';
    break;
  default: // no conversion: as it stands
    out.append(begin, at);
    return at;
  }
  return at + 1;
}

void print(Warp &warp, const CallSite &site, uint32_t lanes) {
  std::string out;
  eachInOrder(lanes, [&](unsigned lane) {
    auto *format = argument<const char *>(warp, site, 0, lane);
    Values values(argument<const char *>(warp, site, 1, lane));
    for (const char *at = format; at && *at;) {
      if (*at == '%')
        at = formatOne(at, values, out);
      else
        out += *at++;
    }
    giveResult<int32_t>(warp, site, lane, 0);
  });
  std::fwrite(out.data(), 1, out.size(), stdout);
}

//===- Others ----------------------------------------------------------------------------------------------------===//

void allocate(Warp &warp, const CallSite &site, uint32_t lanes) {
  eachInOrder(lanes, [&](unsigned lane) {
    auto bytes = argument<uint64_t>(warp, site, 0, lane);
    giveResult(warp, site, lane, warp.block.launch.module.allocate(bytes));
  });
}

void release(Warp &warp, const CallSite &site, uint32_t lanes) {
  eachInOrder(lanes, [&](unsigned lane) { warp.block.launch.module.release(argument<char *>(warp, site, 0, lane)); });
}

void failAssertion(Warp &warp, const CallSite &site, uint32_t lanes) {
  auto lane = unsigned(std::countr_zero(lanes));
  auto text = [&](unsigned index) {
    auto *value = argument<const char *>(warp, site, index, lane);
    return std::string(value ? value : "");
  };
  warp.fail(kAssert, text(1) + ":" + std::to_string(argument<uint32_t>(warp, site, 2, lane)) + ": assertion `" +
                         text(0) + "` failed in " + text(3) + ", " + warp.place(lane));
}

} // namespace

SystemFunction tilec::ptx::systemFunction(std::string_view name) {
  static constexpr std::pair<std::string_view, SystemFunction> kFunctions[] = {
      {"vprintf", print}, {"malloc", allocate}, {"free", release}, {"__assertfail", failAssertion}};
  for (const auto &[known, function] : kFunctions)
    if (known == name)
      return function;
  return nullptr;
}
