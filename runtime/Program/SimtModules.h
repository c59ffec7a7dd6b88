// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// SIMT kernels: what the program registers is kept, and handed to the real CUDA runtime once that is known.
#ifndef TILEC_RUNTIME_PROGRAM_SIMTMODULES_H
#define TILEC_RUNTIME_PROGRAM_SIMTMODULES_H

#include <cstddef>

namespace tilec::program {

struct SimtModule;

/// `image` is a fatbin, without the wrapper that CUDA compilers put around it.
SimtModule *addSimtModule(const void *image);
void addSimtKernel(SimtModule &module, const void *stub, const char *symbol);
void addSimtVariable(SimtModule &module, const void *address, const char *symbol, size_t bytes, bool isConstant);
/// The runtime fills in `address` at initSimtModule.
void addSimtManaged(SimtModule &module, void **address, const char *symbol, size_t bytes);
/// Loads the module where it has managed variables, whose addresses are then filled in. On a GPU only.
void initSimtModule(SimtModule &module);
void removeSimtModule(SimtModule &module);

/// Registers what the real runtime does not know yet. In mode Device only; costs little where there is nothing.
void submitSimtModules();

} // namespace tilec::program

#endif // TILEC_RUNTIME_PROGRAM_SIMTMODULES_H
