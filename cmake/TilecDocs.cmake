# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Reference pages generated from the dialects' and passes' definitions, into <build>/docs. `tools/dev docs` copies them into the
# tree; a test fails when the copies are stale.
add_custom_target(tilec-docs ALL)

# tilec_doc(PAGE TD-FILE FLAGS...): <build>/docs/PAGE from a definition file.
function(tilec_doc page td)
  set(output "${tilec_BINARY_DIR}/docs/${page}")
  get_filename_component(folder "${output}" DIRECTORY)
  file(MAKE_DIRECTORY "${folder}")
  file(GLOB_RECURSE definitions CONFIGURE_DEPENDS "${tilec_SOURCE_DIR}/dialects/*.td" "${tilec_SOURCE_DIR}/compiler/*.td")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${LLVM_TOOLS_BINARY_DIR}/mlir-tblgen" ${ARGN} -I "${tilec_SOURCE_DIR}" -I "${LLVM_TOOLS_BINARY_DIR}/../include" "${tilec_SOURCE_DIR}/${td}" -o "${output}"
    DEPENDS ${definitions}
    VERBATIM)
  string(MAKE_C_IDENTIFIER "tilec-doc-${page}" target)
  add_custom_target(${target} DEPENDS "${output}")
  add_dependencies(tilec-docs ${target})
endfunction()

tilec_doc(Dialects/Tile.md dialects/Tile/IR/Tile.td -gen-dialect-doc -dialect=tile)
tilec_doc(Passes/Tile.md compiler/Transforms/Tile/Passes.td -gen-pass-doc)
tilec_doc(Dialects/TileGPU.md dialects/TileGPU/IR/TileGPU.td -gen-dialect-doc -dialect=tile_gpu)
tilec_doc(Passes/TileGPU.md compiler/Transforms/TileGPU/Passes.td -gen-pass-doc)
tilec_doc(Passes/TileToTileGPU.md compiler/Conversion/TileToTileGPU/Passes.td -gen-pass-doc)
tilec_doc(Passes/TileGPUToNVVM.md compiler/Conversion/TileGPUToNVVM/Passes.td -gen-pass-doc)
