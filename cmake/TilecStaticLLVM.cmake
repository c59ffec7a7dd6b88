# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tilec_llvm, tilec_mlir and tilec_clang from static libraries: only what the linker needs of them ends up in the program.

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

llvm_map_components_to_libnames(llvm_libraries
  AsmParser BitReader BitWriter CodeGen Core IPO InstCombine IRReader Linker Object Option Passes ScalarOpts Support Target TargetParser
  TransformUtils Vectorize NVPTXCodeGen NVPTXDesc NVPTXInfo X86Info WindowsDriver)
add_library(tilec_llvm INTERFACE)
target_link_libraries(tilec_llvm INTERFACE ${llvm_libraries})

add_library(tilec_mlir INTERFACE)
target_link_libraries(tilec_mlir INTERFACE
  MLIRAnalysis MLIRArithDialect MLIRArithToLLVM MLIRArithTransforms MLIRBuiltinToLLVMIRTranslation MLIRControlFlowDialect
  MLIRControlFlowToLLVM MLIRControlFlowToSCF MLIRFuncDialect MLIRFuncToLLVM MLIRFuncTransforms MLIRIR MLIRLLVMDialect
  MLIRLLVMToLLVMIRTranslation MLIRMathDialect MLIRMathToLLVM MLIRNVVMDialect MLIRNVVMToLLVM MLIRNVVMToLLVMIRTranslation
  MLIRParser MLIRPass MLIRReconcileUnrealizedCasts MLIRSCFDialect MLIRSCFToControlFlow MLIRSCFTransforms MLIRSCFUtils
  MLIRTargetLLVMIRExport MLIRTensorDialect MLIRTransforms MLIRTransformUtils MLIRUBDialect MLIRUBToLLVM tilec_llvm)

add_library(tilec_clang INTERFACE)
target_link_libraries(tilec_clang INTERFACE
  clangAST clangBasic clangDriver clangFrontend clangLex clangParse clangSema clangSerialization tilec_llvm)
