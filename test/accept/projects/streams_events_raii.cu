// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams, events and graphs as resource types with custom deleters, and a scheduler over them.
#include <chrono>
#include <cstdio>
#include <deque>
#include <memory>
#include <mutex>
#include <queue>
#include <stdexcept>
#include <type_traits>
#include <vector>
#include <cuda_runtime_api.h>
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace cu {
class error : public std::runtime_error {
public:
  error(cudaError_t c, const char *what) : std::runtime_error(std::string(what) + ": " + cudaGetErrorName(c)), code(c) {}
  cudaError_t code;
};
inline void check(cudaError_t c, const char *what = "cuda") { if (c != cudaSuccess) [[unlikely]] throw error(c, what); }
template <class H, cudaError_t (*Destroy)(H)> struct deleter { using pointer = H; void operator()(H h) const noexcept { Destroy(h); } };
template <class H, cudaError_t (*Destroy)(H)> using handle = std::unique_ptr<std::remove_pointer_t<H>, deleter<H, Destroy>>;
using stream = handle<cudaStream_t, cudaStreamDestroy>;
using event = handle<cudaEvent_t, cudaEventDestroy>;
using graph = handle<cudaGraph_t, cudaGraphDestroy>;
using graph_exec = handle<cudaGraphExec_t, cudaGraphExecDestroy>;
inline stream make_stream(unsigned flags = cudaStreamNonBlocking) { cudaStream_t s; check(cudaStreamCreateWithFlags(&s, flags), "stream"); return stream(s); }
inline event make_event() { cudaEvent_t e; check(cudaEventCreateWithFlags(&e, cudaEventDefault)); return event(e); }
template <class T> struct free_async { cudaStream_t s; void operator()(T *p) const { cudaFreeAsync(p, s); } };
template <class T> using async_array = std::unique_ptr<T[], free_async<T>>;
template <class T> async_array<T> allocate(size_t n, cudaStream_t s) { void *p; check(cudaMallocAsync(&p, n * sizeof(T), s)); return {static_cast<T *>(p), {s}}; }
template <class F> graph_exec capture(cudaStream_t s, F &&f) {
  check(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  f(s);
  cudaGraph_t g; check(cudaStreamEndCapture(s, &g));
  graph owned(g);
  cudaGraphExec_t e; check(cudaGraphInstantiate(&e, g, 0));
  return graph_exec(e);
}
} // namespace cu

namespace ct = cuda::tiles;
template <int N> __tile_global__ void logistic(double *x, double r, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<N>>>() + int(ct::bid().x) * N;
  auto v = ct::load_masked(x + i, i < n, 0.0);
  ct::store_masked(x + i, r * v * (1.0 - v), i < n);
}
struct Job { int steps; cu::event done; };
class Scheduler {
public:
  explicit Scheduler(int n) { for (int i = 0; i < n; ++i) streams.push_back(cu::make_stream()); }
  template <class F> void submit(F &&f) {
    std::scoped_lock lock(m);
    auto &s = streams[next++ % streams.size()];
    f(s.get());
    auto e = cu::make_event();
    cu::check(cudaEventRecord(e.get(), s.get()));
    pending.emplace(Job{.steps = 1, .done = std::move(e)});
  }
  void drain() { while (!pending.empty()) { cu::check(cudaEventSynchronize(pending.front().done.get())); pending.pop(); } }
private:
  std::mutex m;
  std::vector<cu::stream> streams;
  std::queue<Job, std::deque<Job>> pending;
  size_t next = 0;
};
int main() try {
  constexpr int n = 100;
  auto s = cu::make_stream();
  auto x = cu::allocate<double>(n, s.get());
  std::vector<double> host(n), want(n);
  for (int i = 0; i < n; ++i) host[i] = want[i] = (i + 1.0) / (n + 1);
  cu::check(cudaMemcpyAsync(x.get(), host.data(), n * 8, cudaMemcpyHostToDevice, s.get()));
  auto exec = cu::capture(s.get(), [&](cudaStream_t t) { for (int k = 0; k < 3; ++k) logistic<64><<<2, 1, 0, t>>>(x.get(), 3.7, n); });
  for (int k = 0; k < 2; ++k) cu::check(cudaGraphLaunch(exec.get(), s.get()));
  auto start = cu::make_event(), stop = cu::make_event();
  cudaEventRecord(start.get(), s.get());
  cu::check(cudaStreamSynchronize(s.get()));
  Scheduler scheduler(3);
  for (int k = 0; k < 4; ++k) scheduler.submit([&](cudaStream_t t) { logistic<64><<<dim3(1), dim3(1), 0, t>>>(x.get() + k * 25, 2.5, 25); });
  scheduler.drain();
  cudaEventRecord(stop.get(), s.get());
  cu::check(cudaMemcpyAsync(host.data(), x.get(), n * 8, cudaMemcpyDeviceToHost, s.get()));
  cu::check(cudaStreamSynchronize(s.get()));
  float ms;
  cu::check(cudaEventElapsedTime(&ms, start.get(), stop.get()));
  bool ok = ms >= 0;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 6; ++k) want[i] = 3.7 * want[i] * (1 - want[i]);
    want[i] = 2.5 * want[i] * (1 - want[i]);
    ok &= std::abs(want[i] - host[i]) < 1e-12;
  }
  try { cu::check(cudaMemcpy(nullptr, host.data(), 8, cudaMemcpyKind(77)), "copy"); ok = false; } catch (const cu::error &e) { std::puts(e.what()); }
  std::puts(ok ? "PASS" : "FAIL");
  return !ok;
} catch (const std::exception &e) { std::puts(e.what()); return 2; }
