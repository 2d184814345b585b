// Road-like networks: planar, connected, of large diameter, with dead ends, chains and a hierarchy of faster roads.
//
// 1. Places. The vertices lie on a square grid, numbered row by row, each moved off its grid point by up to a quarter
//    of a cell. Rows and columns come in strips of 32 whose width differs from strip to strip (dense towns, empty
//    country). Roads join neighbours on the grid only, so none crosses another.
// 2. Through roads. Every 16th row and column is an arterial and every 128th a highway; they are kept whole, which
//    connects the network. They enclose blocks of at most 15 x 15 vertices.
// 3. Streets. Each vertex within a block wants one to four streets. A random spanning tree of the block (Kruskal on
//    random priorities, vertices that want many first) ties all of them to the enclosing roads. Of the streets that the
//    tree left out, in the same order, those are kept whose ends both want another.
// 4. Weights. Length times a factor for the kind of road (street 1, arterial 0.6, highway 0.35) times a random factor
//    in [0.9, 1.2), times `spacing`: the time that a drive takes.
//
// Degrees 1, 2, 3, 4 have about 16, 14, 48 and 22 percent of the vertices, as in the New York network of the ninth
// DIMACS challenge. Blocks are independent of each other, so they are made in parallel, and strips of blocks are the pieces
// that several processes make.
#include <array>
#include <memory_resource>
#include <numeric>
#include <vector>

#include "family.hpp"

namespace wayfront::generate {
namespace {

struct Tuning {
  static constexpr std::uint64_t arterial = 16;  // rows between two of them
  static constexpr std::uint64_t highway = 128;
  static constexpr std::uint64_t strip = 32;
  // Shares of the vertices within blocks that want one, two and three streets; the others want four.
  static constexpr double dead_ends = 0.185, bends = 0.02, forks = 0.43;
  static constexpr double offset = 0.5;                    // width of the square in which a vertex lies, in cells
  static constexpr double narrowest = 0.25, widest = 4.0;  // strips' cells, log-uniform
};

/// The kept streets of a vertex, as bits of one byte per vertex.
constexpr std::uint8_t east = 1, south = 2;

/// The grid: rows of `columns` vertices, the last row perhaps shorter.
struct Grid {
  explicit Grid(std::uint64_t n) : vertices(n) {
    columns = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(n)));
    while (columns * columns < n) ++columns;
    rows = columns == 0 ? 0 : (n + columns - 1) / columns;
  }
  bool has(std::uint64_t row, std::uint64_t column) const {
    return row < rows && column < columns && row * columns + column < vertices;
  }
  std::uint64_t row_end(std::uint64_t row) const { return std::min((row + 1) * columns, vertices); }
  std::uint64_t vertices, columns = 0, rows = 0;
};

/// One block with the through roads above and left of it: which of the streets that start there are kept.
class Block {
 public:
  Block(const Grid& grid, std::uint64_t seed)
      : grid_(grid), wanted_random_(seed, Stream::junction), random_(seed, Stream::street) {}

  /// `kept`: a byte of each vertex, from the first one of row `from` on.
  void make(std::uint64_t top, std::uint64_t left, std::uint64_t from, std::uint8_t* kept) {
    top_ = top;
    left_ = left;
    before_ = from * grid_.columns;
    streets_.clear();
    std::iota(root_.begin(), root_.end(), std::uint16_t{0});
    degree_.fill(0);
    for (std::uint64_t row = top; row < top + side; ++row) {
      for (std::uint64_t column = left; column < left + side && grid_.has(row, column); ++column) {
        if (grid_.has(row, column + 1)) consider(row, column, row, column + 1, east, kept);
        if (grid_.has(row + 1, column)) consider(row, column, row + 1, column, south, kept);
      }
    }
    std::sort(streets_.begin(), streets_.end(),
              [](const Street& x, const Street& y) { return x.priority < y.priority; });
    for (Street& street : streets_) street.kept = join(street);
    for (const Street& street : streets_)
      if (street.kept || keep_extra(street)) kept[street.vertex - before_] |= street.direction;
  }

 private:
  static constexpr std::uint64_t side = Tuning::arterial;
  static constexpr std::uint8_t max_wanted = 4;
  static constexpr std::uint16_t border = side * side;  // all enclosing roads as one node

  struct Street {
    std::uint64_t priority;       // how few streets its ends want, in the bits above random bits
    std::uint64_t vertex;         // that it starts at
    std::uint16_t first, second;  // its ends: places within the block, or the border
    std::uint8_t direction;
    bool kept;
  };

  /// A through road is kept at once; a street waits.
  void consider(std::uint64_t row, std::uint64_t column, std::uint64_t to_row, std::uint64_t to_column,
                std::uint8_t direction, std::uint8_t* kept) {
    const std::uint64_t vertex = row * grid_.columns + column;
    if (direction == east ? row % side == 0 : column % side == 0) {
      kept[vertex - before_] |= direction;
      return;
    }
    const std::uint16_t first = place(row, column), second = place(to_row, to_column);
    const std::uint64_t wanted = std::min(want(first, vertex), want(second, to_row * grid_.columns + to_column));
    const std::uint64_t random = random_(2 * vertex + (direction == east ? 0 : 1));
    streets_.push_back({(max_wanted - wanted) << 62 | random >> 2, vertex, first, second, direction, false});
  }

  std::uint16_t place(std::uint64_t row, std::uint64_t column) const {
    if (row % side == 0 || column % side == 0) return border;
    return static_cast<std::uint16_t>((row - top_) * side + (column - left_));
  }

  /// How many streets the vertex at `place` wants, kept for later.
  std::uint8_t want(std::uint16_t place, std::uint64_t vertex) {
    if (place == border) return max_wanted;
    const double draw = unit(wanted_random_(vertex));
    constexpr double two = Tuning::dead_ends + Tuning::bends;
    return wanted_[place] = draw < Tuning::dead_ends ? 1 : draw < two ? 2 : draw < two + Tuning::forks ? 3 : max_wanted;
  }

  std::uint16_t root(std::uint16_t node) {
    while (root_[node] != node) node = root_[node] = root_[root_[node]];
    return node;
  }

  void count(const Street& street) {
    ++degree_[street.first];
    ++degree_[street.second];
  }

  /// Whether the tree contains the street.
  bool join(const Street& street) {
    const std::uint16_t first = root(street.first), second = root(street.second);
    if (first == second) return false;
    root_[std::min(first, second)] = std::max(first, second);
    count(street);
    return true;
  }

  /// Whether a street that is not in the tree is still kept.
  bool keep_extra(const Street& street) {
    for (const std::uint16_t end : {street.first, street.second})
      if (end != border && degree_[end] >= wanted_[end]) return false;
    count(street);
    return true;
  }

  const Grid& grid_;
  Random wanted_random_, random_;
  std::uint64_t top_ = 0, left_ = 0;
  std::uint64_t before_ = 0;  // vertices before the first one of `kept`
  std::vector<Street> streets_;
  std::array<std::uint16_t, border + 1> root_;
  std::array<std::uint16_t, border + 1> degree_;
  std::array<std::uint8_t, border + 1> wanted_;
};

/// The positions of the grid lines along one axis: one per line, and the width of the cell after it.
struct Axis {
  Axis(std::uint64_t lines, std::uint64_t seed, std::uint64_t which) {
    const Random random(seed, Stream::pitch);
    const double octaves = portable_log(Tuning::widest / Tuning::narrowest);
    double at = 0;
    for (std::uint64_t line = 0; line < lines; ++line) {
      width.push_back(Tuning::narrowest * portable_exp(octaves * unit(random(2 * (line / Tuning::strip) + which))));
      place.push_back(at);
      at += width.back();
    }
  }
  std::vector<double> place, width;
};

/// The weight of a street from its length and the roads at its ends.
template <WeightType W>
class Travel {
 public:
  Travel(const Grid& grid, const Options& options)
      : columns_(grid.columns),
        x_(grid.columns, options.seed, 0),
        y_(grid.rows, options.seed, 1),
        position_(options.seed, Stream::position),
        speed_(options.seed, Stream::speed),
        spacing_(options.spacing) {}

  W operator()(std::uint64_t row, std::uint64_t column, bool eastward) const {
    const Point from = at(row, column);
    const Point to = eastward ? at(row, column + 1) : at(row + 1, column);
    const double dx = to.x - from.x, dy = to.y - from.y;
    const std::uint64_t line = eastward ? row : column;
    const double slowness = line % Tuning::highway == 0 ? 0.35 : line % Tuning::arterial == 0 ? 0.6 : 1.0;
    const double traffic = 0.9 + 0.3 * unit(speed_(2 * (row * columns_ + column) + (eastward ? 0 : 1)));
    const double weight = std::sqrt(dx * dx + dy * dy) * slowness * traffic * spacing_;
    if constexpr (std::is_floating_point_v<W>) return static_cast<W>(weight);
    return static_cast<W>(std::max(1.0, std::floor(weight + 0.5)));
  }

  /// In units of weight: a straight street without traffic has its length.
  Point place(std::uint64_t vertex) const {
    const Point it = at(vertex / columns_, vertex % columns_);
    return {it.x * spacing_, it.y * spacing_};
  }

 private:
  Point at(std::uint64_t row, std::uint64_t column) const {
    const std::uint64_t vertex = row * columns_ + column;
    const double right = (unit(position_(2 * vertex)) - 0.5) * Tuning::offset;
    const double down = (unit(position_(2 * vertex + 1)) - 0.5) * Tuning::offset;
    return {x_.place[column] + right * x_.width[column], y_.place[row] + down * y_.width[row]};
  }

  std::uint64_t columns_;
  Axis x_, y_;
  Random position_, speed_;
  double spacing_;
};

/// Which streets exist: a byte of `east` and `south` per vertex.
std::pmr::vector<std::uint8_t> lay_streets(const Job& job, const Grid& grid) {
  std::pmr::vector<std::uint8_t> kept(grid.vertices, 0, &job.context->memory());
  const std::uint64_t across = (grid.columns + Tuning::arterial - 1) / Tuning::arterial;
  const std::uint64_t down = (grid.rows + Tuning::arterial - 1) / Tuning::arterial;
  job.context->parallel_for(across * down, 16, [&](std::uint64_t first, std::uint64_t last) {
    job.context->throw_if_cancelled();
    Block block(grid, job.options.seed);
    for (std::uint64_t i = first; i < last; ++i)
      block.make(i / across * Tuning::arterial, i % across * Tuning::arterial, 0, kept.data());
  });
  return kept;
}

/// Calls arc(it) for each of the streets that start in a row, by the bytes of its vertices.
template <WeightType W, class Take>
void each_arc(const Grid& grid, const Travel<W>& weight, const Numbering& number, std::uint64_t row,
              const std::uint8_t* kept, Take&& arc) {
  const std::uint64_t first = row * grid.columns;
  for (std::uint64_t v = first; v < grid.row_end(row); ++v) {
    const auto here = static_cast<Vertex>(v);
    const std::uint8_t streets = kept[v - first];
    if ((streets & east) != 0) arc(Arc<W>{number(here), number(here + 1), weight(row, v - first, true)});
    if ((streets & south) != 0)
      arc(Arc<W>{number(here), number(static_cast<Vertex>(v + grid.columns)), weight(row, v - first, false)});
  }
}

/// The streets that start in one row of blocks. How many there are before is not known, and not needed.
template <WeightType W>
void make_strip(const Job& job, const Grid& grid) {
  Piece& piece = *job.piece;
  piece.header = {.graph = {.vertices = static_cast<Vertex>(grid.vertices),
                            .arcs = unknown_arcs,
                            .directed = false,
                            .weighted = true,
                            .first_id = 0},
                  .pieces = (grid.rows + Tuning::arterial - 1) / Tuning::arterial,
                  .max_arcs = 2 * Tuning::arterial * grid.columns};
  std::vector<Arc<W>>& out = arcs_of<W>(piece);
  out.clear();
  if (piece.number >= piece.header.pieces) return;
  const std::uint64_t top = piece.number * Tuning::arterial, end = std::min(top + Tuning::arterial, grid.rows);
  std::vector<std::uint8_t> kept((end - top) * grid.columns);
  Block block(grid, job.options.seed);
  for (std::uint64_t left = 0; left < grid.columns; left += Tuning::arterial) block.make(top, left, top, kept.data());
  const Travel<W> weight(grid, job.options);
  const Numbering number(job.options, static_cast<Vertex>(grid.vertices));
  for (std::uint64_t row = top; row < end; ++row)
    each_arc(grid, weight, number, row, kept.data() + (row - top) * grid.columns,
             [&](const Arc<W>& arc) { out.push_back(arc); });
}

}  // namespace

template <WeightType W>
void make_road(const Job& job) {
  const Vertex vertices = job.options.vertices_or(250'000);
  const Grid grid(vertices);
  if (job.piece != nullptr) return make_strip<W>(job, grid);
  const std::pmr::vector<std::uint8_t> kept = lay_streets(job, grid);

  const auto each_row = [&](auto&& body) { each(job, grid.rows, grain / (grid.columns + 1) + 1, body); };
  std::vector<std::uint64_t> first(grid.rows + 1, 0);  // arc of each row
  each_row([&](std::uint64_t row) {
    for (std::uint64_t v = row * grid.columns; v < grid.row_end(row); ++v)
      first[row + 1] += (kept[v] & 1U) + (kept[v] >> 1U);
  });
  std::partial_sum(first.begin(), first.end(), first.begin());

  const std::span<Arc<W>> out = begin<W>(job, vertices, first.back(), false);
  const Travel<W> weight(grid, job.options);
  const Numbering number(job.options, vertices);
  place(job, vertices, number, [&](std::uint64_t v) { return weight.place(v); });
  each_row([&](std::uint64_t row) {
    std::uint64_t i = first[row];
    each_arc(grid, weight, number, row, kept.data() + row * grid.columns, [&](const Arc<W>& arc) { out[i++] = arc; });
  });
}

WAYFRONT_FAMILY(make_road);

}  // namespace wayfront::generate
