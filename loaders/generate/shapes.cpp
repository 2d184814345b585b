// Graphs whose arcs follow from their numbers: complete graph, path, cycle, star and tree. Only weights are random.
#include <string>

#include "family.hpp"

namespace wayfront::generate {

template <WeightType W>
void make_complete(const Job& job) {
  const Vertex vertices = job.options.vertices_or(1000);
  const std::uint64_t degree = vertices == 0 ? 0 : vertices - std::uint64_t{1};
  const ArcMaker<W> arc(job.options, vertices);
  fill_regular<W>(job, vertices, degree, [&](Vertex source, std::uint64_t k, std::uint64_t i) {
    return arc(source, k < source ? k : k + 1, i);
  });
}

namespace {

/// Arcs 0 -> 1 -> 2 ..., and back to 0 with `closed`.
template <WeightType W>
void make_line(const Job& job, bool closed) {
  const Vertex vertices = job.options.vertices_or(100'000);
  const ArcMaker<W> arc(job.options, vertices);
  const std::uint64_t arcs = vertices == 0 ? 0 : vertices - (closed ? std::uint64_t{0} : 1);
  fill<W>(job, vertices, arcs, !job.options.symmetric,
          [&](std::uint64_t i) { return arc(i, i + 1 == vertices ? 0 : i + 1, i); });
}

/// Each vertex but the first has one arc from its parent, whose number is smaller.
template <WeightType W, class Parent>
void make_rooted(const Job& job, Vertex vertices, Parent&& parent) {
  const ArcMaker<W> arc(job.options, vertices);
  fill<W>(job, vertices, vertices == 0 ? 0 : vertices - std::uint64_t{1}, !job.options.symmetric, [&](std::uint64_t i) {
    const auto vertex = static_cast<Vertex>(i + 1);
    return arc(parent(vertex), vertex, i);
  });
}

/// Hubs 0 .. hubs - 1 form a path; the others are attached to them in turn.
template <WeightType W>
void make_star(const Job& job) {
  const Vertex vertices = job.options.vertices_or(1'000'000);
  const auto hubs = static_cast<Vertex>(job.options.hubs);
  if (hubs > vertices && vertices != 0)
    throw BadInput("generate: star: " + std::to_string(hubs) + " hubs among " + std::to_string(vertices) +
                   " vertices; give it more vertices or fewer hubs");
  make_rooted<W>(job, vertices, [hubs](Vertex v) { return v < hubs ? v - 1 : v % hubs; });
}

/// Breadth-first numbered; every vertex has `degree` children as long as there are vertices.
template <WeightType W>
void make_tree(const Job& job) {
  const Vertex vertices = job.options.vertices_or(1'000'000);
  if (job.options.degree == 0) throw BadInput("generate: tree: degree is 0; a vertex needs at least one child");
  const auto degree = job.options.degree == unset ? Vertex{2} : static_cast<Vertex>(job.options.degree);
  make_rooted<W>(job, vertices, [degree](Vertex v) { return (v - 1) / degree; });
}

}  // namespace

template <WeightType W>
void make_shape(const Job& job) {
  switch (job.options.kind) {
    case Kind::star:
      return make_star<W>(job);
    case Kind::tree:
      return make_tree<W>(job);
    default:
      return make_line<W>(job, job.options.kind == Kind::cycle);
  }
}

WAYFRONT_FAMILY(make_complete);
WAYFRONT_FAMILY(make_shape);

}  // namespace wayfront::generate
