// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The tensor map that tests of launches use: boxes of rows behind argument 0.
#ifndef TILEC_TEST_RUNTIME_ROWSMAP_H
#define TILEC_TEST_RUNTIME_ROWSMAP_H

#include "tilec/Manifest.h"

/// `rows` rows of `columns` elements, `rowBytes` apart; boxes of `width` elements of `height` rows.
inline tilec::manifest::TensorMap rowsMap(const std::string &elementType, tilec::manifest::Expression columns,
                                          tilec::manifest::Expression rows, tilec::manifest::Expression rowBytes,
                                          uint32_t width, uint32_t height) {
  tilec::manifest::TensorMap map;
  map.elementType = elementType;
  map.base = tilec::manifest::Expression::argument(0);
  map.extents = {std::move(columns), std::move(rows)};
  map.strides = {std::move(rowBytes)};
  map.box = {width, height};
  map.elementSteps = {1, 1};
  return map;
}

#endif // TILEC_TEST_RUNTIME_ROWSMAP_H
