// Makes new rows from old ones, in parallel: the common part of the steps that add, remove or renumber arcs.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "base/available_memory.hpp"
#include "base/big_array.hpp"
#include "base/gather.hpp"
#include "base/refusal.hpp"
#include "graph/csr.hpp"
#include "graph/rows_view.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host::steps {

inline constexpr std::uint64_t vertex_grain = std::uint64_t{1} << 13;

/// Throws UserError (ExitCode::input) if there is not enough memory for `who`.
inline void require_memory(double bytes, std::string_view who) {
  const double available = static_cast<double>(available_memory());
  if (bytes > available)
    fail(ExitCode::input, "{} needs {} of memory, but {} are available", who, bytes_text(bytes), bytes_text(available));
}

/// Calls body(u) for every vertex, in parallel.
template <class Body>
void for_each_vertex(Vertex vertices, RunContext& context, Body&& body) {
  in_chunks(&context, vertices, vertex_grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto u = static_cast<Vertex>(begin); u < end; ++u) body(u);
  });
}

/// Rows in which u has degree(u) arcs, written by fill(u, targets, weights); each is called once per vertex, in
/// parallel. `who` is the name of the caller, for messages. Throws UserError if memory is insufficient; Cancelled.
template <WeightType W, class Degree, class Fill>
OwnedCsr build_rows(Vertex vertices, RunContext& context, std::string_view who, Degree&& degree, Fill&& fill) {
  auto starts = make_big_array<std::uint64_t>(vertices);
  for_each_vertex(vertices, context, [&](Vertex u) { starts[u] = degree(u); });
  std::uint64_t sum = 0;
  for (std::uint64_t u = 0; u < vertices; ++u) sum += std::exchange(starts[u], sum);
  const bool small = offsets_for(sum) == OffsetKind::offsets32;
  require_memory(static_cast<double>(sum) * (sizeof(Vertex) + sizeof(W)) + (vertices + 1.0) * (small ? 4 : 8), who);
  const auto filled = [&]<class O>(O) {
    auto rows = std::make_shared<RowArrays<W, O>>(vertices, sum);
    O* const offsets = rows->offsets.get();
    for_each_vertex(vertices, context, [&](Vertex u) {
      offsets[u] = static_cast<O>(starts[u]);
      fill(u, rows->ends.get() + starts[u], rows->weights.get() + starts[u]);
    });
    offsets[vertices] = static_cast<O>(sum);
    return csr_in<W, O>(std::move(rows), vertices, sum);
  };
  return small ? filled(std::uint32_t{}) : filled(std::uint64_t{});
}

/// The rows with only the arcs for which kept(u, e) holds: number e, out of u.
template <WeightType W, class Kept>
OwnedCsr chosen_arcs(const RowsView<W>& view, RunContext& context, std::string_view who, Kept&& kept) {
  const auto degree = [&](Vertex u) {
    std::uint64_t count = 0;
    for (std::uint64_t e = view.begin(u); e < view.end(u); ++e) count += kept(u, e) ? 1 : 0;
    return count;
  };
  return build_rows<W>(view.vertices, context, who, degree, [&](Vertex u, Vertex* targets, W* weights) {
    for (std::uint64_t e = view.begin(u); e < view.end(u); ++e) {
      if (!kept(u, e)) continue;
      *targets++ = view.targets[e];
      *weights++ = view.weights[e];
    }
  });
}

}  // namespace wayfront::host::steps
