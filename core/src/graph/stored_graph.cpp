#include "graph/stored_graph.hpp"

#include <cstdint>

#include "base/arena.hpp"
#include "base/big_array.hpp"
#include "base/process.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {
namespace {

/// A RunContext for work on graphs outside of any run: threads, and the signal to stop.
class BuildContext final : public RunContext {
 public:
  explicit BuildContext(unsigned threads) : arena_(threads) {}

  bool cancelled() const noexcept override { return stop_requested.load(std::memory_order_relaxed); }
  bool tracing() const noexcept override { return false; }
  void trace(const RoundRecord&) noexcept override {}
  bool counting() const noexcept override { return false; }
  void phase(Phase) noexcept override {}
  void log(Level, std::string_view) noexcept override {}
  unsigned threads() const noexcept override { return arena_.threads(); }
  void parallel_for(std::uint64_t count, std::uint64_t grain,
                    FunctionRef<void(std::uint64_t, std::uint64_t)> body) override {
    arena_.parallel_for(count, grain, body);
  }
  std::pmr::memory_resource& memory() noexcept override { return *std::pmr::new_delete_resource(); }
  int device() const noexcept override { return -1; }

 private:
  Arena arena_;
};

/// Of a graph or of its transpose.
template <class AnyView>
void protect_arrays(const AnyView& rows) {
  visit(rows, [](const auto& view) {
    protect_big_array(view.offsets, std::uint64_t{view.vertices} + 1);
    protect_big_array(ArcsView(view).targets, view.edges);
    protect_big_array(view.weights, view.edges);
  });
}

/// Calls f with threads if the graph is large enough, else with null.
template <class F>
auto with_threads(const GraphInfo& info, unsigned threads, F&& f) {
  constexpr std::uint64_t worth = std::uint64_t{1} << 18;  // edges
  if (threads == 1 || info.edges < worth) return f(nullptr);
  BuildContext context(threads);
  return f(&context);
}

}  // namespace

StoredGraph::StoredGraph(OwnedCsr csr, const WeightSummary& weights, unsigned threads)
    : csr_(std::move(csr)), threads_(threads) {
  visit(csr_.view, [this]<class W, class O>(const CsrView<W, O>& view) {
    info_.vertices = view.vertices;
    info_.edges = view.edges;
    info_.weights = weight_kind<W>;
    info_.offsets = sizeof(O) == 4 ? OffsetKind::offsets32 : OffsetKind::offsets64;
  });
  info_.min_weight = weights.min;
  info_.max_weight = weights.max;
  info_.mean_weight = weights.mean;
}

StoredGraph::StoredGraph(OwnedCsr csr, unsigned threads) : StoredGraph(csr, summary_of(csr.view), threads) {}

AnyCsc StoredGraph::csc() const {
  const std::lock_guard lock(mutex_);
  if (!csc_.owner) {
    csc_ = with_threads(info_, threads_, [this](RunContext* context) { return transpose(csr_.view, context); });
    if (protected_) protect_arrays(csc_.view);
  }
  return csc_.view;
}

AnyCoo StoredGraph::coo() const {
  const std::lock_guard lock(mutex_);
  if (!sources_.owner) {
    sources_ = with_threads(info_, threads_, [this](RunContext* context) { return edge_sources(csr_.view, context); });
    if (protected_) protect_big_array(sources_.sources, info_.edges);
  }
  return visit(csr_.view, [this]<class W, class O>(const CsrView<W, O>& view) -> AnyCoo {
    return CooView<W>{view.vertices, view.edges, sources_.sources, view.targets, view.weights};
  });
}

void StoredGraph::protect() const {
  const std::lock_guard lock(mutex_);
  if (std::exchange(protected_, true)) return;
  protect_arrays(csr_.view);
  if (csc_.owner) protect_arrays(csc_.view);
  if (sources_.owner) protect_big_array(sources_.sources, info_.edges);
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
