// The rows of a graph with offsets of either size: the host's loops are compiled for each type of weights alone, and those
// that read no weights once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "wayfront/graph.hpp"

namespace wayfront::host {

/// Compressed sparse rows without their weights: the arcs out of u are [begin(u), end(u)) in `targets`. Of columns, these
/// are the arcs into u, and `targets` says where they come from. Refers to the graph's arrays.
class ArcsView {
 public:
  template <template <class, class> class View, class W, class O>
  explicit ArcsView(const View<W, O>& view)
      : vertices(view.vertices), edges(view.edges), offsets_(view.offsets), is_wide_(sizeof(O) == 8) {
    if constexpr (std::is_same_v<View<W, O>, CsrView<W, O>>)
      targets = view.targets;
    else
      targets = view.sources;
  }

  Vertex vertices;
  std::uint64_t edges;
  const Vertex* targets;

  std::uint64_t begin(Vertex u) const { return offset(u); }
  std::uint64_t end(Vertex u) const { return offset(std::size_t{u} + 1); }
  std::uint64_t degree(Vertex u) const { return end(u) - begin(u); }
  /// The vertex whose row has this arc.
  Vertex row_of(std::uint64_t arc) const { return is_wide_ ? row_in<std::uint64_t>(arc) : row_in<std::uint32_t>(arc); }

 private:
  std::uint64_t offset(std::size_t u) const {
    return is_wide_ ? static_cast<const std::uint64_t*>(offsets_)[u] : static_cast<const std::uint32_t*>(offsets_)[u];
  }
  template <class O>
  Vertex row_in(std::uint64_t arc) const {
    const auto* const first = static_cast<const O*>(offsets_);
    return static_cast<Vertex>(std::upper_bound(first, first + vertices + 1, arc) - first - 1);
  }

  const void* offsets_;
  bool is_wide_;
};

/// The same with weights.
template <WeightType W>
struct RowsView : ArcsView {
  using Weight = W;
  using Offset = std::uint64_t;
  template <template <class, class> class View, class O>
  explicit RowsView(const View<W, O>& view) : ArcsView(view), weights(view.weights) {}
  const W* weights;
};

/// `graph` is an AnyCsr or an AnyCsc here and below.
template <class AnyView>
ArcsView arcs_view(const AnyView& graph) {
  return std::visit([](const auto& view) { return ArcsView(view); }, graph);
}

/// The rows of a graph with weights of type W. Throws std::bad_variant_access if it has others.
template <WeightType W, template <class, class> class View = CsrView, class... Views>
RowsView<W> rows_view(const std::variant<View<std::int32_t, std::uint32_t>, Views...>& graph) {
  if (const auto* const narrow = std::get_if<View<W, std::uint32_t>>(&graph)) return RowsView<W>(*narrow);
  return RowsView<W>(std::get<View<W, std::uint64_t>>(graph));
}

template <class AnyView>
WeightKind weight_kind_of(const AnyView& graph) {
  return std::visit(
      []<template <class, class> class View, class W, class O>(const View<W, O>&) { return weight_kind<W>; }, graph);
}

/// Calls f with the graph's RowsView.
template <class AnyView, class F>
auto visit_rows(const AnyView& graph, F&& f) {
  return with_weight_type(weight_kind_of(graph), [&]<WeightType W>() { return f(rows_view<W>(graph)); });
}

/// The number of the lightest arc from `source` to `target`, of equally light ones the first, as a path or a cycle of
/// vertices takes it; nothing where there is none. `graph` is a CsrView or a RowsView. Looks at all arcs out of `source`.
template <class View>
std::optional<typename View::Offset> lightest_arc(const View& graph, Vertex source, Vertex target) {
  std::optional<typename View::Offset> lightest;
  for (auto arc = graph.begin(source); arc < graph.end(source); ++arc)
    if (graph.targets[arc] == target && (!lightest || graph.weights[arc] < graph.weights[*lightest])) lightest = arc;
  return lightest;
}

}  // namespace wayfront::host
