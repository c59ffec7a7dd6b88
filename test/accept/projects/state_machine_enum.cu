// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A parser of numbers in text, a state machine by enum class and switch, one block a line.
#include <cstring>
#include <string>
#include <string_view>
#include <cstdio>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
enum class State : unsigned char { start, sign, integer, point, fraction, done, error };
struct Token { State state; int digits; double value; };
__tile__ constexpr State next(State s, char c) {
  switch (s) {
    using enum State;
  case start:
  case sign:
    if (c >= '0' && c <= '9') return integer;
    return (c == '-' || c == '+') && s == start ? sign : error;
  case integer:
    if (c == '.') return point;
    [[fallthrough]];
  case point:
  case fraction:
    if (c == '\0' || c == '\n') return done;
    return c >= '0' && c <= '9' ? (s == integer ? integer : fraction) : error;
  default:
    return s;
  }
}
__tile_global__ void parse(Token *out, const char *text, const int *begin) {
  const int b = ct::bid().x;
  const char *p = text + begin[b];
  State s = State::start;
  double v = 0, scale = 1, sign = 1;
  int digits = 0;
  while (s != State::done && s != State::error) {
    const char c = *p++;
    s = next(s, c);
    if (s == State::sign) sign = c == '-' ? -1.0 : 1.0;
    else if (s == State::integer) v = v * 10 + (c - '0'), ++digits;
    else if (s == State::fraction) scale /= 10, v += (c - '0') * scale, ++digits;
  }
  out[b].state = s;
  out[b].digits = digits;
  out[b].value = sign * v;
}
int main() {
  constexpr std::string_view lines[] = {"12.5", "-7", "+0.125", "1x", "--2"};
  char *text; int *begin; Token *t;
  cudaMallocManaged(&text, 100), cudaMallocManaged(&begin, 100), cudaMallocManaged(&t, sizeof(Token) * 5);
  int at = 0, k = 0;
  for (auto l : lines) { begin[k++] = at; std::memcpy(text + at, l.data(), l.size()); text[at + l.size()] = 0; at += int(l.size()) + 1; }
  parse<<<k, 1>>>(t, text, begin);
  cudaDeviceSynchronize();
  bool ok = t[0].value == 12.5 && t[1].value == -7 && t[2].value > 0.12499 && t[2].value < 0.12501 && t[3].state == State::error && t[4].state == State::error && t[2].digits == 4;
  std::puts(ok ? "PASS" : "FAIL");
  return !ok;
}
