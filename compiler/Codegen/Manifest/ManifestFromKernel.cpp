// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Codegen/Manifest/ManifestFromKernel.h"
#include "compiler/Codegen/Manifest/ManifestTensorMaps.h"
#include "dialects/Tile/IR/BlockNumbering.h"
#include "dialects/Tile/IR/BlockParts.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "runtime/GridLimits.h"
#include "runtime/Manifest/ManifestEnumNames.h"
#include <map>

using namespace mlir;
using namespace tilec;
using manifest::Expression;

/// The driver knows how many there are room for; this is the most that any device holds.
static constexpr uint32_t kMostCtasPerMultiprocessor = 32;

/// The number that a fact compares: the argument less `step` times an extent of the grid.
static Expression subjectOf(tile::FactAttr fact, const manifest::Kernel &kernel) {
  Expression subject = Expression::constant(0);
  if (std::optional<int64_t> argument = fact.getArgument()) {
    const manifest::Parameter &parameter = kernel.parameters[*argument];
    bool isPointer = parameter.kind == manifest::Parameter::Kind::Pointer;
    subject = Expression::argument(*argument, parameter.size, /*isSigned=*/!isPointer);
  }
  if (!fact.getGrid())
    return subject;
  Expression extent;
  extent.kind = Expression::Kind(int(Expression::Kind::GridX) + int(*fact.getGrid()));
  Expression elements = fact.getStep() == 1
                            ? extent
                            : Expression::binary(Expression::Kind::Mul, extent, Expression::constant(fact.getStep()));
  return Expression::binary(Expression::Kind::Sub, subject, elements);
}

static manifest::Fact describe(tile::FactAttr fact, const manifest::Kernel &kernel) {
  bool isMultiple = fact.getKind() == tile::FactKind::MultipleOf;
  return {isMultiple ? manifest::Fact::Kind::MultipleOf : manifest::Fact::Kind::AtLeast, subjectOf(fact, kernel),
          fact.getValue()};
}

/// How the function is launched.
static manifest::Variant describeLaunch(FunctionOpInterface function) {
  manifest::Variant variant;
  variant.entry = function.getName().str();
  auto numbers = [&](StringRef name) -> ArrayRef<int32_t> {
    auto array = function->getAttrOfType<DenseI32ArrayAttr>(name);
    return array ? array.asArrayRef() : ArrayRef<int32_t>();
  };
  auto number = [&](StringRef name) -> uint32_t {
    auto attribute = function->getAttrOfType<IntegerAttr>(name);
    return attribute ? attribute.getInt() : 0;
  };
  if (ArrayRef<int32_t> threads = numbers("nvvm.reqntid"); !threads.empty())
    variant.threadsPerCta = llvm::product_of(threads);
  if (ArrayRef<int32_t> cluster = numbers("nvvm.cluster_dim"); cluster.size() == 3)
    variant.cluster = {uint32_t(cluster[0]), uint32_t(cluster[1]), uint32_t(cluster[2])};
  variant.registerCap = number("nvvm.maxnreg");
  variant.dynamicSharedBytes = number("tile_gpu.shared_bytes");
  if (auto carveout = function->getAttrOfType<IntegerAttr>(tile_gpu::kCarveoutAttr))
    variant.sharedMemoryCarveout = uint32_t(carveout.getInt());
  variant.programmaticLaunch = function->hasAttr(tile_gpu::kWaitsAttr);
  return variant;
}

static Expression blocksOfGrid() {
  using Kind = Expression::Kind;
  Expression x, y, z;
  x.kind = Kind::GridX;
  y.kind = Kind::GridY;
  z.kind = Kind::GridZ;
  return Expression::binary(Kind::Mul, Expression::binary(Kind::Mul, x, y), z);
}

/// Blocks of the kernel for each of the source's.
static int64_t partsOf(FunctionOpInterface function) {
  return llvm::product_of(tile::blockPartsOf(function));
}

/// A form whose blocks are parts of the source's, with a grid that is larger by as many.
static void describeParts(FunctionOpInterface function, manifest::Variant &variant) {
  using Kind = Expression::Kind;
  std::array<uint32_t, 3> parts = tile::blockPartsOf(function);
  variant.grid.parts = {parts[0], parts[1], parts[2]};
  for (auto [along, count, most] : {std::tuple(Kind::GridX, parts[0], runtime::kMostCtasAlongX),
                                    {Kind::GridY, parts[1], runtime::kMostCtasAlongYZ},
                                    {Kind::GridZ, parts[2], runtime::kMostCtasAlongYZ}})
    if (count > 1) {
      Expression extent;
      extent.kind = along;
      variant.facts.push_back({manifest::Fact::Kind::AtMost, extent, int64_t(most / count)});
    }
}

/// A form for grids that the device takes at once.
static manifest::Fact describeFewBlocks(FunctionOpInterface function) {
  auto blocks = function->getAttrOfType<IntegerAttr>(tile::kFewBlocksAttr);
  return {manifest::Fact::Kind::AtMost, blocksOfGrid(), blocks.getInt() / partsOf(function)};
}

static manifest::Numbering::Step describeStep(Attribute attribute, const manifest::Kernel &kernel) {
  using Step = manifest::Numbering::Step;
  Step step;
  if (auto constant = dyn_cast<IntegerAttr>(attribute)) {
    step.value = constant.getInt();
    return step;
  }
  ArrayRef<Attribute> parts = cast<ArrayAttr>(attribute).getValue();
  StringRef name = cast<StringAttr>(parts[0]).getValue();
  for (auto &[kind, spelling] : manifest::kStepNames)
    if (name == spelling)
      step.kind = kind;
  auto number = [&](size_t i) { return uint32_t(cast<IntegerAttr>(parts[i]).getInt()); };
  if (step.kind == Step::Kind::Argument) {
    step.parameter = number(1);
    step.bytes = kernel.parameters[step.parameter].size;
    step.isSigned = true;
  } else if (parts.size() > 1) {
    step.bits = number(1);
    for (size_t i = 2; i < parts.size(); ++i)
      step.operands.push_back(number(i));
  }
  return step;
}

/// A form whose blocks are numbered by what the source computes.
static void describeNumbering(FunctionOpInterface function, manifest::Kernel &kernel, manifest::Variant &variant) {
  auto numbering = function->getAttrOfType<DictionaryAttr>(tile::kNumberingAttr);
  if (!numbering)
    return;
  variant.facts.push_back({manifest::Fact::Kind::Numbered, Expression::constant(0), 0});
  kernel.numbering.emplace();
  for (Attribute step : numbering.getAs<ArrayAttr>(tile::kNumberingStepsKey))
    kernel.numbering->steps.push_back(describeStep(step, kernel));
  for (int64_t step : numbering.getAs<DenseI64ArrayAttr>(tile::kNumberingCoordinatesKey).asArrayRef())
    kernel.numbering->coordinates.push_back(uint32_t(step));
}

/// For grids in which the waves of such a form take at most as many cycles as those of the source's blocks.
static manifest::Fact describeWaves(DenseI64ArrayAttr cycles, int64_t joined) {
  using Kind = Expression::Kind;
  auto waves = [&](int64_t blocks, int64_t ofWave) {
    Expression count = Expression::binary(Kind::CeilDiv, blocksOfGrid(), Expression::constant(blocks));
    return Expression::binary(Kind::Mul, count, Expression::constant(ofWave));
  };
  Expression own = waves(cycles[0] * joined, cycles[2]), ofSource = waves(cycles[0], cycles[1]);
  return {manifest::Fact::Kind::AtLeast, Expression::binary(Kind::FloorDiv, ofSource, own), 1};
}

/// A form whose blocks are several of the source's.
static void describeManyBlocks(FunctionOpInterface function, manifest::Variant &variant) {
  if (auto cycles = function->getAttrOfType<DenseI64ArrayAttr>(tile::kWaveCyclesAttr))
    variant.facts.push_back(describeWaves(cycles, llvm::product_of(tile::joinedBlocksOf(function))));
  else if (auto blocks = function->getAttrOfType<IntegerAttr>(tile::kManyBlocksAttr))
    variant.facts.push_back({manifest::Fact::Kind::AtLeast, blocksOfGrid(), blocks.getInt()});
  std::array<uint32_t, 3> joined = tile::joinedBlocksOf(function);
  variant.grid.joined = {joined[0], joined[1], joined[2]};
}

/// persistent CTAs: as many as fit the device, but for grids so large that the kernel could not count their blocks.
static void describePersistence(FunctionOpInterface function, manifest::Variant &variant) {
  if (!function->hasAttr(tile_gpu::kLogicalGridAttr) && !function->hasAttr(tile::kPersistentAttr))
    return;
  variant.facts.push_back({manifest::Fact::Kind::AtMost, blocksOfGrid(), tile::kMostBlocks / partsOf(function)});
  variant.grid.kind = manifest::GridRule::Kind::Persistent;
  variant.grid.ctasPerMultiprocessor = kMostCtasPerMultiprocessor;
  variant.hiddenParameters.push_back({manifest::HiddenParameter::Kind::LogicalGrid, 0});
}

/// Memory of a launch: a counter of blocks, and behind it a place for each tensor map that a CTA makes.
static void describeWorkspace(FunctionOpInterface function, manifest::Variant &variant) {
  using Kind = Expression::Kind;
  auto maps = function->getAttrOfType<IntegerAttr>(tile_gpu::kBuiltMapsAttr);
  bool draws = function->hasAttr(tile_gpu::kBlockCounterAttr);
  if (!maps && !draws)
    return;
  int64_t ctasOfBlock = int64_t(variant.cluster.x) * variant.cluster.y * variant.cluster.z;
  variant.hiddenParameters.push_back({manifest::HiddenParameter::Kind::Workspace, 0});
  variant.workspace = {Expression::constant(sizeof(uint32_t)), /*zeroed=*/draws, /*staysZero=*/draws && !maps};
  if (!maps)
    return;
  int64_t ofCta = maps.getInt() * tile_gpu::kTensorMapBytes;
  Expression ctas = blocksOfGrid();
  if (int64_t parts = partsOf(function); parts > 1)
    ctas = Expression::binary(Kind::Mul, ctas, Expression::constant(parts));
  // More than any device has room for: it may be zeroed for each launch.
  constexpr int64_t kMostMultiprocessors = 512, kMostThreads = 2048;
  int64_t mostCtas =
      kMostMultiprocessors *
      std::clamp<int64_t>(kMostThreads / std::max<int64_t>(variant.threadsPerCta, 1), 1, kMostCtasPerMultiprocessor);
  if (variant.grid.kind == manifest::GridRule::Kind::Persistent)
    ctas = Expression::binary(Kind::Min, ctas, Expression::constant(mostCtas / ctasOfBlock));
  variant.workspace.bytes =
      Expression::binary(Kind::Add, Expression::constant(tile_gpu::kTensorMapBytes),
                         Expression::binary(Kind::Mul, ctas, Expression::constant(ofCta * ctasOfBlock)));
}

static manifest::Variant describeVariant(FunctionOpInterface function, manifest::Kernel &kernel) {
  manifest::Variant variant = describeLaunch(function);
  if (auto form = function->getAttrOfType<tile::VariantAttr>(tile::kVariantAttr))
    for (tile::FactAttr fact : form.getFacts())
      variant.facts.push_back(describe(fact, kernel));
  describeNumbering(function, kernel, variant);
  describeParts(function, variant);
  describeManyBlocks(function, variant);
  describePersistence(function, variant);
  describeWorkspace(function, variant);
  codegen::describeTensorMaps(function, kernel, variant);
  return variant;
}

void codegen::describeVariants(ModuleOp module, manifest::Manifest &manifest) {
  std::map<StringRef, std::map<int64_t, FunctionOpInterface>> forms; // of each kernel, by number
  for (auto function : module.getOps<FunctionOpInterface>()) {
    auto variant = function->getAttrOfType<tile::VariantAttr>(tile::kVariantAttr);
    if (variant)
      forms[variant.getKernel().getValue()][variant.getNumber()] = function;
    else
      forms[function.getName()][0] = function;
  }
  for (manifest::Kernel &kernel : manifest.kernels) {
    kernel.variants.clear();
    for (auto [number, function] : forms[kernel.name]) {
      manifest::Variant variant = describeVariant(function, kernel);
      bool isForFew = function->hasAttr(tile::kFewBlocksAttr);
      if (isForFew) {
        manifest::Variant few = variant;
        few.facts.push_back(describeFewBlocks(function));
        kernel.variants.insert(kernel.variants.begin(), std::move(few));
      }
      if (!isForFew || number >= 0)
        kernel.variants.push_back(std::move(variant));
    }
  }
}
