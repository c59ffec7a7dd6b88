// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Capture of streams into graphs, where kernels run on the CPU.
#ifndef TILEC_RUNTIME_PROGRAM_HOST_CAPTURES_H
#define TILEC_RUNTIME_PROGRAM_HOST_CAPTURES_H

#include "runtime/Program/Host/Streams.h"

namespace tilec::program::host {

/// Adds the work to the graph that the stream is captured into, if it is: `isTaken` says so. Work of the legacy default
/// stream (`isLegacy`) would wait for streams that are captured, which is an error.
cudaError_t capture(Stream &stream, bool isLegacy, Work &work, bool &isTaken);
/// The event stands for what the stream has captured so far; false if it is not captured.
cudaError_t captureRecord(Stream &stream, Event &event, bool &isTaken);
/// The stream's work waits for an event of a capture, and is captured from now on.
cudaError_t captureWait(Stream &stream, Event &event, bool &isTaken);
/// The stream takes part in none any more; a capture that it was part of is of no use.
void leaveCapture(Stream &stream);
/// Forgets all captures.
void resetCaptures();

} // namespace tilec::program::host

#endif // TILEC_RUNTIME_PROGRAM_HOST_CAPTURES_H
