// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A benchmark's harness with parsing of options, registration of cases and a table of results.
#include <algorithm>
#include <any>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace opts {
class option_error : public std::runtime_error { using std::runtime_error::runtime_error; };
class value_base : public std::enable_shared_from_this<value_base> {
public:
  virtual ~value_base() = default;
  virtual void parse(const std::string &) = 0;
  virtual std::string text() const = 0;
  bool has_default = false;
};
template <typename T> class typed_value : public value_base {
public:
  T stored{};
  std::shared_ptr<typed_value> default_value(const std::string &s) {
    parse(s), has_default = true;
    return std::static_pointer_cast<typed_value>(shared_from_this());
  }
  void parse(const std::string &s) override {
    if constexpr (std::is_same_v<T, std::string>) stored = s;
    else if constexpr (std::is_same_v<T, bool>) stored = s != "false";
    else {
      std::istringstream in(s);
      if (!(in >> stored)) throw option_error("bad value " + s);
    }
  }
  std::string text() const override { std::ostringstream o; o << std::boolalpha << stored; return o.str(); }
};
template <typename T> std::shared_ptr<typed_value<T>> value() { return std::make_shared<typed_value<T>>(); }
class options {
public:
  explicit options(std::string name) : name(std::move(name)) {}
  class adder {
  public:
    adder(options &o) : o(o) {}
    adder &operator()(const std::string &names, const std::string &help, std::shared_ptr<value_base> v = value<bool>()) {
      auto comma = names.find(',');
      auto key = comma == std::string::npos ? names : names.substr(comma + 1);
      if (comma != std::string::npos) o.shorts[names[0]] = key;
      o.values[key] = {help, std::move(v)};
      return *this;
    }
  private:
    options &o;
  };
  adder add_options() { return adder{*this}; }
  void parse(int argc, const char *const *argv) {
    for (int i = 1; i < argc; ++i) {
      std::string a = argv[i], v;
      if (a.rfind("--", 0) == 0) a = a.substr(2); else if (a.size() > 1 && a[0] == '-') a = shorts.at(a[1]); else throw option_error("what is " + a);
      if (auto eq = a.find('='); eq != std::string::npos) v = a.substr(eq + 1), a.resize(eq);
      auto it = values.find(a);
      if (it == values.end()) throw option_error("no option " + a);
      if (v.empty() && !dynamic_cast<typed_value<bool> *>(it->second.second.get()) && i + 1 < argc) v = argv[++i];
      it->second.second->parse(v);
    }
  }
  template <class T> const T &get(const std::string &k) const { return dynamic_cast<const typed_value<T> &>(*values.at(k).second).stored; }
  std::string help() const {
    std::ostringstream o;
    o << name << "\n";
    for (const auto &[k, v] : values) o << "  --" << std::left << std::setw(12) << k << v.first << " [" << v.second->text() << "]\n";
    return o.str();
  }
private:
  std::string name;
  std::map<char, std::string> shorts;
  std::map<std::string, std::pair<std::string, std::shared_ptr<value_base>>> values;
};
} // namespace opts

namespace ct = cuda::tiles;
template <typename T, int B> __tile_global__ void saxpy(T *y, const T *x, T a, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<B>>>() + int(ct::bid().x) * B;
  auto m = i < n;
  ct::store_masked(y + i, a * ct::load_masked(x + i, m) + ct::load_masked(y + i, m), m);
}
template <typename T, int B> __tile_global__ void dot(T *out, const T *x, const T *y, int n) {
  auto acc = ct::zeros<ct::tile<T, ct::shape<B>>>();
  for (auto b : ct::irange(0, (n + B - 1) / B)) {
    auto i = ct::iota<ct::tile<int, ct::shape<B>>>() + b * B;
    acc = acc + ct::load_masked(x + i, i < n, T(0)) * ct::load_masked(y + i, i < n, T(0));
  }
  *out = T(ct::sum<0>(acc));
}

struct context { int n; float *x, *y; cudaStream_t stream; };
struct bench_case {
  std::string name;
  std::function<void(const context &)> run;
  std::function<double(int)> bytes;
};
static std::vector<bench_case> &registry() { static std::vector<bench_case> r; return r; }
struct registrar { registrar(bench_case c) { registry().emplace_back(std::move(c)); } };
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define BENCH(name, bytes_expr, ...) static const registrar CAT(reg_, __COUNTER__){{#name, [](const context &c) __VA_ARGS__, [](int n) -> double { return bytes_expr; }}}
BENCH(saxpy_128, 12.0 * n, { saxpy<float, 128><<<(c.n + 127) / 128, 1, 0, c.stream>>>(c.y, c.x, 2.0f, c.n); });
BENCH(saxpy_512, 12.0 * n, { saxpy<float, 512><<<(c.n + 511) / 512, 1, 0, c.stream>>>(c.y, c.x, 2.0f, c.n); });
BENCH(dot, 8.0 * n, { dot<float, 256><<<1, 1, 0, c.stream>>>(c.y, c.x, c.x, c.n); });

int main(int argc, char **argv) {
  opts::options o("bench");
  o.add_options()("n,size", "elements", opts::value<int>()->default_value("1000"))("r,runs", "runs", opts::value<int>()->default_value("2"))
      ("f,filter", "which", opts::value<std::string>()->default_value(".*"))("h,help", "this");
  try {
    const char *defaults[] = {argv[0], "--size=700", "-r", "1", "--filter", "saxpy.*|dot"};
    o.parse(argc > 1 ? argc : 6, argc > 1 ? argv : defaults);
  } catch (const std::exception &e) {
    std::cerr << e.what() << '\n' << o.help();
    return 2;
  }
  if (o.get<bool>("help")) return std::cout << o.help(), 0;
  context c{.n = o.get<int>("size"), .x = nullptr, .y = nullptr, .stream = nullptr};
  cudaMallocManaged(&c.x, sizeof(float) * c.n);
  cudaMallocManaged(&c.y, sizeof(float) * c.n);
  std::fill_n(c.x, c.n, 1.0f);
  std::fill_n(c.y, c.n, 0.5f);
  cudaStreamCreateWithFlags(&c.stream, cudaStreamNonBlocking);
  const std::regex filter(o.get<std::string>("filter"));
  std::unordered_map<std::string, std::vector<float>> times;
  for (const auto &[name, run, bytes] : registry()) {
    if (!std::regex_match(name, filter)) continue;
    for (int i = 0; i < o.get<int>("runs"); ++i) {
      cudaEvent_t a, b;
      cudaEventCreate(&a), cudaEventCreate(&b);
      cudaEventRecord(a, c.stream);
      run(c);
      cudaEventRecord(b, c.stream);
      cudaEventSynchronize(b);
      float ms;
      cudaEventElapsedTime(&ms, a, b);
      times[name].push_back(ms);
      cudaEventDestroy(a), cudaEventDestroy(b);
    }
  }
  std::cout << times.size() << " cases\n";
  bool ok = times.size() == 3 && c.y[0] == c.n && c.y[1] == 0.5f + 4.0f;
  std::cout << (ok ? "PASS" : "FAIL") << std::endl;
  return ok ? 0 : 1;
}
