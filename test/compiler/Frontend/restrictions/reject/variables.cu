// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// variables of other spaces, of other threads, without constant values
int dyn();
struct Arr { int a[3]; };
struct WithPointer { float *p; };
struct Destroyed { ~Destroyed() {} };
int host;
const int runtime = host;
thread_local int local;
extern const int elsewhere;
int &reference = host;
constexpr Arr constants{{1, 2, 3}};
__managed__ int managed;
struct S { static int member; };
__tile__ WithPointer pointer;          // expected: holds a pointer
__tile__ thread_local int each;        // expected: thread_local
__tile__ int started = dyn();          // expected: needs a constant initialiser
__tile__ Destroyed destroyed;          // expected: has a destructor
__tile__ int *pointers[2];             // expected: holds a pointer
__tile__ constexpr int table[3] = {1, 2, 3};
__tile_global__ void k(int *q, int n) {
  q[0] = runtime;          // expected: host variable
  q[1] = local;            // expected: thread_local
  q[2] = elsewhere;        // expected: host variable
  q[3] = reference;        // expected: refers to a host variable
  q[4] = constants.a[n];   // expected: no storage
  q[5] = managed;          // expected: __managed__
  q[6] = S::member;        // expected: host variable
  q[7] = [] { return host; }(); // expected: in a lambda, too
  int vla[n];              // expected: no constant size
  static int dynamic = dyn() + 1;       // expected: needs a constant initialiser
  static thread_local int mine;         // expected: thread_local
  __shared__ float shared[2];           // expected: __shared__
  q[8] = constants.a[1] + table[n];
}
