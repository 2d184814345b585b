// A grid of rows x columns vertices, numbered row by row; each is joined with its neighbours above, below, left and
// right by an edge of the same weight in both directions.
#include <string>

#include "family.hpp"

namespace wayfront::generate {

template <WeightType W>
void make_grid(const Job& job) {
  const Options& options = job.options;
  const auto rows = static_cast<std::uint64_t>(options.rows);
  const auto columns = static_cast<std::uint64_t>(options.columns);
  if (rows * columns > static_cast<std::uint64_t>(most_vertices))  // both are below 2^32
    throw BadInput("generate: grid: " + std::to_string(rows) + " x " + std::to_string(columns) +
                   " vertices are more than the " + std::to_string(most_vertices) + " that 32-bit ids allow");
  const auto vertices = static_cast<Vertex>(rows * columns);
  const Weights<W> weight(options);
  const Numbering number(options, vertices);
  const std::uint64_t edges = vertices == 0 ? 0 : rows * (columns - 1) + (rows - 1) * columns;
  const std::span<Arc<W>> out = begin<W>(job, vertices, edges, false);
  if (edges == 0) return;

  // Row r begins with arc r (2 columns - 1); its vertices go right and down, the last row's right only.
  const auto vertex = [&](std::uint64_t v) {
    const std::uint64_t row = v / columns;
    const std::uint64_t column = v % columns;
    const bool last_row = row + 1 == rows;
    std::uint64_t i = row * (2 * columns - 1) + (last_row ? column : 2 * column);
    const Vertex here = number(static_cast<Vertex>(v));
    if (column + 1 < columns) {
      out[i] = {here, number(static_cast<Vertex>(v + 1)), weight(i)};
      ++i;
    }
    if (!last_row) out[i] = {here, number(static_cast<Vertex>(v + columns)), weight(i)};
  };
  each(job, vertices, grain / 2, vertex);
}

template void make_grid<std::int32_t>(const Job&);
template void make_grid<float>(const Job&);

}  // namespace wayfront::generate
