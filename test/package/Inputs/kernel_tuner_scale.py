# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Has kernel_tuner search for the best N of a kernel, with tilec as its compiler."""
import os
import kernel_tuner
import numpy

n = numpy.int32(100000)
x = numpy.random.rand(n).astype(numpy.float32)
out = numpy.zeros_like(x)
source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kernel_tuner.cu")
results, _ = kernel_tuner.tune_kernel("run", source, int(n), [out, x, n], {"N": [256, 512, 1024]}, lang="C", compiler="tilec",
                                      answer=[2 * x, None, None], strategy="random_sample", strategy_options={"max_fevals": 3})
assert sorted(result["N"] for result in results) == [256, 512, 1024], results
assert all(result["time"] > 0 for result in results), results
print("tuned")
