// The Delaunay triangulation of random points in a square: two points are joined if their Voronoi cells touch. A cell is
// cut out of a far larger square by the bisectors to other points, from near to far, until no point can be near enough.
// Points lie in bins of a few each; vertices are numbered bin by bin.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "family.hpp"

namespace wayfront::generate {
namespace {

class Bins {
 public:
  /// The unit square as side x side bins of about two points.
  Bins(const Job& job, Vertex count) : side_(1) {
    while ((side_ + 1) * (side_ + 1) * 2 <= count) ++side_;
    const Random random(job.options.seed, Stream::position);
    std::vector<Point> drawn(count);
    std::vector<std::uint64_t> bin(count);
    each(job, count, grain, [&](std::uint64_t i) {
      drawn[i] = {unit(random(2 * i)), unit(random(2 * i + 1))};
      bin[i] = line(drawn[i].y) * side_ + line(drawn[i].x);
    });
    first_.resize(side_ * side_ + 1);
    for (const std::uint64_t b : bin) ++first_[b + 1];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    std::vector<std::uint64_t> next(first_.begin(), first_.end() - 1);
    points_.resize(count);
    for (std::uint64_t i = 0; i < count; ++i) points_[next[bin[i]]++] = drawn[i];
  }

  std::uint64_t side() const { return side_; }
  std::uint64_t line(double at) const {
    return std::min(static_cast<std::uint64_t>(at * static_cast<double>(side_)), side_ - 1);
  }
  const std::vector<Point>& points() const { return points_; }
  /// The number of the first point of a bin; that of bin side * side is the number of all points.
  std::uint64_t first(std::uint64_t bin) const { return first_[bin]; }

  /// Calls bin(b) for each bin that is `distance` rows or columns from (row, column), and not more.
  template <class F>
  void ring(std::uint64_t row, std::uint64_t column, std::uint64_t distance, F&& bin) const {
    const std::uint64_t top = row - std::min(row, distance), bottom = std::min(side_ - 1, row + distance);
    const std::uint64_t left = column - std::min(column, distance), right = std::min(side_ - 1, column + distance);
    for (std::uint64_t r = top; r <= bottom; ++r) {
      const bool edge = r + distance == row || r == row + distance;
      for (std::uint64_t c = left; c <= right; ++c)
        if (edge || c + distance == column || c == column + distance) bin(r * side_ + c);
    }
  }

 private:
  std::uint64_t side_;
  std::vector<std::uint64_t> first_;
  std::vector<Point> points_;
};

/// The Voronoi cell of a point: its corners in order, and with each the point whose bisector the side after it is.
class Cell {
 public:
  static constexpr std::uint64_t border = ~std::uint64_t{0};
  struct Corner {
    Point at;  // from the point of the cell
    std::uint64_t side;
    double square() const { return at.x * at.x + at.y * at.y; }
  };

  /// The square that stands for the plane is so large that a cell beyond it touches no other of the points in [0, 1).
  void start(Point at) {
    constexpr double far = 1e6;
    at_ = at;
    corners_ = {{{-far, -far}, border}, {{far, -far}, border}, {{far, far}, border}, {{-far, far}, border}};
    measure();
  }
  Point point() const { return at_; }
  std::span<const Corner> corners() const { return corners_; }
  /// The square of the distance from which on a point has no part in the cell.
  double reach() const { return 4 * far_; }

  /// A point may come twice: by rounding, its own bisector could cut off a corner on it.
  void cut(Point other, std::uint64_t number) {
    const Point to{other.x - at_.x, other.y - at_.y};
    const double square = to.x * to.x + to.y * to.y;
    if (square >= reach() || std::ranges::find(corners_, number, &Corner::side) != corners_.end()) return;
    kept_.clear();
    bool cuts = false;
    for (std::size_t i = 0; i < corners_.size(); ++i) {
      const Corner& here = corners_[i];
      const Corner& next = corners_[i + 1 == corners_.size() ? 0 : i + 1];
      const double a = beyond(here.at, to, square), b = beyond(next.at, to, square);
      if (a <= 0) kept_.push_back(here);
      if ((a <= 0) == (b <= 0)) continue;
      cuts = true;
      const double part = a / (a - b);
      const Point crossing{here.at.x + part * (next.at.x - here.at.x), here.at.y + part * (next.at.y - here.at.y)};
      kept_.push_back({crossing, a <= 0 ? number : here.side});
    }
    if (!cuts) return;
    corners_.swap(kept_);
    measure();
  }

 private:
  /// Above 0 on the other point's side of the bisector.
  static double beyond(Point corner, Point to, double square) {
    return 2 * (corner.x * to.x + corner.y * to.y) - square;
  }
  void measure() {
    far_ = 0;
    for (const Corner& it : corners_) far_ = std::max(far_, it.square());
  }

  Point at_{};
  std::vector<Corner> corners_, kept_;
  double far_ = 0;  // square of the distance of the farthest corner
};

/// Cuts the cell of point v in bin (row, column).
class Search {
 public:
  Search(const Bins& bins, std::uint64_t row, std::uint64_t column) : bins_(bins), row_(row), column_(column) {}

  const Cell& operator()(std::uint64_t v) {
    v_ = v;
    cell_.start(bins_.points()[v]);
    constexpr std::uint64_t near = 6;  // rings; only cells at the hull, of which there are few, reach farther
    for (std::uint64_t distance = 0; distance < near; ++distance) {
      if (!reaches(distance)) return cell_;
      bins_.ring(row_, column_, distance, [&](std::uint64_t bin) { cut(bin); });
    }
    for (std::uint64_t distance = 0; distance < bins_.side() && reaches(distance); ++distance) {
      if (row_ + distance < bins_.side()) cut_row(row_ + distance);
      if (distance != 0 && distance <= row_) cut_row(row_ - distance);
    }
    return cell_;
  }

 private:
  /// Whether points `distance` rows or columns of bins away can cut the cell.
  bool reaches(std::uint64_t distance) const {
    const double away = distance < 2 ? 0 : static_cast<double>(distance - 1) / static_cast<double>(bins_.side());
    return away * away < cell_.reach();
  }
  void cut(std::uint64_t bin) {
    for (std::uint64_t u = bins_.first(bin); u < bins_.first(bin + 1); ++u)
      if (u != v_) cell_.cut(bins_.points()[u], u);
  }
  /// A point cuts the cell if a corner is nearer to it than to the cell's own point, that is in a circle around it.
  void cut_row(std::uint64_t row) {
    const auto side = static_cast<double>(bins_.side());
    const double bottom = static_cast<double>(row) / side, top = static_cast<double>(row + 1) / side;
    corners_.assign(cell_.corners().begin(), cell_.corners().end());
    for (const Cell::Corner& it : corners_) {
      const double x = cell_.point().x + it.at.x, y = cell_.point().y + it.at.y;
      const double up = y < bottom ? bottom - y : y > top ? y - top : 0;
      const double wide = it.square() - up * up;
      if (wide <= 0) continue;
      // A bin more at each end makes up for rounding.
      const double half = std::sqrt(wide) + 1 / side;
      if (x + half < 0 || x - half >= 1) continue;
      const std::uint64_t last = bins_.line(std::min(x + half, 1.0));
      for (std::uint64_t column = bins_.line(std::max(x - half, 0.0)); column <= last; ++column)
        cut(row * bins_.side() + column);
    }
  }

  const Bins& bins_;
  std::uint64_t row_, column_;
  std::uint64_t v_ = 0;
  Cell cell_;
  std::vector<Cell::Corner> corners_;
};

}  // namespace

template <WeightType W>
void make_triangulation(const Job& job) {
  require_whole(job);
  const Vertex vertices = job.options.vertices_or(1'000'000);
  const Bins bins(job, vertices);
  // By rounding, only one of two points may find the other; the one with the smaller number decides.
  std::vector<std::vector<std::pair<Vertex, Vertex>>> rows(bins.side());
  each(job, bins.side(), 1, [&](std::uint64_t row) {
    for (std::uint64_t column = 0; column < bins.side(); ++column) {
      const std::uint64_t bin = row * bins.side() + column;
      Search search(bins, row, column);
      for (std::uint64_t v = bins.first(bin); v < bins.first(bin + 1); ++v)
        for (const Cell::Corner& it : search(v).corners())
          if (it.side != Cell::border && it.side > v)
            rows[row].emplace_back(static_cast<Vertex>(v), static_cast<Vertex>(it.side));
    }
  });
  std::vector<std::uint64_t> first(rows.size() + 1);
  for (std::size_t row = 0; row < rows.size(); ++row) first[row + 1] = first[row] + rows[row].size();
  const ArcMaker<W> arc(job.options, vertices);
  const std::span<Arc<W>> out = begin<W>(job, vertices, first.back(), false);
  each(job, rows.size(), 1, [&](std::uint64_t row) {
    std::uint64_t i = first[row];
    for (const auto& [u, v] : rows[row]) {
      out[i] = arc(u, v, i);
      ++i;
    }
  });
  place(job, vertices, arc.number, [&](std::uint64_t v) { return bins.points()[v]; });
}

WAYFRONT_FAMILY(make_triangulation);

}  // namespace wayfront::generate
