// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// `--report=FILE`: one page of HTML for one compilation. The source stands beside the tile IR, the plan, the PTX and,
/// where the CUDA Toolkit has a disassembler, the machine code; lines that belong together are linked. What the passes
/// decided stands below the source's lines. Rooflines say what limits the kernels, a timeline what their warps do. The
/// page needs no other file.
#pragma once
#include "tools/tilec/CommandLine.h"

#include "llvm/Support/Error.h"

namespace tilec::tool {

/// Compiles `source` once more, with lines and remarks, and writes the page. `run`, if not null, is the launch whose
/// timeline it shows.
llvm::Error writeReport(const SourceFile &source, const CompileOptions &options, const std::string &path,
                        const RunOptions *run);

} // namespace tilec::tool
