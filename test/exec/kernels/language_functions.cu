// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions, classes, lambdas, loops and conditions: what C++ says about their order and effects holds in tile code.
#include <cuda_tile.h>
#include <initializer_list>
namespace ct = cuda::tiles;

using Ints = ct::tile<int, ct::shape<8>>;

// Constructors and destructors write to a log.
struct Logger {
  int* log;
  int* length;
  int name;
  __tile__ Logger(int* log, int* length, int name) : log(log), length(length), name(name) { log[(*length)++] = name; }
  __tile__ Logger(const Logger& other) : Logger(other.log, other.length, other.name + 10) {}
  __tile__ ~Logger() { log[(*length)++] = -name; }
};

__tile__ int by_value(Logger logger, bool leave) {
  if (leave) return logger.name;
  Logger inner(logger.log, logger.length, 5);
  for (int i = 0; i < 3; ++i) {
    Logger each(logger.log, logger.length, 6 + i);
    if (i == 1) break;
  }
  return inner.name;
}

__tile_global__ void lifetimes(int* log, int* results) {
  int length = 0;
  {
    Logger outer(log, &length, 1);
    results[0] = by_value(outer, false);
    results[1] = by_value(outer, true);
  }
  results[2] = length;
}

struct Base {
  int x = 3;
  __tile__ int twice() const { return 2 * x; }
};
struct Derived : Base {
  int y;
  __tile__ explicit Derived(int y) : y(y) { x += y; }
  __tile__ Derived& operator+=(const Derived& other) {
    x += other.x;
    y += other.y;
    return *this;
  }
  __tile__ int operator()(int z = 4) const { return x * 100 + y * 10 + z; }
};
template <class T, int N> struct Stack {
  T items[N];
  int size = 0;
  __tile__ void push(T item) { items[size++] = item; }
  __tile__ T pop() { return items[--size]; }
};
template <class... T> __tile__ auto total(T... values) { return (values + ... + 0); }
template <class T>
  requires ct::tile_like<T>
__tile__ T twice(T x) {
  return x + x;
}
consteval int square(int x) { return x * x; }
__tile__ constexpr int cube(int x) { return x * x * x; }
__tile__ int even(int n);
__tile__ int half_or_zero(int n) { return even(n) ? n / 2 : 0; }
__tile__ int even(int n) { return n % 2 == 0; }

__tile_global__ void classes(int* out, int n) {
  Derived a(n), b{1};
  (a += b) += b;
  out[0] = a(), out[1] = a(7), out[2] = a.twice();
  Stack<int, 4> stack;
  stack.push(n), stack.push(n + 1);
  int top = stack.pop();
  out[3] = top * 10 + stack.pop();
  out[4] = total(1, n, 3L);
  out[5] = twice(n) + square(5) + cube(n);
  auto [first, second] = Stack<int, 1>{{n}, 9};
  out[6] = first[0] + second;
  int Derived::*member = &Derived::y;
  out[7] = a.*member;
  out[8] = half_or_zero(n) * 10 + half_or_zero(n + 1);
}

__tile_global__ void lambdas(int* out, int n) {
  int count = 0;
  auto counter = [&count](int by) { return count += by; };
  auto twice_of = [](auto f, auto x) { return f(f(x)); };
  out[0] = counter(2);
  out[0] += counter(3) * 10;
  out[1] = twice_of([=](int x) { return x * n; }, 3);
  out[2] = [kept = n * n]() mutable { return ++kept; }();
  auto make = [](int a) { return [a](int b) { return a - b; }; };
  out[3] = make(n)(2);
  out[4] = count;
}

__tile__ bool note(int* log, int& length, int name, bool result) {
  log[length++] = name;
  return result;
}

// Which operands are evaluated, and in which order.
__tile_global__ void evaluation(int* log, int n) {
  int length = 0;
  if (note(log, length, 1, n > 100) && note(log, length, 2, true)) log[31] = 1;
  if (note(log, length, 3, n > 0) || note(log, length, 4, true)) log[30] = 1;
  int x = note(log, length, 5, n > 0) ? (int)note(log, length, 6, true) : (int)note(log, length, 7, true);
  int i = n;
  x += i++ * 10;
  x += --i;
  x = (note(log, length, 8, true), x + 1);
  log[29] = x, log[28] = i;
}

__tile_global__ void loops(int* out, int n) {
  int sum = 0;
  for (int i : ct::irange(0, n)) sum += i;
  out[0] = sum;
  sum = 0;
  for (unsigned long i : ct::irange(3ul, 40ul, 7ul)) {
    if (i == 17) continue;
    if (i > 30) break;
    sum += (int)i;
  }
  out[1] = sum;
  sum = 0;
  for (int i = n; i > 0; i -= 3)
    for (int j = i;; ++j) {
      if (j > n) break;
      if (j % 2) continue;
      sum += i * j;
    }
  out[2] = sum;
  int a = 0, b = 1;
  while (b < 1000) {
    int c = a + b;
    a = b;
    b = c;
  }
  out[3] = b;
  do ++a;
  while (a % 10);
  out[4] = a;
  sum = 0;
  for (int i : ct::irange(5, 5)) sum += i + 1;
  for (int i : ct::irange(7, 2)) sum += i + 1;
  out[5] = sum;
  for (int x : {4, 5, 6}) sum = sum * 10 + x;
  out[6] = sum;
  unsigned char small = 250;
  int rounds = 0;
  for (; small != 4; ++small) ++rounds;
  out[7] = rounds;
}

// Tiles carried through branches and loops; tiles of one element as conditions.
__tile_global__ void tiles_in_control(int* out, int n) {
  auto i = ct::iota<Ints>();
  Ints x = i;
  if (n > 3) x = x * 2;
  else x = x + 3;
  Ints y = n & 1 ? x : i;
  int rounds = 0;
  while (ct::any_of<0>(y < 100)) {
    y = ct::select(y < 100, y * 2 + 1, y);
    ++rounds;
  }
  switch (n % 4) {
    case 1: x = x + 1000; [[fallthrough]];
    case 2: x = x + 100; break;
    case 3: x = ct::zeros<Ints>(); break;
    default: x = -x;
  }
  Ints later;
  if (n > 2) later = x + y;
  else later = y;
  ct::store(out + i, x);
  ct::store(out + 8 + i, y);
  ct::store(out + 16 + i, later);
  out[24] = rounds;
}

__tile_global__ void case_ranges(int* out, const int* in, int n) {
  for (auto i : ct::irange(0, n)) {
    int kind = 0;
    switch (in[i]) {
    case -100 ... -2: kind = 1; break;
    case -1: kind = 2; [[fallthrough]];
    case 0 ... 9: kind += 10; break;
    case 5000 ... 2000000000: kind = 3; break;
    case 20 ... 12: kind = 99; break; // takes no value
    case 11: kind = 4; break;
    default: kind = 5;
    }
    out[i] = kind;
  }
}

// Writes down the order in which elements of arrays die: those of a local, of a member, of an inner array.
struct Witness {
  int* log;
  int id;
  __tile__ Witness(int* log = nullptr, int id = 0) : log(log), id(id) {}
  __tile__ ~Witness() {
    if (log) log[++log[0]] = id;
  }
};
struct Panel {
  Witness inner[2];
  Witness last;
};

__tile_global__ void arrays_die(int* log, int n) {
  {
    Witness local[3] = {{log, 1}, {log, 2}, {log, 3}};
    local[n].id += 40;
  }
  Panel panel[2];
  for (int i = 0; i < 2; ++i) {
    panel[i].last = Witness(nullptr, 0);
    panel[i].last.log = log, panel[i].last.id = 10 * i + 3;
    for (int k = 0; k < 2; ++k) panel[i].inner[k].log = log, panel[i].inner[k].id = 10 * i + k + 1;
  }
}

// Counters narrower than an int.
__tile_global__ void narrow_ranges(int* out, unsigned char bytes, short first, short last) {
  for (auto i : ct::irange((unsigned char)0, bytes)) out[0] += i;
  for (auto i : ct::irange(first, last, (short)3)) out[1] += i, ++out[2];
}
