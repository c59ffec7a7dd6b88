# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Finds ptxas, libdevice and the 16/8/4-bit type headers. Each is optional: what is missing is reported, and only what
# needs it is left out.
set(TILEC_CUDA_HINTS
    "${TILEC_CUDA_PATH}" "$ENV{CUDA_PATH}" "$ENV{CUDA_HOME}" /usr/local/cuda "${tilec_SOURCE_DIR}/.deps/cuda")
find_program(TILEC_PTXAS ptxas HINTS ${TILEC_CUDA_HINTS} PATH_SUFFIXES bin)
find_file(TILEC_LIBDEVICE libdevice.10.bc HINTS ${TILEC_CUDA_HINTS} PATH_SUFFIXES nvvm/libdevice NO_DEFAULT_PATH)
find_path(TILEC_CUDA_INCLUDE cuda_fp16.h HINTS ${TILEC_CUDA_HINTS} PATH_SUFFIXES include)
foreach(found TILEC_PTXAS TILEC_LIBDEVICE TILEC_CUDA_INCLUDE)
  if(NOT ${found})
    message(STATUS "${found}: not found (run tools/dev deps, or set TILEC_CUDA_PATH)")
  else()
    message(STATUS "${found}: ${${found}}")
  endif()
endforeach()
# The CUDA runtime's declarations: the Toolkit's, or those that programs are compiled with where there is none.
if(EXISTS "${TILEC_CUDA_INCLUDE}/cuda_runtime_api.h")
  set(TILEC_CUDA_RUNTIME_INCLUDE "${TILEC_CUDA_INCLUDE}")
else()
  set(TILEC_CUDA_RUNTIME_INCLUDE "${tilec_SOURCE_DIR}/include/cuda/tiles/fallback")
endif()
