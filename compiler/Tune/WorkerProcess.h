// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The tuner's end of the process that runs candidates: starts it, asks it, ends it where it hangs.
#pragma once
#include "tilec/Error.h"

#include <sys/types.h>

namespace tilec::tune {

class WorkerProcess {
public:
  /// `command` is the program tilec; empty: the one that this code is in, or beside.
  WorkerProcess(std::string command, std::string folder) : command(std::move(command)), folder(std::move(folder)) {}
  WorkerProcess(const WorkerProcess &) = delete;
  ~WorkerProcess() {
    stop();
  }

  /// Sends a request, to a new process where there is none. Gives what stands behind `ok`; an error says what the
  /// process said, how it died, or that it did not answer within so many seconds and was ended.
  runtime::Expected<std::string> ask(const std::string &request, double seconds);
  bool isRunning() const {
    return child > 0;
  }
  void stop();

private:
  runtime::Status start();
  runtime::Expected<std::string> answer(double seconds);
  std::string deathOf();

  std::string command, folder;
  pid_t child = -1;
  int channel = -1;
};

} // namespace tilec::tune
