// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A decoder block as inference programs have it: RMS norm, projections, rotary positions, cached attention, gated feed-forward.
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>

#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace ct = cuda::tiles;

#define CUDA_CHECK(expr)                                                                            \
  do {                                                                                              \
    const cudaError_t status_ = (expr);                                                             \
    if (status_ != cudaSuccess) {                                                                   \
      fprintf(stderr, "CUDA error %d (%s) at %s:%d\n", int(status_), cudaGetErrorString(status_), __FILE__, __LINE__); \
      abort();                                                                                      \
    }                                                                                               \
  } while (false)

struct Config {
  int dim = 64;
  int hidden_dim = 128;
  int n_heads = 4;
  int n_kv_heads = 2;
  int seq_len = 16;
  float rope_theta = 10000.0f;
  float norm_eps = 1e-5f;
  [[nodiscard]] constexpr int head_dim() const noexcept { return dim / n_heads; }
  [[nodiscard]] constexpr int kv_dim() const noexcept { return n_kv_heads * head_dim(); }
  [[nodiscard]] constexpr int group() const noexcept { return n_heads / n_kv_heads; }
};

namespace kernels {
using half_t = __half;

template <int Dim>
__tile_global__ void rmsnorm(float *__restrict__ out, const float *__restrict__ x, const half_t *__restrict__ weight, float eps) {
  using row = ct::tile<float, ct::shape<Dim>>;
  auto i = ct::iota<ct::tile<int, ct::shape<Dim>>>();
  row v = ct::load(x + i);
  auto mean = ct::sum<0>(v * v) * (1.0f / Dim);
  auto w = ct::element_cast<float>(ct::load(weight + i));
  ct::store(out + i, v * ct::rsqrt(mean + eps) * w);
}

// out[d] = W[d, :] . x ; one block computes BM rows.
template <int BM, int BK, bool Accumulate = false>
__tile_global__ void matvec(float *__restrict__ out, const half_t *__restrict__ w, const float *__restrict__ x, int rows, int cols) {
  auto r = ct::iota<ct::tile<int, ct::shape<BM, 1>>>() + static_cast<int>(ct::bid().x) * BM;
  auto acc = ct::zeros<ct::tile<float, ct::shape<BM, 1>>>();
  for (int k = 0; k < cols; k += BK) {
    auto c = ct::iota<ct::tile<int, ct::shape<1, BK>>>() + k;
    auto mask = (r < rows) & (c < cols);
    auto wt = ct::element_cast<float>(ct::load_masked(w + (r * cols + c), mask, half_t(0.0f)));
    auto xt = ct::load_masked(x + c, c < cols, 0.0f);
    acc = acc + ct::sum<1>(wt * xt);
  }
  if constexpr (Accumulate)
    acc = acc + ct::load_masked(out + r, r < rows, 0.0f);
  ct::store_masked(out + r, acc, r < rows);
}

template <int HeadDim>
__tile_global__ void rope(float *v, int pos, float theta) {
  const int head = ct::bid().x;
  auto j = ct::iota<ct::tile<int, ct::shape<HeadDim / 2>>>();
  auto freq = ct::exp(ct::element_cast<float>(j * 2) * (-ct::log(theta) / HeadDim));
  auto angle = freq * static_cast<float>(pos);
  auto c = ct::cos(angle), s = ct::sin(angle);
  float *base = v + head * HeadDim;
  auto re = ct::load(base + j * 2), im = ct::load(base + (j * 2 + 1));
  ct::store(base + j * 2, re * c - im * s);
  ct::store(base + (j * 2 + 1), re * s + im * c);
}

template <int HeadDim, int MaxSeq>
__tile_global__ void attention(float *__restrict__ out, const float *__restrict__ q, const half_t *__restrict__ kcache,
                               const half_t *__restrict__ vcache, int pos, int kv_dim, int group) {
  const int head = ct::bid().x, kv_head = head / group;
  auto t = ct::iota<ct::tile<int, ct::shape<MaxSeq, 1>>>();
  auto d = ct::iota<ct::tile<int, ct::shape<1, HeadDim>>>();
  auto offset = t * kv_dim + (kv_head * HeadDim + d);
  auto valid = t <= pos;
  auto k = ct::element_cast<float>(ct::load_masked(kcache + offset, valid, half_t(0)));
  auto v = ct::element_cast<float>(ct::load_masked(vcache + offset, valid, half_t(0)));
  auto scores = ct::sum<1>(k * ct::load(q + (head * HeadDim + d))) * ct::rsqrt(static_cast<float>(HeadDim));
  scores = ct::select(valid, scores, ct::full<decltype(scores)>(-INFINITY));
  auto p = ct::exp(scores - ct::reduce_max<0>(scores));
  p = p / ct::sum<0>(p);
  ct::store(out + (head * HeadDim + d), ct::sum<0>(p * v));
}

template <int B>
__tile_global__ void to_cache(half_t *cache, const float *v, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<B>>>() + int(ct::bid().x) * B;
  ct::store_masked(cache + i, ct::element_cast<half_t>(ct::load_masked(v + i, i < n)), i < n);
}

template <int B>
__tile_global__ void swiglu(float *gate, const float *up, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<B>>>() + int(ct::bid().x) * B;
  auto g = ct::load_masked(gate + i, i < n), u = ct::load_masked(up + i, i < n);
  ct::store_masked(gate + i, g / (1.0f + ct::exp(-g)) * u, i < n);
}
} // namespace kernels

template <typename T>
class DeviceBuffer {
public:
  explicit DeviceBuffer(size_t n = 0) : n_(n) { if (n) CUDA_CHECK(cudaMalloc(&p_, n * sizeof(T))); }
  explicit DeviceBuffer(const std::vector<T> &host) : DeviceBuffer(host.size()) {
    CUDA_CHECK(cudaMemcpy(p_, host.data(), n_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  DeviceBuffer(DeviceBuffer &&o) noexcept : p_(std::exchange(o.p_, nullptr)), n_(std::exchange(o.n_, 0)) {}
  DeviceBuffer &operator=(DeviceBuffer &&o) noexcept { std::swap(p_, o.p_); std::swap(n_, o.n_); return *this; }
  ~DeviceBuffer() { cudaFree(p_); }
  operator T *() { return p_; }
  T *get() const { return p_; }
  std::vector<T> host() const { std::vector<T> h(n_); CUDA_CHECK(cudaMemcpy(h.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost)); return h; }
private:
  T *p_ = nullptr;
  size_t n_ = 0;
};

struct Weights {
  std::vector<__half> norm, wq, wk, wv, wo, norm2, w1, w2, w3;
};

static std::vector<__half> make(std::mt19937 &rng, size_t n, float scale) {
  std::normal_distribution<float> dist(0.f, scale);
  std::vector<__half> v(n);
  for (auto &x : v) x = __float2half(dist(rng));
  return v;
}

class Block {
public:
  Block(const Config &c, const Weights &w)
      : c(c), norm(w.norm), wq(w.wq), wk(w.wk), wv(w.wv), wo(w.wo), norm2(w.norm2), w1(w.w1), w2(w.w2), w3(w.w3),
        xb(c.dim), q(c.dim), k(c.kv_dim()), v(c.kv_dim()), att(c.dim), h1(c.hidden_dim), h2(c.hidden_dim),
        kc(size_t(c.seq_len) * c.kv_dim()), vc(size_t(c.seq_len) * c.kv_dim()) {}

  void forward(DeviceBuffer<float> &x, int pos, cudaStream_t s = nullptr) {
    using namespace kernels;
    constexpr int BM = 16, BK = 32;
    auto grid = [](int n, int b) { return dim3((n + b - 1) / b); };
    rmsnorm<64><<<1, 1, 0, s>>>(xb, x, norm, c.norm_eps);
    matvec<BM, BK><<<grid(c.dim, BM), 1, 0, s>>>(q, wq, xb, c.dim, c.dim);
    matvec<BM, BK><<<grid(c.kv_dim(), BM), 1, 0, s>>>(k, wk, xb, c.kv_dim(), c.dim);
    matvec<BM, BK><<<grid(c.kv_dim(), BM), 1, 0, s>>>(v, wv, xb, c.kv_dim(), c.dim);
    rope<16><<<c.n_heads, 1, 0, s>>>(q, pos, c.rope_theta);
    rope<16><<<c.n_kv_heads, 1, 0, s>>>(k, pos, c.rope_theta);
    to_cache<64><<<grid(c.kv_dim(), 64), 1, 0, s>>>(kc + size_t(pos) * c.kv_dim(), k, c.kv_dim());
    to_cache<64><<<grid(c.kv_dim(), 64), 1, 0, s>>>(vc + size_t(pos) * c.kv_dim(), v, c.kv_dim());
    attention<16, 16><<<c.n_heads, 1, 0, s>>>(att, q, kc, vc, pos, c.kv_dim(), c.group());
    matvec<BM, BK, true><<<grid(c.dim, BM), 1, 0, s>>>(x, wo, att, c.dim, c.dim);
    rmsnorm<64><<<1, 1, 0, s>>>(xb, x, norm2, c.norm_eps);
    matvec<BM, BK><<<grid(c.hidden_dim, BM), 1, 0, s>>>(h1, w1, xb, c.hidden_dim, c.dim);
    matvec<BM, BK><<<grid(c.hidden_dim, BM), 1, 0, s>>>(h2, w3, xb, c.hidden_dim, c.dim);
    swiglu<64><<<grid(c.hidden_dim, 64), 1, 0, s>>>(h1, h2, c.hidden_dim);
    matvec<BM, BK, true><<<grid(c.dim, BM), 1, 0, s>>>(x, w2, h1, c.dim, c.hidden_dim);
    CUDA_CHECK(cudaGetLastError());
  }

private:
  Config c;
  DeviceBuffer<__half> norm, wq, wk, wv, wo, norm2, w1, w2, w3;
  DeviceBuffer<float> xb, q, k, v, att, h1, h2;
  DeviceBuffer<__half> kc, vc;
};

struct Reference {
  const Config &c;
  const Weights &w;
  std::vector<float> kc, vc;
  std::vector<float> mv(const std::vector<__half> &m, const std::vector<float> &x, int rows) const {
    std::vector<float> y(rows);
    for (int r = 0; r < rows; ++r) {
      double a = 0;
      for (size_t i = 0; i < x.size(); ++i) a += double(__half2float(m[r * x.size() + i])) * x[i];
      y[r] = float(a);
    }
    return y;
  }
  std::vector<float> norm(const std::vector<__half> &g, const std::vector<float> &x) const {
    double s = 0;
    for (float f : x) s += double(f) * f;
    float r = float(1.0 / std::sqrt(s / x.size() + c.norm_eps));
    std::vector<float> y(x);
    for (size_t i = 0; i < x.size(); ++i) y[i] = x[i] * r * __half2float(g[i]);
    return y;
  }
  void rope(std::vector<float> &v, int pos) const {
    int hd = c.head_dim();
    for (size_t h = 0; h < v.size() / hd; ++h)
      for (int j = 0; j < hd / 2; ++j) {
        float a = pos * std::pow(c.rope_theta, -2.0f * j / hd), re = v[h * hd + 2 * j], im = v[h * hd + 2 * j + 1];
        v[h * hd + 2 * j] = re * std::cos(a) - im * std::sin(a);
        v[h * hd + 2 * j + 1] = re * std::sin(a) + im * std::cos(a);
      }
  }
  void forward(std::vector<float> &x, int pos) {
    auto xb = norm(w.norm, x);
    auto q = mv(w.wq, xb, c.dim), k = mv(w.wk, xb, c.kv_dim()), v = mv(w.wv, xb, c.kv_dim());
    rope(q, pos), rope(k, pos);
    for (float f : k) kc.push_back(__half2float(__float2half(f)));
    for (float f : v) vc.push_back(__half2float(__float2half(f)));
    int hd = c.head_dim();
    std::vector<float> att(c.dim);
    for (int h = 0; h < c.n_heads; ++h) {
      std::vector<double> s(pos + 1);
      double total = 0;
      for (int t = 0; t <= pos; ++t) {
        for (int d = 0; d < hd; ++d) s[t] += double(q[h * hd + d]) * kc[t * c.kv_dim() + h / c.group() * hd + d];
        s[t] = std::exp(s[t] / std::sqrt(double(hd)));
        total += s[t];
      }
      for (int d = 0; d < hd; ++d) {
        double a = 0;
        for (int t = 0; t <= pos; ++t) a += s[t] / total * vc[t * c.kv_dim() + h / c.group() * hd + d];
        att[h * hd + d] = float(a);
      }
    }
    auto o = mv(w.wo, att, c.dim);
    for (int i = 0; i < c.dim; ++i) x[i] += o[i];
    xb = norm(w.norm2, x);
    auto a = mv(w.w1, xb, c.hidden_dim), b = mv(w.w3, xb, c.hidden_dim);
    for (int i = 0; i < c.hidden_dim; ++i) a[i] = a[i] / (1 + std::exp(-a[i])) * b[i];
    auto y = mv(w.w2, a, c.dim);
    for (int i = 0; i < c.dim; ++i) x[i] += y[i];
  }
};

int main(int argc, char **argv) {
  const int steps = argc > 1 ? std::atoi(argv[1]) : 5;
  const Config c{.dim = 64, .hidden_dim = 128};
  std::mt19937 rng{42};
  const Weights w{make(rng, c.dim, 1), make(rng, c.dim * c.dim, .1f), make(rng, c.kv_dim() * c.dim, .1f), make(rng, c.kv_dim() * c.dim, .1f),
                  make(rng, c.dim * c.dim, .1f), make(rng, c.dim, 1), make(rng, c.hidden_dim * c.dim, .1f), make(rng, c.dim * c.hidden_dim, .1f),
                  make(rng, c.hidden_dim * c.dim, .1f)};
  auto block = std::make_unique<Block>(c, w);
  Reference reference{c, w, {}, {}};
  std::vector<float> x(c.dim);
  for (auto &f : x) f = std::normal_distribution<float>{}(rng);
  DeviceBuffer<float> dx(x);
  float worst = 0;
  for (int pos = 0; pos < steps; ++pos) {
    block->forward(dx, pos);
    reference.forward(x, pos);
    auto got = dx.host();
    for (int i = 0; i < c.dim; ++i) worst = std::fmax(worst, std::fabs(got[i] - x[i]) / (1 + std::fabs(x[i])));
  }
  std::printf("%s worst %.1e\n", worst < 5e-3 ? "PASS" : "FAIL", worst);
  return worst < 5e-3 ? 0 : 1;
}
