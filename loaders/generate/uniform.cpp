// Random graphs whose arcs choose their ends uniformly: G(n, m) (Erdos and Renyi 1959, as a multigraph), and graphs in
// which each vertex has the same number of arcs out, or in (Martin et al., ICCS 2009: seven predecessors each).
//
// Parallel arcs may occur, because arcs are drawn independently. Without self-loops the other end is drawn from the
// other vertices, so nothing must be drawn twice.
#include <string>

#include "family.hpp"

namespace wayfront::generate {
namespace {

void check_vertices(const Options& options, Vertex vertices, std::uint64_t arcs) {
  const std::string kind(name_of(options.kind));
  if (vertices == 0 && arcs != 0)
    throw BadInput("generate: " + kind + ": no vertices, but " + std::to_string(arcs) + " arcs; set edges = 0");
  if (vertices == 1 && arcs != 0 && !options.self_loops)
    throw BadInput("generate: " + kind +
                   ": a graph of one vertex has no arcs but self-loops; set self_loops = true or ask for no arcs");
}

/// The other end of an arc at `vertex`.
Vertex other(std::uint64_t random, Vertex vertex, Vertex vertices, bool self_loops) {
  if (self_loops) return static_cast<Vertex>(below(random, vertices));
  const auto end = static_cast<Vertex>(below(random, vertices - std::uint64_t{1}));
  return end < vertex ? end : end + 1;
}

}  // namespace

template <WeightType W>
void make_uniform(const Job& job) {
  const Options& options = job.options;
  const Vertex vertices = options.vertices_or(1'000'000);
  const std::uint64_t arcs = options.arcs(vertices);
  check_vertices(options, vertices, arcs);
  const Random sources(options.seed, Stream::source);
  const Random targets(options.seed, Stream::target);
  const ArcMaker<W> arc(options, vertices);
  fill<W>(job, vertices, arcs, !options.symmetric, [&](std::uint64_t i) {
    const auto source = static_cast<Vertex>(below(sources(i), vertices));
    const Vertex target = other(targets(i), source, vertices, options.self_loops);
    return arc(source, target, i);
  });
}

template <WeightType W>
void make_regular(const Job& job) {
  const Options& options = job.options;
  const Vertex vertices = options.vertices_or(1U << 20);
  const std::uint64_t degree = options.degree == unset ? 7 : static_cast<std::uint64_t>(options.degree);
  const std::uint64_t arcs = degree * vertices;
  check_vertices(options, vertices, arcs);
  const Random targets(options.seed, Stream::target);
  const ArcMaker<W> arc(options, vertices);
  const bool inward = options.degree_of == End::in;
  fill_regular<W>(job, vertices, degree, [&](Vertex vertex, std::uint64_t, std::uint64_t i) {
    const Vertex end = other(targets(i), vertex, vertices, options.self_loops);
    return inward ? arc(end, vertex, i) : arc(vertex, end, i);
  });
}

WAYFRONT_FAMILY(make_uniform);
WAYFRONT_FAMILY(make_regular);

}  // namespace wayfront::generate
