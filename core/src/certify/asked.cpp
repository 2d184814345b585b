#include "certify/asked.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

#include "base/refusal.hpp"
#include "graph/weight_kind.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

/// The `count`-th smallest distance; `otherwise` if fewer are not above `bound`. Unreached vertices do not count.
template <WeightType W>
W nearest(std::span<const W> distances, std::uint64_t count, W bound, W otherwise) {
  std::vector<W> found;
  std::ranges::copy_if(distances, std::back_inserter(found), [&](W d) { return d <= bound && d != unreached<W>; });
  if (found.size() < count) return otherwise;
  const auto last = found.begin() + static_cast<std::ptrdiff_t>(count - 1);
  std::ranges::nth_element(found, last);
  return *last;
}

}  // namespace

void require_limit(double limit, WeightKind weights) {
  const auto refuse = [&](std::string_view why) { host::refuse("the limit is {}, {}", limit, why); };
  if (!(limit >= 0)) refuse("but must be a number >= 0");
  if (limit == std::numeric_limits<double>::infinity()) return;
  switch (weights) {
    case WeightKind::int32:
      if (limit >= 0x1p31 - 1) refuse("which does not fit int32; leave it out, or use weights = \"int64\"");
      return;
    case WeightKind::float32:
      if (limit > std::numeric_limits<float>::max())
        refuse("which does not fit float32; leave it out, or use weights = \"float64\"");
      return;
    case WeightKind::int64:
      if (limit > 0x1p53) refuse("but limits of int64 distances are exact only up to 2^53; leave it out");
      return;
    case WeightKind::float64:
      return;
  }
}

Problem question_for(const GraphInfo& graph, const Problem& question) {
  if (graph.min_weight < 0 && !question.more.targets.empty())
    return {.source = question.source, .more = {.limit = question.more.limit}};
  return question;
}

template <WeightType W>
W wanted_to(const Problem& question, std::span<const W> distances, W exact_to) {
  const W limit = limit_as<W>(question.more.limit);
  if (question.more.targets.empty() && question.more.count == 0) return std::min(limit, exact_to);
  const W bound = std::min(limit, exact_to);
  W wanted = std::numeric_limits<W>::lowest();
  for (const Vertex target : question.more.targets)
    wanted = std::max(wanted, distances[target] <= bound ? distances[target] : limit);
  if (question.more.count > 0) wanted = std::max(wanted, nearest(distances, question.more.count, bound, limit));
  return std::min(wanted, bound);
}

template <WeightType W>
std::string too_short(const Problem& question, std::span<const W> distances, W exact_to, const VertexIds& ids) {
  const W limit = limit_as<W>(question.more.limit);
  if (exact_to >= limit) return {};
  const std::string asked = limit == unreached<W> ? "" : fmt::format(" up to the limit {}", limit);
  if (question.more.targets.empty() && question.more.count == 0)
    return fmt::format("the answer is exact up to distance {}, but all distances{} are asked for", exact_to, asked);
  for (const Vertex target : question.more.targets) {
    if (distances[target] <= exact_to) continue;
    return fmt::format(
        "the answer is exact up to distance {}, but target {} is farther or unreached, so that all distances{} "
        "have to be exact",
        exact_to, ids.text(target), asked);
  }
  const auto found = std::ranges::count_if(distances, [&](W d) { return d <= exact_to; });
  if (static_cast<std::uint64_t>(found) >= question.more.count) return {};
  return fmt::format(
      "the answer is exact up to distance {}, within which are {} vertices, but the nearest {}{} are asked for",
      exact_to, found, question.more.count, asked);
}

#define WAYFRONT_INSTANTIATE(W)                                \
  template W wanted_to(const Problem&, std::span<const W>, W); \
  template std::string too_short(const Problem&, std::span<const W>, W, const VertexIds&);
WAYFRONT_INSTANTIATE(std::int32_t)
WAYFRONT_INSTANTIATE(float)
WAYFRONT_INSTANTIATE(std::int64_t)
WAYFRONT_INSTANTIATE(double)
#undef WAYFRONT_INSTANTIATE

}  // namespace wayfront::host
