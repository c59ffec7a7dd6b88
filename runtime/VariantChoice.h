// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which variant of a kernel a launch takes. Facts are taken apart once, when the kernel is looked up, so that a launch
/// looks at bytes of its arguments and nothing else.
#ifndef TILEC_RUNTIME_VARIANTCHOICE_H
#define TILEC_RUNTIME_VARIANTCHOICE_H

#include "runtime/BlockBox.h"
#include "runtime/Formula.h"

#include <limits>

namespace tilec::runtime {

/// A fact in the form in which launches check it.
class FactCheck {
public:
  explicit FactCheck(const manifest::Fact &fact);
  bool holds(const PackedArguments &arguments, Dim3 grid) const {
    if (!isDivisorOfArgument) {
      std::optional<int64_t> value = subject.value(arguments, grid);
      return value && runtime::holds(fact->kind, *value, fact->value);
    }
    return (arguments.bits(parameter, offset, bytes) & mask) == 0;
  }
  const manifest::Fact &description() const {
    return *fact;
  }

private:
  const manifest::Fact *fact;
  Formula subject;
  /// The usual case: some bytes of an argument are a multiple of a power of two.
  bool isDivisorOfArgument = false;
  uint32_t parameter = 0, offset = 0, bytes = 0;
  uint64_t mask = 0;
};

/// The variants of a kernel, in order of preference. Refers to the manifest's kernel.
class VariantChoice {
public:
  explicit VariantChoice(const manifest::Kernel &kernel);

  /// The first variant from `from` on whose facts hold; the last one's always do.
  size_t choose(const PackedArguments &arguments, Dim3 grid, size_t from = 0) const;
  /// The grid of tile blocks that a variant has where the user's is `grid`: with the fact `Numbered` the box of the
  /// kernel's numbering, nothing if there is none; else the same.
  std::optional<Dim3> gridOf(size_t variant, const PackedArguments &arguments, Dim3 grid) const;
  /// Why `variant` cannot be launched with these arguments; success if it can.
  Status check(size_t variant, const PackedArguments &arguments, Dim3 grid) const;

private:
  struct Candidate {
    bool isNumbered = false;
    std::vector<FactCheck> facts; ///< but `Numbered`
  };
  bool holds(size_t variant, const PackedArguments &arguments, Dim3 grid) const;

  const manifest::Kernel *kernel;
  std::vector<Candidate> candidates;
  std::unique_ptr<BlockBoxCache> boxes; ///< null without a numbering
};

/// What the environment variable TILEC_VARIANT asks of every kernel: the number of a variant, or `last`.
/// Empty if it is not set; fails if it is neither.
Expected<std::optional<size_t>> variantFromEnvironment();
/// What variantFromEnvironment gives for `last`; kernels with fewer variants than asked for take their last.
inline constexpr size_t kLastVariant = std::numeric_limits<size_t>::max();

} // namespace tilec::runtime

#endif // TILEC_RUNTIME_VARIANTCHOICE_H
