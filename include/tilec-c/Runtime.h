/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** \file
 * The runtime for C: load a module that tilec compiled, launch its kernels. It mirrors include/tilec (C++), which says
 * more about threads and lifetimes.
 *
 * Errors: a function that can fail returns NULL on success, else an error that the caller frees with tilecErrorDestroy.
 * Results come back through the last parameters and are written on success only.
 * Ownership: every ...Create, ...Load, ...Open or ...Get that yields a handle gives the caller one reference, ended by
 * the matching ...Destroy, which accepts NULL. Handles may be destroyed in any order: what is still used stays alive.
 * Units: sizes and offsets are bytes, times milliseconds, grids tile blocks.
 * Strings are UTF-8 and end with a zero byte; those returned live as long as the handle they were asked of.
 */
#ifndef TILEC_C_RUNTIME_H
#define TILEC_C_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TilecErrorImpl *TilecError;
typedef struct TilecDriverImpl *TilecDriver;
typedef struct TilecDeviceImpl *TilecDevice;
typedef struct TilecContextImpl *TilecContext;
typedef struct TilecBundleImpl *TilecBundle;
typedef struct TilecModuleImpl *TilecModule;
typedef struct TilecKernelImpl *TilecKernel;
typedef struct TilecBufferImpl *TilecBuffer;
typedef struct TilecStreamImpl *TilecStream;
typedef struct TilecEventImpl *TilecEvent;
typedef struct TilecGraphImpl *TilecGraph;

/** @name Errors */
/** The driver's CUresult (positive), or a code of tilec/Error.h (negative). */
int tilecErrorCode(TilecError error);
/** The function that failed: `cuModuleLoadDataEx`, `Kernel::launch`. */
const char *tilecErrorCall(TilecError error);
/** `CUDA_ERROR_OUT_OF_MEMORY`, `kArgumentCount`. */
const char *tilecErrorName(TilecError error);
/** What it means here. */
const char *tilecErrorText(TilecError error);
/** All of it in one line. */
const char *tilecErrorMessage(TilecError error);
void tilecErrorDestroy(TilecError error);

/** @name Driver and devices */
/** Opens libcuda; NULL or "" means `libcuda.so.1` by the system's search rules. */
TilecError tilecDriverLoad(const char *path, TilecDriver *driver);
void tilecDriverDestroy(TilecDriver driver);
TilecError tilecDriverDeviceCount(TilecDriver driver, int *count);
/** Device `ordinal`, from 0. */
TilecError tilecDeviceGet(TilecDriver driver, int ordinal, TilecDevice *device);
void tilecDeviceDestroy(TilecDevice device);
const char *tilecDeviceName(TilecDevice device);
/** 10 * major + minor. */
int tilecDeviceComputeCapability(TilecDevice device);
/** `sm_90a`. */
const char *tilecDeviceArchitecture(TilecDevice device);

/** @name Contexts */
/** The context that the CUDA runtime uses on the device. */
TilecError tilecContextGetPrimary(TilecDevice device, TilecContext *context);
/** A new context of its own. */
TilecError tilecContextCreate(TilecDevice device, TilecContext *context);
/** The context that is current in this thread; where there is none, the primary one of the first device. */
TilecError tilecContextGetCurrent(TilecDriver driver, TilecContext *context);
void tilecContextDestroy(TilecContext context);
/** Waits for all work of the context. */
TilecError tilecContextSynchronize(TilecContext context);

/** @name Buffers: device memory */
TilecError tilecBufferCreate(TilecContext context, size_t bytes, TilecBuffer *buffer);
void tilecBufferDestroy(TilecBuffer buffer);
/** Device address. */
uint64_t tilecBufferAddress(TilecBuffer buffer);
size_t tilecBufferSize(TilecBuffer buffer);
/** Host to device; waits. */
TilecError tilecBufferCopyFrom(TilecBuffer buffer, const void *source, size_t bytes, size_t offset);
/** Device to host; waits for the copy, not for other streams. */
TilecError tilecBufferCopyTo(TilecBuffer buffer, void *target, size_t bytes, size_t offset);
/** Queues setting every byte; `stream` may not be NULL (tilecStreamBorrow gives the legacy default stream). */
TilecError tilecBufferFill(TilecBuffer buffer, TilecStream stream, uint8_t value);

/** @name Streams, events, graphs */
/** `priority`: lower is more urgent, 0 normal. */
TilecError tilecStreamCreate(TilecContext context, int priority, TilecStream *stream);
/** Wraps a CUstream that somebody else owns; NULL is the legacy default stream. */
TilecStream tilecStreamBorrow(TilecContext context, void *native);
void tilecStreamDestroy(TilecStream stream);
TilecError tilecStreamSynchronize(TilecStream stream);
TilecError tilecStreamWait(TilecStream stream, TilecEvent event);
TilecError tilecStreamBeginCapture(TilecStream stream);
TilecError tilecStreamEndCapture(TilecStream stream, TilecGraph *graph);
TilecError tilecEventCreate(TilecContext context, bool timing, TilecEvent *event);
void tilecEventDestroy(TilecEvent event);
TilecError tilecEventRecord(TilecEvent event, TilecStream stream);
TilecError tilecEventSynchronize(TilecEvent event);
/** Time between two recorded and reached events. */
TilecError tilecEventElapsed(TilecEvent start, TilecEvent end, float *milliseconds);
TilecError tilecGraphLaunch(TilecGraph graph, TilecStream stream);
void tilecGraphDestroy(TilecGraph graph);

/** @name Modules and kernels */
/** Loads PTX, a cubin or a fatbin of `bytes` bytes. `manifest` may be NULL: then it is read from the image. */
TilecError tilecModuleLoad(TilecContext context, const void *image, size_t bytes, const char *manifest,
                           TilecModule *module);
/** Loads a file, which may be a bundle (of which the first module is loaded); `path`.json beside it, if there, is the manifest. */
TilecError tilecModuleLoadFile(TilecContext context, const char *path, TilecModule *module);
void tilecModuleDestroy(TilecModule module);
/** What an argument is; the union of TilecArgument has one member for each. */
typedef enum {
  TILEC_ARGUMENT_SIGNED,   /**< `i`: converts to integer parameters that can hold the value */
  TILEC_ARGUMENT_UNSIGNED, /**< `u`: likewise */
  TILEC_ARGUMENT_FLOAT,    /**< `f`: a float, or a double parameter */
  TILEC_ARGUMENT_DOUBLE,   /**< `d` */
  TILEC_ARGUMENT_POINTER,  /**< `u`: a device address */
  TILEC_ARGUMENT_BITS,     /**< `u` holds `bytes` bytes of a scalar of type `elementType`, e.g. "bf16" */
  TILEC_ARGUMENT_RECORD    /**< `record` points to `bytes` bytes, read during the call */
} TilecArgumentKind;

typedef struct {
  TilecArgumentKind kind;
  union {
    int64_t i;
    uint64_t u;
    float f;
    double d;
    const void *record;
  } value;
  size_t bytes;            /**< BITS and RECORD only */
  const char *elementType; /**< BITS only */
} TilecArgument;

/** An argument, with the bytes of an array. */
typedef struct {
  TilecArgument value;
  size_t bytes; /**< 0: a scalar or a null pointer */
} TilecTuneArgument;

/** Reads a file of kernels compiled ahead of time (`tilec --emit=bundle`). */
TilecError tilecBundleOpen(const char *path, TilecBundle *bundle);
void tilecBundleDestroy(TilecBundle bundle);
/** Name of the source. */
const char *tilecBundleSource(TilecBundle bundle);
/** The source compiled in different ways; module 0 is the source compiled as it is. At least 1. */
size_t tilecBundleModuleCount(TilecBundle bundle);
/** What a tuner calls module `index`, which must be below the count: `N=256, pipeline-loops=3`; "" for the first. */
const char *tilecBundleCandidate(TilecBundle bundle, size_t index);
/** The manifest of module `index` as JSON, of its first architecture. */
const char *tilecBundleManifest(TilecBundle bundle, size_t index);
/** A form of a kernel that was tuned. */
typedef struct {
  size_t module;         /**< index of the module that has it */
  const char *kernel;    /**< `scale<256>` */
  const char *constants; /**< as JSON: `{"N":"256"}` */
} TilecBundleChoice;

/** The fastest known form of a kernel, `scale`, on the device with such arguments, by the wisdom that the bundle was made
 * with; the strings live until the bundle's next choice. */
TilecError tilecBundleChoose(TilecBundle bundle, const char *kernel, TilecDevice device,
                             const TilecTuneArgument *arguments, size_t count, TilecBundleChoice *choice);
TilecError tilecBundleLoad(TilecBundle bundle, size_t index, TilecContext context, TilecModule *module);
/** The manifest as JSON. */
const char *tilecModuleManifest(TilecModule module);
/** By symbol, or by C++ name if only one kernel fits. */
TilecError tilecModuleGetKernel(TilecModule module, const char *name, TilecKernel *kernel);
void tilecKernelDestroy(TilecKernel kernel);
/** Number of parameters. */
size_t tilecKernelParameterCount(TilecKernel kernel);

/** Start with TILEC_LAUNCH_DEFAULTS. New fields come at the end. */
typedef struct {
  size_t size; /**< of this structure, as the caller knows it */
  uint32_t gridX, gridY, gridZ;
  TilecStream stream;               /**< NULL: the legacy default stream */
  int sharedMemoryCarveout;         /**< percent, -1: the driver's choice */
  bool programmaticDependentLaunch; /**< may start before the kernel ahead of it has ended */
  int variant;                      /**< index of the variant to launch, -1: the first whose facts hold */
} TilecLaunchOptions;

#define TILEC_LAUNCH_DEFAULTS {sizeof(TilecLaunchOptions), 1, 1, 1, 0, -1, false, -1}

/** Queues one run. Arguments are checked against the manifest and copied before the call returns. */
TilecError tilecKernelLaunch(TilecKernel kernel, const TilecLaunchOptions *options, const TilecArgument *arguments,
                             size_t count);
/** Queues one run as tilecKernelLaunch does, for callers that know the parameters' types: `words` are the values of all
 * parameters one after the other, each in its own type, at the next multiple of 8 bytes. Nothing of them is checked. */
TilecError tilecKernelLaunchWords(TilecKernel kernel, const TilecLaunchOptions *options, const void *words);

/** Number of variants: forms of the kernel that need facts about the arguments, and last the one that needs none. */
size_t tilecKernelVariantCount(TilecKernel kernel);
/** Index of the variant that such a launch would take. */
TilecError tilecKernelSelectVariant(TilecKernel kernel, const TilecLaunchOptions *options,
                                    const TilecArgument *arguments, size_t count, size_t *variant);
/** Index of the variant that the latest launch took; -1 before the first. */
int tilecKernelLastVariant(TilecKernel kernel);

/** @name Embedded kernels: code that was compiled ahead of time (`tilec --emit=embed`) */
/** The code of one source for GPUs and for the CPU; lives as long as the process. */
typedef struct {
  size_t size;       /**< of this structure, as the caller knows it */
  const char *name;  /**< of the source, for messages */
  const void *image; /**< PTX, a cubin or a fatbin */
  size_t imageBytes;
  const char *tileModule; /**< for the CPU */
  size_t tileModuleBytes;
  bool flushSubnormals, approximateDivision, approximateSqrt, fastMath; /**< for the CPU */
} TilecEmbeddedModule;

/** Runs a kernel of the module, by symbol, over a grid of tile blocks. `arguments` are the addresses of `count` values
 * that have the types of the kernel's parameters.
 *
 * On a GPU the run is queued in `stream`, a CUstream or cudaStream_t, of the context that is current, into which the
 * module is loaded at its first launch. Where there is no GPU the kernel runs on the CPU by libtilec.so, and has ended
 * when the call returns; pointers are then host pointers. The environment variable TILEC_RUN forces either: cpu, gpu,
 * or auto. */
TilecError tilecEmbeddedLaunch(const TilecEmbeddedModule *module, const char *symbol, void *stream, uint32_t gridX,
                               uint32_t gridY, uint32_t gridZ, void *const *arguments, size_t count);
/** Whether tilecEmbeddedLaunch runs kernels on the CPU. */
TilecError tilecEmbeddedRunsOnHost(bool *onHost);

#ifdef __cplusplus
}
#endif

#endif /* TILEC_C_RUNTIME_H */
