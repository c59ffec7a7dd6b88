/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** \file
 * The tuner for C: the fastest form of a kernel, by trying them. It mirrors tilec/Tuner.h (C++), which says what
 * becomes of candidates. A tuner belongs to one thread at a time. Strings live as long as the tuner, or until its next
 * choice.
 */
#ifndef TILEC_C_TUNER_H
#define TILEC_C_TUNER_H

#include "tilec-c/Compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TilecTunerImpl *TilecTuner;

typedef enum {
  TILEC_TUNE_OFF,  /**< the default is taken */
  TILEC_TUNE_USE,  /**< what the wisdom knows, else the default */
  TILEC_TUNE_TUNE, /**< what the wisdom knows, else what trying finds */
} TilecTuneMode;

/** Start with TILEC_TUNE_DEFAULTS. New fields come at the end. */
typedef struct {
  size_t size;        /**< of this structure, as the caller knows it */
  const char *wisdom; /**< a file of JSON lines; NULL: nothing is remembered */
  TilecTuneMode mode;
  double budget;    /**< seconds */
  double tolerance; /**< how far results may be from the default's; negative: by the element type */
  int device;       /**< ordinal of the GPU; -1: the CPU */
  /** Told what becomes of each candidate; may be NULL. */
  void (*progress)(void *progressData, const char *text);
  void *progressData;
} TilecTuneOptions;

#define TILEC_TUNE_DEFAULTS {sizeof(TilecTuneOptions), 0, TILEC_TUNE_TUNE, 15, -1, -1, 0, 0}

/** `space` is as `#pragma tilec tune(...)` has it between its brackets; NULL: the only one of the source. `options`
 * hold for every candidate; NULL: defaults. */
TilecError tilecTunerCreate(const TilecSourceFile *source, const TilecCompileOptions *options, const char *space,
                            const TilecTuneOptions *tune, TilecTuner *tuner);
void tilecTunerDestroy(TilecTuner tuner);
/** The default is candidate 0. */
size_t tilecTunerCandidateCount(TilecTuner tuner);
/** `N=256, pipeline-loops=3` */
const char *tilecTunerCandidateName(TilecTuner tuner, size_t index);
/** `scale<256>` */
const char *tilecTunerCandidateKernel(TilecTuner tuner, size_t index);
/** Why it is out of question, or "". */
const char *tilecTunerCandidateProblem(TilecTuner tuner, size_t index);
/** The median of its times; infinite if it was not timed. */
double tilecTunerCandidateMilliseconds(TilecTuner tuner, size_t index);
/** Adds what a candidate is compiled with to options: its own options and its kernel. */
TilecError tilecTunerApply(TilecTuner tuner, size_t index, TilecCompileOptions *options);
/** The candidate for such arguments, which are left as they are. `grids` are three extents for each candidate, of which
 * a 0 leaves the candidate out; NULL: as the space says. */
TilecError tilecTunerChoose(TilecTuner tuner, const TilecTuneArgument *arguments, size_t count, const uint32_t *grids,
                            size_t *candidate);

#ifdef __cplusplus
}
#endif

#endif /* TILEC_C_TUNER_H */
