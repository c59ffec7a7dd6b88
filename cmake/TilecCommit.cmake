# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DSOURCE=FOLDER -DOUTPUT=FILE [-DCOMMIT=NAME] -P TilecCommit.cmake: writes a header that names the commit of SOURCE. The file
# stays as it is while the commit is the same. A source archive has no commit of its own: COMMIT names it, else it is unknown.
set(commit "${COMMIT}")
if(NOT commit)
  execute_process(COMMAND git -C "${SOURCE}" rev-parse --short=8 HEAD OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT commit)
  set(commit "unknown")
endif()
set(text "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n#pragma once\n#define TILEC_COMMIT \"${commit}\"\n")
set(old "")
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" old)
endif()
if(NOT old STREQUAL text)
  file(WRITE "${OUTPUT}" "${text}")
endif()
