// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows as 8-bit integers and floats with a scale each, and back.
#include "test/exec/harness/Cases.h"

#include <algorithm>

using namespace tilec::exec;

namespace {

void quantizeBytes(Run &run) {
  for (auto [rows, columns] : {std::pair{1, 1}, {3, 128}, {5, 300}}) {
    auto &in = run.uniform<float>(rows * columns, -7, 7), &back = run.zeros<float>(rows * columns);
    for (int j = 0; rows > 2 && j < columns; ++j)
      in[columns + j] = 0; // a row of zeros
    auto &out = run.zeros<signed char>(rows * columns);
    auto &scales = run.zeros<float>(rows);
    uint32_t tiles = ceilDiv(columns, 128);
    run.launch("quantize_int8", {uint32_t(rows)}, out, scales, in, rows, columns);
    auto &outOfRows = run.zeros<signed char>(rows * columns);
    auto &scalesOfRows = run.zeros<float>(rows);
    run.launch("quantize_int8_row<1024>", {uint32_t(rows)}, outOfRows, scalesOfRows, in, rows, columns);
    run.launch("dequantize_int8", {uint32_t(rows), tiles}, back, out, scales, rows, columns);
    auto &backOfRows = run.zeros<float>(rows * columns);
    run.launch("dequantize_int8_row<1024>", {uint32_t(rows)}, backOfRows, out, scales, rows, columns);
    std::vector<signed char> expected(rows * columns);
    std::vector<float> expectedScales(rows), expectedBack(rows * columns);
    for (int i = 0; i < rows; ++i) {
      float largest = 0;
      for (int j = 0; j < columns; ++j)
        largest = std::max(largest, std::fabs(in[i * columns + j]));
      expectedScales[i] = largest > 0 ? largest / 127.0f : 1.0f;
      for (int j = i * columns; j < (i + 1) * columns; ++j) {
        float q = std::floor(in[j] / expectedScales[i] + 0.5f);
        expected[j] = (signed char)std::clamp(q, -127.0f, 127.0f);
        expectedBack[j] = expected[j] * expectedScales[i];
      }
    }
    run.equal("scales", scales, expectedScales);
    run.equal("quantize_int8", out, expected);
    run.equal("scales of rows", scalesOfRows, expectedScales);
    run.equal("quantize_int8_row", outOfRows, expected);
    run.near("dequantize_int8", back, expectedBack, {});
    run.near("dequantize_int8_row", backOfRows, expectedBack, {});
    run.clear();
  }
}

template <class Q> void quantizeSmallFloats(Run &run, const std::string &type, float top) {
  for (auto [rows, columns] : {std::pair{1, 1}, {3, 128}, {6, 100}}) {
    auto &in = run.uniform<float>(rows * columns, -7, 7), &back = run.zeros<float>(rows * columns);
    for (float &x : in.values)
      x *= run.random.chance(0.3) ? 1e-3f : 1.0f; // some become subnormal
    auto &out = run.zeros<Q>(rows * columns);
    auto &scales = run.zeros<float>(rows);
    run.launch("quantize_fp8<" + type + ">", {uint32_t(rows)}, out, scales, in, rows, columns, top);
    run.launch("dequantize_fp8<" + type + ">", {uint32_t(rows)}, back, out, scales, rows, columns);
    std::vector<Q> expected(rows * columns);
    std::vector<float> expectedBack(rows * columns);
    for (int i = 0; i < rows; ++i) {
      float largest = 0;
      for (int j = 0; j < columns; ++j)
        largest = std::max(largest, std::fabs(in[i * columns + j]));
      float scale = largest > 0 ? largest / top : 1.0f;
      for (int j = i * columns; j < (i + 1) * columns; ++j) {
        expected[j] = Q(in[j] / scale);
        expectedBack[j] = float(expected[j]) * scale;
      }
    }
    run.equal("quantize_fp8<" + type + ">", out, expected);
    run.near("dequantize_fp8<" + type + ">", back, expectedBack, {});
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addQuantizationCases(Cases &cases) {
  cases.push_back({"quantize/int8", "quantize", quantizeBytes});
  cases.push_back({"quantize/fp8", "quantize_fp8", [](Run &run) {
                     quantizeSmallFloats<Float8E4M3>(run, "__nv_fp8_e4m3", 448);
                     quantizeSmallFloats<Float8E5M2>(run, "__nv_fp8_e5m2", 57344);
                   }});
}

} // namespace tilec::exec
