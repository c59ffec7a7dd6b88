// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Arguments as the kernel takes them, and what the manifest's expressions make of them.
#ifndef TILEC_RUNTIME_ARGUMENTS_H
#define TILEC_RUNTIME_ARGUMENTS_H

#include "tilec/Launch.h"

#include <span>

namespace tilec::runtime {

/// The bytes of every parameter, converted and checked.
using PackedArguments = std::vector<std::vector<unsigned char>>;

/// Converts `arguments` to the parameters of `kernel`; kArgumentCount or kArgumentType names kernel and parameter.
Expected<PackedArguments> pack(const manifest::Kernel &kernel, std::span<const Argument> arguments);

/// The value of `expression`, wrapping at 64 bits; nothing if it divides by zero.
std::optional<int64_t> evaluate(const manifest::Expression &expression, const PackedArguments &arguments, Dim3 grid);

/// Whether `fact` is known to hold.
bool holds(const manifest::Fact &fact, const PackedArguments &arguments, Dim3 grid);

} // namespace tilec::runtime

#endif // TILEC_RUNTIME_ARGUMENTS_H
