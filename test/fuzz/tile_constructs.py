# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rarer constructs of random tile kernels (tile_program.py): positions of extrema, bit casts, tiles of several uses,
views with gaps, gathers and paddings, narrow and wide elements, sums of floats that are exact, several reductions at once,
products, exchanges as in sorting networks, and atomics that meet in cells or are read back."""

# Elements whose bits may be taken for each other.
BITS = {"unsigned": ["float", "int"], "float": ["unsigned", "int"], "int": ["unsigned"], "unsigned short": ["__half", "__nv_bfloat16"],
        "unsigned char": ["signed char"], "unsigned long": ["long", "double"]}
PADDINGS = ["zero", "negative_zero", "positive_inf", "negative_inf"]


class Constructs:
    def extremum(self):
        """Where the largest or least element is, the first of equals."""
        value = self.value(lambda v: v.element not in ("bool",))
        if value:
            axis = self.random.randrange(len(value.shape))
            shape = list(value.shape)
            shape[axis] = 1
            self.new("unsigned", shape, "ct::%s<%d>(%s)" % (self.pick(["max_element", "min_element"]), axis, value.name))

    def bitcast(self):
        """There and back, with only moves between: any bits may be a NaN's."""
        value = self.value(lambda v: v.element in BITS and v.element != "float")
        if not value:
            return
        other = self.pick(BITS[value.element])
        inside = "ct::element_bitcast<%s>(%s)" % (other, value.name)
        shape = value.shape
        if len(shape) > 1 and self.chance(0.6):
            order = self.order(len(shape))
            shape = [shape[d] for d in order]
            inside = "ct::permute(%s, ct::dimension_map<%s>{})" % (inside, ", ".join(map(str, order)))
        self.new(value.element, shape, "ct::element_bitcast<%s>(%s)" % (value.element, inside))

    def order(self, rank):
        order = list(range(rank))
        self.random.shuffle(order)
        return order

    def several_uses(self):
        """One permuted tile that goes several ways."""
        value = self.value(lambda v: len(v.shape) > 1 and v.element in ("unsigned", "unsigned short", "unsigned char"))
        if not value:
            return
        order = self.order(len(value.shape))
        turned = self.new(value.element, [value.shape[d] for d in order], "ct::permute(%s, ct::dimension_map<%s>{})" % (
            value.name, ", ".join(map(str, order))))
        for _ in range(self.random.randint(2, 4)):
            factor = self.random.randint(1, 9)
            text = self.pick(["{0} * ({1}){2}", "{0} + ({1}){2}", "({0} ^ ({1}){2}) + {0}", "ct::max({0}, ({1}){2}) * {0}"])
            self.new(value.element, turned.shape, text.format(turned.name, value.element, factor))

    def narrow(self):
        """Small integers as halves: sums and products of a few are exact."""
        value = self.value(lambda v: v.element in ("unsigned", "unsigned short", "unsigned char"))
        if not value:
            return
        element = self.pick(["__half", "__nv_bfloat16", "double"])
        a = "ct::element_cast<%s>(%s & (%s)7)" % (element, value.name, value.element)
        text = self.pick(["{0} + {0}", "{0} * {0}", "ct::max({0}, {1})", "{0} - {1}", "ct::fma({0}, {0}, {1})"]).format(
            a, "ct::full<%s>(%s(3))" % (self.type_of(element, value.shape), element))
        if self.chance(0.5):
            text = "ct::max(%s, ct::zeros<%s>())" % (text, self.type_of(element, value.shape))
            self.new("unsigned", value.shape, "ct::element_cast<unsigned>(%s)" % text)
        else:
            self.new("float", value.shape, "ct::element_cast<float>(%s)" % text)

    def type_of(self, element, shape):
        return "ct::tile<%s, ct::shape<%s>>" % (element, ", ".join(map(str, shape)))

    def float_sum(self):
        """Sums of small integers in floats: every order gives the same."""
        value = self.value(lambda v: v.element in ("unsigned", "unsigned char"))
        if value:
            axis = self.random.randrange(len(value.shape))
            small = "ct::element_cast<float>(%s & (%s)255)" % (value.name, value.element)
            if self.chance(0.4):
                return self.new("float", value.shape, "ct::partial_sum<%d>(%s)" % (axis, small))
            shape = list(value.shape)
            shape[axis] = 1
            self.new("float", shape, "ct::sum<%d>(%s)" % (axis, small))

    def scan_of_extrema(self):
        """A running maximum by doubling steps, as cat and extract make it."""
        value = self.value(lambda v: v.element in ("unsigned", "int", "unsigned short") and v.shape[-1] >= 4)
        if not value:
            return
        rows = value.shape[:-1]
        name = value.name
        half = self.type_of(value.element, (*rows, value.shape[-1] // 2))
        parts = []
        for place in (0, 1):
            parts.append("ct::extract(%s, ct::shape<%s>{}, %s)" % (
                name, ", ".join(map(str, (*rows, value.shape[-1] // 2))), ", ".join(["0"] * len(rows) + [str(place)])))
        low, high = self.fresh(), self.fresh()
        self.say("%s %s = %s, %s = %s;" % (half, low, parts[0], high, parts[1]))
        self.new(value.element, value.shape, "ct::cat<%d>(ct::min(%s, %s), ct::max(%s, %s))" % (
            len(rows), low, high, low, high))

    def exchange(self):
        """Partners at a distance, as in a sorting network."""
        value = self.value(lambda v: v.element in ("unsigned", "int", "unsigned char", "float") and len(v.shape) == 1 and v.shape[0] >= 4)
        if not value:
            return
        distance = 1 << self.random.randint(0, value.shape[0].bit_length() - 2)
        groups = value.shape[0] // (2 * distance)
        pairs, a, b = self.fresh(), self.fresh(), self.fresh()
        self.say("auto %s = ct::reshape(%s, ct::shape<%d, 2, %d>{});" % (pairs, value.name, groups, distance))
        for name, place in ((a, 0), (b, 1)):
            self.say("auto %s = ct::extract(%s, ct::shape<%d, 1, %d>{}, 0, %d, 0);" % (name, pairs, groups, distance, place))
        rising = "(ct::iota<ct::tile<int, ct::shape<%d, 1, 1>>>() & 1) == 0" % groups if groups > 1 else "true"
        if rising == "true":
            joined = "ct::cat<1>(ct::min({0}, {1}), ct::max({0}, {1}))"
        else:
            joined = "ct::cat<1>(ct::select({2}, ct::min({0}, {1}), ct::max({0}, {1})), ct::select({2}, ct::max({0}, {1}), ct::min({0}, {1})))"
        self.new(value.element, value.shape, "ct::reshape(%s, ct::shape<%d>{})" % (joined.format(a, b, rising), value.shape[0]))

    def matrix(self, shape):
        """A small matrix of halves that are small integers."""
        value = self.value(lambda v: v.element in ("unsigned", "unsigned char") and v.shape == shape)
        text = value.name if value and self.chance(0.7) else None
        if not text:
            index = self.index(shape, 4096)
            text = "ct::load(in + %s)" % index
            value = self.new("unsigned", shape, text)
            text = value.name
        return "ct::element_cast<__half>(%s & (%s)7)" % (text, value.element)

    def matrix_product(self):
        m, n, k = (self.pick([16, 16, 32, 64]) for _ in range(3))
        a, b = self.matrix((m, k)), self.matrix((k, n))
        if self.chance(0.3):
            b = "ct::transpose(%s)" % self.matrix((n, k))
        self.new("float", (m, n), "ct::mma(%s, %s, ct::full<%s>(%d.0f))" % (
            a, b, self.type_of("float", (m, n)), self.random.randint(0, 3)))

    def several_sums(self):
        """Reductions of one tile along one dimension, of different kinds, that may be done at once."""
        value = self.value(lambda v: v.element in ("unsigned", "unsigned char", "int"))
        if not value:
            return
        axis = self.random.randrange(len(value.shape))
        shape = list(value.shape)
        shape[axis] = 1
        kinds = ["reduce_max", "reduce_min", "max_element", "min_element"]
        kinds += [] if value.element == "int" else ["sum", "reduce_bitor", "reduce_bitxor"]
        for kind in self.random.sample(kinds, self.random.randint(2, 4)):
            element = "unsigned" if kind.endswith("element") else value.element
            self.new(element, shape, "ct::%s<%d>(%s)" % (kind, axis, value.name))

    def small_float(self):
        """Small integers as 8-bit floats, moved and compared as such."""
        value = self.value(lambda v: v.element in ("unsigned", "unsigned char"))
        if not value or not self.has_bytes:
            return
        element = self.pick(["__nv_fp8_e4m3", "__nv_fp8_e5m2"])
        small, name = "ct::element_cast<float>(%s & (%s)7)" % (value.name, value.element), self.fresh()
        self.say("auto %s = ct::element_cast<%s>(%s);" % (name, element, small))
        order = self.order(len(value.shape))
        shape = [value.shape[d] for d in order]
        name = "ct::permute(%s, ct::dimension_map<%s>{})" % (name, ", ".join(map(str, order)))
        if self.chance(0.5):
            axis = self.random.randrange(len(shape))
            shape[axis] *= 2
            name = "ct::cat<%d>(%s, %s)" % (axis, name, name)
        self.new("float", shape, "ct::element_cast<float>(%s)" % name)

    def other_product(self):
        """Of bytes, doubles, floats and 8-bit floats, all of them small integers."""
        elements = [("signed char", "int"), ("unsigned char", "int"), ("double", "double"), ("float", "float"), ("__nv_bfloat16", "float")]
        element, sums = self.pick(elements + [("__nv_fp8_e4m3", "float")] * self.has_bytes)
        m, n, k = (self.pick([16, 32, 64]) for _ in range(3))
        factors = []
        for shape in ((m, k), (k, n)):
            tile = self.new("unsigned", shape, "ct::load(in + %s)" % self.index(shape, 4096))
            small = "(%s & 3u)" % tile.name
            small = "ct::element_cast<float>(%s)" % small if "fp8" in element else small
            factors.append("ct::element_cast<%s>(%s)" % (element, small))
        product = "ct::mma(%s, %s, ct::full<%s>(%s(2)))" % (*factors, self.type_of(sums, (m, n)), sums)
        if sums == "double":
            product = "ct::element_cast<float>(%s)" % product
        self.new("float" if sums == "double" else sums, (m, n), product)

    def strided(self):
        """Tiles that overlap or leave gaps."""
        shape = self.random_shape(512)
        span, extents = self.span(shape, "in", False)
        strides = [max(1, e - self.pick([0, 1, e // 2, -1])) for e in shape]
        view = self.fresh()
        self.say("auto %s = ct::strided_view{%s, ct::shape<%s>{}, ct::strides{%s}};" % (
            view, span, ", ".join(map(str, shape)), ", ".join("%d_ic" % s for s in strides)))
        indices = [str(self.random.randint(0, max(0, (e - 1) // s))) for e, s in zip(extents, strides)]
        self.new("unsigned", shape, "%s.load_masked(%s)" % (view, ", ".join(indices)))

    def padded(self):
        """A float view whose outside is one of the paddings; its inside are small integers' bits, denormal but equal everywhere."""
        shape = self.random_shape(512)
        span, extents = self.span(shape, "reinterpret_cast<const float *>(in)", False)
        view = self.fresh()
        self.say("auto %s = ct::partition_view{%s, ct::shape<%s>{}};" % (view, span, ", ".join(map(str, shape))))
        indices = [str(max(0, (e - 1) // s)) for e, s in zip(extents, shape)]
        self.new("unsigned", shape, "ct::element_bitcast<unsigned>(%s.template load_masked<ct::view_padding::%s>(%s))" % (
            view, self.pick(PADDINGS), ", ".join(indices)))

    def gather_view(self):
        """Rows or columns that are named one by one; names beyond the end read zero."""
        index = self.value(lambda v: v.element in ("unsigned", "int") and len(v.shape) == 1 and v.shape[0] <= 64)
        if not index:
            return
        dimension, other = self.random.randrange(2), 1 << self.random.randint(0, 5)
        shape = [index.shape[0], other] if dimension == 0 else [other, index.shape[0]]
        extents = [self.random.randint(8, 60), self.random.randint(8, 60)]
        view = self.fresh()
        self.say("auto %s = ct::gather_scatter_view{ct::tensor_span{in, ct::extents{%s}}, ct::shape<%d, %d>{}, %d_ic};" % (
            view, ", ".join(self.pick(["%d_ic" % e, "%d + n" % (e - self.n)]) for e in extents), *shape, dimension))
        names = "(ct::element_cast<unsigned>(%s) & 63u)" % index.name
        at = [names, "n & 1"] if dimension == 0 else ["n & 1", names]
        self.new("unsigned", shape, "%s.load_masked(%s)" % (view, ", ".join(at)))

    def meeting_atomics(self, value, bits, start):
        """Updates that meet in a few cells of the output, which start as zero."""
        size = 1 << self.random.randint(0, 6)
        where = self.pick(["ct::element_cast<int>({0} & {1}u)", "ct::reshape<{2}>(ct::iota<{3}>() & {1})",
                           "ct::zeros<{4}>()", "ct::reshape<{2}>(ct::iota<{3}>() / {5})"])
        total = 1
        for extent in value.shape:
            total *= extent
        shape = "ct::shape<%s>" % ", ".join(map(str, value.shape))
        index, tile = self.fresh(), self.fresh()
        self.say("auto %s = %s;" % (tile, bits))
        self.say("auto %s = %s;" % (index, where.format(tile, size - 1, shape, self.type_of("int", (total,)),
                                                        self.type_of("int", value.shape), max(1, total // size))))
        operation = self.pick(["atomic_add", "atomic_add", "atomic_sub", "atomic_max", "atomic_or", "atomic_xor", "atomic_float"])
        if operation == "atomic_float":
            masked = self.chance(0.4)
            self.say("(void)ct::%s%s<ct::memory_order::relaxed>(reinterpret_cast<float *>(mine) + %d + %s, "
                     "ct::element_cast<float>(%s & 15u)%s);" % (
                         self.pick(["atomic_add", "atomic_sub"]), "_masked" if masked else "", start, index, tile,
                         ", (%s & 5u) != 1u" % tile if masked else ""))
        elif self.chance(0.3):
            self.say("(void)ct::%s_masked<ct::memory_order::relaxed>(mine + %d + %s, %s, (%s & 1u) != 0u);" % (
                operation, start, index, tile, tile))
        else:
            self.say("(void)ct::%s<ct::memory_order::relaxed>(mine + %d + %s, %s);" % (operation, start, index, tile))
        return size

    def read_back(self, value, bits, start):
        """Updates of cells of their own, whose old values are stored as well; those behind a mask are not looked at."""
        size = 1
        for extent in value.shape:
            size *= extent
        index, tile, old = self.index(value.shape, 2 * size), self.fresh(), self.fresh()
        self.say("auto %s = %s;" % (tile, bits))
        self.say("ct::store(mine + %d + %s, %s);" % (start, index, tile))
        operation = self.pick(["atomic_xchg", "atomic_add", "atomic_sub", "atomic_min", "atomic_max", "atomic_and", "atomic_or"])
        where, change = "mine + %d + %s" % (start, index), "%s * 7u + 1u" % tile
        if self.chance(0.5):
            self.say("auto %s = ct::%s<ct::memory_order::relaxed>(%s, %s);" % (old, operation, where, change))
        else:
            mask = self.fresh()
            self.say("auto %s = (%s & 3u) != 2u;" % (mask, tile))
            self.say("auto %s = ct::select(%s, ct::%s_masked<ct::memory_order::relaxed>(%s, %s, %s), %s);" % (
                old, mask, operation, where, change, mask, tile))
        self.say("ct::store(mine + %d + %s, %s);" % (start + 2 * size, index, old))
        return 4 * size
