# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tilec_static_llvm, tilec_static_mlir and tilec_static_clang: LLVM's static libraries, of which the linker takes what is needed.

# The packages export MLIR's and Clang's static libraries as users of the shared LLVM; here they use the static one.
foreach(target ${MLIR_EXPORTED_TARGETS} ${CLANG_EXPORTED_TARGETS})
  if(NOT TARGET ${target})
    continue()
  endif()
  get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
  if(libraries)
    list(FILTER libraries EXCLUDE REGEX "^(\\$<LINK_ONLY:)?(LLVM|MLIR|clang-cpp)>?$")
    set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES "${libraries}")
  endif()
endforeach()
# What LLVM takes from other libraries is static as well, where they have such a form.
find_library(TILEC_STATIC_ZLIB libz.a)
find_library(TILEC_STATIC_ZSTD libzstd.a)
get_target_property(libraries LLVMSupport INTERFACE_LINK_LIBRARIES)
if(TILEC_STATIC_ZLIB)
  list(TRANSFORM libraries REPLACE "^ZLIB::ZLIB$" "${TILEC_STATIC_ZLIB}")
endif()
if(TILEC_STATIC_ZSTD)
  list(TRANSFORM libraries REPLACE "^zstd::libzstd_shared$" "${TILEC_STATIC_ZSTD}")
endif()
set_target_properties(LLVMSupport PROPERTIES INTERFACE_LINK_LIBRARIES "${libraries}")

llvm_map_components_to_libnames(llvm_libraries
  AsmParser BitReader BitWriter CodeGen Core IPO InstCombine IRReader Linker Object Option Passes ScalarOpts Support Target TargetParser
  TransformUtils Vectorize NVPTXCodeGen NVPTXDesc NVPTXInfo X86Info WindowsDriver)
add_library(tilec_static_llvm INTERFACE)
target_link_libraries(tilec_static_llvm INTERFACE ${llvm_libraries})

add_library(tilec_static_mlir INTERFACE)
target_link_libraries(tilec_static_mlir INTERFACE
  MLIRAnalysis MLIRArithDialect MLIRArithToLLVM MLIRArithTransforms MLIRBuiltinToLLVMIRTranslation MLIRControlFlowDialect
  MLIRControlFlowToLLVM MLIRControlFlowToSCF MLIRFuncDialect MLIRFuncToLLVM MLIRFuncTransforms MLIRIR MLIRLLVMDialect
  MLIRLLVMToLLVMIRTranslation MLIRMathDialect MLIRMathToLLVM MLIRNVVMDialect MLIRNVVMToLLVM MLIRNVVMToLLVMIRTranslation
  MLIRParser MLIRPass MLIRReconcileUnrealizedCasts MLIRSCFDialect MLIRSCFToControlFlow MLIRSCFTransforms MLIRSCFUtils
  MLIRTargetLLVMIRExport MLIRTensorDialect MLIRTransforms MLIRTransformUtils MLIRUBDialect MLIRUBToLLVM tilec_static_llvm)

add_library(tilec_static_clang INTERFACE)
target_link_libraries(tilec_static_clang INTERFACE
  clangAST clangBasic clangDriver clangFrontend clangLex clangParse clangSema clangSerialization tilec_static_llvm)
