/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Says why there is no such driver, and, on a stand-in for one, why a module cannot be loaded. Reading a manifest throws
 * and catches inside of the library. */
#include "tilec-c/Runtime.h"

#include <stdio.h>

static void say(TilecError error) {
  puts(error ? tilecErrorName(error) : "success");
  tilecErrorDestroy(error);
}

int main(int argc, char **argv) {
  TilecDriver driver = NULL;
  TilecDevice device = NULL;
  TilecContext context = NULL;
  TilecModule module = NULL;
  say(tilecDriverLoad("/nowhere/libcuda.so.1", &driver));
  if (argc != 2)
    return 1;
  say(tilecDriverLoad(argv[1], &driver));
  say(tilecDeviceGet(driver, 0, &device));
  say(tilecContextGetCurrent(driver, &context));
  say(tilecModuleLoad(context, ".version 8.0", 12, "{\"schema\": oops", &module));
  tilecContextDestroy(context);
  tilecDeviceDestroy(device);
  tilecDriverDestroy(driver);
  return 0;
}
