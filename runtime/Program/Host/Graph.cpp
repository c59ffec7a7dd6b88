// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Program/Host/Graph.h"

#include <algorithm>
#include <mutex>
#include <set>

namespace tilec::program::host {

GraphNode *Graph::add(Work work, std::vector<GraphNode *> dependencies) {
  return nodes.emplace_back(std::make_unique<GraphNode>(GraphNode{this, std::move(work), std::move(dependencies)}))
      .get();
}

bool Graph::holds(const GraphNode *node) const {
  return std::any_of(nodes.begin(), nodes.end(), [&](const auto &one) { return one.get() == node; });
}

std::vector<GraphNode *> Graph::inOrder() const {
  std::vector<GraphNode *> order;
  std::set<const GraphNode *> done;
  auto isReady = [&](const GraphNode &node) {
    return std::all_of(node.dependencies.begin(), node.dependencies.end(),
                       [&](const GraphNode *before) { return done.contains(before); });
  };
  for (bool goesOn = true; goesOn;) {
    goesOn = false;
    for (const auto &node : nodes)
      if (!done.contains(node.get()) && isReady(*node)) {
        order.push_back(node.get());
        done.insert(node.get());
        goesOn = true;
      }
  }
  if (order.size() != nodes.size())
    order.clear();
  return order;
}

GraphExec::Step *GraphExec::find(const GraphNode *node) {
  auto found = std::find_if(steps.begin(), steps.end(), [&](const Step &step) { return step.node == node; });
  return found == steps.end() ? nullptr : &*found;
}

cudaError_t run(const GraphExec &exec) {
  for (const GraphExec::Step &step : exec.steps)
    if (step.isEnabled)
      if (cudaError_t error = run(step.work))
        return error;
  return cudaSuccess;
}

} // namespace tilec::program::host
