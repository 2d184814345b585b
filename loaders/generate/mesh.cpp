// Meshes in rows: a honeycomb, whose vertices have three neighbours, and a shell of finite elements, whose nodes have
// several vertices each, one for each way in which the node can move. Both are undirected.
#include <algorithm>

#include "family.hpp"

namespace wayfront::generate {
namespace {

/// The nodes of rows x columns quadrilaterals with a node at each corner and one in the middle of each side. Nodes lie
/// on a lattice of twice as many lines; those at the middles of the quadrilaterals are left out.
class Nodes {
 public:
  struct Place {
    std::uint64_t row, column;  // of the lattice
  };

  Nodes(std::uint64_t rows, std::uint64_t columns) : rows_(2 * rows), columns_(2 * columns) {}

  std::uint64_t lines() const { return rows_ + 1; }
  std::uint64_t count() const { return number({rows_, columns_}) + 1; }
  /// Of two lines of nodes: one with all places, one with every second.
  std::uint64_t of_two_lines() const { return columns_ + 1 + columns_ / 2 + 1; }
  std::uint64_t number(Place at) const {
    return at.row / 2 * of_two_lines() + (at.row % 2 == 0 ? at.column : columns_ + 1 + at.column / 2);
  }
  Place place(std::uint64_t number) const {
    const std::uint64_t pair = number / of_two_lines(), rest = number % of_two_lines();
    if (rest <= columns_) return {2 * pair, rest};
    return {2 * pair + 1, 2 * (rest - columns_ - 1)};
  }
  double height(Place at) const { return static_cast<double>(rows_ - at.row) / 2; }

  /// Calls node(n) for each node of a line, until it returns false.
  template <class F>
  void of_line(std::uint64_t line, F&& node) const {
    for (std::uint64_t c = 0; c <= columns_; c += step(line))
      if (!node(Place{line, c})) return;
  }
  /// Calls node(n) for each node after `at` that has a quadrilateral in common with it, until it returns false.
  template <class F>
  bool after(Place at, F&& node) const {
    const std::uint64_t from = at.column - std::min(at.column, reach(at.column));
    const std::uint64_t to = std::min(columns_, at.column + reach(at.column));
    for (std::uint64_t c = at.column + step(at.row); c <= to; c += step(at.row))
      if (!node(Place{at.row, c})) return false;
    for (std::uint64_t r = at.row + 1; r <= std::min(rows_, at.row + reach(at.row)); ++r)
      for (std::uint64_t c = from + from % step(r); c <= to; c += step(r))
        if (!node(Place{r, c})) return false;
    return true;
  }

 private:
  /// A line between two quadrilaterals reaches over both of them, one through their middles over its own.
  static std::uint64_t reach(std::uint64_t line) { return line % 2 == 0 ? 2 : 1; }
  static std::uint64_t step(std::uint64_t line) { return line % 2 == 0 ? 1 : 2; }

  std::uint64_t rows_, columns_;
};

}  // namespace

template <WeightType W>
void make_honeycomb(const Job& job) {
  const std::uint64_t rows = job.options.rows, columns = job.options.columns;
  job.options.check_vertices(rows * columns);  // both are below 2^32
  const auto vertices = static_cast<Vertex>(rows * columns);
  const ArcMaker<W> arc(job.options, vertices);
  const auto before = [&](std::uint64_t row) {
    const std::uint64_t joined =
        std::min(row, rows - 1);  // rows with edges to the next; they begin in turns at 0 and 1
    return row * (columns - 1) + (joined + 1) / 2 * ((columns + 1) / 2) + joined / 2 * (columns / 2);
  };
  const auto of_row = [&](std::uint64_t row, std::uint64_t& skip, auto&& edge) {
    // Two neighbouring vertices that are not the last have at most three edges.
    std::uint64_t c = std::min(skip / 3 * 2, (columns - 1) / 2 * 2);
    skip -= c + (row + 1 < rows ? c / 2 : 0);
    for (; c < columns; ++c) {
      const std::uint64_t here = row * columns + c;
      if (c + 1 < columns && !edge(here, here + 1)) return;
      if ((row + c) % 2 == 0 && row + 1 < rows && !edge(here, here + columns)) return;
    }
  };
  fill_edges<W>(
      job, vertices, vertices == 0 ? 0 : rows, 8, arc,
      [&](std::uint64_t row) { return vertices == 0 ? 0 : before(row); }, of_row);
  place(job, vertices, arc.number, [&](std::uint64_t v) {
    return Point{static_cast<double>(v % columns), static_cast<double>(rows - 1 - v / columns)};
  });
}

template <WeightType W>
void make_shell(const Job& job) {
  const std::uint64_t rows = job.options.rows, columns = job.options.columns;
  const std::uint64_t freedoms = job.options.freedoms;
  const Nodes nodes(rows, columns);
  const bool empty = rows == 0 || columns == 0;
  job.options.check_vertices(rows * columns);  // so that the product below fits
  if (!empty) job.options.check_vertices(nodes.count() * freedoms);
  const auto vertices = static_cast<Vertex>(empty ? 0 : nodes.count() * freedoms);
  const ArcMaker<W> arc(job.options, vertices);
  const std::uint64_t within = freedoms * (job.options.self_loops ? freedoms + 1 : freedoms - 1) / 2;
  const auto of_line = [&](std::uint64_t line, std::uint64_t& skip, auto&& edge) {
    nodes.of_line(line, [&](Nodes::Place at) {
      if (skip >= within) {
        std::uint64_t count = within;
        nodes.after(at, [&](Nodes::Place) { return (count += freedoms * freedoms) <= skip; });
        if (count <= skip) {
          skip -= count;
          return true;
        }
      }
      const std::uint64_t here = nodes.number(at) * freedoms;
      for (std::uint64_t f = here; f < here + freedoms; ++f)
        for (std::uint64_t g = job.options.self_loops ? f : f + 1; g < here + freedoms; ++g)
          if (!edge(f, g)) return false;
      return nodes.after(at, [&](Nodes::Place other) {
        const std::uint64_t there = nodes.number(other) * freedoms;
        for (std::uint64_t f = here; f < here + freedoms; ++f)
          for (std::uint64_t g = there; g < there + freedoms; ++g)
            if (!edge(f, g)) return false;
        return true;
      });
    });
  };
  const auto edges_of = [&](std::uint64_t line) {
    std::uint64_t count = 0;
    nodes.of_line(line, [&](Nodes::Place at) {
      count += within;
      return nodes.after(at, [&](Nodes::Place) { return (count += freedoms * freedoms) != 0; });
    });
    return count;
  };
  // All lines of a kind are alike, but for the last.
  const std::uint64_t full = empty ? 0 : edges_of(0), half = empty ? 0 : edges_of(1);
  const std::uint64_t last = empty ? 0 : edges_of(nodes.lines() - 1);
  const auto before = [&](std::uint64_t line) {
    return line / 2 * (full + half) + (line == nodes.lines() ? last : line % 2 * full);
  };
  fill_edges<W>(job, vertices, empty ? 0 : nodes.lines(), 8, arc, before, of_line);
  place(job, vertices, arc.number, [&](std::uint64_t v) {
    const Nodes::Place at = nodes.place(v / freedoms);
    return Point{static_cast<double>(at.column) / 2, nodes.height(at)};
  });
}

WAYFRONT_FAMILY(make_honeycomb);
WAYFRONT_FAMILY(make_shell);

}  // namespace wayfront::generate
