#include <cuda_runtime.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void scale(float *p, int n, float factor) {
  auto i = int(ct::bid().x) * 8 + ct::iota<Tile<int, 8>>();
  ct::store_masked(p + i, ct::load_masked(p + i, i < n) * factor, i < n);
}

//--- a kernel called as a function
void called(float *p, int n) {
#ifndef MENDED
  scale(p, n, 2.0f);
#else
  scale<<<n / 8, 1>>>(p, n, 2.0f);
#endif
}

//--- too few arguments of a launch
void tooFewArguments(float *p, int n) {
#ifndef MENDED
  scale<<<n / 8, 1>>>(p, n);
#else
  scale<<<n / 8, 1>>>(p, n, 2.0f);
#endif
}

//--- too many arguments of a launch
void tooManyArguments(float *p, int n) {
#ifndef MENDED
  scale<<<n / 8, 1>>>(p, p, n, 2.0f);
#else
  scale<<<n / 8, 1>>>(p, n, 2.0f);
#endif
}

//--- a pointer of another type
void otherPointer(double *p, int n) {
#ifndef MENDED
  scale<<<n / 8, 1>>>(p, n, 2.0f);
#else
  scale<<<n / 8, 1>>>(reinterpret_cast<float *>(p), n, 2.0f);
#endif
}

//--- a launch without grid
void withoutGrid(float *p, int n) {
#ifndef MENDED
  scale<<<>>>(p, n, 2.0f);
#else
  scale<<<n / 8, 1>>>(p, n, 2.0f);
#endif
}

//--- a launch of a function that is no kernel
__tile__ void helper(float *p) { p[0] = 0; }
__tile_global__ void helperKernel(float *p) { helper(p); }
void launchesFunction(float *p) {
#ifndef MENDED
  helper<<<1, 1>>>(p);
#else
  helperKernel<<<1, 1>>>(p);
#endif
}

//--- a tile function called by the host
__tile__ int roundUp(int n) { return (n + 7) / 8 * 8; }
__host__ __tile__ int roundUpAnywhere(int n) { return (n + 7) / 8 * 8; }
int hostCallsTile(int n) {
#ifndef MENDED
  return roundUp(n);
#else
  return roundUpAnywhere(n);
#endif
}

//--- a tile computed by the host
void hostTile(float *p, int n) {
#ifndef MENDED
  auto x = ct::zeros<Tile<float, 8>>();
#else
  scale<<<n / 8, 1>>>(p, n, 0.0f);
#endif
}

//--- a misspelt kernel
void misspeltKernel(float *p, int n) {
#ifndef MENDED
  scael<<<n / 8, 1>>>(p, n, 2.0f);
#else
  scale<<<n / 8, 1>>>(p, n, 2.0f);
#endif
}

//--- a template parameter that no argument tells
template <int N> __tile_global__ void clear(float *p) {
  ct::store(p + ct::iota<Tile<int, N>>(), ct::zeros<Tile<float, N>>());
}
void withoutTemplateArgument(float *p) {
#ifndef MENDED
  clear<<<1, 1>>>(p);
#else
  clear<8><<<1, 1>>>(p);
#endif
}

//--- a misspelt function of the runtime
void misspeltRuntime(float *p) {
#ifndef MENDED
  cudaDeviceSyncronize();
#else
  cudaDeviceSynchronize();
#endif
}

//--- a launch with many threads
void manyThreads(float *p, int n) {
#ifndef MENDED
  scale<<<n / 256, 256>>>(p, n, 2.0f);
#else
  scale<<<n / 8, 1>>>(p, n, 2.0f);
#endif
}

//--- a launch from a kernel
__tile_global__ void launchesKernel(float *p) {
#ifndef MENDED
  scale<<<1, 1>>>(p, 8, 2.0f);
#else
  p[0] = p[0] * 2.0f;
#endif
}
