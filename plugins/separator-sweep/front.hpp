// The matrix of one node: distances between its separator and its boundary, inside its subtree. Separator vertices are
// its first rows and columns.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "structure.hpp"
#include "vectors.hpp"
#include "wayfront/run.hpp"

namespace wayfront::separators {

/// Lets paths lead through the vertices `first` .. `last`, in all rows (Floyd and Warshall's algorithm, in blocks).
/// `columns` is the distance of rows, and a multiple of 64 bytes.
struct OpenVertices {
  static constexpr std::uint32_t max = 16;  // vertices at a time

  template <std::size_t bytes, class Entry>
  [[gnu::always_inline]] static void run(Entry* matrix, std::uint32_t rows, std::uint32_t columns, std::uint32_t first,
                                         std::uint32_t last, Entry none) {
    const auto row = [&] [[gnu::always_inline]] (std::uint32_t i) { return matrix + std::size_t{i} * columns; };
    for (std::uint32_t k = first; k < last; ++k)  // among themselves, one after the other
      for (std::uint32_t i = first; i < last; ++i) {
        const Entry* const pivot = row(k);
        if (const Entry way = row(i)[k]; i != k && way < none) lower_row<bytes>(row(i), columns, &pivot, &way, 1);
      }
    for (std::uint32_t i = 0; i < rows; ++i) {  // the others: at most one of those rows is left through
      if (i == first) i = last;
      if (i >= rows) break;
      const Entry* pivots[max];
      Entry ways[max];
      std::uint32_t count = 0;
      for (std::uint32_t k = first; k < last; ++k) {
        pivots[count] = row(k);
        ways[count] = row(i)[k];
        count += ways[count] < none ? 1 : 0;
      }
      if (count != 0) lower_row<bytes>(row(i), columns, pivots, ways, count);
    }
  }

 private:
  template <std::size_t bytes, class Entry>
  [[gnu::always_inline]] static void lower_row(Entry* row, std::uint32_t columns, const Entry* const* pivots,
                                               const Entry* ways, std::uint32_t count) {
    using Vector = typename Lanes<Entry, bytes>::type;
    constexpr std::uint32_t lanes = Lanes<Entry, bytes>::count;
    const auto at = [] [[gnu::always_inline]] (const Entry* p) -> const Vector& {
      return *reinterpret_cast<const Vector*>(p);
    };
    std::uint32_t j = 0;
    for (; j + 4 * lanes <= columns; j += 4 * lanes) {
      Vector a = at(row + j);
      Vector b = at(row + j + lanes);
      Vector c = at(row + j + 2 * lanes);
      Vector d = at(row + j + 3 * lanes);
      for (std::uint32_t k = 0; k < count; ++k) {
        const Entry* const pivot = pivots[k] + j;
        const Entry way = ways[k];
        const Vector a2 = at(pivot) + way;
        const Vector b2 = at(pivot + lanes) + way;
        const Vector c2 = at(pivot + 2 * lanes) + way;
        const Vector d2 = at(pivot + 3 * lanes) + way;
        a = a2 < a ? a2 : a;
        b = b2 < b ? b2 : b;
        c = c2 < c ? c2 : c;
        d = d2 < d ? d2 : d;
      }
      *reinterpret_cast<Vector*>(row + j) = a;
      *reinterpret_cast<Vector*>(row + j + lanes) = b;
      *reinterpret_cast<Vector*>(row + j + 2 * lanes) = c;
      *reinterpret_cast<Vector*>(row + j + 3 * lanes) = d;
    }
    for (; j < columns; j += lanes) {
      Vector a = at(row + j);
      for (std::uint32_t k = 0; k < count; ++k) {
        const Vector a2 = at(pivots[k] + j) + ways[k];
        a = a2 < a ? a2 : a;
      }
      *reinterpret_cast<Vector*>(row + j) = a;
    }
  }
};

/// Keeps its memory from node to node.
template <class Entry>
class Front {
 public:
  /// No way yet but from each vertex to itself.
  void start(std::uint32_t rows, Entry none) {
    constexpr std::uint32_t lanes = 64 / sizeof(Entry);
    rows_ = rows;
    columns_ = (rows + lanes - 1) / lanes * lanes;
    none_ = none;
    entries_.assign(std::size_t{rows} * columns_, none);
    for (std::uint32_t i = 0; i < rows; ++i) row(i)[i] = 0;
  }
  std::uint32_t rows() const { return rows_; }
  Entry* row(std::uint32_t i) { return entries_.data() + std::size_t{i} * columns_; }
  void lower(std::uint32_t from, std::uint32_t to, Entry way) {
    Entry& entry = row(from)[to];
    entry = std::min(entry, way);
  }

  /// Lets paths lead through the first `count` vertices, the last of them first: those of the smallest parts, which few
  /// rows lead to before larger separators are open.
  void open(std::uint32_t count, const RunContext& context) {
    for (std::uint32_t last = count; last > 0;) {
      if (rows_ > 256) context.throw_if_cancelled();
      const std::uint32_t first = (last - 1) / OpenVertices::max * OpenVertices::max;
      run_vectorised<OpenVertices>(entries_.data(), rows_, columns_, first, last, none_);
      last = first;
    }
  }

 private:
  std::uint32_t rows_ = 0;
  std::uint32_t columns_ = 0;
  Entry none_{};
  std::vector<Entry> entries_;
};

}  // namespace wayfront::separators
