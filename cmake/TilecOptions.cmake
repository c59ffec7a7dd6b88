# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Language level, warnings and output folders, the same for every target.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
# One code model for libraries and programs, so that they share precompiled headers.
add_compile_options(-fPIC)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${tilec_BINARY_DIR}/bin")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${tilec_BINARY_DIR}/lib")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${tilec_BINARY_DIR}/lib")

add_compile_options(-Wall -Wextra -Wno-unused-parameter -fno-strict-aliasing -ffunction-sections -fdata-sections)
if(TILEC_WERROR)
  add_compile_options(-Werror)
elseif(NOT PROJECT_IS_TOP_LEVEL)
  add_compile_options(-w) # behind the other project's flags
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # Stable precompiled headers, so that ccache can look behind them.
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>" "$<$<COMPILE_LANGUAGE:CXX>:-fcolor-diagnostics>")
endif()

find_program(TILEC_CCACHE ccache)
if(TILEC_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${TILEC_CCACHE})
endif()
find_program(TILEC_LLD NAMES ld.lld-22 ld.lld PATHS /usr/lib/llvm-22/bin)
if(TILEC_LLD AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_link_options(--ld-path=${TILEC_LLD} -Wl,--gc-sections)
endif()
