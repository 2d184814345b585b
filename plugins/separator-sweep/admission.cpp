#include "admission.hpp"

#include <cmath>
#include <fstream>
#include <limits>
#include <string>

#include "wayfront/status.hpp"

namespace wayfront::separators {
namespace {

[[noreturn]] void decline(const std::string& figures) {
  throw Unsupported("separator-sweep is for road networks and the like: " + figures);
}

std::string text(std::uint64_t number) { return std::to_string(number); }

/// With one decimal.
std::string text(double number) {
  const auto tenths = static_cast<std::uint64_t>(std::llround(10 * number));
  return text(tenths / 10) + '.' + text(tenths % 10);
}

/// The system's estimate; the largest number where it gives none.
std::uint64_t available_bytes() {
  std::ifstream in("/proc/meminfo");
  std::uint64_t kib = 0;
  for (std::string word; in >> word;)
    if (word == "MemAvailable:" && in >> kib) return kib * 1024;
  return std::numeric_limits<std::uint64_t>::max();
}

}  // namespace

void admit_size(const GraphInfo& graph) {
  constexpr std::uint64_t max_arcs = std::uint64_t{1} << 30;
  if (graph.edges > max_arcs)
    decline("this graph has " + text(graph.edges) + " arcs, and at most " + text(max_arcs) + " are admitted");
}

void admit_density(const UndirectedGraph& kept) {
  constexpr std::uint64_t max_per_vertex = 6;
  constexpr std::uint64_t few = 500'000;
  if (kept.edges() <= few || kept.edges() <= max_per_vertex * kept.vertices()) return;
  decline("without trees, chains and vertices of degree 3 or less, this graph has " + text(kept.edges()) +
          " edges between " + text(std::uint64_t{kept.vertices()}) + " vertices, and at most " + text(max_per_vertex) +
          " per vertex are admitted");
}

void decline_separator(std::uint32_t vertices) {
  decline("no balanced separator of at most " + text(std::uint64_t{max_separator}) +
          " vertices was found in a part of " + text(std::uint64_t{vertices}) + " vertices");
}

void admit_tables(const Structure& structure, const Prediction& prediction) {
  constexpr std::uint64_t max_per_vertex = 64;
  constexpr std::uint64_t few = 2'000'000;
  constexpr double max_operations = 2e11;
  if (prediction.operations > max_operations)
    decline("the tables of this graph would need " + text(prediction.operations / 1e9) + " G operations, and at most " +
            text(max_operations / 1e9) + " G are admitted");
  if (prediction.table_entries > few && prediction.table_entries > max_per_vertex * structure.vertices)
    decline("the tables of this graph would have " + text(prediction.table_entries) + " entries, " +
            text(static_cast<double>(prediction.table_entries) / structure.vertices) + " per vertex, and at most " +
            text(max_per_vertex) + " per vertex are admitted");
}

std::uint64_t bytes_of_numbers(const Structure& structure, const Prediction& prediction, bool is_symmetric,
                               std::size_t entry_bytes, unsigned threads) {
  const std::uint64_t entries = prediction.table_entries * (is_symmetric ? 1 : 2) + prediction.inner_entries +
                                2 * std::uint64_t{structure.vertices} + prediction.waiting_entries +
                                threads * prediction.max_front * prediction.max_front;
  return entries * entry_bytes;
}

void admit_memory(std::uint64_t bytes, std::uint64_t held, std::int64_t max_memory) {
  constexpr std::uint64_t mib = 1024 * 1024;
  const std::uint64_t available =
      max_memory == 0 ? available_bytes() + held : static_cast<std::uint64_t>(max_memory) * mib;
  if (bytes <= available) return;
  const auto in_mib = [](std::uint64_t size) { return text(static_cast<double>(size) / static_cast<double>(mib)); };
  throw Unsupported("the tables of separator-sweep would take " + in_mib(bytes) + " MiB of host memory, and " +
                    in_mib(available) + (max_memory == 0 ? " MiB are available" : " MiB are allowed by max_memory"));
}

}  // namespace wayfront::separators
