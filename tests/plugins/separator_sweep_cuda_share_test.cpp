// What blocks of separator-sweep-cuda are told to do, done by the host: every position is published once, and answers
// are right.
#include "../test.hpp"
#include "conformance/reference.hpp"
#include "departure.hpp"
#include "numbers.hpp"
#include "preparation.hpp"
#include "share.hpp"
#include "streets.hpp"
#include "threaded_context.hpp"

namespace wayfront::separator_sweep_cuda {
namespace separator_sweep_cuda_share_test {

using host::conformance::Random;
using separators::Node;
using Entry = std::uint32_t;
constexpr Entry none = separators::Numbers<std::int32_t>::none;

template <class T>
T at_word(const std::uint32_t* words, std::size_t index = 0) {
  T it;
  std::memcpy(&it, words + index * sizeof(T) / sizeof(std::uint32_t), sizeof it);
  return it;
}

class Emulation {
 public:
  Emulation(const separators::Structure& structure, const separators::Numbers<std::int32_t>& numbers,
            std::uint32_t blocks)
      : structure_(structure), numbers_(numbers), shares_(shares_of(structure, blocks)), paths_(paths_of(structure)) {}

  std::vector<Entry> solve(const separators::Departure<std::int32_t>& departure, bool by_strips) {
    const auto distances =
        by_strips ? descend(departure, &Emulation::add_strips) : descend(departure, &Emulation::add_pieces);
    std::vector<Entry> answer(structure_.vertices);
    for (std::size_t v = 0; v < answer.size(); ++v)
      answer[v] = std::min({none, distances[structure_.anchors[2 * v]] + numbers_.offsets[2 * v],
                            distances[structure_.anchors[2 * v + 1]] + numbers_.offsets[2 * v + 1]});
    for (const auto& [vertex, distance] : departure.near) answer[vertex] = std::min(answer[vertex], distance);
    return answer;
  }

 private:
  using AddTables = void (Emulation::*)(const std::uint32_t*, const StepShare&, std::uint32_t,
                                        std::vector<Entry>&) const;

  /// Distances of the path's nodes inside their subtrees, by place on the way.
  std::vector<Entry> ascend(const separators::Departure<std::int32_t>& departure) const {
    std::vector<Entry> way(paths_.max_places, none);
    for (const auto& start : departure.starts) {
      const std::uint32_t x = structure_.node_of[start.position];
      way[paths_.places[x] + start.position - structure_.nodes[x].first] = start.distance;
    }
    for (const std::uint32_t x : departure.path) {
      const Node& node = structure_.nodes[x];
      for (std::uint32_t b = 0; b < node.boundary_size; ++b)
        for (std::uint32_t j = 0; j < node.size; ++j) {
          Entry& above = way[paths_.up_places[node.boundary_start + b]];
          above = std::min(above, way[paths_.places[x] + j] +
                                      numbers_.up_tables()[node.table_start + std::size_t{b} * node.stride + j]);
        }
    }
    std::vector<Entry> crossed(way.size(), none);
    for (const std::uint32_t x : departure.path) {
      const Node& node = structure_.nodes[x];
      for (std::uint32_t i = 0; i < node.size; ++i)
        for (std::uint32_t j = 0; j < node.size; ++j) {
          Entry& entry = crossed[paths_.places[x] + j];
          entry = std::min(
              entry, way[paths_.places[x] + i] + numbers_.inner[node.inner_start + std::size_t{i} * node.stride + j]);
        }
    }
    return crossed;
  }

  std::vector<Entry> descend(const separators::Departure<std::int32_t>& departure, AddTables add) const {
    const std::vector<Entry> crossed = ascend(departure);
    std::vector<Entry> distances(std::size_t{structure_.core} + 1, none);
    std::vector<int> published(structure_.core);
    for (std::uint32_t block = 0; block < shares_.blocks; ++block) {
      const std::uint32_t* const map = shares_.maps.data() + std::size_t{block} * shares_.pitch;
      const auto head = at_word<ShareHead>(map);
      std::vector<Entry> own(shares_.max_distances, none);
      for (std::uint32_t i = 0; i < head.column_count; ++i)
        own[i] = departure.path.empty() ? none : crossed[map[head.columns + i]];
      for (std::uint32_t i = 0; i < head.own_columns; ++i) {
        distances[map[head.columns + i]] = own[i];
        ++published[map[head.columns + i]];
      }
      for (std::uint32_t step = 0; step < head.steps; ++step) {
        const auto it = at_word<StepShare>(map + sizeof(ShareHead) / sizeof(std::uint32_t), step);
        for (const std::uint32_t x : departure.path) {
          const Node& node = structure_.nodes[x];
          if (node.step != step + 1 || x < it.first_node || x >= it.end_node) continue;
          std::copy_n(crossed.begin() + paths_.places[x], node.size, own.begin() + it.local + node.first - it.first);
        }
        (this->*add)(map, it, block, own);
        for (std::uint32_t i = it.own_first; i < it.own_end; ++i) {
          distances[i] = own[it.local + i - it.first];
          ++published[i];
        }
      }
    }
    CHECK(std::ranges::all_of(published, [](int times) { return times == 1; }));
    return distances;
  }

  void add_pieces(const std::uint32_t* map, const StepShare& it, std::uint32_t /*block*/,
                  std::vector<Entry>& own) const {
    for (std::uint32_t i = 0; i < it.piece_count; ++i) {
      const auto piece = at_word<Piece>(map + it.pieces, i);
      CHECK(piece.table + (piece.rows - 1U) * piece.stride + piece.columns <= it.table_entries);
      for (std::uint32_t row = 0; row < piece.rows; ++row)
        for (std::uint32_t column = 0; column < piece.columns; ++column)
          lower(own, map[it.ways + piece.ways + row],
                it.table_start + piece.table + std::size_t{row} * piece.stride + column, piece.own + column);
    }
  }
  void add_strips(const std::uint32_t* map, const StepShare& it, std::uint32_t block, std::vector<Entry>& own) const {
    for (std::uint32_t i = 0; i < it.strip_count; ++i) {
      const Strip& strip = shares_.strips[shares_.strip_starts[block] + it.strips + i];
      CHECK(strip.position - structure_.nodes[strip.node].first < structure_.nodes[strip.node].size);
      CHECK(strip.own - it.local == strip.position - it.first);
      for (std::uint32_t row = 0; row < strip.rows; ++row)
        for (std::uint32_t column = 0; column < strip.columns; ++column)
          lower(own, map[it.ways + strip.ways + row],
                it.table_start + strip.table + std::size_t{row} * strip.stride + column, strip.own + column);
    }
  }
  void lower(std::vector<Entry>& own, std::uint32_t from, std::uint64_t entry, std::uint32_t to) const {
    REQUIRE(from < own.size());
    own[to] = std::min(own[to], own[from] + numbers_.down[entry]);
  }

  const separators::Structure& structure_;
  const separators::Numbers<std::int32_t>& numbers_;
  Shares shares_;
  Paths paths_;
};

TEST_CASE("shares of any number of blocks work out every distance") {
  for (std::uint64_t seed = 0; seed < 9; ++seed) {
    CAPTURE(seed);
    const host::conformance::TestGraph<std::int32_t> streets =
        seed == 8 ? host::conformance::TestGraph<std::int32_t>{.vertices = 9, .arcs = {}}
                  : host::conformance::streets<std::int32_t>(
                        seed, seed < 4 ? 12 : 40, [](Random& random, std::uint32_t) { return random.below(100); });
    const auto graph = streets.build(OffsetKind::offsets32);
    host::ThreadedContext context(1);
    separators::Preparation preparation;
    separators::prepare_structure(*graph, {.seed = 1, .leaf_size = 8, .max_memory = 0}, preparation, context);
    const auto csr = std::get<CsrView<std::int32_t, std::uint32_t>>(graph->csr());
    const auto numbers = separators::numbers_of(preparation, csr, 0, context);
    separators::DepartureSearch<std::int32_t> departure(csr, preparation.structure);
    for (const std::uint32_t blocks : {1U, 3U, 132U}) {
      Emulation emulation(preparation.structure, numbers, blocks);
      for (const Vertex source : {Vertex{0}, streets.vertices / 2, streets.vertices - 1}) {
        const auto expected = host::conformance::solve_plainly<std::int32_t>(*graph, source).distances;
        for (const bool by_strips : {false, true})
          CHECK(std::ranges::equal(emulation.solve(departure.from(source), by_strips), expected,
                                   [](Entry a, std::int32_t b) { return a == static_cast<Entry>(b); }));
      }
    }
  }
}

}  // namespace separator_sweep_cuda_share_test
}  // namespace wayfront::separator_sweep_cuda
