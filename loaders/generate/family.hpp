// Common code of the graph families: the job, weights and vertex numbers for arcs, and loops over arcs. A family is a
// function that passes its arcs to the sink; each has its own file.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "options.hpp"
#include "piece.hpp"
#include "random.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"

namespace wayfront::generate {

/// Some of a graph's arcs that follow each other: what one of several processes makes of it.
struct Piece {
  std::uint64_t number = 0, size = 0;  // of so many arcs, where the kind does not choose it
  void* arcs = nullptr;                // a vector of arcs of the weights' type
  PieceHeader header{};                // filled in
};

struct Job {
  const Options& options;
  GraphSink* sink;         // null where a piece is wanted
  RunContext* context;     // the same
  Piece* piece = nullptr;  // null: the whole graph goes to the sink
};

template <WeightType W>
void make_road(const Job& job);
template <WeightType W>
void make_rmat(const Job& job);
template <WeightType W>
void make_uniform(const Job& job);
template <WeightType W>
void make_regular(const Job& job);
template <WeightType W>
void make_grid(const Job& job);
template <WeightType W>
void make_honeycomb(const Job& job);
template <WeightType W>
void make_shell(const Job& job);
template <WeightType W>
void make_triangulation(const Job& job);
template <WeightType W>
void make_complete(const Job& job);
template <WeightType W>
void make_shape(const Job& job);  // path, cycle, star, tree
template <WeightType W>
void make_hard(const Job& job);

/// The instantiations of a family, at the end of its file.
#define WAYFRONT_FAMILY(make)                   \
  template void make<std::int32_t>(const Job&); \
  template void make<float>(const Job&);        \
  template void make<std::int64_t>(const Job&); \
  template void make<double>(const Job&)

/// The family that the options name.
template <WeightType W>
void make(const Job& job) {
  constexpr void (*families[])(const Job&) = {// in the order of Kind
                                              make_road<W>,      make_rmat<W>,  make_uniform<W>,       make_grid<W>,
                                              make_honeycomb<W>, make_shell<W>, make_triangulation<W>, make_complete<W>,
                                              make_regular<W>,   make_shape<W>, make_shape<W>,         make_shape<W>,
                                              make_shape<W>,     make_hard<W>};
  static_assert(std::size(families) == std::size(kinds));
  families[static_cast<std::size_t>(job.options.kind)](job);
}

/// Number of arcs that a task makes at a time.
inline constexpr std::uint64_t grain = 1U << 14;

/// For families whose arcs cannot be made apart from each other. Throws BadInput where a piece is wanted.
inline void require_whole(const Job& job) {
  if (job.piece != nullptr)
    throw BadInput(
        "generate: " + std::string(name_of(job.options.kind)) +
        ": its arcs cannot be made apart from each other; write the graph with 'wayfront generate', of whose "
        "file each rank reads its part");
}

/// Room for all arcs of the graph: if they do not fit, the sink refuses before any work.
template <WeightType W>
std::span<Arc<W>> begin(const Job& job, Vertex vertices, std::uint64_t arcs, bool directed) {
  require_whole(job);
  job.sink->begin({.vertices = vertices, .arcs = arcs, .directed = directed, .weighted = true, .first_id = 0});
  return job.sink->arcs<W>(arcs);
}

/// body(i) for every i below `count`, in parallel, about `chunk` of them at a time. Throws Cancelled.
template <class Body>
void each(const Job& job, std::uint64_t count, std::uint64_t chunk, Body&& body) {
  require_whole(job);
  job.context->parallel_for(count, chunk, [&](std::uint64_t first, std::uint64_t last) {
    job.context->throw_if_cancelled();
    for (std::uint64_t i = first; i < last; ++i) body(i);
  });
}

/// Where the arcs of a piece go.
template <WeightType W>
std::vector<Arc<W>>& arcs_of(const Piece& piece) {
  return *static_cast<std::vector<Arc<W>>*>(piece.arcs);
}

template <WeightType W>
struct Room {
  std::uint64_t first;  // number of the first arc
  std::span<Arc<W>> arcs;
};

/// Room for the piece that is wanted of a graph whose arcs have numbers.
template <WeightType W>
Room<W> begin_piece(const Job& job, Vertex vertices, std::uint64_t arcs, bool directed) {
  Piece& piece = *job.piece;
  piece.header = {.graph = {.vertices = vertices, .arcs = arcs, .directed = directed, .weighted = true, .first_id = 0},
                  .pieces = arcs / piece.size + (arcs % piece.size == 0 ? 0 : 1),
                  .max_arcs = piece.size};
  std::vector<Arc<W>>& out = arcs_of<W>(piece);
  out.clear();
  if (piece.number >= piece.header.pieces) return {arcs, out};
  const std::uint64_t first = piece.number * piece.size;
  out.resize(std::min(piece.size, arcs - first));
  return {first, out};
}

/// A graph whose arc number i is arc_at(i), or a piece of it.
template <WeightType W, class ArcAt>
void fill(const Job& job, Vertex vertices, std::uint64_t arcs, bool directed, ArcAt&& arc_at) {
  if (job.piece != nullptr) {
    const auto [first, out] = begin_piece<W>(job, vertices, arcs, directed);
    for (std::uint64_t i = 0; i < out.size(); ++i) out[i] = arc_at(first + i);
    return;
  }
  const std::span<Arc<W>> out = begin<W>(job, vertices, arcs, directed);
  each(job, arcs, grain, [&](std::uint64_t i) { out[i] = arc_at(i); });
}

/// A directed graph, or a piece of it, with `degree` arcs at each vertex: arc_at(v, k, i) is the k-th of vertex v, with
/// number i.
template <WeightType W, class ArcAt>
void fill_regular(const Job& job, Vertex vertices, std::uint64_t degree, ArcAt&& arc_at) {
  if (job.piece != nullptr) {
    const auto [first, out] = begin_piece<W>(job, vertices, degree * vertices, true);
    if (out.empty()) return;
    std::uint64_t v = first / degree, k = first % degree;
    for (std::uint64_t i = 0; i < out.size(); ++i) {
      out[i] = arc_at(static_cast<Vertex>(v), k, first + i);
      if (++k == degree) {
        k = 0;
        ++v;
      }
    }
    return;
  }
  const std::span<Arc<W>> out = begin<W>(job, vertices, degree * vertices, true);
  if (degree == 0) return;
  each(job, vertices, grain / degree, [&](std::uint64_t v) {
    for (std::uint64_t k = 0; k < degree; ++k) out[v * degree + k] = arc_at(static_cast<Vertex>(v), k, v * degree + k);
  });
}

/// A graph whose edges are made row by row, or a piece of it. before(row) is the number of edges in all rows before it.
/// of_row(row, skip, edge) calls edge(u, v) for each edge of a row in their order, and may end when it returns false; whole
/// vertices may be left out at the beginning as long as they have no more than `skip` edges together, by which it reduces
/// `skip`. arc(i, u, v) is the arc of edge number i.
template <WeightType W, class Before, class OfRow, class ArcOf>
void fill_rows(const Job& job, Vertex vertices, std::uint64_t rows, std::uint64_t chunk, bool directed, Before&& before,
               OfRow&& of_row, ArcOf&& arc) {
  if (job.piece != nullptr) {
    const auto [first, out] = begin_piece<W>(job, vertices, before(rows), directed);
    if (out.empty()) return;
    std::uint64_t row = 0, end = rows;  // the last row whose edges do not begin behind the first one
    while (end - row > 1) {
      const std::uint64_t middle = row + (end - row) / 2;
      (before(middle) <= first ? row : end) = middle;
    }
    std::uint64_t skip = first - before(row), i = 0;
    for (; i < out.size(); ++row)
      of_row(row, skip, [&, first = first, out = out](std::uint64_t u, std::uint64_t v) {
        if (skip != 0) {
          --skip;
          return true;
        }
        out[i] = arc(first + i, u, v);
        return ++i < out.size();
      });
    return;
  }
  const std::span<Arc<W>> out = begin<W>(job, vertices, before(rows), directed);
  each(job, rows, chunk, [&](std::uint64_t row) {
    std::uint64_t i = before(row), skip = 0;
    of_row(row, skip, [&](std::uint64_t u, std::uint64_t v) {
      out[i] = arc(i, u, v);
      ++i;
      return true;
    });
  });
}

/// The weight of each arc by its number, according to min_weight, max_weight and distribution.
template <WeightType W>
class Weights {
 public:
  explicit Weights(const Options& options)
      : random_(options.seed, Stream::weight),
        distribution_(options.distribution),
        min_(options.min_weight),
        width_(options.max_weight - options.min_weight + (std::is_floating_point_v<W> ? 0 : 1)),
        count_(static_cast<std::uint64_t>(static_cast<std::int64_t>(options.max_weight) -
                                          static_cast<std::int64_t>(options.min_weight)) +
               1),
        first_(static_cast<W>(options.min_weight)),
        last_(static_cast<W>(options.max_weight)) {
    if (std::is_floating_point_v<W> && first_ < last_) last_ = static_cast<W>(std::nextafter(last_, first_));
    if (distribution_ == Distribution::log_uniform) {
      min_log_ = portable_log(min_);
      log_width_ = portable_log(min_ + width_) - min_log_;
    }
  }

  W operator()(std::uint64_t arc) const {
    const std::uint64_t random = random_(arc);
    if constexpr (!std::is_floating_point_v<W>) {
      if (distribution_ == Distribution::uniform)
        return static_cast<W>(static_cast<std::int64_t>(min_) + static_cast<std::int64_t>(below(random, count_)));
    }
    const double value = std::is_floating_point_v<W> ? real(random) : std::floor(real(random));
    return static_cast<W>(std::clamp(value, static_cast<double>(first_), static_cast<double>(last_)));
  }

 private:
  /// In [min, min + width).
  double real(std::uint64_t random) const {
    switch (distribution_) {
      case Distribution::uniform:
        break;
      case Distribution::exponential: {                    // of mean 1/8 of the width, cut at the width
        constexpr double cut = 1 - 3.3546262790251185e-4;  // 1 - e^-8
        return min_ - width_ / 8 * portable_log(1 - unit(random) * cut);
      }
      case Distribution::log_uniform:
        return portable_exp(min_log_ + unit(random) * log_width_);
    }
    return min_ + unit(random) * width_;
  }

  Random random_;
  Distribution distribution_;
  double min_, width_;
  std::uint64_t count_;  // integers from min to max
  double min_log_ = 0, log_width_ = 0;
  W first_, last_;  // both possible
};

/// The final number of each vertex: its own, or one from a random permutation.
class Numbering {
 public:
  Numbering(const Options& options, Vertex vertices)
      : permutation_(vertices, options.seed),
        random_(options.order == Order::random || (options.order == Order::usual && options.kind == Kind::rmat)) {}

  Vertex operator()(Vertex v) const { return random_ ? permutation_(v) : v; }

 private:
  Permutation permutation_;
  bool random_;
};

/// The arc from u to v with number i: the final numbers of its ends, and its weight.
template <WeightType W>
struct ArcMaker {
  ArcMaker(const Options& options, Vertex vertices) : number(options, vertices), weight(options) {}
  Arc<W> operator()(std::uint64_t u, std::uint64_t v, std::uint64_t i) const {
    return {number(static_cast<Vertex>(u)), number(static_cast<Vertex>(v)), weight(i)};
  }

  Numbering number;
  Weights<W> weight;
};

/// An undirected graph whose edges are made row by row, each with a weight; see fill_rows.
template <WeightType W, class Before, class OfRow>
void fill_edges(const Job& job, Vertex vertices, std::uint64_t rows, std::uint64_t chunk, const ArcMaker<W>& arc,
                Before&& before, OfRow&& of_row) {
  fill_rows<W>(job, vertices, rows, chunk, false, before, of_row,
               [&](std::uint64_t i, std::uint64_t u, std::uint64_t v) { return arc(u, v, i); });
}

/// Gives the sink a point of each vertex, at(v) for vertex v before renumbering, unless the options say not to. Pieces have
/// none.
template <class At>
void place(const Job& job, Vertex vertices, const Numbering& number, At&& at) {
  if (!job.options.coordinates || job.piece != nullptr) return;
  std::vector<Point> points(vertices);
  each(job, vertices, grain, [&](std::uint64_t v) { points[number(static_cast<Vertex>(v))] = at(v); });
  job.sink->coordinates({points, false});
}

}  // namespace wayfront::generate
