# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A release program's code in the order in which it runs. Most of it is LLVM's, so no flag of the compiler reaches it; llvm-bolt
# reorders it in the linked program, by counts of what runs while kernels are compiled (tools/arrange-code).
option(TILEC_ARRANGE_CODE "Reorder the code of tilec by what runs, where llvm-bolt is found" OFF)

set(TILEC_BOLT "")
if(TILEC_ARRANGE_CODE)
  find_program(TILEC_LLVM_BOLT NAMES llvm-bolt-22 llvm-bolt HINTS "${LLVM_TOOLS_BINARY_DIR}")
  if(TILEC_LLVM_BOLT AND TILEC_LLD)
    set(TILEC_BOLT "${TILEC_LLVM_BOLT}")
  else()
    message(STATUS "llvm-bolt or lld not found (run tools/dev deps): the code of tilec stays in the linker's order, which takes it a fifth longer")
  endif()
endif()

# tilec_arrange_code(TARGET): the linked program goes to <build>/arranged/linked, and the one made of it takes its place.
function(tilec_arrange_code target)
  set(folder "${tilec_BINARY_DIR}/arranged")
  set(linked "${folder}/linked/${target}")
  set(tool "${tilec_SOURCE_DIR}/tools/arrange-code")
  target_link_options(${target} PRIVATE -Wl,--emit-relocs)
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${tool}" "${tool}.runs")
  add_custom_command(
    TARGET ${target} POST_BUILD
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}/linked"
    COMMAND "${CMAKE_COMMAND}" -E rename "$<TARGET_FILE:${target}>" "${linked}"
    COMMAND "${tool}" "$<TARGET_FILE:${target}>" "${linked}" --work "${folder}" --bolt "${TILEC_BOLT}"
            --strip "${LLVM_TOOLS_BINARY_DIR}/llvm-strip" --made-for "${LLVM_PACKAGE_VERSION}"
    VERBATIM)
endfunction()
