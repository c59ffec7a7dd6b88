# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random tile kernels for the differential test of the back end (see tiles.py).

A kernel loads tiles through pointers and views, masked and not, in contiguous, strided and gathered order, and then
puts them through whatever the language has: arithmetic, comparisons, casts, select, reshape, permute, broadcast, cat,
extract, insert, reductions, scans, loops and conditions with tiles carried through them. At the end every tile that is
left goes to the output, through pointers, views or atomic additions. Nothing depends on the order in which lanes work,
floats hold results that every correct order gives, so all executors must agree bit for bit.

    void kernelK(unsigned *out, const unsigned *in, const unsigned char *bytes, int n, int m)

`in` and `bytes` have IN elements, `out` has OUT words for each block; n is a small number, m a multiple of 4.
"""
import random

from tile_constructs import Constructs

IN = 8192
OUT = 16384
BLOCKS = 2

PRELUDE = """#include <cuda_tile.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... D> using T = ct::tile<E, ct::shape<D...>>;
"""

def scalars(seed):
    """n and m of a kernel."""
    return [(3, 20), (0, 4), (7, 64)][seed % 3]


UNSIGNED = ["unsigned", "unsigned char", "unsigned short", "unsigned long"]
SIGNED = ["int", "signed char", "short", "long"]
TYPES = UNSIGNED + SIGNED + ["int", "bool", "float"]


def product(shape):
    result = 1
    for extent in shape:
        result *= extent
    return result


def shape_text(shape):
    return "ct::shape<%s>" % ", ".join(map(str, shape))


def tile_type(element, shape):
    return "ct::tile<%s, %s>" % (element, shape_text(shape))


class Value:
    def __init__(self, name, element, shape):
        self.name, self.element, self.shape = name, element, tuple(shape)


class Program(Constructs):
    def __init__(self, number, seed, arch):
        self.random = random.Random(seed)
        self.has_bytes = arch >= 89  # 8-bit floats
        self.n = scalars(seed)[0]
        self.number = number
        self.lines = []
        self.values = []
        self.names = 0
        self.indent = "  "

    # -- small choices

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, items):
        return self.random.choice(list(items))

    def fresh(self):
        self.names += 1
        return "t%d" % self.names

    def say(self, text):
        self.lines.append(self.indent + text)

    def new(self, element, shape, text):
        value = Value(self.fresh(), element, shape)
        self.say("%s %s = %s;" % (tile_type(element, shape), value.name, text))
        self.values.append(value)
        return value

    def random_shape(self, largest=2048):
        rank = self.pick([1, 1, 2, 2, 2, 3, 4, 5])
        bits = self.random.randint(0, largest.bit_length() - 1)
        cuts = sorted(self.random.randint(0, bits) for _ in range(rank - 1))
        edges = [0] + cuts + [bits]
        shape = [1 << (b - a) for a, b in zip(edges, edges[1:])]
        self.random.shuffle(shape)
        return tuple(shape)

    def same_size_shape(self, size):
        bits = size.bit_length() - 1
        rank = self.pick([1, 2, 2, 3, 4, 5])
        cuts = sorted(self.random.randint(0, bits) for _ in range(rank - 1))
        edges = [0] + cuts + [bits]
        shape = [1 << (b - a) for a, b in zip(edges, edges[1:])]
        self.random.shuffle(shape)
        return tuple(shape)

    def value(self, want=lambda v: True):
        fitting = [v for v in self.values if want(v)]
        if not fitting:
            return None
        return self.pick(fitting[-6:] if self.chance(0.7) else fitting)

    # -- addresses

    def coordinate(self, shape, dimension):
        ones = [1] * len(shape)
        ones[dimension] = shape[dimension]
        return "ct::reshape<%s>(ct::iota<%s>())" % (shape_text(ones), tile_type("int", (shape[dimension],)))

    def affine(self, shape, limit):
        """Index tile below `limit`: distinct strides in a random order of dimensions, so no two elements are equal."""
        order = list(range(len(shape)))
        if self.chance(0.5):
            self.random.shuffle(order)
        strides, size = [0] * len(shape), 1
        for dimension in reversed(order):
            strides[dimension] = size
            size *= shape[dimension]
            if self.chance(0.15) and size * 2 <= limit:
                size += self.random.randint(0, size)
        terms = []
        for dimension, stride in enumerate(strides):
            if shape[dimension] > 1 or self.chance(0.2):
                terms.append("%s * %d" % (self.coordinate(shape, dimension), stride))
        room = limit - size
        if room > 0 and self.chance(0.7):
            terms.append(str(self.random.randint(0, room) & ~self.pick([0, 0, 3, 15])))
        if not terms:
            terms = ["0"]
        text = " + ".join(terms)
        return "ct::broadcast<%s>(%s)" % (shape_text(shape), text) if len(terms) != len(shape) or self.chance(0.2) else text

    def index(self, shape, limit):
        name = self.fresh()
        self.say("auto %s = ct::broadcast<%s>(%s + ct::zeros<%s>());" % (
            name, shape_text(shape), self.affine(shape, limit), tile_type("int", shape)))
        return name

    # -- statements

    def load(self):
        shape = self.random_shape()
        source, element = self.pick([("in", "unsigned"), ("in", "unsigned"), ("bytes", "unsigned char")])
        kind = self.pick(["plain", "plain", "masked", "gather", "view", "view"])
        if kind == "view":
            return self.load_view(shape, source, element)
        if kind == "gather":
            by = self.value(lambda v: v.element in ("unsigned", "int", "unsigned short"))
            if by:
                index = "(ct::element_cast<unsigned>(%s) & %du)" % (by.name, IN - 1)
                return self.new(element, by.shape, "ct::load(%s + %s)" % (source, index))
        index = self.index(shape, IN)
        if kind == "masked":
            limit = self.pick(["n * 16", "m", "m * 4", str(self.random.randint(0, 300)), "n"])
            mask = "%s < %s" % (index, limit) if self.chance(0.6) else "(%s & 3) != n" % index
            return self.new(element, shape, "ct::load_masked(%s + %s, %s, (%s)%d)" % (
                source, index, mask, element, self.random.randint(0, 200)))
        return self.new(element, shape, "ct::load(%s + %s)" % (source, index))

    def span(self, shape, source, exact):
        """A tensor of IN elements at most, in some order, and a tile of it at most half outside."""
        extents = []
        room = 4096 // product(shape)
        for extent in shape:
            factor = self.random.randint(1, max(1, min(4, room)))
            room //= factor
            ragged = 0 if exact else self.random.randint(0, extent - 1)
            extents.append(max(1, extent * factor - ragged))
        arguments = []
        for extent in extents:
            arguments.append(self.pick(["%d_ic" % extent, "%d + n" % (extent - self.n), str(extent)]))
        layout = self.pick(["", "", ", ct::layout_left{}"]) if len(shape) > 1 else ""
        offset = self.pick(["", "", " + 4", " + n"])
        return "ct::tensor_span{%s%s, ct::extents{%s}%s}" % (source, offset, ", ".join(arguments), layout), extents

    def load_view(self, shape, source, element):
        exact = self.chance(0.4)
        span, extents = self.span(shape, source, exact)
        view = self.fresh()
        self.say("auto %s = ct::partition_view{%s, %s{}};" % (view, span, shape_text(shape)))
        indices = [str(self.random.randint(0, max(0, (e - (s if exact else 1)) // s))) for e, s in zip(extents, shape)]
        call = "load(%s)" if exact else "load_masked(%s)"
        return self.new(element, shape, "%s.%s" % (view, call % ", ".join(indices)))

    def constant(self):
        shape, element = self.random_shape(), self.pick(TYPES)
        if self.chance(0.4):
            return self.new("int", (product(shape),), "ct::iota<%s>()" % tile_type("int", (product(shape),)))
        value = self.pick(["n", "m", "ct::bid().x", str(self.random.randint(0, 100))])
        return self.new(element, shape, "ct::full<%s>((%s)(%s))" % (tile_type(element, shape), element, value))

    def partner(self, value):
        """Something of the same element type that broadcasts to the tile."""
        same = self.value(lambda v: v.element == value.element and v.shape == value.shape)
        if same and self.chance(0.7):
            return same.name
        fits = self.value(lambda v: v.element == value.element and len(v.shape) <= len(value.shape) and all(
            a in (1, b) for a, b in zip(v.shape[::-1], value.shape[::-1])))
        if fits and self.chance(0.6):
            return fits.name
        return "(%s)%s" % (value.element, self.pick(["n", "m", str(self.random.randint(1, 40))]))

    def arithmetic(self):
        value = self.value()
        other = self.partner(value)
        if value.element == "bool":
            return self.new("bool", value.shape, "%s %s %s" % (value.name, self.pick(["==", "!="]), other))
        if value.element == "float":
            operation = self.pick(["+", "-", "*", "min", "max", "/"])
        elif value.element in SIGNED:
            operation = self.pick(["min", "max", "&", "|", "^", ">>", "/", "%"])
        else:
            operation = self.pick(["+", "-", "*", "min", "max", "&", "|", "^", ">>", "<<", "/", "%", "mulhi"])
        if operation in (">>", "<<"):
            other = "(%s)%d" % (value.element, self.random.randint(0, 7))
        if operation in ("/", "%") and value.element != "float":
            other = "(%s)%s" % (value.element, self.pick(["3", "7", "8", "(n + 4)", "100"]))
        if operation == "mulhi" and value.element not in ("unsigned", "unsigned long"):
            operation = "+"
        if operation in ("min", "max", "mulhi"):
            return self.new(value.element, value.shape, "ct::%s(%s, %s)" % (operation, value.name, other))
        return self.new(value.element, value.shape, "%s %s %s" % (value.name, operation, other))

    def compare(self):
        value = self.value(lambda v: v.element != "bool")
        if value:
            self.new("bool", value.shape, "%s %s %s" % (
                value.name, self.pick(["<", "<=", "==", "!=", ">", ">="]), self.partner(value)))

    def select(self):
        value = self.value()
        condition = self.value(lambda v: v.element == "bool" and v.shape == value.shape)
        text = condition.name if condition else "%s != %s" % (value.name, self.partner(value))
        other = self.value(lambda v: v.element == value.element and v.shape == value.shape)
        self.new(value.element, value.shape, "ct::select(%s, %s, %s)" % (text, value.name, other.name))

    def cast(self):
        value = self.value()
        element = self.pick(TYPES)
        text = value.name
        if element == "float" or value.element == "float":
            # Floats hold small integers when they come from integers, and come back within range.
            if value.element == "float":
                text = "ct::min(ct::max(%s, -1000.0f), 1000.0f)" % text
                if element != "float":
                    text = "ct::element_cast<int>(%s)" % text
            elif value.element not in ("bool", "unsigned char"):
                text = "(%s & (%s)1023)" % (text, value.element) if value.element != "unsigned short" else text
        self.new(element, value.shape, "ct::element_cast<%s>(%s)" % (element, text))

    def reshape(self):
        value = self.value()
        shape = self.same_size_shape(product(value.shape))
        self.new(value.element, shape, "ct::reshape<%s>(%s)" % (shape_text(shape), value.name))

    def permute(self):
        value = self.value(lambda v: len(v.shape) > 1)
        if value:
            order = list(range(len(value.shape)))
            self.random.shuffle(order)
            self.new(value.element, [value.shape[d] for d in order], "ct::permute(%s, ct::dimension_map<%s>{})" % (
                value.name, ", ".join(map(str, order))))

    def broadcast(self):
        value = self.value(lambda v: product(v.shape) <= 512)
        if not value:
            return
        room = 2048 // max(1, product(value.shape))
        shape = []
        for extent in value.shape:
            factor = 1
            if extent == 1:
                factor = 1 << self.random.randint(0, max(0, min(6, room.bit_length() - 1)))
                room //= factor
            shape.append(extent * factor)
        if self.chance(0.3) and room >= 2 and len(shape) < 5:
            shape.insert(0, 1 << self.random.randint(0, room.bit_length() - 1))
        self.new(value.element, shape, "ct::broadcast<%s>(%s)" % (shape_text(shape), value.name))

    def cat(self):
        value = self.value(lambda v: product(v.shape) <= 1024)
        if value:
            other = self.value(lambda v: v.element == value.element and v.shape == value.shape)
            axis = self.random.randrange(len(value.shape))
            shape = list(value.shape)
            shape[axis] *= 2
            self.new(value.element, shape, "ct::cat<%d>(%s, %s)" % (axis, value.name, other.name))

    def sub_shape(self, shape):
        return [self.random.choice([e >> k for k in range(e.bit_length())][:4]) for e in shape]

    def sub_indices(self, shape, sub):
        indices = []
        for extent, part in zip(shape, sub):
            count = extent // part
            indices.append(self.pick(["%d_ic" % self.random.randrange(count), str(self.random.randrange(count)),
                                      "n & %d" % (count - 1)]))
        return ", ".join(indices)

    def extract(self):
        value = self.value()
        sub = self.sub_shape(value.shape)
        self.new(value.element, sub, "ct::extract(%s, %s{}, %s)" % (
            value.name, shape_text(sub), self.sub_indices(value.shape, sub)))

    def insert(self):
        value = self.value()
        part = self.value(lambda v: v.element == value.element and len(v.shape) == len(value.shape) and all(
            a <= b for a, b in zip(v.shape, value.shape)))
        self.new(value.element, value.shape, "ct::insert(%s, %s, %s)" % (
            value.name, part.name, self.sub_indices(value.shape, part.shape)))

    def reduce(self):
        value = self.value(lambda v: v.element != "bool")
        if not value:
            return
        axis = self.random.randrange(len(value.shape))
        kinds = ["reduce_max", "reduce_min"]
        if value.element in ("unsigned", "unsigned long", "unsigned char", "unsigned short"):
            kinds += ["sum", "sum", "prod", "reduce_bitand", "reduce_bitor", "reduce_bitxor"]
        shape = list(value.shape)
        shape[axis] = 1
        self.new(value.element, shape, "ct::%s<%d>(%s)" % (self.pick(kinds), axis, value.name))

    def scan(self):
        value = self.value(lambda v: v.element in UNSIGNED)
        if value:
            axis = self.random.randrange(len(value.shape))
            self.new(value.element, value.shape, "ct::%s<%d>(%s)" % (
                self.pick(["partial_sum", "partial_sum", "partial_prod"]), axis, value.name))

    def any_all(self):
        value = self.value()
        axis = self.random.randrange(len(value.shape))
        shape = list(value.shape)
        shape[axis] = 1
        self.new("bool", shape, "ct::%s<%d>(%s)" % (self.pick(["any_of", "all_of"]), axis, value.name))

    def carried(self):
        """A loop or a condition that changes a tile."""
        value = self.value(lambda v: v.element in UNSIGNED)
        if not value:
            return
        result = self.new(value.element, value.shape, value.name)
        header = self.pick(["for (int i : ct::irange(0, n))", "for (int i : ct::irange(1, m, 3))", "if (n > 2)",
                            "if ((m & 4) == 0)"])
        known = list(self.values)
        self.say(header + " {")
        self.indent += "  "
        for _ in range(self.random.randint(1, 3)):
            self.step()
        other = self.value(lambda v: v.element == value.element and v.shape == value.shape) or result
        turn = "(%s)i" % value.element if header.startswith("for") else "(%s)1" % value.element
        self.say("%s = %s;" % (result.name, self.pick(["%s * %s + %s" % (result.name, other.name, turn),
                                                       "%s ^ (%s + %s)" % (result.name, other.name, turn)])))
        if header.startswith("for") and self.chance(0.3):
            self.say("if (i == 2) break;")
        self.indent = self.indent[:-2]
        self.say("}")
        self.values = known

    def local_array(self):
        """Tiles written to memory of the block and read back by other lanes."""
        value = self.value(lambda v: v.element == "unsigned" and product(v.shape) <= 1024)
        if value:
            size, name = product(value.shape), self.fresh()
            self.say("alignas(16) unsigned %s[%d];" % (name, size))
            flat = "ct::reshape<%s>(%s)" % (shape_text((size,)), value.name)
            self.say("ct::store(%s + ct::iota<%s>(), %s);" % (name, tile_type("int", (size,)), flat))
            self.new("unsigned", (size,), "ct::load(%s + (%d - ct::iota<%s>()))" % (name, size - 1, tile_type("int", (size,))))

    def step(self):
        self.pick([self.load, self.load, self.arithmetic, self.arithmetic, self.arithmetic, self.compare, self.select,
                   self.cast, self.reshape, self.permute, self.permute, self.broadcast, self.cat, self.extract,
                   self.insert, self.reduce, self.reduce, self.scan, self.any_all, self.constant, self.extremum,
                   self.bitcast, self.several_uses, self.narrow, self.float_sum, self.scan_of_extrema, self.exchange,
                   self.strided, self.padded, self.gather_view, self.several_sums, self.small_float])()

    # -- the end

    def store(self, value, start):
        size = product(value.shape)
        bits = value.name
        if value.element == "float":
            bits = "ct::element_bitcast<unsigned>(%s + 0.0f)" % value.name
        elif value.element != "unsigned":
            bits = "ct::element_cast<unsigned>(%s)" % value.name
        way = self.pick(["pointer", "pointer", "atomic", "masked", "view", "meeting", "exchange"])
        where = "mine + %d" % start
        if way == "view":
            extents = ", ".join("%d_ic" % e if self.chance(0.5) else str(e) for e in value.shape)
            left = ", ct::layout_left{}" if len(value.shape) > 1 and self.chance(0.4) else ""
            zeros = ", ".join("0" for _ in value.shape)
            self.say("ct::partition_view{ct::tensor_span{%s, ct::extents{%s}%s}, %s{}}.store(%s, %s);" % (
                where, extents, left, shape_text(value.shape), bits, zeros))
            return size
        if way == "meeting":
            return self.meeting_atomics(value, bits, start)
        if way == "exchange" and start + 4 * size <= OUT:
            return self.read_back(value, bits, start)
        index = self.index(value.shape, 2 * size)
        if way == "atomic":
            self.say("(void)ct::atomic_add<ct::memory_order::relaxed>(%s + %s / %d, %s);" % (
                where, index, self.pick([1, 1, 2, 8]), bits))
        elif way == "masked":
            self.say("ct::store_masked(%s + %s, %s, %s < n * 20);" % (where, index, bits, index))
        else:
            self.say("ct::store(%s + %s, %s);" % (where, index, bits))
        return 2 * size

    def text(self):
        self.load()
        self.load()
        for _ in range(self.random.randint(4, 16)):
            self.pick([self.step] * 16 + [self.carried, self.carried, self.local_array, self.local_array, self.matrix_product,
                                       self.other_product])()
        stores, start = [], 0
        for value in self.random.sample(self.values, len(self.values)):
            if start + 2 * product(value.shape) + 16 <= OUT and len(stores) < 6:
                start += self.store(value, start) + self.random.randint(0, 5)
                stores.append(value)
        return ('extern "C" __tile_global__ void kernel%d(unsigned *out, const unsigned *in, const unsigned char *bytes, int n, int m) {\n'
                "  unsigned *mine = out + (long)ct::bid().x * %d;\n" % (self.number, OUT)
                + "\n".join(self.lines) + "\n}\n")


def source(first, count, arch=90):
    return PRELUDE + "".join(Program(k, first + k, arch).text() for k in range(count))
