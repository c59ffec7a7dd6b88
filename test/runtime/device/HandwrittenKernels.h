// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// PTX written by hand for what the runtime can launch and the compiler does not make yet, with its manifest.
#ifndef TILEC_TEST_RUNTIME_DEVICE_HANDWRITTENKERNELS_H
#define TILEC_TEST_RUNTIME_DEVICE_HANDWRITTENKERNELS_H

#include "tilec/Manifest.h"

/// Kernels, each over an array of 32-bit words:
///   index(out, n)   out[i] = i, 128 threads, n guarded
///   cluster(out)    out[CTA] = CTAs in its cluster; 16 CTAs per cluster
///   shared(out)     out[thread] = thread, by way of the far end of 200 KB of dynamic shared memory
///   count(out, n)   persistent, with a zeroed workspace: out[k] = 1000 * logical grid's x + n for each CTA; needs n
///   even
///   choose(out, p, q, n)   out[0] = 100 + the variant: 0 for pointers aligned to 16 and n to 8, 1 for pointers, 2
///   mapped(out, rows, columns)   nothing, with two tensor maps of an array of rows
///   after(out)      out[thread] += 1 behind griddepcontrol.wait
std::string handwrittenPtx();
tilec::manifest::Manifest handwrittenManifest();

#endif // TILEC_TEST_RUNTIME_DEVICE_HANDWRITTENKERNELS_H
