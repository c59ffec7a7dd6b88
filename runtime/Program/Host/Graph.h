// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Graphs of work, where kernels run on the CPU.
#ifndef TILEC_RUNTIME_PROGRAM_HOST_GRAPH_H
#define TILEC_RUNTIME_PROGRAM_HOST_GRAPH_H

#include "runtime/Program/Host/Work.h"

namespace tilec::program::host {

struct GraphNode {
  Graph *graph;
  Work work;
  std::vector<GraphNode *> dependencies;
  std::vector<void *> argumentAddresses = {}; ///< of a kernel's launch, for those who ask
};

struct Graph {
  std::vector<std::unique_ptr<GraphNode>> nodes; ///< in the order in which they were added

  GraphNode *add(Work work, std::vector<GraphNode *> dependencies);
  bool holds(const GraphNode *node) const;
  /// Every node behind those that it depends on; empty if they depend on each other.
  std::vector<GraphNode *> inOrder() const;
};

/// A graph that can be launched: a copy of its nodes' work.
struct GraphExec {
  struct Step {
    const GraphNode *node; ///< of which it is the copy; never read
    Work work;
    bool isEnabled = true;
  };
  std::vector<Step> steps;
  std::vector<std::vector<size_t>> shape; ///< of each step, those that it depends on

  Step *find(const GraphNode *node);
};

/// The graph of a handle; null if it is none.
std::shared_ptr<Graph> graphOf(cudaGraph_t handle);
/// A handle that lives until the program destroys it.
cudaGraph_t publish(std::shared_ptr<Graph> graph);

/// Runs every step; the first error ends it.
cudaError_t run(const GraphExec &exec);

} // namespace tilec::program::host

#endif // TILEC_RUNTIME_PROGRAM_HOST_GRAPH_H
