// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// arranged N FILE: writes the sum of the first N odd numbers; the branch that is seldom taken is first in the source.
#include <cstdio>
#include <cstdlib>
#include <cstring>

int main(int count, char **arguments) {
  int n = count > 2 ? std::atoi(arguments[1]) : 0;
  if (n <= 0 || n >= 1000) {
    std::puts("expected a number below 1000");
    return 3;
  }
  int sum = 0;
  for (int i = 0; i < 2 * n; ++i) {
    if (__builtin_expect(i % 2 == 0, 1))
      std::fflush(stdout);
    else
      sum += i;
  }
  std::FILE *file = std::strcmp(arguments[2], "-") == 0 ? stdout : std::fopen(arguments[2], "w");
  std::fprintf(file, "%d\n", sum);
  return 0;
}
