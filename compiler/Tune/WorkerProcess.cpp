// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Tune/WorkerProcess.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tilec;
using namespace tilec::tune;
using runtime::Error;
using runtime::Expected;

extern char **environ;

static constexpr double kStartSeconds = 120; ///< a GPU's first context in a process takes its time

static Error failed(const std::string &text) {
  return {"tune", runtime::kHostRun, "kHostRun", text};
}

/// The program that this code is in, if that is tilec, else the one that is installed or built with this library.
static Expected<std::string> findCommand() {
  Dl_info info = {};
  dladdr(reinterpret_cast<const void *>(&findCommand), &info);
  std::string self = llvm::sys::fs::getMainExecutable(nullptr, nullptr);
  llvm::SmallString<256> real;
  std::string image = info.dli_fname ? info.dli_fname : "";
  if (!llvm::sys::fs::real_path(image, real))
    image = real.str();
  if (image.empty() || llvm::sys::path::filename(image).find(".so") == llvm::StringRef::npos)
    return self;
  // `lib/libtilec.so` and `lib/x86_64-linux-gnu/libtilec.so` are beside `bin/tilec`.
  constexpr int kFolders = 3;
  llvm::StringRef folder = llvm::sys::path::parent_path(image);
  for (int i = 0; i < kFolders && !folder.empty(); ++i) {
    folder = llvm::sys::path::parent_path(folder);
    llvm::SmallString<256> beside(folder);
    llvm::sys::path::append(beside, "bin", "tilec");
    if (llvm::sys::fs::can_execute(beside))
      return beside.str().str();
  }
  if (llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName("tilec"))
    return *found;
  return Error{"tune", runtime::kNoCompiler, "kNoCompiler",
               "the tuner runs candidates by the command tilec, which is neither beside '" + image +
                   "' nor among the programs of PATH"};
}

runtime::Status WorkerProcess::start() {
  if (command.empty()) {
    auto found = findCommand();
    if (!found)
      return found.error();
    command = *found;
  }
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return failed(std::string("cannot start a process: ") + std::strerror(errno));
  // A copy whose number is not the one that it gets in the new process, where it would stay closed.
  int theirs = fcntl(ends[1], F_DUPFD_CLOEXEC, 10);
  close(ends[1]);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, theirs, 3);
  // What kernels print while they are tried is nobody's.
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  std::string option = "--tune-worker=" + folder;
  char *arguments[] = {command.data(), option.data(), nullptr};
  int error = posix_spawn(&child, command.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(theirs);
  channel = ends[0];
  if (error) {
    child = -1;
    stop();
    return failed("cannot start '" + command + "': " + std::strerror(error));
  }
  auto ready = answer(kStartSeconds);
  return ready ? runtime::Status() : ready.error();
}

void WorkerProcess::stop() {
  if (channel >= 0)
    close(std::exchange(channel, -1));
  if (child > 0) {
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    child = -1;
  }
}

std::string WorkerProcess::deathOf() {
  int status = 0;
  waitpid(std::exchange(child, -1), &status, 0);
  stop();
  if (WIFSIGNALED(status))
    return std::string("ended by a fault: ") + strsignal(WTERMSIG(status));
  return "ended its process with exit code " + std::to_string(WEXITSTATUS(status));
}

Expected<std::string> WorkerProcess::answer(double seconds) {
  auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  std::string line;
  while (true) {
    auto left = std::chrono::duration<double, std::milli>(end - std::chrono::steady_clock::now()).count();
    pollfd wait = {channel, POLLIN, 0};
    int ready = left > 0 ? poll(&wait, 1, int(left) + 1) : 0;
    if (ready < 0 && errno == EINTR)
      continue;
    if (ready <= 0) {
      stop();
      return failed(llvm::formatv("did not end within {0:F1} s", seconds).str());
    }
    char c;
    ssize_t got = read(channel, &c, 1);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return failed(deathOf());
    if (c == '\n')
      break;
    line += c;
  }
  llvm::StringRef text = line;
  if (text.consume_front("ok"))
    return text.ltrim().str();
  if (text.consume_front("error "))
    stop(); // a GPU's context is of no use any more once a kernel has faulted
  return failed(text.str());
}

Expected<std::string> WorkerProcess::ask(const std::string &request, double seconds) {
  if (!isRunning())
    if (runtime::Status status = start(); !status)
      return status.error();
  std::string line = request + "\n";
  if (send(channel, line.data(), line.size(), MSG_NOSIGNAL) != ssize_t(line.size()))
    return failed(deathOf());
  return answer(seconds);
}
