// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pitched and three-dimensional copies, fills of parts, memory of a stream.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
#include "Inputs/program.h"
#include "Inputs/vectors.h"

int main() {
  const int rows = 20, columns = 50;
  float *pitched;
  size_t pitch;
  CHECK(cudaMallocPitch(&pitched, &pitch, columns * sizeof(float), rows));
  std::vector<float> in = sequence<float>(rows * columns), out(rows * columns);
  CHECK(cudaMemcpy2D(pitched, pitch, in.data(), columns * sizeof(float), columns * sizeof(float), rows,
                     cudaMemcpyHostToDevice));
  for (int row = 0; row < rows; row += 2)
    affine<<<1, 1>>>((float *)((char *)pitched + row * pitch), -1.0f, 0.0f, columns);
  CHECK(cudaMemset2D((char *)pitched + 3 * pitch, pitch, 0, 10 * sizeof(float), 4));
  CHECK(cudaMemcpy2D(out.data(), columns * sizeof(float), pitched, pitch, columns * sizeof(float), rows,
                     cudaMemcpyDeviceToHost));
  std::printf("%.0f %.0f %.0f %.0f\n", out[1], out[columns + 1], out[3 * columns + 9], out[3 * columns + 10]);

  cudaPitchedPtr box;
  cudaExtent extent = make_cudaExtent(columns * sizeof(float), 4, 5);
  CHECK(cudaMalloc3D(&box, extent));
  CHECK(cudaMemset3D(box, 0, extent));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(in.data(), columns * sizeof(float), columns, 4);
  copy.dstPtr = box;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy));
  float last = 0;
  CHECK(cudaMemcpy(&last, (char *)box.ptr + (4 * box.ysize + 3) * box.pitch + 49 * sizeof(float), sizeof last,
                   cudaMemcpyDeviceToHost));
  std::printf("%.0f\n", last);

  cudaStream_t stream;
  float *temporary;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaMallocAsync(&temporary, 1000 * sizeof(float), stream));
  CHECK(cudaMemsetAsync(temporary, 0, 1000 * sizeof(float), stream));
  affine<<<8, 1, 0, stream>>>(temporary, 1.0f, 3.0f, 1000);
  CHECK(cudaMemcpyAsync(&last, temporary + 999, sizeof last, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaFreeAsync(temporary, stream));
  CHECK(cudaStreamSynchronize(stream));
  std::printf("%.0f\n", last);
  CHECK(cudaFree(pitched));
  CHECK(cudaFree(box.ptr));
}
