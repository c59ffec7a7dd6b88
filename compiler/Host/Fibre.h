// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that can stop in its middle and go on later, with a stack of its own.
#pragma once

#include <functional>
#include <memory>

namespace tilec::host {

class Fibre {
public:
  Fibre();
  Fibre(const Fibre &) = delete;
  ~Fibre();

  /// Makes `body` what the next resume() begins with. An earlier body must have ended, or never goes on.
  void start(std::function<void()> body);
  /// Runs the body until it suspends or ends. Called from outside.
  void resume();
  /// Goes back to whoever resumed. Called by the body.
  void suspend();
  bool hasEnded() const {
    return ended;
  }

private:
  struct Contexts;
  static void enter(unsigned high, unsigned low);

  std::unique_ptr<Contexts> contexts;
  std::function<void()> body;
  bool ended = true;
};

} // namespace tilec::host
