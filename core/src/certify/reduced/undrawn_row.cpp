#include "certify/reduced/undrawn_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <vector>

#include "certify/poison.hpp"
#include "certify/proof/verify_detail.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {

std::string impossible_entry(const GraphInfo& graph, const Problem& question, const Output& output, std::uint32_t row,
                             bool alone, Crew crew, const VertexIds& ids) {
  return with_weight_type(output.kind, [&]<WeightType W>() -> std::string {
    const std::span<const W> distances = output.distances_as<W>(row);
    // Poison of integers is the lowest one, and poison of floats is no number.
    const W smallest = graph.min_weight >= 0   ? W{0}
                       : std::is_integral_v<W> ? static_cast<W>(std::numeric_limits<W>::lowest() + 1)
                                               : std::numeric_limits<W>::lowest();
    std::atomic<std::size_t> first{distances.size()};
    crew.for_parts(distances.size(), [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
      const auto part = distances.subspan(begin, end - begin);
      const auto found = std::ranges::find_if(part, [smallest](W d) { return !(d >= smallest); });
      if (found == part.end()) return;
      const auto place = static_cast<std::size_t>(begin) + static_cast<std::size_t>(found - part.begin());
      for (std::size_t before = first; place < before && !first.compare_exchange_weak(before, place);) continue;
    });
    if (first < distances.size()) {
      const W bad = distances[first];
      const std::string name = ids.text(alone ? question.more.targets[first] : static_cast<Vertex>(first));
      if (std::bit_cast<BitsOf<W>>(bad) == poison_bits<W>)
        return fmt::format("entry of vertex {} was not written", name);
      return fmt::format("the distance of vertex {} is {}, which is not a distance", name, bad);
    }
    if (!alone && question.more.limit >= 0 && distances[question.source] != 0)
      return fmt::format("the distance of the source is {}", distances[question.source]);
    return {};
  });
}

Certificate row_figures(const Problem& question, const Output& output, std::uint32_t row, bool alone, Crew crew) {
  return with_weight_type(output.kind, [&]<WeightType W>() {
    std::span<const W> distances = output.distances_as<W>(row);
    std::vector<W> of_targets;
    if (!alone && !question.more.targets.empty()) {
      for (const Vertex target : question.more.targets) of_targets.push_back(distances[target]);
      distances = of_targets;
    }
    const auto all = detail::Range<W>::up_to(unreached<W>);
    const detail::Entries entries = detail::look_at<W>(distances, all, crew);
    Certificate it;
    it.reached = entries.inside;
    it.distance_sum = entries.sum;
    it.max_distance = entries.max;
    it.digest = detail::digest_of<W>(distances, all, entries);
    return it;
  });
}

}  // namespace wayfront::host
