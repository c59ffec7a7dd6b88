# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tilec_add_kernels(target SOURCES a.cu ... [NAMES "scale<256>" ...] [ARCHITECTURES sm_90a compute_80 ...] [OPTIONS -use_fast_math ...] [WISDOM file])
#
# Compiles kernels into a target. For `a.cu` it gets a header `a.kernels.h` with a function for each kernel, so that C++ calls
#
#   scale_256(stream, grid, out, in, n);
#
# NAMES are instances of kernel templates, which every source must be able to make. Without ARCHITECTURES there is portable PTX
# for compute_80 and later. WISDOM is what `tilec tune` has written: kernels of `#pragma tilec tune(...)` get the options and the
# instance that it knows for the first architecture, and the header a struct `scale_tuned` with the constants. Include folders and macros of the target hold for the kernels, too. The target links tilec::Runtime.
function(tilec_add_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "WISDOM" "SOURCES;NAMES;ARCHITECTURES;OPTIONS")
  if(NOT ARG_SOURCES)
    message(FATAL_ERROR "tilec_add_kernels: expected SOURCES, got none")
  endif()
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tilec_add_kernels: expected SOURCES, NAMES, ARCHITECTURES, OPTIONS or WISDOM, got '${ARG_UNPARSED_ARGUMENTS}'")
  endif()
  foreach(needed Command Runtime)
    if(NOT TARGET tilec::${needed})
      message(FATAL_ERROR "tilec_add_kernels: expected the component ${needed} of tilec to be installed")
    endif()
  endforeach()
  if(NOT ARG_ARCHITECTURES)
    set(ARG_ARCHITECTURES compute_80)
  endif()
  list(JOIN ARG_ARCHITECTURES "," architectures)
  list(TRANSFORM ARG_NAMES PREPEND "--instantiate=" OUTPUT_VARIABLE names)
  set(includes "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  set(macros "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}.kernels")
  # It need not be there yet.
  set(wisdom "")
  set(wisdom_file "")
  if(ARG_WISDOM)
    get_filename_component(ARG_WISDOM "${ARG_WISDOM}" ABSOLUTE)
    set(wisdom "--wisdom=${ARG_WISDOM}")
    if(EXISTS "${ARG_WISDOM}")
      set(wisdom_file "${ARG_WISDOM}")
    endif()
  endif()
  foreach(source IN LISTS ARG_SOURCES)
    get_filename_component(name "${source}" NAME_WE)
    get_filename_component(input "${source}" ABSOLUTE)
    set(output "${folder}/${name}.kernels")
    file(MAKE_DIRECTORY "${folder}")
    add_custom_command(
      OUTPUT "${output}.cpp" "${output}.h"
      COMMAND tilec::Command "${input}" --emit=embed -arch=${architectures} ${names} ${wisdom} ${ARG_OPTIONS}
              "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>" "$<$<BOOL:${macros}>:-D$<JOIN:${macros},;-D>>"
              -MMD -MF "${output}.d" -MT "${output}.cpp" -o "${output}.cpp"
      DEPENDS "${input}" ${wisdom_file} tilec::Command
      DEPFILE "${output}.d"
      COMMENT "Compiling the kernels of ${source}"
      COMMAND_EXPAND_LISTS VERBATIM)
    target_sources(${target} PRIVATE "${output}.cpp" "${output}.h")
  endforeach()
  # Others may include the header, for the target is what they link.
  target_include_directories(${target} PUBLIC "$<BUILD_INTERFACE:${folder}>")
  target_link_libraries(${target} PUBLIC tilec::Runtime)
  target_compile_features(${target} PUBLIC cxx_std_17)
endfunction()
