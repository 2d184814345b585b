// The parts of a problem that a plugin may take: what is asked of it on one graph.
#pragma once

#include <span>

#include "conformance/subject.hpp"
#include "wayfront/capability.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host::conformance {

inline constexpr std::uint64_t part_capabilities = capability::limit | capability::targets | capability::count |
                                                   capability::batch | capability::targets_only | capability::reduce;

/// Asks `subject`, which is prepared on `graph`, problems with those of `parts` that the plugin has, from some of
/// `sources`, and compares with the reference; then a plain problem, which must not notice. `graph` has no negative
/// cycle, and only with `parts` of capability::batch and capability::reduce alone negative arcs. Sources from which distances overflow are left out.
template <WeightType W>
void try_parts(const Suite& suite, Subject& subject, const Graph& graph, std::span<const Vertex> sources,
               std::uint64_t parts);

}  // namespace wayfront::host::conformance
