// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of single tiles: all pairs of element types, small and large extents, batches, transposed factors, products
// of products. Factors are multiples of 1/4 up to 2, so products are exact; what remains are errors of the sums.
#include "test/exec/cases/ConformanceTable.h"
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

struct Extents {
  int m, n, k;
  int batch = 1, right = 1; ///< batches of all, and of the right factor
};

/// Element (row, column) of a factor is at `row * rowStep + column * columnStep`.
struct Steps {
  int row, column;
};

template <class A, class B, class C>
std::vector<double> product(const Extents &e, const Array<A> &a, Steps as, const Array<B> &b, Steps bs,
                            const Array<C> &c) {
  std::vector<double> sums(size_t(e.batch) * e.m * e.n);
  for (int batch = 0; batch < e.batch; ++batch)
    for (int i = 0; i < e.m; ++i)
      for (int j = 0; j < e.n; ++j) {
        size_t at = (size_t(batch) * e.m + i) * e.n + j;
        sums[at] = double(c[at]);
        for (int t = 0; t < e.k; ++t)
          sums[at] += double(a[size_t(batch) * e.m * e.k + i * as.row + t * as.column]) *
                      double(b[size_t(e.right == 1 ? 0 : batch) * e.k * e.n + t * bs.row + j * bs.column]);
        if constexpr (std::is_integral_v<C>)
          sums[at] = double(C(int64_t(sums[at]))); // wraps
      }
  return sums;
}

struct Bool {
  unsigned char value;
  Bool(int value) : value(value != 0) {}
  operator double() const {
    return value;
  }
};

/// Quarters up to 2; whole numbers for integers.
template <class T> Array<T> &factor(Run &run, size_t count) {
  auto &result = run.zeros<T>(count);
  for (T &value : result.values)
    if constexpr (std::is_same_v<T, Bool>)
      value = Bool(int(run.random.integer(0, 1)));
    else if constexpr (std::is_integral_v<T>)
      value = T(run.random.integer(std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
    else
      value = T(double(run.random.integer(-8, 8)) / 4);
  return result;
}

/// One product; where there is a table, its elements are counted there, and all bits must be right: sums of so few
/// factors are numbers of every type of sums.
template <class A, class B, class C>
void tile(Run &run, const std::string &kernel, Extents e, Bound bound, bool isTransposed,
          ConformanceTable *table = nullptr) {
  auto &a = factor<A>(run, size_t(e.batch) * e.m * e.k);
  auto &b = factor<B>(run, size_t(e.right) * e.k * e.n);
  auto &c = factor<C>(run, size_t(e.batch) * e.m * e.n), &d = run.zeros<C>(c.size());
  run.launch(kernel, {1}, d, a, b, c);
  Steps as = isTransposed ? Steps{1, e.m} : Steps{e.k, 1}, bs = isTransposed ? Steps{1, e.k} : Steps{e.n, 1};
  std::vector<double> expected = product(e, a, as, b, bs, c);
  run.near(kernel, d, expected, bound);
  for (size_t i = 0; table && i < d.size(); ++i)
    table->add("mma", 0, double(d[i]) == expected[i] ? 0 : 1,
               [&] { return "element " + std::to_string(i) + " of " + kernel; });
  run.clear();
}

/// The same without a sum to add to.
template <class A, class B, class C>
void plainTile(Run &run, const std::string &kernel, Extents e, ConformanceTable &table) {
  auto &a = factor<A>(run, size_t(e.m) * e.k);
  auto &b = factor<B>(run, size_t(e.k) * e.n);
  auto &zero = run.zeros<C>(size_t(e.m) * e.n), &d = run.zeros<C>(zero.size());
  run.launch(kernel, {1}, d, a, b);
  std::vector<double> expected = product(e, a, {e.k, 1}, b, {e.n, 1}, zero);
  for (size_t i = 0; i < d.size(); ++i)
    table.add("matmul", 0, double(d[i]) == expected[i] ? 0 : 1,
              [&] { return "element " + std::to_string(i) + " of " + kernel; });
  run.clear();
}

std::string list(std::initializer_list<int> numbers) {
  std::string text;
  for (int number : numbers)
    text += ", " + std::to_string(number);
  return text;
}

constexpr Extents kShapes[] = {{1, 1, 1},   {2, 1, 8},   {1, 16, 2},  {8, 2, 4},
                               {16, 8, 16}, {32, 16, 1}, {4, 64, 64}, {64, 32, 32}};

template <class A, class B, class C>
void addShapes(Cases &cases, const std::string &a, const std::string &b, const std::string &c, Bound bound,
               std::vector<Extents> shapes = {std::begin(kShapes), std::end(kShapes)}) {
  bool isFp8 = std::is_same_v<A, Float8E4M3> || std::is_same_v<A, Float8E5M2>;
  cases.push_back(
      {"product/" + a + " x " + b + " to " + c, isFp8 ? "matrix_shapes_fp8" : "matrix_shapes", [=](Run &run) {
         ConformanceTable table(run, a + " x " + b + " to " + c);
         for (Extents e : shapes)
           tile<A, B, C>(run, "product<" + a + ", " + b + ", " + c + list({e.m, e.n, e.k}) + ">", e, bound, false,
                         &table);
         // Of half and fp8 the language sums in half.
         if (bool isHalf = std::is_same_v<A, Half> || isFp8; !isHalf || std::is_same_v<C, Half>)
           for (Extents e : {Extents{16, 8, 16}, Extents{2, 32, 8}})
             plainTile<A, B, C>(run, "plain_product<" + a + ", " + b + ", " + c + list({e.m, e.n, e.k}) + ">", e,
                                table);
         table.check();
       }});
}

template <class T> std::string nameOf();
template <> std::string nameOf<float>() {
  return "float";
}
template <> std::string nameOf<double>() {
  return "double";
}
template <> std::string nameOf<int>() {
  return "int";
}
template <> std::string nameOf<signed char>() {
  return "signed char";
}
template <> std::string nameOf<Half>() {
  return "__half";
}
template <> std::string nameOf<BFloat16>() {
  return "__nv_bfloat16";
}
template <> std::string nameOf<TensorFloat32>() {
  return "__nv_tf32";
}

template <class F, class S> void warps(Run &run, Extents e, Bound bound) {
  std::string f = nameOf<F>();
  tile<F, F, S>(run, "product_of_warps<" + f + ", " + f + ", " + nameOf<S>() + list({e.m, e.n, e.k}) + ">", e, bound,
                false);
}
template <class F, class S> void batch(Run &run, Extents e, Bound bound) {
  tile<F, F, S>(run,
                "product_of_batch<" + nameOf<F>() + ", " + nameOf<S>() + list({e.batch, e.right, e.m, e.n, e.k}) + ">",
                e, bound, false);
}
template <class F, class S> void transposed(Run &run, Extents e, Bound bound) {
  tile<F, F, S>(run, "product_of_transposed<" + nameOf<F>() + ", " + nameOf<S>() + list({e.m, e.n, e.k}) + ">", e,
                bound, true);
}

template <class F> void productOfProduct(Run &run, int m, int n, int k, int l, Bound bound) {
  auto &a = factor<F>(run, m * k), &b = factor<F>(run, k * n), &c = factor<F>(run, n * l);
  auto &d = run.zeros<float>(m * l);
  std::string kernel = "product_of_product<" + nameOf<F>() + list({m, n, k, l}) + ">";
  run.launch(kernel, {1}, d, a, b, c);
  auto &zero = run.zeros<float>(m * n), &zeros = run.zeros<float>(m * l), &first = run.zeros<float>(m * n);
  std::vector<double> sums = product({m, n, k}, a, {k, 1}, b, {n, 1}, zero);
  for (size_t i = 0; i < sums.size(); ++i)
    first.values[i] = float(double(F(sums[i])));
  run.near(kernel, d, product({m, l, n}, first, {n, 1}, c, {l, 1}, zeros), bound);
}

} // namespace

namespace tilec::exec {

void addMatrixShapeCases(Cases &cases) {
  constexpr Bound exact{}, single{2e-6, 1e-5}, half{2e-3, 2e-2};
  addShapes<float, float, float>(cases, "float", "float", "float", single);
  addShapes<double, double, double>(cases, "double", "double", "double", {1e-14, 1e-14});
  addShapes<Half, Half, float>(cases, "__half", "__half", "float", single);
  addShapes<Half, Half, Half>(cases, "__half", "__half", "__half", half);
  addShapes<BFloat16, BFloat16, float>(cases, "__nv_bfloat16", "__nv_bfloat16", "float", single);
  addShapes<TensorFloat32, TensorFloat32, float>(cases, "__nv_tf32", "__nv_tf32", "float", single);
  addShapes<Float8E4M3, Float8E4M3, float>(cases, "__nv_fp8_e4m3", "__nv_fp8_e4m3", "float", single);
  addShapes<Float8E4M3, Float8E4M3, Half>(cases, "__nv_fp8_e4m3", "__nv_fp8_e4m3", "__half", half);
  addShapes<Float8E5M2, Float8E5M2, float>(cases, "__nv_fp8_e5m2", "__nv_fp8_e5m2", "float", single);
  addShapes<Float8E5M2, Float8E5M2, Half>(cases, "__nv_fp8_e5m2", "__nv_fp8_e5m2", "__half", half);
  addShapes<signed char, signed char, int>(cases, "signed char", "signed char", "int", exact);
  addShapes<unsigned char, unsigned char, int>(cases, "unsigned char", "unsigned char", "int", exact);
  addShapes<signed char, unsigned char, int>(cases, "signed char", "unsigned char", "int", exact);
  addShapes<unsigned char, signed char, int>(cases, "unsigned char", "signed char", "int", exact);
  addShapes<Bool, Bool, int>(cases, "bool", "bool", "int", exact,
                             {{1, 1, 1}, {8, 2, 4}, {16, 8, 16}, {32, 16, 1}, {64, 32, 32}});
  auto add = [&](std::string name, std::function<void(Run &)> body) { cases.push_back({name, "matrix_shapes", body}); };
  cases.push_back({"product/fp8 with long sums", "matrix_shapes_fp8", [=](Run &run) {
                     tile<Float8E4M3, Float8E4M3, float>(run,
                                                         "product<__nv_fp8_e4m3, __nv_fp8_e4m3, float, 16, 16, 256>",
                                                         {16, 16, 256}, single, false);
                   }});
  add("product/more warps than fragments", [=](Run &run) {
    warps<Half, float>(run, {16, 8, 16}, single);
    warps<Half, float>(run, {32, 16, 16}, single);
    warps<Half, float>(run, {8, 128, 32}, single);
    warps<double, double>(run, {8, 8, 8}, {1e-14, 1e-14});
    warps<float, float>(run, {16, 8, 16}, single);
    warps<signed char, int>(run, {128, 4, 8}, exact);
  });
  add("product/batches", [=](Run &run) {
    batch<Half, float>(run, {16, 16, 16, 4, 4}, single);
    batch<Half, float>(run, {2, 8, 4, 16, 1}, single);
    batch<float, float>(run, {16, 16, 8, 2, 1}, single);
    batch<double, double>(run, {4, 16, 8, 2, 2}, {1e-14, 1e-14});
    batch<signed char, int>(run, {16, 8, 32, 8, 8}, exact);
  });
  add("product/transposed", [=](Run &run) {
    transposed<Half, float>(run, {32, 16, 64}, single);
    transposed<BFloat16, float>(run, {16, 32, 16}, single);
    transposed<TensorFloat32, float>(run, {16, 16, 16}, single);
    transposed<float, float>(run, {16, 8, 32}, single);
    transposed<signed char, int>(run, {32, 16, 64}, exact);
    transposed<double, double>(run, {8, 16, 8}, {1e-14, 1e-14});
    transposed<double, double>(run, {64, 1, 32}, {1e-14, 1e-14});
  });
  add("product/of a product", [=](Run &run) {
    productOfProduct<Half>(run, 32, 64, 16, 32, {1e-5, 1e-3});
    productOfProduct<BFloat16>(run, 64, 16, 32, 16, {1e-5, 1e-3});
  });
}

} // namespace tilec::exec
