# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# LLVM, MLIR and Clang 22.1: shared libraries for development, static ones for a self-contained `tilec`.
find_package(LLVM 22.1 REQUIRED CONFIG)
find_package(MLIR 22.1 REQUIRED CONFIG)
find_package(Clang REQUIRED CONFIG)
find_package(fmt REQUIRED)

list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)
# AddLLVM only defines functions; keep our own output folders.
set(LLVM_RUNTIME_OUTPUT_INTDIR "${tilec_BINARY_DIR}/bin")
set(LLVM_LIBRARY_OUTPUT_INTDIR "${tilec_BINARY_DIR}/lib")

include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
separate_arguments(TILEC_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_definitions(${TILEC_LLVM_DEFINITIONS})
include_directories("${tilec_SOURCE_DIR}" "${tilec_BINARY_DIR}" "${tilec_SOURCE_DIR}/include")
link_directories(${LLVM_LIBRARY_DIRS})

# Our own assertions follow the build type; the packaged LLVM has none.
