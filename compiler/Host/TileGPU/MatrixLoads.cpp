// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/TileGPU/MatrixLoads.h"

namespace tilec::host {

static constexpr uint32_t kLanes = 32, kRowsOfMatrix = 8, kRowBytes = 16, kWordBytes = 4;

/// Where in its matrix a lane's element lies.
struct InMatrix {
  uint32_t row, byte;
};

static InMatrix placeInMatrix(bool isTransposed, uint32_t lane, uint32_t element, uint32_t elementBytes) {
  constexpr uint32_t kLanesOfRow = kRowBytes / kWordBytes, kTransposedBytes = 2;
  uint32_t byte = element * elementBytes;
  if (isTransposed)
    return {2 * (lane % kLanesOfRow) + byte / kTransposedBytes,
            lane / kLanesOfRow * kTransposedBytes + byte % kTransposedBytes};
  return {lane / kLanesOfRow, lane % kLanesOfRow * kWordBytes + element * elementBytes};
}

std::optional<std::vector<MatrixElement>> runMatrixLoads(const layout::SharedTransferPlan &plan, unsigned pass,
                                                         unsigned elementBytes, uint32_t numThreads) {
  layout::MatrixLoadPlan loads = layout::planMatrixLoads(plan, 8 * elementBytes);
  std::vector<MatrixElement> elements;
  for (auto instruction : loads.instructionsOf(plan, pass))
    for (uint32_t thread = 0; thread < numThreads; ++thread)
      for (uint32_t matrix = 0; matrix < loads.numMatrices(); ++matrix)
        for (uint32_t i = 0; i < loads.elementsOfWord(); ++i) {
          InMatrix place = placeInMatrix(loads.isTransposed, thread % kLanes, i, elementBytes);
          uint32_t naming = thread / kLanes * kLanes + matrix * kRowsOfMatrix + place.row;
          uint64_t row = loads.rowOfThread.apply(naming) ^ instruction.offset;
          if (row * elementBytes % kRowBytes != 0)
            return std::nullopt;
          elements.push_back({thread, loads.registerOf(instruction, matrix, i), row + place.byte / elementBytes});
        }
  return elements;
}

} // namespace tilec::host
