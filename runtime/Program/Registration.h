/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** \file
 * What a program that tilec compiled tells libtilec-program.a about its kernels, before main. The host part of each
 * source has a constructor that registers the source's modules and then what each of them holds.
 *
 * Everything that is passed stays the caller's and must live as long as the program or the shared library that holds
 * it. The structures may grow at their end: `bytes` says which fields there are. Programs are linked with
 * -Wl,--export-dynamic-symbol=__tilecProgramOwner where the linker knows that, so that shared libraries that bring the
 * archive along work together with them (Owner.h).
 */
#ifndef TILEC_RUNTIME_PROGRAM_REGISTRATION_H
#define TILEC_RUNTIME_PROGRAM_REGISTRATION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  TILEC_PROGRAM_TILE = 1, /**< tile kernels: launched by the tilec runtime, or run on the CPU */
  TILEC_PROGRAM_SIMT = 2  /**< SIMT kernels: given to the CUDA runtime as they are; on the CPU, their PTX is run */
};

/** How the module's arithmetic was asked for, as bits of `arithmetic`. */
enum {
  TILEC_PROGRAM_FLUSH_SUBNORMALS = 1,     /**< -ftz=true */
  TILEC_PROGRAM_APPROXIMATE_DIVISION = 2, /**< -prec-div=false */
  TILEC_PROGRAM_APPROXIMATE_SQRT = 4,     /**< -prec-sqrt=false */
  TILEC_PROGRAM_FAST_MATH = 8             /**< -use_fast_math, which is all of them and approximate functions */
};

typedef struct {
  uint32_t bytes;    /**< sizeof(TilecProgramModule) */
  uint32_t kind;     /**< TILEC_PROGRAM_TILE or TILEC_PROGRAM_SIMT */
  const void *image; /**< tile: fatbin, cubin or PTX text; SIMT: fatbin */
  size_t imageBytes;
  const char *manifest; /**< JSON; null when it is inside the image */
  /** The `tile` dialect, as the front end left it and with locations, text or bytecode; null for SIMT. */
  const char *tileModule;
  size_t tileModuleBytes;
  uint32_t arithmetic; /**< of the tile module, on the CPU */
  /** SIMT: the PTX that runs on the CPU, one text after the other, each with a zero byte behind it; null if none. */
  const char *ptx;
  size_t ptxBytes;
} TilecProgramModule;

/** Adds a module; never null. Nothing is loaded before it is needed. */
void *__tilecRegisterModule(const TilecProgramModule *module);
/** The kernel `symbol` of the module is launched by the address `stub`. What `<<<...>>>` says of threads is ignored
 * where the stub takes it from __cudaPopCallConfiguration; other launches of tile kernels need a block of 1. */
void __tilecRegisterKernel(void *module, const void *stub, const char *symbol);
/** The variable `symbol` of the module is named by the address of `hostVariable`, which nothing reads or writes. */
void __tilecRegisterVariable(void *module, const void *hostVariable, const char *symbol, size_t bytes, int isConstant);
/** The same of a `__managed__` variable of SIMT code, which host code reads and writes where `*address` says. The
 * module may be null: no device code names it. */
void __tilecRegisterManaged(void *module, void **address, const void *hostVariable, const char *symbol, size_t bytes);
/** Fills in `*address` of a managed variable, for host code that finds it null. */
void __tilecResolveManaged(void **address, const void *hostVariable);
/** Takes the module and all that it holds away again: for shared libraries that are closed. */
void __tilecUnregisterModule(void *module);

/** Weak, defined by the program: where libtilec.so was when the program was compiled. */
extern const char *__tilecLibraryPath __attribute__((weak));
/** Weak, defined by the program: the CUDART_VERSION of the headers that it was compiled with, 13000 for 13.0. */
extern const int __tilecCudartVersion __attribute__((weak));

#ifdef __cplusplus
}
#endif

#endif /* TILEC_RUNTIME_PROGRAM_REGISTRATION_H */
