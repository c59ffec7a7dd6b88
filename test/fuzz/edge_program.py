# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random tile kernels at the edges of numbers, loops and memory, with what they must leave (see edges.py).

Each statement is made twice: as tile C++ and as a function that does the same to lists of Python numbers. It is tried
at once, and left out where the language leaves open what it does; so programs come to every boundary and cross none.

    void kernel(unsigned char *out, unsigned *memory, const T *T_in..., T argument...)

`out` takes the values that are left, each in its own type; of `memory`, which is read and written in any order, each
block has MEMORY words.
"""
import random

import edge_numbers as numbers
from edge_numbers import FLOATS, INTEGERS, Undefined
from edge_statements import Statements, Value

BLOCKS, IN, MEMORY, OUT = 2, 256, 512, 1 << 15
ARRAYS = {name: name.replace("__", "").replace(" ", "_") + "_in" for name in [*INTEGERS, *FLOATS]}
PRELUDE = """#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... D> using T = ct::tile<E, ct::shape<D...>>;
"""


class Block:
    """A block as it stands: its variables, its part of `memory`, its bytes of `out`, and whether it has returned."""

    def __init__(self, index):
        self.index, self.variables, self.memory, self.out, self.ended = index, {}, [0] * MEMORY, {}, False

    def copy(self):
        other = Block(self.index)
        other.variables, other.memory, other.out = dict(self.variables), list(self.memory), dict(self.out)
        other.ended = self.ended
        return other


class Program(Statements):
    def __init__(self, seed):
        self.random = random.Random("edges %d" % seed)
        self.inputs = {name: [numbers.interesting(name, self.random) for _ in range(IN)] for name in ARRAYS}
        self.arguments, self.values, self.lines, self.names = [], [], [], 0
        self.certain = 0.5  # how often the compiler knows a number
        self.used, self.room = 0, OUT  # bytes of `out`
        self.stores = []  # (first byte, end, what stands there)
        self.blocks, self.indent = [Block(index) for index in range(BLOCKS)], "  "
        self.loop, self.body = None, None  # the outermost loop that is being made; the innermost one's statements
        for _ in range(3):
            self.load()
        for _ in range(self.random.randint(14, 26)):
            self.step()
        for value in self.random.sample(self.values, len(self.values)):
            self.store(value)

    def pick(self, items):
        return self.random.choice(list(items))

    def chance(self, probability):
        return self.random.random() < probability

    def fresh(self):
        self.names += 1
        return "v%d" % self.names

    def value(self, want=lambda v: True):
        fitting = [v for v in self.values if want(v)]
        return self.pick(fitting[-5:] if self.chance(0.7) else fitting) if fitting else None

    def shape(self):
        return self.pick([(1,), (2,), (8,), (32,), (64,), (128,), (4, 8), (8, 16), (16, 2), (1, 32), (2, 4, 8), (4, 1, 16)])

    def type(self, element, shape):
        return "T<%s>" % ", ".join([element, *map(str, shape)])

    def literal(self, element, value):
        return "(%s)%dull" % (element, value & (1 << 64) - 1)

    def scalar(self, element, value):
        """An integer that the compiler knows, or one that it does not."""
        if self.chance(self.certain):
            return self.literal(element, value)
        self.arguments.append((element, "n%d" % len(self.arguments), value))
        return self.arguments[-1][1]

    def outcome(self, statement):
        """The blocks behind a statement; None if it does something undefined."""
        blocks = [block.copy() for block in self.blocks]
        try:
            for block in blocks:
                if not block.ended and statement(block) == "return":
                    block.ended = True
        except Undefined:
            return None
        return blocks

    def keep(self, text, statement):
        """Takes a statement in, unless it does something undefined now or in any turn of the loop around it."""
        if self.loop:
            self.body.append(statement)
        blocks = self.outcome(self.loop or statement)
        if not blocks:
            if self.loop:
                self.body.pop()
            return False
        if not self.loop:
            self.blocks = blocks
        self.lines.append(self.indent + text)
        return True

    def let(self, element, shape, text, function):
        """A new variable; function(block) gives its elements."""
        value = Value(self.fresh(), element, shape)

        def statement(block):
            block.variables[value.name] = function(block)

        if not self.keep("%s %s = %s;" % (self.type(element, shape), value.name, text), statement):
            return None
        self.values.append(value)
        return value

    def text(self):
        parameters = ["unsigned char *out", "unsigned *memory", *["const %s *%s" % pair for pair in ARRAYS.items()],
                      *["%s %s" % (element, name) for element, name, _ in self.arguments]]
        return PRELUDE + ('extern "C" __tile_global__ void kernel(%s) {\n  unsigned char *mine = out + ct::bid().x * %du;\n'
                          "  unsigned *cells = memory + ct::bid().x * %du;\n  int block = (int)ct::bid().x;\n%s\n}\n" % (
                              ", ".join(parameters), OUT, MEMORY, "\n".join(self.lines)))

    def expected(self):
        """The bytes of (out, memory)."""
        out = bytearray(OUT * BLOCKS)
        for block in self.blocks:
            for place, data in block.out.items():
                out[block.index * OUT + place:block.index * OUT + place + len(data)] = data
        memory = b"".join(numbers.encode("unsigned", word) for block in self.blocks for word in block.memory)
        return bytes(out), memory

    def input_bytes(self, name):
        return b"".join(numbers.encode(name, value) for value in self.inputs[name])
