// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One function for each C++ construct; language.py runs all of them on both compilers.
// A function `int NAME(int a, int b)` between LANGUAGE_BEGIN and LANGUAGE_END is a case.

#include <initializer_list>

struct Point { int x = 1, y = 2; };
struct Line { Point from, to; int weight = from.x + to.y; };
enum class Color : unsigned char { red = 3, green, blue };

struct Counter {
  int value;
  FUNCTION explicit Counter(int v) : value(v) {}
  FUNCTION Counter() : Counter(40) {}
  FUNCTION Counter &operator++() { ++value; return *this; }
  FUNCTION Counter operator++(int) { Counter old = *this; ++value; return old; }
  FUNCTION operator int() const { return value; }
  FUNCTION int operator()(int v) const { return value + v; }
  FUNCTION int operator[](int i) const { return value * i; }
  friend FUNCTION Counter operator*(Counter l, Counter r) { return Counter(l.value * r.value); }
};
struct Inherits : Counter { using Counter::Counter; int extra = 5; };
struct A { int a; FUNCTION int get() const { return a; } };
struct B { int b[2]; };
struct C : A, B { int c; };
template <class Self> struct Crtp { FUNCTION int twice() const { return 2 * static_cast<const Self *>(this)->value(); } };
struct Seven : Crtp<Seven> { FUNCTION int value() const { return 7; } };
template <int N> struct Factorial { static constexpr int value = N * Factorial<N - 1>::value; };
template <> struct Factorial<0> { static constexpr int value = 1; };
template <class... T> FUNCTION int total(T... values) { return (0 + ... + values); }
template <class T> concept Small = sizeof(T) <= 2;
template <Small T> FUNCTION int kind(T) { return 1; }
template <class T> FUNCTION int kind(T) { return 2; }
struct Log {
  int *sum;
  int weight;
  FUNCTION Log(int *s, int w) : sum(s), weight(w) { *sum = *sum * 3 + weight; }
  FUNCTION ~Log() { *sum = *sum * 5 + weight; }
};
struct Owner { Log first, second; FUNCTION Owner(int *s) : first(s, 1), second(s, 2) {} };
FUNCTION Log makeLog(int *s, int w) { return Log(s, w); }
struct Matrix { int m[2][3]; FUNCTION int &at(int i, int j) { return m[i][j]; } };
union Mixed { int i; struct { short low, high; } halves; };
struct WithUnion { int tag; union { int number; unsigned char bytes[4]; }; };
struct Ref { int &r; };
struct Node { int value; Node *next; };
namespace outer { inline namespace inner { FUNCTION inline int hidden(int a) { return a + 11; } } }
struct Statics { static constexpr int table[3] = {4, 5, 6}; static FUNCTION int first() { return table[0]; } };
consteval int square(int n) { return n * n; }
template <auto V> FUNCTION int valueOf() { return int(V); }
struct Range {
  int n;
  struct Iterator { int i; FUNCTION int operator*() const { return i; } FUNCTION void operator++() { ++i; } FUNCTION bool operator!=(Iterator o) const { return i != o.i; } };
  FUNCTION Iterator begin() const { return {0}; }
  FUNCTION Iterator end() const { return {n}; }
};

LANGUAGE_BEGIN
FUNCTION int aggregates(int a, int b) { Line l{{a, b}, {.y = 7}}; Line m = l; m.to.x = 9; return l.weight * 100 + m.to.x + l.to.x; }
FUNCTION int enumerations(int a, int b) { Color c = a > b ? Color::green : Color::blue; switch (c) { case Color::red: return 0; case Color::green: return 1; default: return int(c); } }
FUNCTION int operators(int a, int b) { Counter c(a); ++c; Counter d = c++; return c * d + c(3) + d[2] + (Counter(2) * Counter(b)).value; }
FUNCTION int delegating(int a, int) { Counter c; Inherits i(a); return c.value + i.value + i.extra; }
FUNCTION int bases(int a, int b) { C c{{a}, {b, 3}, 4}; A &ra = c; B *pb = &c; pb->b[1] = 8; ra.a += 1; return c.get() * 100 + c.b[0] + static_cast<C &>(ra).c + c.b[1]; }
FUNCTION int crtp(int a, int) { return Seven{}.twice() + a; }
FUNCTION int templates(int a, int b) { return Factorial<5>::value + total(a, b, 'x', 2u) + kind('c') * 10 + kind(a) + valueOf<Color::blue>(); }
FUNCTION int lambdas(int a, int b) {
  auto add = [=](auto x) { return x + a; };
  auto make = [](int k) { return [k](int v) { return v * k; }; };
  int count = 0;
  auto bump = [&count, step = b & 7]() mutable { count += step++; return count; };
  bump();
  return add(3) + make(4)(b & 15) + bump() + [&] { int s = 0; for (int i = 0; i < 3; ++i) s += add(i); return s; }();
}
FUNCTION int fibonacci(int a, int) { int x = 0, y = 1; for (int i = 0; i < (a & 15); ++i) { int t = x + y; x = y; y = t; } return x; }
FUNCTION int destructors(int a, int b) {
  int s = 1;
  { Owner o(&s); if (a & 1) { Log inner(&s, 3); s += 1; } }
  for (int i = 0; i < 3; ++i) { Log l(&s, i & 1); if (i == (b & 3)) break; if (i == 0) continue; s &= 0xfff; }
  s &= 0xffff;
  makeLog(&s, 4);
  const Log &kept = makeLog(&s, 1);
  s &= 0xffff;
  return s + kept.weight;
}
FUNCTION int scopes(int a, int b) { int s = a & 3; { int s = b & 3; s += 1; a += s; } for (int s = 0; s < 2; ++s) a += s; return a + s; }
FUNCTION int matrices(int a, int b) { Matrix m{{{1, 2, 3}, {4, 5, 6}}}; m.at(a & 1, b & 1) = 50; m.m[1][2] = a; int s = 0; for (auto &row : m.m) for (int v : row) s = s * 3 + v; return s & 0xffff; }
FUNCTION int unions(int a, int b) { Mixed m; m.i = a * 70000; WithUnion w{1, {b}}; w.bytes[1] = 3; WithUnion v = w; return m.halves.high + m.halves.low + v.number + v.tag; }
FUNCTION int references(int a, int b) { int x = a, y = b; Ref r{x}; Ref s = r; s.r += 5; int &z = a > b ? x : y; z += 100; int *p = &x, **pp = &p; **pp += 1; return x * 3 + y; }
FUNCTION int lists(int a, int b) { Node third{a, nullptr}, second{b, &third}, first{3, &second}; int s = 0; for (Node *n = &first; n; n = n->next) s = s * 2 + n->value; return s; }
FUNCTION int pointers(int a, int b) { int v[5] = {1, 2, 3, 4, 5}; int *p = v, *q = v + 4; while (p < q) { int t = *p; *p++ = *q; *q-- = t; } int *m = &v[a & 3]; *m += b; return v[0] + 10 * v[1] + 100 * v[2] + (int)(m - v); }
FUNCTION int namespaces(int a, int) { using namespace outer; return hidden(a) + Statics::first() + Statics::table[2]; }
FUNCTION int constants(int a, int) { constexpr int n = square(5); static constexpr int t[4] = {1, 4, 9, 16}; constexpr Point p{3, 4}; return n + t[a & 3] + p.x * p.y; }
FUNCTION int conversions(int a, int b) { signed char c = (signed char)a; unsigned char u = (unsigned char)b; short s = (short)(a * 300); bool t = b; long w = a; unsigned x = (unsigned)-a; return c + u + s + t + (int)(w >> 2) + (int)(x >> 28) + (-1 < (long)1u) + (-1 < (int)u) + (c == u); }
FUNCTION int shifts(int a, int b) { return (a << 3) + (b >> 2) + (int)(1u << (a & 31)) % 1000 + (int)((unsigned char)200 << 1) + ((-17) >> 2) + ((-17) / 4) + ((-17) % 4); }
FUNCTION int increments(int a, int b) { int i = a; i += i++ + b; unsigned char c = 255; ++c; signed char d = 127; d++; short s = -32768; --s; return i + c + d + s; }
FUNCTION int conditions(int a, int b) { int n = 0; if (int c = a - b; c > 0 && (n = 5, c < 100)) n += c; else if (c == 0 || (++n, c < -50)) n += 7; while (int k = (n > 20)) { n -= 10 + k; } return n + (a > b ? b > 3 ? 1 : 2 : a > 3 ? 3 : 4) + (!a + !!b); }
FUNCTION int switches(int a, int b) { int r = 0; switch (a & 7) { case 0: r = 1; case 1: { int k = b; r += k; break; } case 2: case 3: for (int i = 0; i < 4; ++i) { if (i == 2) continue; if (i == 3) break; r += i; } r += 9; break; case -1: r = 77; break; default: switch (b & 1) { case 0: r = 5; break; default: r = 6; } r += 10; } switch (a - 1000000) { case -1000000: r += 1; break; case -999999: r += 2; } return r; }
FUNCTION int nested(int a, int b) { int r = 0; for (int i = 0; i < 5; ++i) { for (int j = 5; j-- > 0;) { if (j == (a & 3)) continue; if (i * j > (b & 15)) break; r += i * 10 + j; if (r > 200) return r; } if (r % 7 == 3) break; } do { r -= 3; if (r < 50) break; } while (r > 60); return r; }
FUNCTION int ranges(int a, int) { int s = 0; for (int v : Range{a & 7}) { if (v == 5) break; s += v * v; } for (auto &&[x, y] : {Point{1, 2}, Point{3, 4}}) s += x * y; return s; }
FUNCTION int bindings(int a, int b) { int v[2] = {a, b}; auto &[x, y] = v; x += 5; auto [p, q] = Point{y, x}; const auto &[from, to, w] = Line{}; return v[0] * 2 + p - q + w + from.x + to.y; }
FUNCTION int members(int a, int b) { int Point::*m = a & 1 ? &Point::x : &Point::y; Point p{a, b}; p.*m += 3; Point *q = &p; int Point::*n = &Point::y; return p.x * 7 + p.y + q->*n; }
FUNCTION int inheritedMembers(int a, int b) { C c{{a}, {b, 3}, 4}; int C::*m = a & 1 ? &C::c : &A::a; c.*m += 5; int C::*n = &A::a; return c.a * 10 + c.c + c.*n + (n == nullptr); }
FUNCTION int braces(int a, int b) { int x{a}, y{}, *p{&x}; const int &r{b}; auto z = int{r + 1}; unsigned char c{static_cast<unsigned char>(a)}; struct S { int v{7}; int w = v; } s{.w = a}; bool t{x > y}; int u(b), v = {a}; *p += 2; return x + y + z + c + s.v + s.w + t + u + v; }
FUNCTION int strings(int a, int) { const char text[] = "hello"; const char *more = "world"; int n = 0; while (more[n]) ++n; return text[a & 3] + (int)sizeof text + more[a & 1] + n; }
FUNCTION int volatiles(int a, int b) { volatile int v = a; v = v + b; volatile int *p = &v; return *p + v; }
FUNCTION int swaps(int a, int b) { auto swap = [](auto &x, auto &y) { auto t = x; x = y; y = t; }; Point p{a, 1}, q{b, 2}; swap(p, q); swap(p.x, p.y); int arr[2] = {a, b}; swap(arr[0], arr[a & 1]); return p.x * 1000 + p.y + q.x + arr[0]; }
FUNCTION int floats(int a, int b) { float x = a * 0.5f, y = b; double d = x / (y + 0.25f); bool n = x == x && !(x < x); return (int)(d * 100) + (int)x + (n ? 1 : 0) + (x > y) + (int)(unsigned)(y < 0 ? 0.f : y); }
FUNCTION int bits(int a, int b) { unsigned u = __builtin_bit_cast(unsigned, 1.5f); struct Two { short l, h; }; Two t = __builtin_bit_cast(Two, a * 65537); return (int)(u >> 20) + t.l - t.h + (b ^ ~a) % 100; }
FUNCTION int longs(int a, int b) { long long w = (long long)a * b * 1000; unsigned long u = (unsigned long)w; return (int)(w % 1000003) + (int)(u >> 60) + (int)((w >> 5) & 0xff); }
FUNCTION int infinite(int a, int b) { for (;;) { if (++a > b) return a; if (a & 16) break; } while (true) { a += 3; if (a > 50) break; } return a; }
FUNCTION int temporaries(int a, int b) { const Point &p = a > 3 ? Point{a, 1} : Point{b, 2}; Point q = a > b ? Point{} : p; int Line::*w = &Line::weight; return p.x + p.y * 10 + q.x + Line{}.*w; }
FUNCTION int closures(int a, int b) { struct Twice { int k; FUNCTION int operator()(int x) const { return k * x; } } f{3}; auto call = [](const auto &g, int v) { return g(v); }; auto compose = [](auto f, auto g) { return [f, g](int x) { return f(g(x)); }; }; return call(f, a) + compose(f, [b](int x) { return x + b; })(2); }
FUNCTION int copies(int a, int b) { Matrix m{{{a, b, 1}, {2, 3, 4}}}; Matrix n = m; n.m[a & 1][1] = 70; auto snapshot = [n] { return n.m[0][1] + n.m[1][1]; }; m = n; n.m[0][1] = 0; return snapshot() + m.m[0][1]; }
FUNCTION int nullptrs(int a, int b) { int *p = nullptr; int *q = a > b ? &a : nullptr; decltype(nullptr) n = nullptr; if (!q) return b; return *q + (p == n) + (q != nullptr) + (p == 0); }
FUNCTION int arrays(int a, int b) { int grid[2][2]{{a}, {b}}; int (&row)[2] = grid[a & 1]; row[1] = 9; int *flat = &grid[0][0]; Point points[3] = {{a, b}}; for (auto &p : points) p.x += 1; Point *last = points + 2; return flat[0] + flat[1] * 3 + flat[2] * 5 + flat[3] + points[0].x + last->x * 7 + last[-1].y + int(last - points); }
FUNCTION int defaults(int a, int b) { auto f = [](int x, int y = 4, Point p = {.x = 2}) { return x * y + p.x - p.y; }; return f(a) + f(a, b) + f(1, 2, {5, 6}); }
struct Big { int v[6]; FUNCTION Big(int a) : v{a, 1, 2} { for (int i = 3; i < 6; ++i) v[i] = v[i - 1] + v[i - 3]; } FUNCTION int sum() const { int s = 0; for (int x : v) s += x; return s; } };
FUNCTION int constructors(int a, int b) { Big big(a & 31); Big copy{big}; copy.v[2] = b & 31; Big other = a > b ? big : copy; return big.sum() + copy.sum() * 3 + other.sum() * 5; }
struct Tree { Point left, right; FUNCTION const Point &at(bool r) const { return r ? right : left; } FUNCTION Point &at(bool r) { return r ? right : left; } };
FUNCTION int overloads(int a, int b) { Tree t{{a, b}, {}}; t.at(a & 1).x += 10; const Tree &c = t; Tree *p = &t; p->at(b & 1).y = 3; return c.at(false).x + c.at(true).x * 3 + t.left.y + t.right.y; }
FUNCTION int statics(int a, int b) { struct Local { static FUNCTION int triple(int v) { return 3 * v; } enum { six = 6 }; }; static constexpr Point origin{5, 6}; return Local::triple(a) + Local::six + origin.x + b; }
FUNCTION int aliases(int a, int b) { int x = a; int &r1 = x, &r2 = r1; auto &&r3 = r2; r3 = b; const int &c = x; x += 1; auto f = [&r = r1]() -> int & { return r; }; f() += 2; return c + r2; }
FUNCTION int casts(int a, int b) { float f = static_cast<float>(a) / 3; int bits = reinterpret_cast<int &>(f); unsigned char *bytes = reinterpret_cast<unsigned char *>(&b); const int k = 5; long l = reinterpret_cast<long>(&a) & 3; return (bits >> 20) + bytes[0] + bytes[1] + k + (int)l; }
FUNCTION int packs(int a, int b) { auto all = []<class... T>(T... v) { return (... && (v > 0)); }; auto pick = [](auto first, auto... rest) { return first + (int)sizeof...(rest); }; int s = 0; auto each = [&](auto... v) { ((s = s * 3 + v), ...); }; each(a & 7, b & 7, 1); return all(a, b) + pick(a, b, 1, 2) + s; }
FUNCTION int sideEffects(int a, int b) { int n = 0; auto next = [&] { return ++n; }; bool r = (next() > 5 && next() > 0) || (next() == 2 && a > b); int v[3] = {next(), next(), next()}; int w = (n++, n); w += a ? next() : -next(); return n * 100 + r + v[0] + v[1] * 2 + v[2] * 3 + w; }
FUNCTION int ternaries(int a, int b) { Point p = a > b ? Point{a, 1} : a == b ? Point{} : Point{.y = b}; int x = 1, y = 2; (a & 1 ? x : y) += 5; const char *s = b & 1 ? "odd" : "even"; unsigned u = a < 0 ? 3u : a; return p.x + p.y + x * 10 + y + s[1] + (int)(u & 0xff); }
FUNCTION int loops(int a, int b) { int r = 0; for (int i = 0, j = a & 7; i < j; ++i, --j) r += i * j; for (unsigned char c = 250; c >= 250; ++c) r += 2; for (long k = b & 15; k; k >>= 1) r += (int)k; int i = 5; while (i --> 0) { if (i == 3) continue; r += i; } for (;;) { if (++r % 5 == 0) break; } do ; while (++r < 3); return r; }
FUNCTION int early(int a, int b) { auto f = [](int x, int y) { if (x < 0) return -1; for (int i = 0; i < 3; ++i) { switch (x & 3) { case 0: return i + y; case 1: x >>= 1; break; case 2: if (i == 1) return 50; break; default: x -= 2; } y += i; } return y; }; return f(a, b) * 3 + f(b, a) + f(-a, 1); }
FUNCTION int comma(int a, int b) { int x = (a += 2, b -= 1, a * 2); for (int i = (x & 3), j = 0; j < i; ++j, x += j) ; return x + a + b; }
FUNCTION int big(int a, int b) { int buffer[100] = {}; for (int i = 0; i < 100; ++i) buffer[i] = i * a; int copy[100]; for (int i = 0; i < 100; ++i) copy[99 - i] = buffer[i] + b; return copy[b & 63] + buffer[a & 63]; }
LANGUAGE_END
