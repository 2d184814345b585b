#include "stored_graph.hpp"

#include <algorithm>
#include <cstdint>

#include "host_context.hpp"

namespace wayfront::host {

namespace {

std::pair<double, double> weight_range(const AnyCsr& csr) {
  return visit(csr, []<class W, class O>(const CsrView<W, O>& view) -> std::pair<double, double> {
    if (view.edges == 0) return {0, 0};
    const auto [least, most] = std::minmax_element(view.weights, view.weights + view.edges);
    return {static_cast<double>(*least), static_cast<double>(*most)};
  });
}

/// f with threads where the graph is worth their start, else with null.
template <class F>
auto with_threads(const GraphInfo& info, unsigned threads, F&& f) {
  constexpr std::uint64_t worth = std::uint64_t{1} << 18;  // edges
  if (threads == 1 || info.edges < worth) return f(nullptr);
  HostContext context(threads);
  return f(&context);
}

}  // namespace

StoredGraph::StoredGraph(OwnedCsr csr, double min_weight, double max_weight, unsigned threads)
    : StoredGraph(std::move(csr), std::pair(min_weight, max_weight), threads) {}

StoredGraph::StoredGraph(OwnedCsr csr, std::pair<double, double> weights, unsigned threads)
    : csr_(std::move(csr)), threads_(threads) {
  visit(csr_.view, [this]<class W, class O>(const CsrView<W, O>& view) {
    info_.vertices = view.vertices;
    info_.edges = view.edges;
    info_.weights = weight_kind<W>;
    info_.offsets = sizeof(O) == 4 ? OffsetKind::offsets32 : OffsetKind::offsets64;
  });
  info_.min_weight = weights.first;
  info_.max_weight = weights.second;
}

StoredGraph::StoredGraph(OwnedCsr csr, unsigned threads) : StoredGraph(csr, weight_range(csr.view), threads) {}

AnyCsc StoredGraph::csc() const {
  const std::lock_guard lock(mutex_);
  if (!csc_.owner)
    csc_ = with_threads(info_, threads_, [this](RunContext* context) { return transpose(csr_.view, context); });
  return csc_.view;
}

AnyCoo StoredGraph::coo() const {
  const std::lock_guard lock(mutex_);
  if (!sources_.owner)
    sources_ = with_threads(info_, threads_, [this](RunContext* context) { return edge_sources(csr_.view, context); });
  return visit(csr_.view, [this]<class W, class O>(const CsrView<W, O>& view) -> AnyCoo {
    return CooView<W>{view.vertices, view.edges, sources_.sources, view.targets, view.weights};
  });
}

std::shared_ptr<void> StoredGraph::attachment(std::string_view key, FunctionRef<std::shared_ptr<void>()> make) const {
  std::shared_ptr<Attachment> slot;
  {
    const std::lock_guard lock(mutex_);
    auto found = attachments_.find(key);
    if (found == attachments_.end()) found = attachments_.emplace(key, std::make_shared<Attachment>()).first;
    slot = found->second;
  }
  const std::lock_guard lock(slot->mutex);
  if (!slot->value) slot->value = make();
  return slot->value;
}

}  // namespace wayfront::host
