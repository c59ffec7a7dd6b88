#include <cuda_tile.h>
extern "C" __tile_global__ void broken(float *p) { *p = undeclared; }
