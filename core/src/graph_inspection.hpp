// One look at every entry of a graph's arrays, in parallel: its digest, the range of its weights, and whether the
// arrays are a graph at all. What is mapped from a file is only a graph after this has found no fault.
#pragma once

#include <string>

#include "digest.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"
#include "weight_summary.hpp"

namespace wayfront::host {

struct Inspection {
  /// XXH3 of the content in a form that does not depend on its offset kind: of the counts and the weight kind, and of
  /// the digest of each block of 2^15 offsets (as 64-bit numbers), 2^16 targets and 2^16 weights.
  Hash128 digest;
  WeightSummary weights;
  /// The first offset, target or weight that no graph has, as a sentence: "offset 7 is 12, after 15"; "" for none.
  /// Offsets are looked at first, and nothing is read outside the arrays whatever they hold.
  std::string fault;
};

/// `context` gives the threads; without it, this one does all. Throws Cancelled where the context is.
Inspection inspect(const AnyCsr& csr, RunContext* context = nullptr);

}  // namespace wayfront::host
