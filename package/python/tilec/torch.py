# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels as operators of PyTorch.

    scale = tilec.torch.op(
        "mylib::scale(Tensor x, float factor) -> Tensor",
        kernel=module["scale<256>"],
        outputs=lambda x, factor: torch.empty_like(x),
        grid=lambda out, x, factor: (x.numel() + 255) // 256,
        arguments=lambda out, x, factor: (out, x, factor, x.numel()),
        backward=lambda ctx, gradient: (scale(gradient, ctx.factor), None),
        setup_context=lambda ctx, inputs, output: setattr(ctx, "factor", inputs[1]))

The operator is known to torch.compile, to torch.library.opcheck, to autograd where `backward` is given, and to the
dispatcher as torch.ops.mylib.scale. Tensors on the CPU run on the CPU.
"""
from __future__ import annotations

import re
from typing import Any, Callable, Sequence, Union

import torch

from ._module import Grid, Kernel, launch

_SCHEMA = re.compile(r"\s*(?P<name>[\w.]+::\w+)\s*(?P<signature>\((?P<parameters>.*)\)\s*->.*)", re.DOTALL)


def _tuple(outputs: Any) -> tuple:
    return () if outputs is None else outputs if isinstance(outputs, tuple) else tuple(outputs) if isinstance(outputs, list) else (outputs,)


def op(schema: str, *, kernel: Union[Kernel, Callable[..., Kernel]], grid: Callable[..., Grid], arguments: Callable[..., Sequence[Any]],
       outputs: Callable[..., Any] | None = None, backward: Callable[..., Any] | None = None,
       setup_context: Callable[..., Any] | None = None) -> Any:
    """Makes an operator of a kernel.

    `schema` is PyTorch's: "lib::name(Tensor x, int n) -> Tensor"; an input that the kernel writes is a `Tensor(a!)`.
    `outputs` makes the results without their values (torch.empty_like and the like) from the inputs; it is what
    torch.compile runs in place of the kernel. `grid` and `arguments` give the launch from the results, then the inputs;
    `kernel` too, if it is a function. `backward` and `setup_context` are those of torch.library.register_autograd.
    """
    match = _SCHEMA.fullmatch(schema)
    if match is None:
        raise ValueError(f"expected a schema such as 'lib::name(Tensor x) -> Tensor', got '{schema}'")
    if setup_context is not None and backward is None:
        raise ValueError("setup_context is of no use without backward")
    written = re.findall(r"\(\w+!\)\??\s+(\w+)", match["parameters"])
    if outputs is None and not written:
        raise ValueError("expected `outputs`, or an input that is written, as Tensor(a!)")

    def make(*inputs: Any, **named: Any) -> Any:
        return outputs(*inputs, **named) if outputs is not None else None

    def run(*inputs: Any, **named: Any) -> Any:
        results = make(*inputs, **named)
        given = (*_tuple(results), *inputs)
        chosen = kernel if isinstance(kernel, Kernel) else kernel(*given, **named)
        launch(None, grid(*given, **named), chosen, arguments(*given, **named))
        return results

    made = torch.library.custom_op(match["name"], run, mutates_args=written, schema=match["signature"])
    made.register_fake(make)
    if backward is not None:
        made.register_autograd(backward, setup_context=setup_context)
    return made
