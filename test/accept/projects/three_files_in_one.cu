// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A file that concatenates a C header, a C++ library and a program: extern "C", opaque handles, status codes, callbacks.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cstdio>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
#ifdef __cplusplus
extern "C" {
#endif
typedef struct tl_handle_st *tl_handle_t;
typedef enum { TL_OK = 0, TL_BAD_ARGUMENT = 1, TL_LAUNCH = 2 } tl_status_t;
typedef void (*tl_progress_t)(int, void *);
tl_status_t tl_create(tl_handle_t *, cudaStream_t);
tl_status_t tl_saxpy(tl_handle_t, int n, const float *alpha, const float *x, int incx, float *y, int incy);
void tl_set_progress(tl_handle_t, tl_progress_t, void *);
const char *tl_status_string(tl_status_t);
void tl_destroy(tl_handle_t);
#ifdef __cplusplus
}
#endif
struct tl_handle_st { cudaStream_t stream; tl_progress_t progress; void *user; };
static __tile_global__ void saxpy_kernel(int n, float alpha, const float *x, int64_t incx, float *y, int64_t incy) {
  auto i = ct::iota<ct::tile<int64_t, ct::shape<64>>>() + (int64_t)ct::bid().x * 64;
  auto m = i < (int64_t)n;
  ct::store_masked(y + i * incy, alpha * ct::load_masked(x + i * incx, m) + ct::load_masked(y + i * incy, m), m);
}
#define TL_REQUIRE(c) do { if (!(c)) return TL_BAD_ARGUMENT; } while (0)
extern "C" tl_status_t tl_create(tl_handle_t *out, cudaStream_t s) { TL_REQUIRE(out); tl_handle_t h = (tl_handle_t)calloc(1, sizeof *h); h->stream = s; *out = h; return TL_OK; }
extern "C" tl_status_t tl_saxpy(tl_handle_t h, int n, const float *alpha, const float *x, int incx, float *y, int incy) {
  TL_REQUIRE(h && alpha && x && y && incx > 0 && incy > 0);
  if (n <= 0) return TL_OK;
  saxpy_kernel<<<(n + 63) / 64, 1, 0, h->stream>>>(n, *alpha, x, incx, y, incy);
  if (h->progress) h->progress(n, h->user);
  return cudaGetLastError() == cudaSuccess ? TL_OK : TL_LAUNCH;
}
extern "C" void tl_set_progress(tl_handle_t h, tl_progress_t p, void *u) { h->progress = p, h->user = u; }
extern "C" const char *tl_status_string(tl_status_t s) { static const char *const names[] = {[TL_OK] = "ok", [TL_BAD_ARGUMENT] = "bad argument", [TL_LAUNCH] = "launch"}; return names[s]; }
extern "C" void tl_destroy(tl_handle_t h) { free(h); }
int main(void) {
  tl_handle_t h = NULL;
  float *x, *y, alpha = 2;
  int seen = 0;
  cudaMallocManaged((void **)&x, 400 * sizeof *x, cudaMemAttachGlobal), cudaMallocManaged((void **)&y, 400 * sizeof *y);
  for (int i = 0; i < 400; i++) x[i] = (float)i, y[i] = 1;
  bool ok = tl_create(&h, 0) == TL_OK;
  tl_set_progress(h, [](int n, void *u) { *(int *)u += n; }, &seen);
  ok &= tl_saxpy(h, 100, &alpha, x, 4, y, 2) == TL_OK && tl_saxpy(h, 1, &alpha, x, 0, y, 1) == TL_BAD_ARGUMENT;
  cudaDeviceSynchronize();
  ok &= y[198] == 1 + 2 * 396 && y[199] == 1 && seen == 100 && !strcmp(tl_status_string(TL_BAD_ARGUMENT), "bad argument");
  tl_destroy(h);
  puts(ok ? "PASS" : "FAIL");
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
