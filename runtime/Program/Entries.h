// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which function stands behind each symbol of the CUDA runtime, as tables of names.
#ifndef TILEC_RUNTIME_PROGRAM_ENTRIES_H
#define TILEC_RUNTIME_PROGRAM_ENTRIES_H

#include <span>
#include <string_view>

namespace tilec::program {

struct Entry {
  const char *name;
  void *function;
};

/// `implementation` as the function that the headers declare: another type does not compile.
template <typename Declared> Entry entry(const char *name, Declared *implementation) {
  return {name, reinterpret_cast<void *>(implementation)};
}
#define TILEC_ENTRY(space, name) tilec::program::entry<decltype(::name)>(#name, &space::name)

/// The function of that name; null if there is none.
void *find(std::span<const Entry> entries, std::string_view name);

/// What the library does itself wherever kernels run: registration and launch configurations.
std::span<const Entry> commonEntries();
/// What works where kernels run on the CPU.
std::span<const Entry> hostEntries();
/// What the library does itself where kernels run on a GPU; all else is the CUDA runtime's.
std::span<const Entry> deviceEntries();

} // namespace tilec::program

#endif // TILEC_RUNTIME_PROGRAM_ENTRIES_H
