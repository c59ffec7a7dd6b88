// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tilec: the compiler as a command. Exit code 0: all went well; 1: an error of the user's, which is printed.
#include "tools/tilec/Command.h"

#include <new>

/// Before the constructors of LLVM's shared libraries, which allocate too.
[[gnu::used, gnu::section(".preinit_array")]] static void (*const expectLittleMemory)() = [] {
  std::set_new_handler(tilec::tool::endWithoutMemory);
};

int main(int argc, char **argv) {
  return tilecCommand(argc, argv);
}
