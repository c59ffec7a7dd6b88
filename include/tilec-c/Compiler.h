/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** \file
 * The compiler for C: CUDA Tile C++ source text in, PTX and manifest out, or diagnostics. It mirrors tilec/Compiler.h
 * (C++), which says more. Any number of compilations may run in different threads at once; one belongs to one thread at
 * a time.
 *
 * Strings passed in are read during the call. Strings and bytes that come back live as long as the compilation, those
 * of tilecCompilationEmit until its next call.
 */
#ifndef TILEC_C_COMPILER_H
#define TILEC_C_COMPILER_H

#include "tilec-c/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TilecCompilationImpl *TilecCompilation;

/** A source or a header that is in memory. */
typedef struct {
  const char *name; /**< as diagnostics and `#include` call it */
  const char *text;
} TilecSourceFile;

/** Unmasked accesses through views that leave their tensors; tilec/Choice.h says what each does. */
typedef enum { TILEC_BOUNDS_AUTO, TILEC_BOUNDS_TRUST, TILEC_BOUNDS_MASK, TILEC_BOUNDS_TRAP } TilecBounds;

/** Options that were set by name. */
typedef struct TilecNamedOptionsImpl *TilecNamedOptions;

/** Start with tilecCompileOptionsInit. Arrays may be NULL where their count is 0. New fields come at the end. */
typedef struct {
  size_t size;                  /**< of this structure, as the caller knows it */
  const char *architecture;     /**< `sm_90a`, `compute_90`, ... */
  const char *const *arguments; /**< Clang's spellings of -I -D -U -include -std= -W... */
  size_t argumentCount;
  const TilecSourceFile *headers; /**< found by `#include` before those on disk */
  size_t headerCount;
  const char *const *nameExpressions; /**< kernel templates to instantiate: `softmax<float, 128>` */
  size_t nameExpressionCount;
  bool relaxedConstexpr, contractFma, flushSubnormals, preciseDivision, preciseSqrt, fastMath;
  bool fastAccumulation; /**< products of fp8 are summed by the tensor core from end to end */
  bool lineInfo, remarks;
  unsigned optimizationLevel; /**< 0 to 3 */
  unsigned maxVariants;       /**< most forms of one kernel to pick from at launch; 1: only the unconditional one */
  TilecBounds bounds;
  TilecNamedOptions named; /**< of tilecCompileOptionsSet; they count behind the fields */
} TilecCompileOptions;

/** sm_90a, precise arithmetic with contraction, level 3, nothing else. `size` is sizeof(TilecCompileOptions). */
void tilecCompileOptionsInit(TilecCompileOptions *options, size_t size);
/** Sets an option of the command by its name, with or without its dashes: "fast-math" to "true", "pipeline-loops" to
 * "4", "hints" to "latency = 4", "instantiate" to "scale<256>". What the command writes without a value takes "true"
 * and "false". Fails with kBadOption. tilecCompileOptionsClear frees what this takes. */
TilecError tilecCompileOptionsSet(TilecCompileOptions *options, const char *name, const char *value);
/** Forgets the options that were set by name. */
void tilecCompileOptionsClear(TilecCompileOptions *options);

/** Version of this compiler: `0.1.0`. */
const char *tilecVersion(void);

/** Parses and checks a source; never NULL. `options` may be NULL. Ask tilecCompilationSucceeded. */
TilecCompilation tilecCompile(const TilecSourceFile *source, const TilecCompileOptions *options);
/** Takes `bytes` bytes of a module that tilecCompilationEmit gave for TILEC_STAGE_TILE, or its bytecode; never NULL. */
TilecCompilation tilecCompilationFromTile(const char *module, size_t bytes, const TilecCompileOptions *options);
/** Does nothing once the process runs its last destructors. */
void tilecCompilationDestroy(TilecCompilation compilation);
bool tilecCompilationSucceeded(TilecCompilation compilation);

typedef enum { TILEC_NOTE, TILEC_REMARK, TILEC_WARNING, TILEC_ERROR } TilecSeverity;

typedef struct {
  TilecSeverity severity;
  const char *file;      /**< "" when it belongs to no place */
  unsigned line, column; /**< from 1; 0 when unknown */
  const char *message;
  const char *option;   /**< `-Wfoo`, or "" */
  const char *rendered; /**< as a terminal shows it; ends with a newline */
} TilecDiagnostic;

/** Number of diagnostics so far. */
size_t tilecCompilationDiagnosticCount(TilecCompilation compilation);
/** Diagnostic `index`, which must be below the count. Valid until the next call that may report more. */
TilecDiagnostic tilecCompilationDiagnostic(TilecCompilation compilation, size_t index);

typedef enum {
  TILEC_STAGE_TILE,
  TILEC_STAGE_TILE_GPU,
  TILEC_STAGE_NVVM,
  TILEC_STAGE_LLVM,
  TILEC_STAGE_PTX,
  TILEC_STAGE_CUBIN,
  TILEC_STAGE_SASS
} TilecStage;

/** The module at `stage`: text with a final zero byte (not counted), or a cubin's bytes. False after an error, which is
 * then among the diagnostics. */
bool tilecCompilationEmit(TilecCompilation compilation, TilecStage stage, const char **data, size_t *bytes);
/** The manifest as JSON; with variants once PTX or a later stage was emitted. */
const char *tilecCompilationManifest(TilecCompilation compilation);
/** Symbol of the kernel that a name expression means; NULL if there is none. */
const char *tilecCompilationLoweredName(TilecCompilation compilation, const char *nameExpression);

/** Whether there is a kernel of this symbol; `count` gets the number of its parameters, `bytes` the size of each as far
 * as there is `room`. */
bool tilecCompilationParameters(TilecCompilation compilation, const char *symbol, size_t *bytes, size_t room,
                                size_t *count);

/** Memory that a kernel on the CPU may touch. */
typedef struct {
  const void *data;
  size_t bytes;
  const char *name; /**< for reports; may be NULL */
} TilecHostMemory;

/** How a kernel runs on the CPU. Start with TILEC_HOST_DEFAULTS. New fields come at the end. */
typedef struct {
  size_t size;                   /**< of this structure, as the caller knows it */
  unsigned threads;              /**< 0: one per core */
  bool check;                    /**< report what the language forbids; several times slower */
  const TilecHostMemory *memory; /**< everything the kernel may touch; none: addresses and races are not checked */
  size_t memoryCount;
  /** Takes what the kernel prints, once it has ended; NULL: standard output. */
  void (*print)(void *printData, const char *text, size_t bytes);
  void *printData;
} TilecHostOptions;

#define TILEC_HOST_DEFAULTS {sizeof(TilecHostOptions), 0, false, 0, 0, 0, 0}

/** Runs a kernel on the CPU and waits for its end; pointers are host pointers. `options` may be NULL. */
TilecError tilecCompilationRunOnHost(TilecCompilation compilation, const char *kernel, uint32_t gridX, uint32_t gridY,
                                     uint32_t gridZ, const TilecArgument *arguments, size_t count,
                                     const TilecHostOptions *options);
/** Runs a kernel as tilecCompilationRunOnHost does. `arguments` are the addresses of `count` values that have the types
 * of the kernel's parameters, as for cuLaunchKernel. `options` may be NULL. */
TilecError tilecCompilationLaunchOnHost(TilecCompilation compilation, const char *kernel, uint32_t gridX,
                                        uint32_t gridY, uint32_t gridZ, void *const *arguments, size_t count,
                                        const TilecHostOptions *options);
/** The memory of a module variable on the CPU (by symbol), for runs with or without `check`. False if there is none. It
 * lives as long as the compilation. */
bool tilecCompilationHostVariable(TilecCompilation compilation, const char *symbol, bool check, void **address,
                                  size_t *bytes);
/** Gives the module variables that kernels on the CPU have changed their first values again. */
void tilecCompilationResetHostVariables(TilecCompilation compilation);

/** The command `tilec` within this process, for programs that are nothing else: it changes the heap and the handlers of
 * signals. Gives the exit code. */
int tilecCommand(int argc, char **argv);

typedef struct TilecCodeImpl *TilecCode;

/** Compiles a source to TILEC_STAGE_PTX or TILEC_STAGE_CUBIN, or takes what an equal call, in this process or another,
 * left on disk (tilec/CodeCache.h). `folder` NULL: the user's cache folder. Never NULL. Ask tilecCodeImage. */
TilecCode tilecCompileCached(const TilecSourceFile *source, const TilecCompileOptions *options, TilecStage stage,
                             const char *folder);
void tilecCodeDestroy(TilecCode code);
/** The image with its manifest inside, for tilecModuleLoad. False after an error, which is among the diagnostics. */
bool tilecCodeImage(TilecCode code, const char **data, size_t *bytes);
/** Whether it came from disk. */
bool tilecCodeFromCache(TilecCode code);
/** As tilecCompilationDiagnosticCount and tilecCompilationDiagnostic; valid as long as the code. */
size_t tilecCodeDiagnosticCount(TilecCode code);
TilecDiagnostic tilecCodeDiagnostic(TilecCode code, size_t index);
/** As tilecCompilationLoweredName; valid as long as the code. */
const char *tilecCodeLoweredName(TilecCode code, const char *nameExpression);

#ifdef __cplusplus
}
#endif

#endif /* TILEC_C_COMPILER_H */
