// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stand-in for cuBLAS on the CPU: plain loops, queued as host functions so that they keep their place in a stream and
// in a graph.
#include "cublas_v2.h"

#include <cmath>
#include <functional>
#include <vector>

struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointers = CUBLAS_POINTER_MODE_HOST;
};

namespace {

void call(void *work) {
  (*static_cast<std::function<void()> *>(work))();
}

/// A graph may run it again, so it stays.
cublasStatus_t queue(cublasHandle_t handle, std::function<void()> work) {
  auto *kept = new std::function<void()>(std::move(work));
  return cudaLaunchHostFunc(handle->stream, call, kept) == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                                                       : CUBLAS_STATUS_NOT_INITIALIZED;
}

/// A factor: its value now if it is the host's, else when the work is done.
std::function<float()> factor(cublasHandle_t handle, const float *pointer) {
  if (handle->pointers == CUBLAS_POINTER_MODE_DEVICE)
    return [=] { return *pointer; };
  float value = *pointer;
  return [=] { return value; };
}

/// A result of the host is there when the call returns.
cublasStatus_t finish(cublasHandle_t handle, cublasStatus_t status) {
  if (!status && handle->pointers == CUBLAS_POINTER_MODE_HOST)
    (void)cudaStreamSynchronize(handle->stream);
  return status;
}

} // namespace

extern "C" {

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle) {
  *handle = new cublasContext;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
  handle->stream = stream;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode) {
  handle->pointers = mode;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSgemm_v2(cublasHandle_t handle, cublasOperation_t opA, cublasOperation_t opB, int m, int n, int k,
                              const float *alpha, const float *a, int lda, const float *b, int ldb, const float *beta,
                              float *c, int ldc) {
  if (m < 0 || n < 0 || k < 0 || ldc < m)
    return CUBLAS_STATUS_INVALID_VALUE;
  auto scale = factor(handle, alpha), keep = factor(handle, beta);
  return queue(handle, [=] {
    for (int column = 0; column < n; ++column)
      for (int row = 0; row < m; ++row) {
        double sum = 0;
        for (int i = 0; i < k; ++i)
          sum += double(opA == CUBLAS_OP_N ? a[row + size_t(i) * lda] : a[i + size_t(row) * lda]) *
                 (opB == CUBLAS_OP_N ? b[i + size_t(column) * ldb] : b[column + size_t(i) * ldb]);
        float &out = c[row + size_t(column) * ldc];
        float before = keep() == 0 ? 0 : keep() * out;
        out = float(scale() * sum) + before;
      }
  });
}

cublasStatus_t cublasSaxpy_v2(cublasHandle_t handle, int n, const float *alpha, const float *x, int incx, float *y,
                              int incy) {
  auto scale = factor(handle, alpha);
  return queue(handle, [=] {
    for (int i = 0; i < n; ++i)
      y[size_t(i) * incy] += scale() * x[size_t(i) * incx];
  });
}
cublasStatus_t cublasSscal_v2(cublasHandle_t handle, int n, const float *alpha, float *x, int incx) {
  auto scale = factor(handle, alpha);
  return queue(handle, [=] {
    for (int i = 0; i < n; ++i)
      x[size_t(i) * incx] *= scale();
  });
}
cublasStatus_t cublasSdot_v2(cublasHandle_t handle, int n, const float *x, int incx, const float *y, int incy,
                             float *result) {
  return finish(handle, queue(handle, [=] {
                  double sum = 0;
                  for (int i = 0; i < n; ++i)
                    sum += double(x[size_t(i) * incx]) * y[size_t(i) * incy];
                  *result = float(sum);
                }));
}
cublasStatus_t cublasSnrm2_v2(cublasHandle_t handle, int n, const float *x, int incx, float *result) {
  return finish(handle, queue(handle, [=] {
                  double sum = 0;
                  for (int i = 0; i < n; ++i)
                    sum += double(x[size_t(i) * incx]) * x[size_t(i) * incx];
                  *result = float(std::sqrt(sum));
                }));
}
}
