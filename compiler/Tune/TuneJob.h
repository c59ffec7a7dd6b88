// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the tuner tells the process that runs candidates: a folder with a description and the arrays' bytes.
#pragma once
#include "tilec/Compiler.h"

namespace tilec::tune {

/// An argument as the worker makes it.
struct JobArgument {
  std::string elementType; ///< of an array
  size_t bytes = 0;        ///< of an array, which lies in the folder's file `argument-N`; 0: a scalar
  size_t offset = 0;       ///< of the array's begin from a multiple of 256 bytes
  uint64_t word = 0;       ///< the scalar's bytes
  unsigned size = 8;       ///< of the scalar
};

/// A compiled candidate. Its image lies in the folder's file `candidate-N`, and its manifest in `manifest-N`: PTX or a
/// cubin; for the CPU a module of the `tile` dialect with what arithmetic may do there.
struct JobCandidate {
  std::string symbol;
  bool flushSubnormals = false, preciseDivision = true, preciseSqrt = true, fastMath = false;
};

struct Job {
  int device = -1; ///< ordinal; -1: the CPU
  double tolerance = -1;
  std::vector<JobArgument> arguments;
  std::vector<JobCandidate> candidates; ///< those without a symbol are out of question

  runtime::Status write(const std::string &folder) const;
  static runtime::Expected<Job> read(const std::string &folder);
};

/// Serves requests, which come as lines through the file descriptor 3, until that is closed:
///   load I                 -> ok
///   check I X Y Z          -> ok, or `differs` and why: runs candidate I on copies of the arguments and compares
///   time I X Y Z           -> ok and milliseconds
/// or `error` and a text. The first candidate that is checked gives the results to compare with; they are kept in the
/// folder for the worker that takes the place of one that has died. Gives the exit code.
int serveTuner(const std::string &folder);

} // namespace tilec::tune
