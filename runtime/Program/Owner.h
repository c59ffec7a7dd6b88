// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A process may hold several copies of this library: of the program, and of each shared library that was linked like
/// one. The first that is asked for anything serves all of them, so that what one allocates, the others know.
///
/// Copies meet in `__tilecProgramOwner`, a symbol that the dynamic linker has once in a process, however libraries are
/// opened. A program exports it with `-Wl,--export-dynamic-symbol=__tilecProgramOwner`; without that it keeps to
/// itself.
#ifndef TILEC_RUNTIME_PROGRAM_OWNER_H
#define TILEC_RUNTIME_PROGRAM_OWNER_H

#include "runtime/Program/Registration.h"

namespace tilec::program {

/// What a copy does for the others. It may grow at its end.
struct Owner {
  uint32_t bytes; ///< sizeof(Owner)
  /// The function behind a symbol of the CUDA runtime.
  void *(*resolve)(const char *name);
  void *(*registerModule)(const TilecProgramModule *description);
  void (*registerKernel)(void *module, const void *stub, const char *symbol);
  void (*registerVariable)(void *module, const void *hostVariable, const char *symbol, size_t bytes, int isConstant);
  void (*unregisterModule)(void *module);
  void (*registerManaged)(void *module, void **address, const void *hostVariable, const char *symbol, size_t bytes);
  void (*resolveManaged)(void **address, const void *hostVariable);
};

/// The copy that serves this one; it stays the same.
const Owner &owner();

// This copy's own functions.
void *resolve(const char *name);
void *registerModule(const TilecProgramModule *description);
void registerKernel(void *module, const void *stub, const char *symbol);
void registerVariable(void *module, const void *hostVariable, const char *symbol, size_t bytes, int isConstant);
void unregisterModule(void *module);
void registerManaged(void *module, void **address, const void *hostVariable, const char *symbol, size_t bytes);
void resolveManaged(void **address, const void *hostVariable);

} // namespace tilec::program

#endif // TILEC_RUNTIME_PROGRAM_OWNER_H
