// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__device__ int shared_counter = 4;
__device__ float helper(float x) {
  return x + 1;
}
static __global__ void own(float *p) {
  *p += 10;
}

void second(float *p) {
  own<<<1, 1>>>(p);
}
