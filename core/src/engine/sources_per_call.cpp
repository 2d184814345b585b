#include "engine/sources_per_call.hpp"

#include <algorithm>
#include <cstdint>

#include "base/available_memory.hpp"
#include "graph/weight_kind.hpp"
#include "wayfront/capability.hpp"

namespace wayfront::host {

std::size_t sources_per_call(const GraphInfo& graph, const Plugin* plugin, std::size_t targets_alone) {
  constexpr std::uint64_t max_bytes = std::uint64_t{1} << 30;
  constexpr std::uint64_t max_on_processors = 64, max_on_device = 1024, max_of_targets = 4096;
  const std::uint64_t entries = targets_alone != 0 ? targets_alone : graph.vertices;
  const std::uint64_t row = std::max<std::uint64_t>(entries * weight_size(graph.weights), 1);
  const bool on_device = plugin != nullptr && plugin->has(capability::device) && plugin->has(capability::batch);
  const std::uint64_t max = targets_alone != 0 ? max_of_targets : on_device ? max_on_device : max_on_processors;
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(max_bytes / row, 1, max));
}

std::size_t sources_at_once(const GraphInfo& graph, bool reduces_itself) {
  // Of rows so few that sending and checking them ends soon where the user wants to stop.
  constexpr std::uint64_t max_bytes = std::uint64_t{1} << 27, max_rows = 1024, max_reductions = std::uint64_t{1} << 20;
  if (reduces_itself) return max_reductions;
  constexpr std::uint64_t share = 8;  // of the free memory, which has to hold the rows twice
  const std::uint64_t row = std::max<std::uint64_t>(std::uint64_t{graph.vertices} * weight_size(graph.weights), 1);
  return std::clamp<std::uint64_t>(std::min(max_bytes, available_memory() / share) / row, 1, max_rows);
}

}  // namespace wayfront::host
