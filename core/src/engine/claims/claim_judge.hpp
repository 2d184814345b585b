// Proves or refutes an answer that some program wrote.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "answers/claims/claim.hpp"
#include "call/call.hpp"
#include "certify/asked.hpp"
#include "certify/worst_arc.hpp"
#include "load/loaded_graph.hpp"

namespace wayfront::host {

struct ClaimVerdict {
  Finding finding = Finding::right;
  std::string reason;             // why it is not right, and what may be meant instead
  std::optional<WorstArc> worst;  // of distances that arcs contradict
  Call figures;                   // figures of the answer, its digest, the arcs of its cycle
};

/// The question and the threads are as for a Verifier. Turns what the question does not want into "unreached". Derives
/// distances along the tree if the claim has only predecessors. Only where can_be_judged().
ClaimVerdict judge_claim(const LoadedGraph& loaded, std::span<const Vertex> sources, const Asked& scope, Claim& claim,
                         unsigned threads);

/// Whether judge_claim() may be asked. If not, the claim is compared with a certified answer.
bool can_be_judged(const Asked& scope, const GraphInfo& graph);

/// Gives a claim with predecessors the lengths of the paths along them as its distances. Why that cannot be done, in a
/// sentence; or "".
std::string derive_distances(const LoadedGraph& loaded, std::span<const Vertex> sources, Claim& claim);

/// How far the written distances are from certified ones.
struct ClaimError {
  double relative = 0;  // the largest |written - right| / scale; see docs/verify.md for the scale
  double absolute = 0;  // of the same entry
  Vertex vertex = no_vertex;
  Vertex source = no_vertex;
  std::string entry;         // "1.5 instead of 2"
  std::string contradicted;  // why no tolerance makes it right: a sentence, or ""

  /// Takes the rows of these sources, which begin with row `first` of the claim, and which `right` has the distances
  /// of; with targets, only these.
  void compare(const LoadedGraph& loaded, const Claim& claim, std::uint32_t first, std::span<const Vertex> sources,
               std::span<const Vertex> targets, const Output& right);
};

}  // namespace wayfront::host
