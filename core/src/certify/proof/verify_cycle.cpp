#include "certify/proof/verify_detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <limits>

#include "certify/exact_sum.hpp"
#include "certify/proof/spread.hpp"
#include "graph/bitmap.hpp"
#include "graph/rows_view.hpp"
#include "graph/weight_kind.hpp"

namespace wayfront::host::detail {
namespace {

template <class W>
bool reaches(const RowsView<W>& csr, Vertex from, Vertex to, Crew crew) {
  VertexSet seen(csr.vertices, crew.shares(std::max<std::uint64_t>(csr.vertices, csr.edges)));
  SpreadSearch<W> spread(csr, seen, csr.vertices, nullptr, crew);
  spread.start(from);
  spread.run([](Vertex, Vertex, W) { return true; }, [&] { return seen.has(to); });
  return seen.has(to);
}

template <class W>
struct CycleSum {
  using type = Int128;
};
template <std::floating_point W>
struct CycleSum<W> {
  using type = ExactSum<W>;
};

template <class W>
Certificate judge(Int128 sum, std::size_t, Vertex, double) {
  if (sum < 0) return {};
  return {Finding::wrong, fmt::format("the weights of the cycle sum up to {}, which is not negative", sum)};
}

template <class W>
Certificate judge(const ExactSum<W>& sum, std::size_t length, Vertex vertices, double heaviest) {
  if (sum.is_negative()) return {};
  // Each distance on the way is rounded by at most half a unit in its last place, and none exceeds (n - 1) * heaviest.
  const double rounding = static_cast<double>(length) * double{std::numeric_limits<W>::epsilon()} * vertices * heaviest;
  const double shown = sum.value();
  if (shown <= rounding) {
    return {Finding::undecided,
            fmt::format("the weights of the cycle sum up to {}, which {} cannot tell from a cycle of weight zero; "
                        "use weights = \"{}\" where the weights allow it",
                        shown, name(weight_kind<W>), sizeof(W) == 4 ? "int32" : "int64")};
  }
  return {Finding::wrong, fmt::format("the weights of the cycle sum up to {}, which is not negative", shown)};
}

}  // namespace

template <WeightType W>
Certificate certify_cycle(const RowsView<W>& csr, Vertex source, const Output& output, double heaviest, Crew crew,
                          const VertexIds& ids) {
  const auto id = [&](Vertex v) { return ids.text(v); };
  const auto wrong = [](std::string reason) { return Certificate{Finding::wrong, std::move(reason)}; };
  const auto& cycle = output.cycle;
  if (cycle.empty()) return wrong("the outcome is a negative cycle, but no cycle is given");
  Bitmap seen(csr.vertices);
  for (const Vertex v : cycle) {
    if (v >= csr.vertices)
      return wrong(fmt::format("the cycle contains vertex {}, but the graph has {} vertices", id(v), csr.vertices));
    if (seen.has(v)) return wrong(fmt::format("the cycle contains vertex {} twice", id(v)));
    seen.set(v);
  }
  typename CycleSum<W>::type sum{};
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const Vertex u = cycle[i];
    const Vertex v = cycle[i + 1 < cycle.size() ? i + 1 : 0];
    const auto arc = lightest_arc(csr, u, v);
    if (!arc) return wrong(fmt::format("the cycle uses arc {} -> {}, which the graph does not have", id(u), id(v)));
    sum += csr.weights[*arc];
  }
  Certificate finding = judge<W>(sum, cycle.size(), csr.vertices, heaviest);
  if (finding.finding != Finding::wrong && !reaches(csr, source, cycle.front(), crew))
    return wrong(fmt::format("no path leads from source {} to the cycle at vertex {}", id(source), id(cycle.front())));
  return finding;
}

#define WAYFRONT_INSTANTIATE(W) \
  template Certificate certify_cycle(const RowsView<W>&, Vertex, const Output&, double, Crew, const VertexIds&);
WAYFRONT_FOR_ALL_WEIGHTS(WAYFRONT_INSTANTIATE)
#undef WAYFRONT_INSTANTIATE

}  // namespace wayfront::host::detail
