/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The command `tilec` as it is installed: what libtilec.so does with a command line. */
#include "tilec-c/Compiler.h"

int main(int argc, char **argv) {
  return tilecCommand(argc, argv);
}
