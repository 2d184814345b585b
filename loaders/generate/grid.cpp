// A grid of rows x columns vertices, numbered row by row; each is joined with its neighbours by an edge of the same
// weight in both directions. Its neighbours are those above, below, left and right, or with `reach` all that are at
// most `reach` rows and columns away, as in the meshes of structural mechanics.
#include <algorithm>

#include "family.hpp"

namespace wayfront::generate {
namespace {

/// The edges of a grid in the order in which they are numbered: by the vertex that comes first, then by the other.
class Edges {
 public:
  Edges(std::uint64_t rows, std::uint64_t columns, std::uint64_t reach)
      : rows_(rows), columns_(columns), reach_(reach) {
    const std::uint64_t wide = std::min(std::max(reach, std::uint64_t{1}), columns);
    right_ = wide * columns - wide * (wide + 1) / 2;  // the sum of min(wide, columns after it) over the row
    down_ = columns + (reach == 0 ? 0 : 2 * right_);
  }

  std::uint64_t before_row(std::uint64_t row) const {
    const std::uint64_t tall = height();
    const std::uint64_t whole = rows_ - std::min(rows_, tall);  // rows with this many rows below them
    std::uint64_t rows_down = std::min(row, whole) * tall;
    for (std::uint64_t r = whole; r < row; ++r) rows_down += rows_ - 1 - r;
    return row * right_ + rows_down * down_;
  }

  /// As fill_rows wants it.
  template <class F>
  void of_row(std::uint64_t row, std::uint64_t& skip, F&& edge) const {
    const std::uint64_t last_row = std::min(rows_ - 1, row + height());
    for (std::uint64_t c = 0; c < columns_; ++c) {
      const std::uint64_t here = row * columns_ + c;
      const std::uint64_t last = std::min(columns_ - 1, c + std::max(reach_, std::uint64_t{1}));
      const std::uint64_t from = c - std::min(reach_, c);
      const std::uint64_t to = std::min(columns_ - 1, c + reach_);
      if (const std::uint64_t count = last - c + (last_row - row) * (to - from + 1); skip != 0 && count <= skip) {
        skip -= count;
        continue;
      }
      for (std::uint64_t other = c + 1; other <= last; ++other)
        if (!edge(here, row * columns_ + other)) return;
      for (std::uint64_t below = row + 1; below <= last_row; ++below)
        for (std::uint64_t other = from; other <= to; ++other)
          if (!edge(here, below * columns_ + other)) return;
    }
  }

 private:
  std::uint64_t height() const { return std::max(reach_, std::uint64_t{1}); }

  std::uint64_t rows_, columns_, reach_;
  std::uint64_t right_ = 0;  // edges within a row
  std::uint64_t down_ = 0;   // and from a row to one below it
};

}  // namespace

template <WeightType W>
void make_grid(const Job& job) {
  const Options& options = job.options;
  const std::uint64_t rows = options.rows, columns = options.columns;
  options.check_vertices(rows * columns);  // both are below 2^32
  const auto vertices = static_cast<Vertex>(rows * columns);
  const ArcMaker<W> arc(options, vertices);
  const Edges edges(rows, vertices == 0 ? 0 : columns, options.reach);
  fill_edges<W>(
      job, vertices, vertices == 0 ? 0 : rows, grain / (columns + 1) / 2 + 1, arc,
      [&](std::uint64_t row) { return vertices == 0 ? 0 : edges.before_row(row); },
      [&](std::uint64_t row, std::uint64_t& skip, auto&& edge) { edges.of_row(row, skip, edge); });
  place(job, vertices, arc.number, [&](std::uint64_t v) {
    return Point{static_cast<double>(v % columns), static_cast<double>(rows - 1 - v / columns)};
  });
}

WAYFRONT_FAMILY(make_grid);

}  // namespace wayfront::generate
