// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The manifest: everything a launcher must know about the kernels of one compiled module.
///
/// The compiler writes it, the runtime reads it. It travels as JSON in three places that hold the same text:
///   * a constant global array named `__tilec_manifest` in the PTX, so that PTX, cubin and fatbin all carry it
///     (JSON text, then one zero byte);
///   * a comment line of the PTX that starts with `// tilec manifest: `, for people;
///   * on request, a `.json` file beside the image.
/// `docs/ABI.md` explains how to launch from it with the driver API alone.
#ifndef TILEC_MANIFEST_H
#define TILEC_MANIFEST_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilec::manifest {

/// Version of the JSON layout. A reader refuses every other one.
inline constexpr int kSchema = 1;
/// Name of the global array that holds the manifest in PTX and cubin.
inline constexpr std::string_view kSymbol = "__tilec_manifest";
/// What the PTX comment line that repeats the manifest begins with.
inline constexpr std::string_view kCommentPrefix = "// tilec manifest: ";

/// An integer computed from the arguments of a launch, in 64-bit two's complement.
/// As JSON: a number is a constant, everything else an array, e.g. `["mul", ["argument", 2, 0, 4, true], 4]`.
struct Expression {
  enum class Kind {
    Constant, ///< `value`
    Argument, ///< `bytes` bytes at byte `offset` of argument `parameter`, extended by `isSigned`
    GridX,    ///< extent of the logical grid (tile blocks)
    GridY,
    GridZ,
    Add,
    Sub,
    Mul,
    FloorDiv, ///< rounds towards minus infinity
    CeilDiv,  ///< rounds towards plus infinity
    Min,
    Max,
  };
  Kind kind = Kind::Constant;
  int64_t value = 0;
  uint32_t parameter = 0;
  uint32_t offset = 0;
  uint32_t bytes = 8;
  bool isSigned = false;
  std::vector<Expression> operands; ///< two, for Add and what follows

  static Expression constant(int64_t value);
  static Expression argument(uint32_t parameter, uint32_t bytes = 8, bool isSigned = false, uint32_t offset = 0);
  static Expression binary(Kind kind, Expression lhs, Expression rhs);
  bool operator==(const Expression &) const = default;
};

/// One thing that must hold for a variant to be launched.
struct Fact {
  enum class Kind {
    MultipleOf, ///< alignment of a pointer, divisibility of an integer
    AtLeast,
    AtMost,
    Equal,
    /// The kernel's numbering takes the blocks of the grid to a box, one to one. Then this variant has the box as its
    /// grid: its other facts, its tensor maps, its workspace and its grid rule are about the box. No subject, no value.
    Numbered,
  };
  Kind kind = Kind::MultipleOf;
  Expression subject;
  int64_t value = 1;

  bool operator==(const Fact &) const = default;
};

/// How a kernel computes coordinates of a block from its place in the grid: a list of steps, each about earlier ones. A
/// value has the width of its step, and wraps there, as on the device. A division by zero, one whose quotient does not
/// fit, and a shift by the width or more have no value.
/// As JSON: `{"steps": [["blockX"], ["argument", 4, 0, 4, true], ["divS", 32, 0, 1]], "coordinates": [2, ...]}`.
struct Numbering {
  struct Step {
    enum class Kind {
      Constant, ///< `value`
      Argument, ///< `bytes` bytes at byte `offset` of argument `parameter`, extended by `isSigned`
      GridX,    ///< extent of the grid
      GridY,
      GridZ,
      BlockX, ///< place of the block
      BlockY,
      BlockZ,
      Truncate,   ///< the low `bits` bits of one operand, as a signed number
      ZeroExtend, ///< the same, as an unsigned number
      Add,        ///< of two operands, from here on
      Sub,
      Mul,
      DivS,
      DivU,
      RemS,
      RemU,
      MinS,
      MinU,
      MaxS,
      MaxU,
      And,
      Or,
      Xor,
      Shl,
      ShrS,
      ShrU,
      Equal, ///< 1 if it holds, else 0
      LessS,
      LessU,
      Select, ///< of three: the second if the first is not 0, else the third
    };
    Kind kind = Kind::Constant;
    int64_t value = 0;
    uint32_t parameter = 0, offset = 0, bytes = 8;
    bool isSigned = false;
    uint32_t bits = 64;             ///< 1 to 64
    std::vector<uint32_t> operands; ///< numbers of earlier steps

    bool operator==(const Step &) const = default;
  };
  /// The operands that a step of this kind has.
  static unsigned operandCount(Step::Kind kind);

  std::vector<Step> steps;
  std::vector<uint32_t> coordinates; ///< the steps that give x, y and perhaps z of the box

  bool operator==(const Numbering &) const = default;
};

/// A parameter of the kernel as it stands in the source.
struct Parameter {
  enum class Kind { Integer, Float, Pointer, Record };
  std::string name; ///< may be empty
  Kind kind = Kind::Integer;
  uint32_t size = 4;      ///< bytes
  uint32_t alignment = 4; ///< bytes, a power of two
  bool isSigned = false;  ///< Integer only
  /// Pointer: what it points to; Integer and Float: its own type. One of
  /// `bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 tf32 f32 f64 f8E4M3FN f8E5M2 f8E8M0FNU f4E2M1FN void`; empty for
  /// records.
  std::string elementType;

  bool operator==(const Parameter &) const = default;
};

/// A parameter that the launcher appends after those of the source, in this order.
struct HiddenParameter {
  enum class Kind {
    LogicalGrid, ///< three u32: the grid of tile blocks; 12 bytes, aligned to 4
    Workspace,   ///< device address of the workspace; 8 bytes
    TensorMap,   ///< a CUtensorMap by value; 128 bytes, aligned to 64
  };
  Kind kind = Kind::LogicalGrid;
  uint32_t tensorMap = 0; ///< index into Variant::tensorMaps, for TensorMap

  bool operator==(const HiddenParameter &) const = default;
};

/// Scratch memory in device memory that lives for one launch.
struct Workspace {
  Expression bytes;    ///< size; 0 = none
  bool zeroed = false; ///< must be all zero when the kernel starts
  /// All zero again when it has ended: launches behind each other in a stream may have the same one.
  bool staysZero = false;

  bool operator==(const Workspace &) const = default;
};

/// A tensor map to be encoded from the arguments (cuTensorMapEncodeTiled). Innermost dimension first, as the driver has
/// it.
struct TensorMap {
  enum class Swizzle { None, Bytes32, Bytes64, Bytes128 };
  enum class Fill { Zero, NaN };
  std::string elementType;
  Expression base;                    ///< device address
  std::vector<Expression> extents;    ///< elements, one per dimension
  std::vector<Expression> strides;    ///< bytes, one per dimension but the innermost
  std::vector<uint32_t> box;          ///< elements, one per dimension
  std::vector<uint32_t> elementSteps; ///< traversal stride in elements, one per dimension
  Swizzle swizzle = Swizzle::None;
  Fill fill = Fill::Zero;

  bool operator==(const TensorMap &) const = default;
};

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;

  bool operator==(const Dim3 &) const = default;
};

/// How the grid of CTAs follows from the grid of tile blocks.
struct GridRule {
  enum class Kind {
    /// One cluster per tile block: (logical.x * cluster.x, logical.y * cluster.y, logical.z * cluster.z).
    PerBlock,
    /// One row of CTAs that loops over tile blocks:
    /// x = min(number of tile blocks, multiprocessors * n / CTAs per cluster) * CTAs per cluster, where n is
    /// ctasPerMultiprocessor or what the driver says that a multiprocessor holds, whichever is less.
    Persistent,
  };
  Kind kind = Kind::PerBlock;
  uint32_t ctasPerMultiprocessor = 1; ///< Persistent only
  /// The kernel's blocks are parts of the source's: so many along x, y, z for each. The rule, and the logical grid that
  /// the kernel gets, are about parts; facts, tensor maps and workspace about the source's grid.
  Dim3 parts = {};
  /// A block of the kernel is so many of the source's along x, y, z, of which there are multiples; else as `parts`.
  Dim3 joined = {};

  bool operator==(const GridRule &) const = default;
};

/// One compiled form of a kernel.
struct Variant {
  std::string entry;       ///< symbol of the entry function
  std::vector<Fact> facts; ///< all must hold
  uint32_t threadsPerCta = 128;
  Dim3 cluster; ///< CTAs; 1,1,1 = no cluster launch
  GridRule grid;
  uint32_t dynamicSharedBytes = 0;
  uint32_t registerCap = 0; ///< registers per thread, 0 = none
  /// Shared memory of a multiprocessor, in percent of the most there can be: the rest is L1 cache. None: the driver's
  /// choice.
  std::optional<uint32_t> sharedMemoryCarveout;
  /// May begin before the kernel ahead in the stream has ended: it waits for it itself.
  bool programmaticLaunch = false;
  std::vector<HiddenParameter> hiddenParameters;
  Workspace workspace;
  std::vector<TensorMap> tensorMaps;

  /// Its grid is the box of the kernel's numbering.
  bool isNumbered() const;
  bool operator==(const Variant &) const = default;
};

struct Kernel {
  std::string name;        ///< Itanium-mangled C++ name (plain for extern "C")
  std::string displayName; ///< for people: `softmax<float, 128>(float*, int)`
  std::vector<Parameter> parameters;
  /// In order of preference. The last is unconditional: no facts, no hidden parameters, entry == name.
  std::vector<Variant> variants;
  std::optional<Numbering> numbering = {}; ///< for variants with the fact `Numbered`

  bool operator==(const Kernel &) const = default;
};

struct Manifest {
  std::string compilerVersion; ///< of the tilec that wrote it
  std::string architecture;    ///< `sm_90a`, or `compute_90` for portable PTX
  std::vector<Kernel> kernels;

  const Kernel *find(std::string_view name) const;
  bool operator==(const Manifest &) const = default;
};

/// JSON text; the same manifest always gives the same bytes. `indent` < 0: one line.
std::string toJson(const Manifest &manifest, int indent = -1);

/// What a manifest could not be read for: `where` is `line 3 column 7` for bad JSON, or a path such as
/// `kernels[0].variants[1].threadsPerCta` for a value that does not fit.
struct ReadError {
  std::string where, text;
  std::string message() const;
};

/// Reads and checks JSON text. On failure returns false, leaves `manifest` empty and fills `error`.
bool fromJson(std::string_view json, Manifest &manifest, ReadError &error);

/// Reads the manifest out of PTX text: from the array, or else from the comment line.
bool fromPtx(std::string_view ptx, Manifest &manifest, ReadError &error);

/// Checks what fromJson checks beyond the types of values; true when `manifest` may be launched from.
bool check(const Manifest &manifest, ReadError &error);

} // namespace tilec::manifest

#endif // TILEC_MANIFEST_H
