# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random C++ programs for the differential test of the front end (see frontend.py).

Each program is one kernel over a few int variables and a tile: nested loops with break, continue and return, switch with
fall-through, && || ?:, tiles of one element and of several as conditions, compound assignment, helpers with early returns, lambdas, classes with members, bases and
destructors, references, pointers to locals, arrays with run-time indices, narrow and unsigned types. No program has
undefined behaviour: values of signed variables stay below 2^14, divisors and shift counts are bounded, loops end.
"""
import random

PRELUDE = r"""
#ifdef TILE
#include <cuda_tile.h>
#define KERNEL(n) extern "C" __tile_global__ void kernel##n(int *results, const int *inputs)
#define BLOCK ((int)cuda::tiles::bid().x)
#define FUNCTION __tile__
#define RANGE cuda::tiles::irange
namespace ct = cuda::tiles;
using namespace ct::literals;
using Lanes = ct::tile<int, ct::shape<8>>;
#define LANES(x) (ct::iota<Lanes>() * 5 + (x))
#define ANY_OF(mask) ct::any_of(mask, 0_ic)
#define ALL_OF(mask) ct::all_of(mask, 0_ic)
#define SUM(lanes) ct::sum(lanes, 0_ic)
#define MOST(lanes) ct::reduce_max(lanes, 0_ic)
#define RANK0(E, x) ct::tile<E, ct::shape<>>(static_cast<E>(x))
#define RANK1(E, x) ct::full<ct::tile<E, ct::shape<1>>>(static_cast<E>(x))
#define RANK3(E, x) ct::full<ct::tile<E, ct::shape<1, 1, 1>>>(static_cast<E>(x))
#else
template <class E> struct Eight { E v[8]; };
using Lanes = Eight<int>;
#define LANE_BY_LANE(R, op) \
  inline Eight<R> operator op(Lanes a, int b) { Eight<R> r; for (int i = 0; i < 8; ++i) r.v[i] = a.v[i] op b; return r; }
LANE_BY_LANE(int, +) LANE_BY_LANE(int, -) LANE_BY_LANE(int, &) LANE_BY_LANE(int, ^)
LANE_BY_LANE(bool, <) LANE_BY_LANE(bool, >) LANE_BY_LANE(bool, ==) LANE_BY_LANE(bool, !=)
inline Lanes LANES(int x) { Lanes r; for (int i = 0; i < 8; ++i) r.v[i] = 5 * i + x; return r; }
inline bool ANY_OF(Eight<bool> m) { bool r = false; for (bool b : m.v) r |= b; return r; }
inline bool ALL_OF(Eight<bool> m) { bool r = true; for (bool b : m.v) r &= b; return r; }
inline int SUM(Lanes a) { int r = 0; for (int v : a.v) r += v; return r; }
inline int MOST(Lanes a) { int r = a.v[0]; for (int v : a.v) r = v > r ? v : r; return r; }
#define RANK0(E, x) static_cast<E>(x)
#define RANK1(E, x) static_cast<E>(x)
#define RANK3(E, x) static_cast<E>(x)
struct RANGE {
  int first, last, step;
  struct Iterator {
    int value, step;
    int operator*() const { return value; }
    void operator++() { value += step; }
    bool operator!=(Iterator end) const { return value < end.value; }
  };
  RANGE(int a, int b, int c = 1) : first(a), last(b), step(c) {}
  Iterator begin() const { return {first, step}; }
  Iterator end() const { return {last, step}; }
};
extern "C" int current_block;
#define KERNEL(n) extern "C" void host##n(int *results, const int *inputs)
#define BLOCK current_block
#define FUNCTION
#endif
#define CUT(x) ((x) & 0x3fff)
struct Base {
  int x = 1;
  FUNCTION int twice() const { return CUT(2 * x); }
};
struct Pair : Base {
  int y;
  FUNCTION Pair(int a, int b) : y(CUT(b)) { x = CUT(a); }
  FUNCTION void add(int v) { if (v < 0) { x = CUT(x - v); return; } y = CUT(y + v); x = CUT(x + y); }
  FUNCTION Pair &set(int v) { x = v & 15; return *this; }
  FUNCTION int &pick(bool first) { return first ? x : y; }
  FUNCTION Pair operator+(const Pair &o) const { return Pair(x + o.x, y - o.y); }
};
struct Guard {
  int &target, amount;
  FUNCTION Guard(int &t, int a) : target(t), amount(a) {}
  FUNCTION ~Guard() { target = CUT(target + amount); }
};
union Bits { unsigned u; unsigned char bytes[4]; };
FUNCTION inline int table(int i) { static constexpr int values[8] = {3, 1, 4, 1, 5, 9, 2, 6}; return values[i & 7]; }
FUNCTION inline int h0(int a, int b) { if (a > b) return a - b; return b ^ a; }
FUNCTION inline int h1(int a, int b) {
  int r = 0;
  for (int i = 0; i < 4; ++i) { if ((a >> i) & 1) continue; if (r > 20) return r + b; r += b & 7; }
  return r;
}
FUNCTION inline int h2(const int &a, const int &b) { while (true) { if (a == b) break; return CUT(a + b * 2); } return b; }
FUNCTION inline int h3(int n) { switch (n & 7) { case 0: return 1; case 1: case 2: n += 3; break; case 5: n ^= 9; default: return n & 31; } return n; }
FUNCTION inline void bump(int &v) { v++; if (v & 1) return; v = CUT(v + 2); }
FUNCTION inline int sum(const int *p, int n) { int s = 0; for (int i = 0; i != n; ++i) s = CUT(s + p[i]); return s; }
template <class F> FUNCTION int apply(F f, int x) { return CUT(f(x)); }
"""


class Program:
    """One random kernel; `text` is its source."""

    def __init__(self, seed, number):
        self.random = random.Random(seed)
        self.names = 0
        lines = ["KERNEL(%d) {" % number, "  int id = BLOCK; int *out = results + 8 * id; const int *in = inputs + 4 * id;",
                 "  int a = in[0], b = in[1], c = in[2], d = in[3];",
                 "  unsigned u = (unsigned)a * 3u; unsigned char n8 = (unsigned char)b; short s16 = (short)c; long w = d;",
                 "  Pair q{a, b}; int arr[4] = {a, 2, b, 4}; Bits bits; bits.u = u; int acc[3] = {b, 1};",
                 "  Lanes t = LANES(a & 255);"]
        lines += self.statements(8, 0, False, 1)
        lines += ["  out[0] = CUT(a + 3 * b); out[1] = c ^ d; out[2] = CUT(q.x + q.y + q.twice() + acc[0] * 3 + acc[1] * 2 + acc[2]); out[3] = (int)(u & 0xffff);",
                  "  out[4] = sum(arr, 4); out[5] = n8 + s16; out[6] = (int)CUT(w) ^ static_cast<int>(SUM(t)); out[7] = bits.bytes[1];", "}"]
        self.text = "\n".join(lines)

    def fresh(self):
        self.names += 1
        return "v%d" % self.names

    def variable(self):
        return self.random.choice("abcd")

    def expression(self, depth=0):
        """An int of absolute value below 2^17."""
        r, e, pick = self.random.random(), self.expression, self.random.choice
        if depth > 2 or r < 0.28:
            return self.variable()
        if r < 0.42:
            return pick([str(self.random.randint(-9, 9)), "(int)(u & 7u)", "n8", "s16", "(int)CUT(w)", "q.twice()"])
        if r < 0.54:
            return "h%d(CUT(%s), CUT(%s))" % (self.random.randint(0, 2), e(depth + 1), e(depth + 1))
        if r < 0.62:
            return "(%s ? %s : %s)" % (self.condition(depth + 1), e(depth + 1), e(depth + 1))
        if r < 0.67:
            return pick(["q.x", "q.y", "h3(CUT(%s))" % e(depth + 1), "table(%s)" % e(depth + 1)])
        if r < 0.72:
            return "arr[(%s) & 3]" % e(depth + 1)
        if r < 0.76:
            return "(%s %s (((%s) & 7) + 1))" % (e(depth + 1), pick("/%"), e(depth + 1))
        if r < 0.80:
            return "(CUT(%s) %s ((%s) & 3))" % (e(depth + 1), pick([">>", "<<"]), e(depth + 1))
        return "(CUT(%s) %s CUT(%s))" % (e(depth + 1), pick("+-^&|"), e(depth + 1))

    def condition(self, depth=0):
        r = self.random.random()
        if depth < 2 and r < 0.3:
            return "(%s %s %s)" % (self.condition(depth + 1), self.random.choice(["&&", "||"]), self.condition(depth + 1))
        if depth < 3 and r < 0.4:
            return "!(%s)" % self.condition(depth + 1)
        if r < 0.55:
            return self.tile_condition(depth)
        if r < 0.6:
            return self.random.choice(["(u > 40u)", "(n8 < 100)", "(u %s (unsigned)a)" % self.random.choice(["<", ">="])])
        return "(%s %s %s)" % (self.expression(depth + 1), self.random.choice(["<", ">", "<=", ">=", "==", "!="]),
                               self.expression(depth + 1))

    def one_element(self, depth):
        """A tile of one element, and a scalar of its type to compare it with."""
        element, e = self.random.choice(["int", "int", "short", "long", "unsigned", "float", "double"]), self.expression
        tile = self.random.choice(["RANK0(%s, CUT(%s))", "RANK1(%s, CUT(%s))", "RANK3(%s, CUT(%s))"])
        return tile % (element, e(depth + 1)), "static_cast<%s>(CUT(%s))" % (element, e(depth + 1))

    def tile_condition(self, depth=0):
        """What a condition makes a bool of: a tile of one element, or what is left of one of several."""
        pick, e = self.random.choice, self.expression
        tile, scalar = self.one_element(depth)
        mask = "(t %s CUT(%s) %% 700)" % (pick(["<", ">", "==", "!="]), e(depth + 1))
        return pick([tile, "!(%s)" % tile, "(%s %s %s)" % (tile, pick(["<", ">", "==", "!=", "<=", ">="]), scalar),
                     "(bool)%s" % tile, "RANK1(bool, %s)" % self.condition(depth + 1),
                     "%s(%s)" % (pick(["ANY_OF", "ALL_OF"]), mask), "!%s(%s)" % (pick(["ANY_OF", "ALL_OF"]), mask),
                     "(SUM(t) > %s)" % e(depth + 1), "((int)MOST(t) < CUT(%s))" % e(depth + 1)])

    def tile_statement(self, depth, loop, indent):
        """A statement whose condition, or what it declares there, is a tile."""
        i, p, pick, e = self.fresh(), "  " * indent, self.random.choice, self.expression
        tile, scalar = self.one_element(1)
        change = p + "  t = (t %s CUT(%s)) & 1023;" % (pick("+-^"), e(2))
        kind = self.random.randrange(9)
        if kind == 0:
            return [p + "t = (t %s CUT(%s)) & 1023;" % (pick("+-^"), e())]
        if kind == 1:
            return [p + "t = (%s ? t + CUT(%s) : t) & 1023;" % (self.condition(), e())]
        if kind == 2:
            return self.block("if (auto %s = %s; %s < %s) {" % (i, tile, i, scalar), depth, loop, indent)
        if kind == 3:
            return self.block("if (auto %s = %s) {" % (i, tile), depth, loop, indent)
        if kind == 4:
            return [p + "switch (int %s = (int)SUM(t) & 3; %s) { case 0: a = CUT(a + 1); break; case 1: if (%s) b = CUT(b - 2); default: c = CUT(c + %s); }" % (
                i, i, self.tile_condition(1), i)]
        if depth > 2:
            return [change]
        if kind == 5:
            lines = self.block("for (int %s = 0; ANY_OF(t > %s) && %s < %d; ++%s) {" % (i, pick(["9", "a", "(b & 255)"]), i, self.random.randint(1, 6), i), depth, True, indent)
        elif kind == 6:
            lines = self.block("{ int %s = %d; while (RANK1(int, %s--)) {" % (i, self.random.randint(0, 4), i), depth, True, indent, tail="} }")
        elif kind == 7:
            lines = self.block("{ int %s = 0; do {" % i, depth, False, indent, tail="} while (RANK0(int, ++%s) < %d && %s); }" % (
                i, self.random.randint(1, 4), self.tile_condition(1)))
        else:
            lines = self.block("for (auto %s = RANK1(int, 0); %s < %d; %s = %s + 1) {" % (i, i, self.random.randint(1, 4), i, i), depth, True, indent)
        return lines[:1] + [change] * self.random.randint(0, 1) + lines[1:]

    def block(self, head, depth, loop, indent, tail="}", most=3):
        p = "  " * indent
        return [p + head] + self.statements(self.random.randint(1, most), depth + 1, loop, indent + 1) + [p + tail]

    def statements(self, count, depth, loop, indent):
        out = []
        for _ in range(count):
            out += self.statement(depth, loop, indent)
        return out

    def statement(self, depth, loop, indent):
        r, p, pick = self.random.random(), "  " * indent, self.random.choice
        v, e = self.variable(), self.expression
        if r < 0.12:
            return self.tile_statement(depth, loop, indent)
        if r < 0.22:
            return [p + "%s = CUT(%s);" % (v, e())]
        if r < 0.30:
            return [p + "%s %s= CUT(%s); %s = CUT(%s);" % (v, pick("+-^|"), e(), v, v)]
        if r < 0.42:
            return [p + self.simple(v)]
        if r < 0.58 and depth < 4:
            lines = self.block("if (%s) {" % self.condition(), depth, loop, indent)
            if self.random.random() < 0.5:
                lines[-1] = p + "} else {"
                lines += self.statements(self.random.randint(1, 3), depth + 1, loop, indent + 1) + [p + "}"]
            return lines
        if r < 0.74 and depth < 3:
            return self.loop(depth, indent)
        if r < 0.81 and loop:
            return [p + "if (%s) %s;" % (self.condition(), pick(["break", "continue"]))]
        if r < 0.84:
            return [p + "if (%s) { out[0] = a ^ b; out[1] = c; return; }" % self.condition()]
        if r < 0.90 and depth < 3:
            return self.switch(depth, loop, indent)
        return [p + self.closure(v)]

    def simple(self, v):
        e, pick = self.expression, self.random.choice
        return pick([
            "q.%s(CUT(%s));" % (pick(["add", "set"]), e()), "bump(%s);" % v, "q.pick(%s ? true : false) = CUT(%s);" % (self.condition(), e()),
            "u %s;" % pick(["+= 3u", ">>= 1", "^= (unsigned)a", "*= 5u", "-= 7u"]),
            "n8 %s;" % pick(["+= 77", "++", "-= (unsigned char)%s" % v, "^= 0x55"]),
            "s16 = (short)(s16 + CUT(%s)); s16 = (short)CUT(s16);" % e(), "w = CUT(w * 3 + %s);" % e(),
            "arr[(%s) & 3] = CUT(%s);" % (e(), e()), "arr[%d] = CUT(%s);" % (self.random.randint(0, 3), e()),
            "{ int *p = %s ? &%s : &%s; *p = CUT(*p + 5); }" % (self.condition(), self.variable(), self.variable()),
            "{ int &ref = %s; ref = CUT(ref + %s); }" % (v, e()), "bits.bytes[%d] = (unsigned char)%s;" % (self.random.randint(0, 3), v),
            "q = q + Pair(%s, %s);" % (v, e()), "{ Guard guard(%s, %d); %s = CUT(%s); }" % (v, self.random.randint(0, 9), self.variable(), e()),
            "(%s & 1 ? a : b) = CUT(%s);" % (v, e()), self.sweep(), self.sweep(),
            "{ Pair copy = %s ? q : Pair(%s, 2); %s = copy.y; }" % (self.condition(), v, v)])

    def sweep(self):
        """A short loop over an array that stays out of memory."""
        i, exit = self.fresh(), self.random.choice(["", "if (%s) break; " % self.condition(), "if (%s) continue; " % self.condition()])
        head = self.random.choice(["int %s = 0; %s < 3; ++%s", "unsigned %s = 0; %s != 3; %s += 1", "int %s = 2; %s >= 1; %s--"]) % (i, i, i)
        return "for (%s) { %sacc[%s] = CUT(acc[%s] + %s); }" % (head, exit, i, i, self.expression(2))

    def closure(self, v):
        e, pick = self.expression, self.random.choice
        return pick([
            "[&](int z) { if (z > 3) { a = CUT(a + z); return; } b = CUT(b - z); }(%s);" % e(),
            "%s = apply([=](int z) { return z + c; }, %s);" % (v, e()),
            "{ auto f = [&, k = %s](int z) mutable { k = CUT(k + z); c = CUT(c + k); return k; }; f(1); %s = CUT(f(%s)); }" % (v, v, e()),
            "for (int %s : arr) %s = CUT(%s + %s);" % ((lambda n: (n, v, v, n))(self.fresh()))])

    def loop(self, depth, indent):
        i, k, p = self.fresh(), self.random.random(), "  " * indent
        n = self.random.randint(1, 5)
        if k < 0.25:
            return self.block("for (int %s = 0; %s < %d; ++%s) {" % (i, i, n, i), depth, True, indent, most=4)
        if k < 0.35:
            return self.block("for (int %s = CUT(%s) & 7; %s <= %d; %s += 2) {" % (i, self.variable(), i, n + 3, i), depth, True, indent)
        if k < 0.45:
            return self.block("for (int %s = %d; %s >= 0; --%s) {" % (i, n, i, i), depth, True, indent)
        if k < 0.55:
            return self.block("for (unsigned %s = %du; %s > 1; %s -= 2) {" % (i, 2 * n + 1, i, i), depth, True, indent)
        if k < 0.62:
            return self.block("for (unsigned long %s = %d; %s != %d; ++%s) {" % (i, n, i, n + 3, i), depth, True, indent)
        if k < 0.68:
            return self.block("for (unsigned char %s = 0; %s < %d; ++%s) {" % (i, i, n, i), depth, True, indent)
        if k < 0.74:
            return self.block("for (int %s : RANGE(%d, %d, %d)) {" % (i, self.random.randint(0, 2), n + 2, self.random.randint(1, 3)), depth, True, indent)
        if k < 0.85:
            return self.block("{ int %s = 0; while (%s < %d && %s) { ++%s;" % (i, i, n, self.condition(), i), depth, True, indent, "} }")
        head = "{ int %s = 0; do { ++%s;" % (i, i)
        return self.block(head, depth, True, indent, "} while (%s < %d && %s); }" % (i, n, self.condition()))

    def switch(self, depth, loop, indent):
        p = "  " * indent
        lines = [p + "switch (CUT(%s) & 3) {" % self.expression(), p + "case 0: %s = CUT(%s);" % (self.variable(), self.expression()),
                 p + "case 1: %s ^= 1; break;" % self.variable(), p + "case 2: {"]
        lines += self.statements(1, depth + 1, False, indent + 1)
        return lines + [p + "} break;", p + "default: %s = CUT(%s - 2);" % (self.variable(), self.variable()), p + "}"]


def source(first, count):
    """The text of `count` programs, made from the seeds `first`, `first` + 1, ..."""
    return PRELUDE + "\n".join(Program(first + i, i).text for i in range(count)) + "\n"
