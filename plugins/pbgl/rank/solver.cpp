// The three algorithms of Parallel BGL on its distributed CSR graph.
//
// Everything that holds copies of other ranks' values lives for one solve: a distance map that is used twice would
// answer from its old copies and reach only a part of the graph, without a word.

#include "solver.hpp"

#include <bit>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/iterator/transform_iterator.hpp>
#include <utility>

#include "distance.hpp"
#include "parallel_bgl.hpp"
#include "update_set.hpp"

namespace wayfront::pbgl {
namespace {

namespace bgl = boost::graph::distributed;

/// The local arcs as pairs of global vertices, one after the other.
class ArcIterator
    : public boost::iterator_facade<ArcIterator, std::pair<std::size_t, std::size_t>, boost::single_pass_traversal_tag,
                                    std::pair<std::size_t, std::size_t>> {
 public:
  ArcIterator(const LocalArcs& arcs, std::size_t first, std::size_t arc) : arcs_(&arcs), first_(first), arc_(arc) {
    if (arc_ == 0) skip();
  }

 private:
  friend class boost::iterator_core_access;
  /// The library looks at the end, too, before it compares.
  reference dereference() const {
    return arc_ == arcs_->targets.size() ? reference{first_, first_} : reference{first_ + row_, arcs_->targets[arc_]};
  }
  void increment() {
    ++arc_;
    ++done_;
    skip();
  }
  bool equal(const ArcIterator& other) const { return arc_ == other.arc_; }
  void skip() {
    while (row_ < arcs_->degrees.size() && done_ == arcs_->degrees[row_]) {
      ++row_;
      done_ = 0;
    }
  }
  const LocalArcs* arcs_;
  std::size_t first_;
  std::size_t arc_;
  std::size_t row_ = 0;
  std::size_t done_ = 0;  // arcs of row_
};

template <class D>
class SolverOf final : public Solver {
  struct Arc {
    D weight;
  };
  using Group = bgl::mpi_process_group;
  using CsrGraph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, Arc, boost::no_property,
                                                      boost::distributedS<Group>>;
  using Word = decltype(D::value);

 public:
  SolverOf(const Job& job, const LocalArcs& arcs, const Group& group)
      : method_(job.method),
        width_(D::of(static_cast<Word>(job.width))),
        per_rank_(arcs.degrees.size()),
        graph_(boost::edges_are_sorted, ArcIterator(arcs, first(group), 0),
               ArcIterator(arcs, first(group), arcs.targets.size()),
               boost::make_transform_iterator(arcs.weights.data(), &arc_of),
               per_rank_ * static_cast<std::size_t>(num_processes(group)), 0, group),
        distances_(per_rank_) {}

  std::span<const std::uint32_t> solve(std::uint64_t source) override {
    const auto s = boost::vertex(source, graph_);
    const auto weight = boost::get(&Arc::weight, graph_);
    const auto index = boost::get(boost::vertex_index, graph_);
    auto distance = boost::make_iterator_property_map(distances_.begin(), index);
    // The library would keep copies of 1,000,000 distances of other ranks and send a message for each arc to another.
    distance.set_max_ghost_cells(0);
    const boost::dummy_property_map predecessor;
    constexpr D zero{};
    constexpr D infinity = std::numeric_limits<D>::max();
    if (method_ == Method::delta_stepping) {
      bgl::delta_stepping_shortest_paths(graph_, s, predecessor, distance, weight, width_);
    } else {
      std::vector<boost::default_color_type> colors(per_rank_, boost::white_color);
      const auto color = boost::make_iterator_property_map(colors.begin(), index);
      const boost::dijkstra_visitor<> visitor;
      if (method_ == Method::crauser)
        bgl::crauser_et_al_shortest_paths(graph_, s, predecessor, distance, weight, index, color, Compare{}, Combine{},
                                          infinity, zero, visitor);
      else
        bgl::eager_dijkstra_shortest_paths(graph_, s, predecessor, distance, width_, weight, index, color, Compare{},
                                           Combine{}, infinity, zero, visitor);
    }
    words_.resize(per_rank_);
    for (std::size_t v = 0; v < per_rank_; ++v) words_[v] = std::bit_cast<std::uint32_t>(distances_[v].value);
    return words_;
  }

 private:
  /// A weight as the graph's bundle.
  static Arc arc_of(std::uint32_t bits) { return {D::of(std::bit_cast<Word>(bits))}; }
  std::size_t first(const Group& group) const { return per_rank_ * static_cast<std::size_t>(process_id(group)); }

  Method method_;
  D width_;
  std::size_t per_rank_;
  CsrGraph graph_;
  std::vector<D> distances_;
  std::vector<std::uint32_t> words_;
};

}  // namespace

std::unique_ptr<Solver> make_solver(const Job& job, LocalArcs arcs, const bgl::mpi_process_group& group) {
  const bool stepping = job.method == Method::delta_stepping;
  if (job.weights == WeightKind::int32) {
    if (stepping) return std::make_unique<SolverOf<Distance<std::int32_t, Use::stepping>>>(job, arcs, group);
    return std::make_unique<SolverOf<Distance<std::int32_t>>>(job, arcs, group);
  }
  if (stepping) return std::make_unique<SolverOf<Distance<float, Use::stepping>>>(job, arcs, group);
  return std::make_unique<SolverOf<Distance<float>>>(job, arcs, group);
}

}  // namespace wayfront::pbgl
