// The host's Graph: CSR arrays with an owner (memory or a mapped file), together with the derived forms and the data
// that plugins attach.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "graph/csr.hpp"
#include "graph/weight_summary.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

class StoredGraph final : public Graph {
 public:
  /// Reads every weight. `threads` threads build derived forms.
  explicit StoredGraph(OwnedCsr csr, unsigned threads = 1);
  /// For callers that have the summary of the weights.
  StoredGraph(OwnedCsr csr, const WeightSummary& weights, unsigned threads);

  const GraphInfo& info() const noexcept override { return info_; }
  AnyCsr csr() const override { return csr_.view; }
  /// The same with what keeps the arrays alive, so that another graph may share them.
  const OwnedCsr& owned_csr() const { return csr_; }
  AnyCsc csc() const override;
  AnyCoo coo() const override;
  /// From now on a plugin that writes to the arrays, or to those of derived forms, crashes. All of them must be big
  /// arrays (big_array.hpp).
  void protect() const;
  std::shared_ptr<void> attachment(std::string_view key, FunctionRef<std::shared_ptr<void>()> make) const override;

 private:
  struct Attachment {
    std::mutex mutex;
    std::shared_ptr<void> value;
  };

  OwnedCsr csr_;
  GraphInfo info_;
  unsigned threads_;
  mutable std::mutex mutex_;  // of the four below
  mutable bool protected_ = false;
  mutable OwnedCsc csc_;
  mutable OwnedSources sources_;
  mutable std::map<std::string, std::shared_ptr<Attachment>, std::less<>> attachments_;
};

/// A graph of the given arcs: what loaders' sinks and tests make.
template <WeightType W>
std::unique_ptr<StoredGraph> make_graph(Vertex vertices, std::span<const Arc<W>> arcs,
                                        OffsetKind offsets = OffsetKind::offsets32) {
  const std::span<const Arc<W>> blocks[] = {arcs};
  return std::make_unique<StoredGraph>(build_csr<W>(vertices, blocks, false, offsets));
}

}  // namespace wayfront::host
