#include "graph/paths/path_bound.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "graph/csr.hpp"
#include "graph/paths/central_bound.hpp"
#include "graph/rows_view.hpp"

namespace wayfront::host {
namespace {

constexpr Vertex vertices_between_checks = Vertex{1} << 14;
constexpr std::uint64_t arcs_between_checks = std::uint64_t{1} << 16;

/// The sum of all absolute weights.
template <WeightType W>
Int128 sum_of_arcs(const RowsView<W>& view, RunContext& context) {
  return sum_over(view.edges, arcs_between_checks, context, [&](std::uint64_t begin, std::uint64_t end) -> Int128 {
    WideSum<W> sum = 0;
    for (std::uint64_t e = begin; e < end; ++e) {
      const WideSum<W> weight = view.weights[e];
      sum += weight < 0 ? -weight : weight;
    }
    return sum;
  });
}

struct HeaviestArcs {
  Int128 sum = 0;
  bool negative = false;  // whether any weight is

  void operator+=(const HeaviestArcs& other) {
    sum += other.sum;
    negative |= other.negative;
  }
};

template <WeightType W>
HeaviestArcs heaviest_arcs(const RowsView<W>& view, RunContext& context) {
  return sum_over(view.vertices, vertices_between_checks, context, [&](std::uint64_t begin, std::uint64_t end) {
    WideSum<W> sum = 0;
    W lowest = 0;
    for (auto u = static_cast<Vertex>(begin); u < end; ++u) {
      W min = 0, max = 0;
      for (std::uint64_t e = view.begin(u); e < view.end(u); ++e) {
        min = std::min(min, view.weights[e]);
        max = std::max(max, view.weights[e]);
      }
      sum += std::max(WideSum<W>{max}, -WideSum<W>{min});
      lowest = std::min(lowest, min);
    }
    return HeaviestArcs{sum, lowest < 0};
  });
}

/// The strongly connected components, by Tarjan's algorithm (1972) without recursion. All arcs between components go
/// from a later one to an earlier one.
template <WeightType W>
class StrongComponents {
 public:
  StrongComponents(const RowsView<W>& view, RunContext& context)
      : view_(view), context_(context), of_(view.vertices, no_vertex), number_(view.vertices), low_(view.vertices) {
    members_.reserve(view.vertices);
    for (Vertex v = 0; v < view.vertices; ++v)
      if (number_[v] == 0) search(v);
  }

  std::size_t count() const { return ends_.size(); }
  Vertex of(Vertex v) const { return of_[v]; }
  std::span<const Vertex> members(std::size_t component) const {
    const std::size_t begin = component == 0 ? 0 : ends_[component - 1];
    return std::span(members_).subspan(begin, ends_[component] - begin);
  }

 private:
  struct Frame {
    Vertex vertex;
    std::uint64_t next;  // arc
  };

  void open(Vertex v) {
    if (++numbered_ % vertices_between_checks == 0) context_.throw_if_cancelled();
    number_[v] = low_[v] = numbered_;
    pending_.push_back(v);
    frames_.push_back({v, view_.begin(v)});
  }

  void search(Vertex start) {
    open(start);
    while (!frames_.empty()) {
      const Vertex u = frames_.back().vertex;
      if (frames_.back().next != view_.end(u)) {
        const Vertex v = view_.targets[frames_.back().next++];
        if (number_[v] == 0)
          open(v);
        else if (of_[v] == no_vertex)
          low_[u] = std::min(low_[u], number_[v]);
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty()) {
        Vertex& low = low_[frames_.back().vertex];
        low = std::min(low, low_[u]);
      }
      if (low_[u] == number_[u]) close(u);
    }
  }

  void close(Vertex first) {
    const auto component = static_cast<Vertex>(ends_.size());
    for (Vertex v = no_vertex; v != first; pending_.pop_back()) {
      v = pending_.back();
      of_[v] = component;
      members_.push_back(v);
    }
    ends_.push_back(members_.size());
  }

  RowsView<W> view_;
  RunContext& context_;
  std::vector<Vertex> of_;      // the component of each vertex
  std::vector<Vertex> number_;  // in the order in which they are found, from 1
  std::vector<Vertex> low_;
  Vertex numbered_ = 0;
  std::vector<Vertex> pending_;  // found, but in no component yet
  std::vector<Frame> frames_;
  std::vector<Vertex> members_;  // of one component after the other
  std::vector<std::size_t> ends_;
};

/// For a graph without negative weights. Inside a component, a path from u to v is at most as long as the way from u to
/// a root along one tree and from there to v along another; and it leaves each vertex at most once. From one component
/// to others a path follows their acyclic graph, in which the longest path is found in one pass.
template <WeightType W>
class ComponentBound {
 public:
  using Sum = WideSum<W>;

  ComponentBound(const AnyCsr& csr, bool symmetric, RunContext& context)
      : csr_(csr),
        view_(rows_view<W>(csr)),
        symmetric_(symmetric),
        context_(context),
        components_(view_, context),
        depths_(view_.vertices, unseen) {}

  Int128 find() {
    std::vector<Int128> longest(components_.count());  // paths that begin in a component
    Int128 bound = 0;
    for (std::size_t c = 0; c < components_.count(); ++c) {
      Int128 behind = 0;
      for (const Vertex u : components_.members(c))
        for (std::uint64_t e = view_.begin(u); e < view_.end(u); ++e)
          if (const Vertex d = components_.of(view_.targets[e]); d != c)
            behind = std::max(behind, view_.weights[e] + longest[d]);
      longest[c] = inside(static_cast<Vertex>(c)) + behind;
      bound = std::max(bound, longest[c]);
    }
    return bound;
  }

 private:
  static constexpr Sum unseen = -1;

  Int128 inside(Vertex component) {
    const std::span<const Vertex> members = components_.members(component);
    if (members.size() == 1) return 0;
    Vertex root = members[0];  // the busiest, from which no other is very far
    Int128 heaviest = 0;
    for (const Vertex u : members) {
      if (view_.degree(u) > view_.degree(root)) root = u;
      W max = 0;
      for (std::uint64_t e = view_.begin(u); e < view_.end(u); ++e)
        if (const Vertex v = view_.targets[e]; v != u && components_.of(v) == component)
          max = std::max(max, view_.weights[e]);
      heaviest += max;
    }
    const Int128 from_root = depth(component, root, view_);
    if (symmetric_) return std::min<Int128>(heaviest, Int128{2} * from_root);
    if (!in_.owner) in_ = transpose(csr_, &context_);
    return std::min(heaviest, from_root + depth(component, root, rows_view<W>(in_.view)));
  }

  /// The longest way from the root in a breadth-first tree, with shorter ways to a vertex where they are met.
  Sum depth(Vertex component, Vertex root, const RowsView<W>& view) {
    queue_.assign(1, root);
    depths_[root] = 0;
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      if (i % vertices_between_checks == 0) context_.throw_if_cancelled();
      const Vertex u = queue_[i];
      for (std::uint64_t e = view.begin(u); e < view.end(u); ++e) {
        const Vertex v = view.targets[e];
        if (components_.of(v) != component) continue;
        const Sum way = depths_[u] + view.weights[e];
        if (depths_[v] == unseen)
          queue_.push_back(v);
        else if (depths_[v] <= way)
          continue;
        depths_[v] = way;
      }
    }
    Sum max = 0;
    for (const Vertex v : queue_) {
      max = std::max(max, depths_[v]);
      depths_[v] = unseen;
    }
    return max;
  }

  const AnyCsr& csr_;
  RowsView<W> view_;
  bool symmetric_;
  RunContext& context_;
  StrongComponents<W> components_;
  OwnedCsc in_;  // made when first needed
  std::vector<Sum> depths_;
  std::vector<Vertex> queue_;
};

}  // namespace

Int128 path_bound(const AnyCsr& csr, Int128 enough, bool symmetric, RunContext& context) {
  return visit_rows(csr, [&]<class W>(const RowsView<W>& view) -> Int128 {
    if constexpr (std::is_floating_point_v<W>) {
      throw Unsupported("path_bound is for integer weights");
    } else {
      if (const Int128 sum = sum_of_arcs(view, context); sum <= enough) return sum;
      const HeaviestArcs heaviest = heaviest_arcs(view, context);
      if (heaviest.sum <= enough || heaviest.negative) return heaviest.sum;
      Int128 found = heaviest.sum;
      if (heaviest.sum < std::numeric_limits<std::int64_t>::max())
        found = std::min(found, CentralBound<W>(csr, symmetric, context).find());
      if (found > enough) found = std::min(found, ComponentBound<W>(csr, symmetric, context).find());
      return found;
    }
  });
}

}  // namespace wayfront::host
