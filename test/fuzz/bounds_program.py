# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels whose unmasked view accesses leave their tensors, partly and wholly, with what they must leave in memory
(see bounds.py).

    void kernel(unsigned char *out, E0 *data0, E1 *data1, ..., T argument...)

Each statement is an access of its own tensor: a load, alone or summed up by a loop, a store, an atomic access or update,
or a matrix product of halves. Its tensor stands between guards, which must stay as they are. What is loaded goes to
`out`. Elements outside are zero when they are loaded, and dropped when they are stored.
"""
import math
import random
import struct

OUT, GUARD = 1 << 16, 64  # bytes of `out` for each block; least number of elements on either side of a tensor
FORMATS = {"unsigned char": "B", "short": "h", "int": "i", "unsigned": "I", "long": "q", "float": "f", "double": "d", "__half": "e"}
INTEGERS = ["unsigned char", "short", "int", "unsigned", "long"]
UPDATES = ["add", "sub", "and", "or", "xor", "max", "min"]


def width(element):
    return struct.calcsize(FORMATS[element])


def wrapped(element, value):
    """A number as the element type has it."""
    if element not in INTEGERS:
        return float(value)
    bits = 8 * width(element)
    value &= (1 << bits) - 1
    return value - (1 << bits) if element in ("short", "int", "long") and value >> (bits - 1) else value


def cuts_tiles(extent, length, step):
    """Whether a tile begins inside of a tensor and ends outside: else its index is trusted by default."""
    return (extent - 1) // step * step + length > extent


def encode(element, values):
    return struct.pack("<%d%s" % (len(values), FORMATS[element]), *values)


class Number:
    """An index: how the source spells it, and its value for a block and a turn of the loop, as unsigned of its type."""

    def __init__(self, text, bits, value):
        self.text, self.bits, self.function = text, bits, value

    def value(self, block, turn):
        return self.function(block, turn) & (1 << self.bits) - 1


class Tensor:
    """A tensor between guards in an array of its own."""

    def __init__(self, program, element, tile, known, divided=()):
        pick = program.random.choice
        self.name, self.element, self.tile = "data%d" % len(program.tensors), element, tile
        program.tensors.append(self)
        self.extents = [length * program.random.randint(1, 2) if d in divided else program.extent(length)
                        for d, length in enumerate(tile)]
        order = list(range(len(tile)))
        if program.random.random() < 0.2:
            program.random.shuffle(order)
        self.strides, stride = [0] * len(tile), 1
        for d in reversed(order):
            self.strides[d] = stride
            stride *= self.extents[d]
            if stride == self.extents[d] and len(tile) > 1 and program.random.random() < 0.8:
                stride = -(-stride * width(element) // 16) * 16 // width(element)  # as a tensor map wants rows
        self.is_dense = self.strides == [math.prod(self.extents[d + 1:]) for d in range(len(tile))]
        self.first = pick([0, GUARD, GUARD, GUARD + 1])
        self.is_aligned = program.random.random() < 0.7
        self.size = self.first + sum((e - 1) * s for e, s in zip(self.extents, self.strides)) + 1 + GUARD + 2 * math.prod(tile)
        self.initial = [program.small(element) for _ in range(self.size)]
        self.values = list(self.initial)
        self.dimensions = [program.extent_text(extent, pick(known)) for extent in self.extents]

    def span(self):
        pointer = ("ct::assume_aligned(%s, 16_ic) + %d" if self.is_aligned else "%s + %d") % (self.name, self.first)
        extents = "ct::extents{%s}" % ", ".join(self.dimensions)
        if self.is_dense:
            return "ct::tensor_span{%s, %s}" % (pointer, extents)
        strides = ", ".join("%d_ic" % stride for stride in self.strides)
        return "ct::tensor_span{%s, ct::layout_strided_mapping{%s, ct::strides{%s}}}" % (pointer, extents, strides)

    def place(self, coordinates):
        """Of an element; None outside."""
        if any(at >= extent for at, extent in zip(coordinates, self.extents)):
            return None
        return self.first + sum(at * stride for at, stride in zip(coordinates, self.strides))


class View:
    """A view of a tensor, and the indices of one access through it."""

    def __init__(self, program, tensor, loop, kinds=("partition", "strided", "gather"), apart=False, by_block=None):
        pick, self.tensor, self.tile = program.random.choice, tensor, tensor.tile
        self.kind, self.steps, self.dimension = pick(kinds), list(tensor.tile), None
        shape = "ct::shape<%s>{}" % ", ".join(map(str, self.tile))
        if self.kind == "strided":
            self.steps = [program.random.randint(length if apart else 1, length + 2) for length in self.tile]
            self.text = "ct::strided_view{%s, %s, ct::strides{%s}}" % (
                tensor.span(), shape, ", ".join("%d_ic" % step for step in self.steps))
        elif self.kind == "gather":
            free = [d for d in range(len(self.tile)) if d != by_block]
            if not free:
                self.kind = "partition"
            else:
                self.dimension = pick(free)
                self.text = "ct::gather_scatter_view{%s, %s, %d_ic}" % (tensor.span(), shape, self.dimension)
        if self.kind == "partition":
            self.text = "ct::partition_view{%s, %s}" % (tensor.span(), shape)
        self.indices = [self.index(program, d, loop, by_block) for d in range(len(self.tile))]

    def index(self, program, d, loop, by_block):
        extent, length, step = self.tensor.extents[d], self.tile[d], self.steps[d]
        if d == self.dimension:
            trusts = program.bounds == "auto"
            stride = program.random.choice([1, 2, 3])
            first = program.random.randint(0, max(0, extent - (length - 1) * stride - 1) if trusts else extent)
            if trusts and first + (length - 1) * stride >= extent:  # not enough of them: all the first one, or a permutation
                stride, first = 1, 0
                return Number("ct::iota<T<int, %d>>() %% %d" % (length, extent), 32, lambda block, turn: None)
            return Number("ct::iota<T<int, %d>>() * %d + %d" % (length, stride, first), 32,
                          lambda block, turn, stride=stride, first=first: (stride, first))
        # Whether the compiler takes an index that is too large for a promise.
        last = (extent - 1) // step  # the last tile that begins inside
        if program.bounds == "auto" and not cuts_tiles(extent, length, step):
            return program.number(d, loop, by_block, 0, (extent - length) // step)
        return program.number(d, loop, by_block, 0, last + program.random.choice([0, 0, 1, 3]), far=True)

    def arguments(self):
        return ", ".join(index.text for index in self.indices)

    def elements(self, block, turn):
        """The place of each element of the tile, None outside."""
        starts = []
        for d, index in enumerate(self.indices):
            if d != self.dimension:
                starts.append([index.value(block, turn) * self.steps[d] + i for i in range(self.tile[d])])
                continue
            pattern = index.function(block, turn)
            extent = self.tensor.extents[d]
            starts.append([i % extent if pattern is None else pattern[0] * i + pattern[1] for i in range(self.tile[d])])
        places = []
        for number in range(math.prod(self.tile)):
            coordinates, rest = [], number
            for d in reversed(range(len(self.tile))):
                coordinates.append(starts[d][rest % self.tile[d]])
                rest //= self.tile[d]
            places.append(self.tensor.place(coordinates[::-1]))
        return places


class Program:
    def __init__(self, seed):
        self.random = random.Random("bounds %d" % seed)
        self.bounds = self.random.choice(["auto", "auto", "mask", "trap"])
        self.blocks = self.random.randint(1, 4)
        self.tensors, self.arguments, self.lines, self.out, self.used = [], [], [], {}, 0
        self.leaves = False  # any access has an element outside
        for _ in range(self.random.randint(1, 3)):
            self.random.choice([self.load, self.load, self.sum, self.store, self.store, self.atomic, self.update, self.product])()

    def small(self, element):
        return float(self.random.randint(-4, 4)) if element not in INTEGERS else wrapped(element, self.random.getrandbits(7))

    def extent(self, length):
        """Most often none that the tile divides."""
        return max(1, self.random.choice([1, length - 1, length + 1, self.random.randint(1, 3 * length), 2 * length, 3 * length - 1]))

    def argument(self, type, value):
        name = "n%d" % len(self.arguments)
        self.arguments.append((type, name, value))
        return name

    def extent_text(self, value, known):
        return {"static": "%d_ic" % value, "constant": str(value)}.get(known) or self.argument("int", value)

    def known(self):
        return ["static", "static", "constant"] if self.bounds == "auto" else ["static", "argument"]

    def number(self, d, loop, by_block, low, high, far=False):
        """An index from low to high, or anywhere behind if it may be far."""
        if d == by_block:
            return Number("x", 32, lambda block, turn: block)
        if loop == d:
            return Number("j", 32, lambda block, turn: turn)
        kind = self.random.choice(["constant", "constant", "argument", "block", "far"])
        if kind == "far" and far:
            type, value = self.random.choice([("int", -1), ("unsigned", 1 << 31), ("int", (1 << 31) - 1), ("long long", 1 << 40),
                                              ("long long", -1), ("long long", 1 << self.random.randint(55, 62)),
                                              ("unsigned char", 255), ("unsigned", 1 << 26)])
            bits = {"unsigned char": 8, "long long": 64}.get(type, 32)
            return Number(self.argument(type, value), bits, lambda block, turn: value)
        if kind == "block" and (far or self.blocks - 1 <= high):
            return Number("x", 32, lambda block, turn: block)
        value = self.random.randint(low, max(low, high))
        text = self.argument(self.random.choice(["int", "unsigned", "long long"]), value) if kind == "argument" else str(value)
        return Number(text, 32, lambda block, turn: value)

    def shape(self, most=1024):
        rank = self.random.choice([1, 1, 2, 2, 2, 3])
        while True:
            shape = tuple(self.random.choice([1, 2, 4, 8, 16, 32, 64, 128][:8 if rank == 1 else 7]) for _ in range(rank))
            if 2 <= math.prod(shape) <= most:
                return shape

    def turns(self, tensor, d, step):
        """How often a loop over dimension d goes round: in `auto` a tile may be behind the end only if it is cut."""
        extent, length = tensor.extents[d], tensor.tile[d]
        if self.bounds == "auto" and not cuts_tiles(extent, length, step):
            return (extent - length) // step + 1
        return (extent - 1) // step + 1 + self.random.choice([0, 0, 1, 2])

    def visit(self, view, block, turn=0):
        """The places that an access of a block reaches; notes what leaves the tensor."""
        places = view.elements(block, turn)
        self.leaves |= any(place is None for place in places)
        return places

    def put(self, text, element, shape, function):
        """Stores a tile to `out`; function(block) gives its elements."""
        count = math.prod(shape)
        self.used = -(-self.used // 8) * 8
        self.lines.append("ct::store((%s*)mine + %d + ct::iota<T<int, %s>>(), %s);" % (
            element, self.used // width(element), ", ".join(map(str, shape)), text))
        for block in range(self.blocks):
            self.out[block * OUT + self.used] = encode(element, function(block))
        self.used += count * width(element)

    def values(self, view, block, turn=0):
        zero = wrapped(view.tensor.element, 0)
        return [zero if place is None else view.tensor.initial[place] for place in self.visit(view, block, turn)]

    def load(self):
        element = self.random.choice(list(FORMATS))
        tensor = Tensor(self, element, self.shape(), self.known())
        view = View(self, tensor, None)
        self.put("%s.load(%s)" % (view.text, view.arguments()), element, view.tile, lambda block: self.values(view, block))

    def loop(self, turns):
        bound = str(turns) if self.random.random() < 0.5 else self.argument("int", turns)
        return self.random.choice(["for (int j : ct::irange(0, %s))", "for (int j = 0; j < %s; ++j)"]) % bound

    def sum(self):
        element = self.random.choice(["int", "float", "unsigned", "__half"])
        tensor = Tensor(self, element, self.shape(), self.known())
        d = self.random.randrange(len(tensor.tile))
        view = View(self, tensor, d, kinds=("partition", "strided"))
        turns = self.turns(tensor, d, view.steps[d])
        name = "sum%d" % len(self.tensors)
        type = "T<%s, %s>" % (element, ", ".join(map(str, view.tile)))
        self.lines += ["auto %s = ct::zeros<%s>();" % (name, type),
                       "%s\n    %s = %s + %s.load(%s);" % (self.loop(turns), name, name, view.text, view.arguments())]

        def total(block):
            sums = [0] * math.prod(view.tile)
            for turn in range(turns):
                sums = [wrapped(element, a + b) for a, b in zip(sums, self.values(view, block, turn))]
            return sums

        self.put(name, element, view.tile, total)

    def written(self, tensor, view):
        """Text of the tile that a block writes, and its elements."""
        factor, add = self.random.randint(1, 5), self.random.randint(0, 9)
        element, count = tensor.element, math.prod(view.tile)
        text = "ct::element_cast<%s>(ct::iota<T<int, %s>>() %% 61 * %d + (x * 7 + %d))" % (
            element, ", ".join(map(str, view.tile)), factor, add)
        return text, lambda block: [wrapped(element, i % 61 * factor + block * 7 + add) for i in range(count)]

    def writing(self, elements, kinds):
        """A view of a new tensor of which each block writes a part of its own."""
        tensor = Tensor(self, self.random.choice(elements), self.shape(), self.known())
        d = self.random.randrange(len(tensor.tile))
        view = View(self, tensor, None, kinds, apart=True, by_block=d)
        extent, length, step = tensor.extents[d], tensor.tile[d], view.steps[d]
        view.writers = self.blocks
        if self.bounds == "auto" and not cuts_tiles(extent, length, step):
            view.writers = min(self.blocks, (extent - length) // step + 1)
        if self.random.random() < 0.3:  # a condition may be what keeps the others inside
            view.writers = self.random.randint(1, view.writers)
        return tensor, view

    def guard(self, most):
        """A condition that holds for the first `most` blocks."""
        return self.random.choice(["x < {0}", "{0} > x", "!(x >= {0})", "x <= {0} - 1", "(long long)x < {0}", "x >= 0 && x < {0}",
                                   "!(x < 0 || x >= {0})", "x + 1 <= {0}"]).format(most)

    def write(self, view, member, before="", behind=""):
        text, function = self.written(view.tensor, view)
        guard = "" if view.writers == self.blocks else "if (%s)\n    " % self.guard(view.writers)
        self.lines.append("%s%s.%s(%s%s%s, %s);" % (guard, view.text, member, before, text, behind, view.arguments()))
        for block in range(view.writers):
            places, values = self.visit(view, block), function(block)
            yield [(place, value) for place, value in zip(places, values) if place is not None]

    def store(self):
        tensor, view = self.writing(list(FORMATS), ("partition", "strided", "gather"))
        if view.dimension is not None and view.indices[view.dimension].function(0, 0) is None:
            return  # elements that are stored twice
        for elements in self.write(view, "store"):
            for place, value in elements:
                tensor.values[place] = value

    def atomic(self):
        """An atomic load, or an atomic store."""
        order = self.random.choice(["relaxed", "acquire"])
        if self.random.random() < 0.5:
            tensor = Tensor(self, self.random.choice(["int", "unsigned", "long", "float", "double"]), self.shape(256), self.known())
            view = View(self, tensor, None)
            text = "%s.atomic_load(ct::memory_order_%s_t{}, %s)" % (view.text, order, view.arguments())
            return self.put(text, tensor.element, view.tile, lambda block: self.values(view, block))
        tensor, view = self.writing(["int", "unsigned", "long", "float", "double"], ("partition", "strided"))
        for elements in self.write(view, "atomic_store", behind=", ct::memory_order_relaxed_t{}"):
            for place, value in elements:
                tensor.values[place] = value

    def update(self):
        element = self.random.choice(["int", "unsigned", "long", "float", "double", "int"])
        kind = self.random.choice(UPDATES if element in INTEGERS else ["add", "sub"])
        tensor, view = self.writing([element], ("partition", "strided"))
        functions = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "and": lambda a, b: a & b, "or": lambda a, b: a | b,
                     "xor": lambda a, b: a ^ b, "max": max, "min": min}
        tags = ", ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}"
        for elements in self.write(view, "atomic_" + kind, behind=tags):
            for place, value in elements:
                tensor.values[place] = wrapped(element, functions[kind](tensor.values[place], value))

    def product(self):
        """c = a * b by a loop over k, all of whose accesses may leave their tensors."""
        pick = self.random.choice
        rows, inner, columns = pick([16, 64, 128]), pick([16, 32, 64]), pick([16, 32, 64])
        a, b = (Tensor(self, "__half", tile, self.known()) for tile in ((rows, inner), (inner, columns)))
        c = Tensor(self, "float", (rows, columns), self.known())
        turns = max(self.turns(a, 1, inner), 1) if self.bounds != "auto" else \
            min(self.turns(a, 1, inner), self.turns(b, 0, inner))
        views = []
        for tensor, loop, by_block in ((a, 1, 0), (b, 0, None), (c, None, 0)):
            views.append(View(self, tensor, loop, kinds=("partition",), by_block=by_block))
        if self.bounds == "auto":  # no block's number is a promise
            divided = [t.extents[0] // rows for t in (a, c) if not cuts_tiles(t.extents[0], rows, rows)]
            active = min([self.blocks, *divided])
        else:
            active = self.blocks
        name = "sum%d" % len(self.tensors)
        self.lines += ["if (x < %d) {" % active, "auto %s = ct::zeros<T<float, %d, %d>>();" % (name, rows, columns),
                       "%s\n    %s = ct::mma(%s.load(%s), %s.load(%s), %s);" % (
                           self.loop(turns), name, views[0].text, views[0].arguments(), views[1].text, views[1].arguments(), name),
                       "%s.store(%s, %s);\n  }" % (views[2].text, name, views[2].arguments())]
        for block in range(active):
            sums = [[0.0] * columns for _ in range(rows)]
            for turn in range(turns):
                left, right = (self.values(view, block, turn) for view in views[:2])
                for i in range(rows):
                    for t in range(inner):
                        factor = left[i * inner + t]
                        if factor:
                            for j in range(columns):
                                sums[i][j] += factor * right[t * columns + j]
            for number, place in enumerate(self.visit(views[2], block)):
                if place is not None:
                    c.values[place] = sums[number // columns][number % columns]

    def text(self):
        parameters = ["unsigned char *__restrict__ out", *["%s *__restrict__ %s" % (tensor.element, tensor.name) for tensor in self.tensors],
                      *["%s %s" % (type, name) for type, name, _ in self.arguments]]
        return ("#include <cuda_fp16.h>\n#include <cuda_tile.h>\nnamespace ct = cuda::tiles;\nusing namespace ct::literals;\n"
                "template <class E, int... D> using T = ct::tile<E, ct::shape<D...>>;\n"
                'extern "C" __tile_global__ void kernel(%s) {\n  int x = ct::bid().x;\n'
                "  unsigned char *mine = out + x * %du;\n  %s\n}\n" % (", ".join(parameters), OUT, "\n  ".join(self.lines)))

    def expected(self):
        """The bytes of `out` and of each tensor's array."""
        out = bytearray(OUT * self.blocks)
        for place, data in self.out.items():
            out[place:place + len(data)] = data
        return [bytes(out), *[encode(tensor.element, tensor.values) for tensor in self.tensors]]
