// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types of the `tile` dialect: pointers and views.
#ifndef TILEC_DIALECTS_TILE_IR_TILETYPES
#define TILEC_DIALECTS_TILE_IR_TILETYPES

include "dialects/Tile/IR/TileAttributes.td"

class Tile_Type<string name, string typeMnemonic, string base = "::mlir::Type"> : TypeDef<Tile_Dialect, name, [], base> {
  let mnemonic = typeMnemonic;
}

def Tile_PtrType : Tile_Type<"Ptr", "ptr"> {
  let summary = "pointer to global or local memory";
  let description = [{
    Pointees are numeric element types; pointers to `void`, records and pointers are `!tile.ptr<i8>`. An `i1` occupies one byte, a
    `tf32` four, an `f4E2M1FN` one.
  }];
  let parameters = (ins "::mlir::Type":$pointee);
  let assemblyFormat = "`<` $pointee `>`";
  let builders = [TypeBuilderWithInferredContext<(ins "::mlir::Type":$pointee), [{
    return $_get(pointee.getContext(), pointee);
  }]>];
  let genVerifyDecl = 1;
}

def Tile_TensorViewType : Tile_Type<"TensorView", "tensor_view"> {
  let summary = "a strided tensor in memory";
  let description = [{
    `!tile.tensor_view<?x64xf32, strides = [?, 1]>`: extents and strides (in elements) in C++ order; `?` is known at run time only.
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$shape,
    "::mlir::Type":$elementType,
    ArrayRefParameter<"int64_t">:$strides);
  let assemblyFormat = "`<` custom<ShapeAndElement>($shape, $elementType) `,` `strides` `=` custom<DynamicList>($strides) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getShape().size(); }
    int64_t getNumDynamicExtents() const { return ::llvm::count(getShape(), ::mlir::ShapedType::kDynamic); }
    int64_t getNumDynamicStrides() const { return ::llvm::count(getStrides(), ::mlir::ShapedType::kDynamic); }
  }];
}

class Tile_ViewType<string name, string mnemonic> : Tile_Type<name, mnemonic, "::tilec::tile::ViewType"> {
  let genVerifyDecl = 1;
}

def Tile_PartitionViewType : Tile_ViewType<"PartitionView", "partition_view"> {
  let summary = "a tensor cut into tiles that neither overlap nor leave gaps";
  let description = "Tile *i* starts at element *i x tile extent*.";
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$tileShape,
    "::tilec::tile::TensorViewType":$tensorView,
    OptionalParameter<"::std::optional<::tilec::tile::Padding>">:$padding);
  let assemblyFormat = "`<` custom<Extents>($tileShape) `,` $tensorView `` custom<Padding>($padding) `>`";
}

def Tile_StridedViewType : Tile_ViewType<"StridedView", "strided_view"> {
  let summary = "a tensor cut into tiles at constant steps; tiles may overlap or leave gaps";
  let description = "Tile *i* starts at element *i x step*.";
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$tileShape,
    ArrayRefParameter<"int64_t">:$tileSteps,
    "::tilec::tile::TensorViewType":$tensorView,
    OptionalParameter<"::std::optional<::tilec::tile::Padding>">:$padding);
  let assemblyFormat = "`<` custom<Extents>($tileShape) `,` `steps` `=` custom<DynamicList>($tileSteps) `,` $tensorView `` custom<Padding>($padding) `>`";
}

def Tile_GatherScatterViewType : Tile_ViewType<"GatherScatterView", "gather_scatter_view"> {
  let summary = "a tensor of which one dimension is indexed element by element";
  let description = "Along `dimension` a tile takes the elements that a 1-D index tile names; along the others it is a partition.";
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$tileShape,
    "int64_t":$dimension,
    "::tilec::tile::TensorViewType":$tensorView,
    OptionalParameter<"::std::optional<::tilec::tile::Padding>">:$padding);
  let assemblyFormat = "`<` custom<Extents>($tileShape) `,` `dimension` `=` $dimension `,` $tensorView `` custom<Padding>($padding) `>`";
}

def Tile_TensorView : Type<CPred<"::llvm::isa<::tilec::tile::TensorViewType>($_self)">, "tensor view">;
def Tile_View : Type<CPred<"::llvm::isa<::tilec::tile::ViewType>($_self)">, "partition, strided or gather/scatter view">;

#endif
