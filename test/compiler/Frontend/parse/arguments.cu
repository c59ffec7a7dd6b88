// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -D, -U, -I and -include reach the source; names such as T and N do not reach into the API's headers.
// RUN: check-source -DN=16 -DT=float "-DS(x)=x+1" -DGONE -UGONE -DE -DM= -I%S/Inputs -D_RESERVED=3 %s
// RUN: check-source --no-precompiled-headers -DN=16 -DT=float "-DS(x)=x+1" -DGONE -UGONE -DE -DM= -I%S/Inputs -D_RESERVED=3 %s
// RUN: not check-source -DN=8 -DT=float "-DS(x)=x+1" -DE -DM= -I%S/Inputs -D_RESERVED=3 %s 2>&1 | FileCheck %s
// CHECK: settings.h:3:15: error: static assertion failed due to requirement '8 == 16': definitions of the command line hold in included files
#include <cuda_tile.h>
#include "settings.h"
namespace ct = cuda::tiles;

#ifdef GONE
#error -U comes after -D
#endif
static_assert(S(3) == 4 && E == 1 && _RESERVED == 3);
__tile_global__ void k(T *p) M {
  ct::store(p + ct::iota<ct::tile<int, ct::shape<from_settings>>>(), ct::zeros<ct::tile<T, ct::shape<N>>>());
}
