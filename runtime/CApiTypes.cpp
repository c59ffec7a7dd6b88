// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/CApiTypes.h"

using namespace tilec;
using namespace tilec::runtime;

TilecError runtime::toC(const Error &error) {
  return new TilecErrorImpl{error, error.message()};
}

TilecError runtime::toC(const Status &status) {
  return status ? nullptr : toC(status.error());
}

/// Nothing for a kind that is not in the enumeration.
static std::optional<Argument> fromC(const TilecArgument &a) {
  switch (a.kind) {
  case TILEC_ARGUMENT_SIGNED:
    return Argument(a.value.i);
  case TILEC_ARGUMENT_UNSIGNED:
    return Argument(a.value.u);
  case TILEC_ARGUMENT_FLOAT:
    return Argument(a.value.f);
  case TILEC_ARGUMENT_DOUBLE:
    return Argument(a.value.d);
  case TILEC_ARGUMENT_POINTER:
    return Argument(reinterpret_cast<const void *>(a.value.u));
  case TILEC_ARGUMENT_BITS:
    if (a.bytes > sizeof(a.value.u) || !a.elementType)
      return std::nullopt;
    return Argument::bits(a.elementType, a.value.u, a.bytes);
  case TILEC_ARGUMENT_RECORD:
    return Argument::record(a.value.record, a.bytes);
  }
  return std::nullopt;
}

Status ArgumentList::add(const TilecArgument *arguments, size_t count) {
  list.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    std::optional<Argument> argument = fromC(arguments[i]);
    if (!argument)
      return Error{"tilecKernelLaunch", kArgumentType, "kArgumentType",
                   "argument " + std::to_string(i) +
                       ": expected a kind of TilecArgumentKind with its values, got kind " +
                       std::to_string(int(arguments[i].kind))};
    list.push_back(std::move(*argument));
  }
  return {};
}
