// A small separator that leaves two parts of similar size: inertial flow, with distances in place of coordinates.
//
// Two vertices far from each other give every vertex a coordinate, the difference of its distances to them. The first
// 30 % of the vertices along it are one terminal, the last 30 % the other, and the smallest cut in between is a
// candidate. Reference: A. Schild, C. Sommer, On balanced separators in road networks, SEA 2015.
#pragma once

#include <cstdint>
#include <vector>

#include "undirected_graph.hpp"
#include "vertex_cut.hpp"
#include "wayfront/run.hpp"

namespace wayfront::separators {

/// Keeps its memory from call to call.
class Bisector {
 public:
  /// Of a connected graph with at least two vertices, whose vertices carry weights. `directions`: how many coordinates
  /// are tried, 1 .. 4. The same for the same seed. The separator is never empty. Throws Unsupported where it
  /// would be too large, and Cancelled.
  const std::vector<std::uint32_t>& separator_of(const UndirectedGraph& graph,
                                                 const std::vector<std::uint32_t>& carried, unsigned directions,
                                                 std::uint64_t seed, const RunContext& context);

 private:
  using Distances = std::vector<std::uint32_t>;

  std::uint32_t search(std::uint32_t start, Distances& distances);
  std::uint32_t farthest_from(std::initializer_list<const Distances*> all) const;
  void set_coordinate(const Distances& from, const Distances& to);
  void order_by_coordinate();
  bool choose_sides();
  void consider(const std::vector<std::uint32_t>& cut);
  std::uint64_t largest_part(const std::vector<std::uint32_t>& cut);
  void take_middle();

  const UndirectedGraph* graph_ = nullptr;
  const std::vector<std::uint32_t>* carried_ = nullptr;
  std::uint64_t total_ = 0;
  Distances first_, last_, third_, fourth_;
  std::vector<std::int32_t> coordinate_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> queue_;
  std::vector<Side> side_;
  std::vector<char> seen_;
  VertexCut cut_;
  std::vector<std::uint32_t> best_;
  double best_score_ = 0;
};

}  // namespace wayfront::separators
