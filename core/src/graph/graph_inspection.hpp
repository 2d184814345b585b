// One pass over every entry of a graph's arrays, in parallel: its digest, the range of its weights, and whether the
// arrays are a valid graph. Data mapped from a file may be used as a graph only after this has found no error.
#pragma once

#include <string>

#include "base/digest.hpp"
#include "graph/weight_summary.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

struct Inspection {
  /// XXH3 of the content in a form that does not depend on its offset kind: of the counts and the weight kind, and of
  /// the digests of the blocks of its arrays (digest_blocks.hpp).
  Hash128 digest;
  WeightSummary weights;
  /// The first invalid offset, target or weight, as a sentence: "offset 7 is 12, after 15"; "" if there is none.
  /// Offsets are checked first, and nothing is read outside the arrays for any content.
  std::string fault;
};

/// `context` provides the threads; without it, only this thread works. Throws Cancelled if the context is cancelled.
Inspection inspect(const AnyCsr& csr, RunContext* context = nullptr);

/// XXH3-128 of the graph's content in a form that does not depend on its offset kind, 32 hexadecimal digits.
std::string graph_digest(const Graph& graph);

}  // namespace wayfront::host
