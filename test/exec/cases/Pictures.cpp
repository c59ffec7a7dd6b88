// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RGB to grey.
#include "test/exec/harness/Cases.h"

#include <algorithm>

using namespace tilec::exec;

namespace {

void grey(Run &run) {
  for (int pixels : {1, 1024, 3000, 1600}) {
    auto &rgb = run.uniform<unsigned char>(3 * pixels, 0, 255);
    auto &integers = run.zeros<unsigned char>(pixels), &floats = run.zeros<unsigned char>(pixels);
    Grid grid{uint32_t(ceilDiv(pixels, 1024))};
    run.launch("grey_by_integers", grid, integers, rgb, pixels);
    run.launch("grey_by_floats", grid, floats, rgb, pixels);
    std::vector<unsigned char> byIntegers(pixels), byFloats(pixels);
    for (int i = 0; i < pixels; ++i) {
      int r = rgb[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
      byIntegers[i] = (unsigned char)((77 * r + 150 * g + 29 * b + 128) >> 8);
      byFloats[i] = (unsigned char)std::min(std::floor(0.299 * r + 0.587 * g + 0.114 * b + 0.5), 255.0);
    }
    run.equal("grey_by_integers", integers, byIntegers);
    run.near("grey_by_floats", floats, byFloats, {0, 1}); // a sum next to a half may round either way
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addPictureCases(Cases &cases) {
  cases.push_back({"grayscale", "grayscale", grey});
}

} // namespace tilec::exec
