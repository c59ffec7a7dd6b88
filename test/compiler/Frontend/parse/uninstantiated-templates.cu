// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors in bodies of templates that nothing instantiates are warnings; they are errors where something does.
// RUN: tilec %s --run k --grid 1 --arg 'out:[2]' 2>%t.warnings | FileCheck %s --check-prefix=VALUES
// RUN: FileCheck %s --check-prefix=WARNING < %t.warnings
// RUN: not tilec %s -DUSE_FUNCTION -ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=FUNCTION
// RUN: not tilec %s -DUSE_DEDUCED -ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEDUCED
// RUN: not tilec %s -DUSE_MEMBER -ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=MEMBER
// RUN: not tilec %s -DELSEWHERE -ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=ELSEWHERE
// RUN: tilec %s -w -ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// VALUES: p: 3 4
// QUIET-NOT: undeclared
#include <cuda_tile.h>

template <class T> __tile__ T function(T x) { return undeclared_function(1) + ct::exp(x); }
// WARNING: uninstantiated-templates.cu:[[#@LINE-1]]:54: warning: use of undeclared identifier 'undeclared_function'; only a warning, as nothing instantiates this template
// FUNCTION: uninstantiated-templates.cu:[[#@LINE-2]]:54: error: use of undeclared identifier 'undeclared_function'
template <class T> __tile__ auto deduced(T x) {
  undeclared_type y;
  // WARNING: uninstantiated-templates.cu:[[#@LINE-1]]:3: warning: unknown type name 'undeclared_type'; only a warning
  // DEDUCED: uninstantiated-templates.cu:[[#@LINE-2]]:3: error: unknown type name 'undeclared_type'
  return x;
}
template <class T> struct Class {
  __tile__ T fine(T x) { return x + 1; }
  __tile__ T member(T x) { return no_such_name; }
  // WARNING: uninstantiated-templates.cu:[[#@LINE-1]]:35: warning: use of undeclared identifier 'no_such_name'; only a warning
  // MEMBER: uninstantiated-templates.cu:[[#@LINE-2]]:35: error: use of undeclared identifier 'no_such_name'
};
#ifdef ELSEWHERE
int x = no_such_variable;
// ELSEWHERE: uninstantiated-templates.cu:[[#@LINE-1]]:9: error: use of undeclared identifier 'no_such_variable'
#endif
__tile_global__ void k(float *p) {
  p[0] = 3;
  p[1] = Class<float>().fine(3);
#ifdef USE_FUNCTION
  p[0] = function(p[1]);
#endif
#ifdef USE_DEDUCED
  p[0] = deduced(p[1]);
#endif
#ifdef USE_MEMBER
  p[0] = Class<float>().member(p[1]);
#endif
}
