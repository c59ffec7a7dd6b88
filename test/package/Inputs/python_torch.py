# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors of PyTorch, and a kernel as an operator: opcheck, torch.compile, autograd, and one that writes its input; on the GPU
where there is one, with its streams and graphs, else on the CPU."""
import torch

import tilec
import tilec.torch

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
torch.set_default_device(DEVICE)
SOURCE = """#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <typename T> __tile_global__ void scale(T *out, const T *in, T factor, int n) {
  auto i = (int)ct::bid().x * 64 + ct::iota<ct::tile<int, ct::shape<64>>>();
  ct::store_masked(out + i, ct::load_masked(in + i, i < n) * factor, i < n);
}
__tile_global__ void add_one(int *p, int n) {
  auto i = (int)ct::bid().x * 64 + ct::iota<ct::tile<int, ct::shape<64>>>();
  ct::store_masked(p + i, ct::load_masked(p + i, i < n) + 1, i < n);
}
template <typename T> __tile_global__ void widen(float *out, const T *in, int n) {
  auto i = (int)ct::bid().x * 64 + ct::iota<ct::tile<int, ct::shape<64>>>();
  ct::store_masked(out + i, ct::element_cast<float>(ct::load_masked(in + i, i < n)), i < n);
}
"""


def expect(kind, function, part):
    try:
        function()
    except kind as error:
        assert part in str(error), error
        return
    raise AssertionError(part)


module = tilec.compile(SOURCE, names=["scale<float>", "scale<double>", "widen<__nv_bfloat16>", "widen<__nv_fp8_e4m3>"])
kernels = {torch.float32: module["scale<float>"], torch.float64: module["scale<double>"]}
blocks = lambda tensor: (tensor.numel() + 63) // 64

# Plain launches.
x = torch.randn(100)
out = torch.empty_like(x)
kernels[x.dtype][blocks(x)](out, x, 3.0, 100, **({} if DEVICE == "cuda" else {"check": True}))
assert torch.equal(out, 3 * x)
for name, dtype in (("__nv_bfloat16", torch.bfloat16), ("__nv_fp8_e4m3", torch.float8_e4m3fn)):
    narrow = x.to(dtype)
    module[f"widen<{name}>"][blocks(x)](out, narrow, 100)
    assert torch.equal(out, narrow.float()), name
launch = lambda *arguments: kernels[torch.float32][1](*arguments)
expect(tilec.ArgumentError, lambda: launch(out, torch.randn(10, 10).T, 1.0, 100), "expected a contiguous array")
expect(tilec.ArgumentError, lambda: launch(out, x.double(), 1.0, 100), "expected an array of f32, got one of f64")
expect(tilec.ArgumentError, lambda: launch(out, torch.empty(4, device="meta"), 1.0, 4), "got one on 'meta'")
freed = torch.randn(4)
freed.untyped_storage().resize_(0)
expect((tilec.ArgumentError, RuntimeError), lambda: launch(out, freed, 1.0, 4), "")

# An operator.
scale = tilec.torch.op(
    "tilec_test::scale(Tensor x, float factor) -> Tensor", kernel=lambda out, x, factor: kernels[x.dtype],
    outputs=lambda x, factor: torch.empty_like(x), grid=lambda out, x, factor: blocks(x),
    arguments=lambda out, x, factor: (out, x, factor, x.numel()),
    backward=lambda ctx, gradient: (scale(gradient.contiguous(), ctx.factor), None),
    setup_context=lambda ctx, inputs, output: setattr(ctx, "factor", inputs[1]))
assert torch.equal(torch.ops.tilec_test.scale(x, 2.0), 2 * x)
torch.library.opcheck(scale, (torch.randn(70, dtype=torch.float64, requires_grad=True), 1.5))
torch.autograd.gradcheck(scale, (torch.randn(7, dtype=torch.float64, requires_grad=True), 1.5))


@torch.compile(fullgraph=True, backend="aot_eager")
def model(x):
    return scale(x.sin(), 2.0) + 1


y = torch.randn(130, requires_grad=True)
model(y).sum().backward()
assert torch.allclose(y.grad, 2 * y.detach().cos())

# One that writes its input.
add_one = tilec.torch.op("tilec_test::add_one(Tensor(a!) x) -> ()", kernel=module["add_one"], grid=lambda x: blocks(x),
                         arguments=lambda x: (x, x.numel()))
z = torch.zeros(65, dtype=torch.int32)
add_one(z)
torch.compile(add_one, fullgraph=True, backend="aot_eager")(z)
assert (z == 2).all()
torch.library.opcheck(add_one, (z,))

if DEVICE == "cuda":
    # The current stream counts, or one that is named; launches are captured into graphs.
    expect(tilec.ArgumentError, lambda: launch(out, torch.randn(100, device="cpu"), 1.0, 100), "")
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        kernels[x.dtype][blocks(x)](out, x, 5.0, 100)
    stream.synchronize()
    assert torch.equal(out, 5 * x)
    tilec.launch(stream, blocks(x), kernels[x.dtype], (out, x, 6.0, 100))
    stream.synchronize()
    assert torch.equal(out, 6 * x)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        captured = scale(x, 7.0)
        kernels[x.dtype][blocks(x)](out, captured, 2.0, 100)
    x.copy_(torch.arange(100.0))
    graph.replay()
    torch.cuda.synchronize()
    assert torch.equal(out, 14 * torch.arange(100.0))
    compiled = torch.compile(lambda x: scale(x.cos(), 2.0).relu(), fullgraph=True)
    assert torch.allclose(compiled(x), (2 * x.cos()).relu())

make = lambda schema, **more: tilec.torch.op(schema, kernel=module["add_one"], grid=blocks, arguments=lambda x: (x, 1), **more)
expect(ValueError, lambda: make("scale(Tensor x)"), "expected a schema such as")
expect(ValueError, lambda: make("tilec_test::f(Tensor x) -> Tensor"), "expected `outputs`")
print("torch", torch.__version__, "on", DEVICE)
