#include "judge.hpp"

#include <fmt/format.h>

#include <chrono>
#include <new>

#include "host_context.hpp"
#include "verify.hpp"

namespace wayfront::host {

Judge::Judge(const Graph& graph, std::uint64_t first_id, bool predecessors)
    : graph_(graph), first_id_(first_id), tree_(predecessors ? graph.info().vertices : 0) {}

Ending Judge::judge(Vertex source, const Output& output, Sample& sample) {
  const auto start = std::chrono::steady_clock::now();
  const bool derive = output.predecessors == nullptr && !tree_.empty();
  try {
    sample.certificate = certify(graph_, source, output, derive ? tree_.data() : nullptr, first_id_);
  } catch (const std::bad_alloc&) {
    return {RunStatus::failed, "there is not enough memory to check its answer"};
  }
  sample.verify = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const Certificate& certificate = sample.certificate;
  if (certificate.verdict == Verdict::right) return {};
  if (stop_requested) return {RunStatus::interrupted, "interrupted"};  // told to stop, it may return half an answer
  const RunStatus status = certificate.verdict == Verdict::overflow ? RunStatus::failed : RunStatus::wrong;
  return {status, fmt::format("from source {}: {}", source + first_id_, certificate.reason)};
}

}  // namespace wayfront::host
