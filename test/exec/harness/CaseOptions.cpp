// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/exec/harness/CaseOptions.h"

#include <cstdio>
#include <cstdlib>
#include <functional>

using namespace tilec::exec;

namespace {

bool valueOf(const char *text, std::string &value) {
  value = text;
  return true;
}

bool valueOf(const char *text, std::vector<std::string> &values) {
  values.push_back(text);
  return true;
}

template <class Integer> bool valueOf(const char *text, Integer &value) {
  char *end = nullptr;
  value = Integer(std::strtoull(text, &end, 0));
  return *text && !*end;
}

template <class T> bool valueOf(const char *text, std::optional<T> &value) {
  return valueOf(text, value.emplace());
}

/// The options of a program, and what each sets.
class OptionList {
public:
  OptionList &add(const char *name, bool &flag) {
    options.push_back({name, false, [&flag](const char *) { return flag = true; }});
    return *this;
  }
  template <class T> OptionList &add(const char *name, T &value) {
    options.push_back({name, true, [&value](const char *text) { return valueOf(text, value); }});
    return *this;
  }

  /// Takes what it knows; what it does not, and what has no value of the right kind, is left.
  std::vector<char *> take(std::span<char *> arguments) const {
    std::vector<char *> rest;
    for (size_t i = 0; i < arguments.size(); ++i) {
      const Option *option = find(arguments[i]);
      bool hasValue = option && option->takesValue && i + 1 < arguments.size();
      if (option && (hasValue || !option->takesValue) && option->set(hasValue ? arguments[i + 1] : ""))
        i += hasValue;
      else
        rest.push_back(arguments[i]);
    }
    return rest;
  }

private:
  struct Option {
    std::string name;
    bool takesValue;
    std::function<bool(const char *)> set;
  };

  const Option *find(const std::string &name) const {
    for (const Option &option : options)
      if (option.name == name)
        return &option;
    return nullptr;
  }

  std::vector<Option> options;
};

} // namespace

CaseOptions CaseOptions::take(std::vector<char *> &arguments) {
  CaseOptions options;
  OptionList list;
  list.add("--filter", options.filters)
      .add("--without", options.without)
      .add("--seed", options.seed)
      .add("--orders", options.orders)
      .add("--first-order", options.firstOrder)
      .add("--timeout", options.timeoutSeconds)
      .add("--list", options.list)
      .add("--misaligned", options.misaligned)
      .add("--table", options.table);
  arguments = list.take(arguments);
  return options;
}

std::optional<HostRunOptions> HostRunOptions::parse(std::span<char *> arguments, const std::string &kernels) {
  HostRunOptions options;
  options.kernels = kernels;
  OptionList list;
  list.add("--kernels", options.kernels)
      .add("--check", options.check)
      .add("--sizes", options.sizes)
      .add("--tile-gpu", options.architecture)
      .add("--reuse", options.reuse)
      .add("--variant", options.firstVariant)
      .add("--plain", options.plain)
      .add("--pipeline", options.slots)
      .add("--tma", options.tensorMaps)
      .add("--specialize-warps", options.specializeWarps)
      .add("--ping-pong", options.pingPong)
      .add("--persistent", options.ctas)
      .add("--hints", options.hints);
  std::vector<char *> rest = list.take(arguments);
  if (rest.empty())
    return options;
  std::fprintf(stderr, "tilec-exec-host: expected an option with its value, got '%s'\n", rest.front());
  return std::nullopt;
}

std::optional<DeviceRunOptions> DeviceRunOptions::parse(std::span<char *> arguments) {
  DeviceRunOptions options;
  std::vector<char *> rest =
      OptionList().add("--ordinal", options.ordinal).add("--variant", options.firstVariant).take(arguments);
  if (rest.size() != 1) {
    std::fprintf(stderr, "tilec-exec-device: expected the folder with the compiled kernels, got %zu arguments\n",
                 rest.size());
    return std::nullopt;
  }
  options.folder = rest.front();
  return options;
}
