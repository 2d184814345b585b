#include "elimination.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace wayfront::separators {
namespace {

/// Rows that grow: each has a piece of one array, and moves to the array's end when it is full.
class GrowingRows {
 public:
  explicit GrowingRows(const UndirectedGraph& graph) : entries_(graph.neighbours) {
    rows_.reserve(graph.vertices());
    for (std::uint32_t v = 0; v < graph.vertices(); ++v)
      rows_.push_back({graph.offsets[v], graph.degree(v), graph.degree(v)});
  }
  std::span<const std::uint32_t> row(std::uint32_t v) const {
    return {entries_.data() + rows_[v].start, rows_[v].size};
  }
  std::uint32_t size(std::uint32_t v) const { return rows_[v].size; }

  void remove(std::uint32_t v, std::uint32_t entry) {
    Row& row = rows_[v];
    std::uint32_t* const first = entries_.data() + row.start;
    *std::find(first, first + row.size, entry) = first[row.size - 1];
    --row.size;
  }
  void add(std::uint32_t v, std::uint32_t entry) {
    const auto known = row(v);
    if (std::ranges::find(known, entry) != known.end()) return;
    Row& row = rows_[v];
    if (row.size == row.capacity) {
      const std::size_t start = entries_.size();
      row.capacity = 2 * row.capacity + 2;
      entries_.resize(start + row.capacity);
      std::copy_n(entries_.begin() + static_cast<std::ptrdiff_t>(row.start), row.size,
                  entries_.begin() + static_cast<std::ptrdiff_t>(start));
      row.start = start;
    }
    entries_[row.start + row.size++] = entry;
  }

 private:
  struct Row {
    std::size_t start;
    std::uint32_t size;
    std::uint32_t capacity;
  };
  std::vector<std::uint32_t> entries_;
  std::vector<Row> rows_;
};

/// Takes vertices out, those of the lowest degree first.
std::vector<Eliminated> order_of(GrowingRows& rows, std::uint32_t vertices, std::vector<bool>& gone,
                                 const RunContext& context) {
  constexpr std::uint32_t max_degree = Eliminated::max_degree;
  constexpr std::uint32_t max_absorbed = 8;
  std::vector<std::uint32_t> absorbed(vertices);
  std::vector<Eliminated> order;
  std::array<std::vector<std::uint32_t>, max_degree + 1> waiting;
  for (std::uint32_t v = vertices; v-- > 0;)
    if (rows.size(v) <= max_degree) waiting[rows.size(v)].push_back(v);
  std::uint32_t degree = 0;
  while (degree <= max_degree) {
    if (waiting[degree].empty()) {
      ++degree;
      continue;
    }
    const std::uint32_t v = waiting[degree].back();
    waiting[degree].pop_back();
    if (gone[v] || rows.size(v) != degree || absorbed[v] >= max_absorbed) continue;
    if (order.size() % 65536 == 0) context.throw_if_cancelled();
    gone[v] = true;
    Eliminated it{v, degree, {}};
    std::ranges::copy(rows.row(v), it.neighbours.begin());
    const std::span<std::uint32_t> neighbours(it.neighbours.data(), degree);
    if (degree != 0) {
      std::uint32_t& absorber = *std::ranges::min_element(neighbours, {}, [&](std::uint32_t u) { return absorbed[u]; });
      std::swap(neighbours[0], absorber);
      absorbed[neighbours[0]] += absorbed[v] + 1;
    }
    for (const std::uint32_t u : neighbours) rows.remove(u, v);
    for (const std::uint32_t u : neighbours)
      for (const std::uint32_t w : neighbours)
        if (u != w) rows.add(u, w);
    for (const std::uint32_t u : neighbours) {
      if (rows.size(u) > max_degree) continue;
      waiting[rows.size(u)].push_back(u);
      degree = std::min(degree, rows.size(u));
    }
    order.push_back(it);
  }
  return order;
}

}  // namespace

Elimination eliminate(const UndirectedGraph& core, const std::vector<std::uint32_t>& carried,
                      const RunContext& context) {
  Elimination result;
  GrowingRows rows(core);
  std::vector<bool> gone(core.vertices());
  result.order = order_of(rows, core.vertices(), gone, context);
  std::vector<std::uint32_t> place(core.vertices());
  for (std::uint32_t v = 0; v < core.vertices(); ++v) {
    if (gone[v]) continue;
    place[v] = static_cast<std::uint32_t>(result.kept.size());
    result.kept.push_back(v);
  }
  result.graph = undirected_graph(static_cast<std::uint32_t>(result.kept.size()), context, [&](auto&& add) {
    for (const std::uint32_t u : result.kept)
      for (const std::uint32_t v : rows.row(u))
        if (u < v) add(place[u], place[v]);
  });
  std::vector<std::uint32_t> sums = carried;
  for (const Eliminated& it : result.order)
    if (it.degree != 0) sums[it.neighbours[0]] += sums[it.vertex];
  for (const std::uint32_t v : result.kept) result.carried.push_back(sums[v]);
  return result;
}

}  // namespace wayfront::separators
