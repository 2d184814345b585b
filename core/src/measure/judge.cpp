#include "measure/judge.hpp"

#include <fmt/format.h>

#include <chrono>
#include <new>

#include "answers/shortest_path.hpp"
#include "base/float_mode.hpp"
#include "base/process.hpp"
#include "certify/verify.hpp"

namespace wayfront::host {

Judge::Judge(const Graph& graph, const VertexIds& ids, bool predecessors)
    : graph_(graph), ids_(ids), tree_(predecessors ? graph.info().vertices : 0) {}

void Judge::tell_cycle(std::span<const Vertex> cycle, Sample& sample) const {
  for (const PathArc& arc : cycle_arcs(graph_, cycle)) {
    sample.cycle.push_back(ids_[arc.from]);
    sample.cycle_arcs.push_back({arc.number, arc.weight});
    sample.cycle_weight += arc.weight;
  }
}

Ending Judge::judge(Vertex source, const Output& output, Sample& sample) {
  const auto start = std::chrono::steady_clock::now();
  set_float_mode();
  const bool derive = output.predecessors == nullptr && !tree_.empty();
  try {
    sample.certificate = certify(graph_, source, output, derive ? tree_.data() : nullptr, ids_);
  } catch (const std::bad_alloc&) {
    return {RunStatus::failed, "there is not enough memory to check its answer"};
  }
  sample.verify = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const Certificate& certificate = sample.certificate;
  if (certificate.finding == Finding::right) {
    if (output.outcome == Outcome::negative_cycle) tell_cycle(output.cycle, sample);
    last_right_.output = &output;
    if (output.predecessors != nullptr)
      last_right_.predecessors = {output.predecessors, output.vertices};
    else
      last_right_.predecessors = tree_;
    return {};
  }
  if (stop_requested)
    return {RunStatus::interrupted, "interrupted"};  // a cancelled plugin may return an incomplete answer
  const RunStatus status = certificate.finding == Finding::overflow ? RunStatus::failed : RunStatus::wrong;
  return {status, fmt::format("from source {}: {}", ids_.text(source), certificate.reason)};
}

}  // namespace wayfront::host
