#include "answers/k_nearest.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>

#include "base/available_memory.hpp"
#include "base/refusal.hpp"
#include "graph/bitmap.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/status.hpp"

namespace wayfront::host {
namespace {

constexpr std::size_t between_looks = 1 << 20;  // entries

/// Looks now and then whether the run is cancelled.
struct Watch {
  const RunContext& context;
  std::size_t entries = between_looks;

  void count(std::size_t more) {
    if ((entries += more) < between_looks) return;
    entries = 0;
    context.throw_if_cancelled();
  }
};

template <WeightType W>
struct Lists {
  std::span<W> distances;
  std::span<const Vertex> sources;
  std::size_t vertices, k;

  /// The place of the label of `source`, or behind the last one.
  std::size_t place(Vertex v, Vertex source) const {
    std::size_t i = 0;
    while (i < k && sources[i * vertices + v] != no_vertex && sources[i * vertices + v] != source) ++i;
    return i;
  }
  bool has(Vertex v, Vertex source, std::size_t i) const { return i < k && sources[i * vertices + v] == source; }
};

template <WeightType W>
std::span<W> distances_of(const KNearest& it) {
  return {reinterpret_cast<W*>(it.distances.get()), it.sources.size()};
}

template <WeightType W, OffsetType O>
void search(const CsrView<W, O>& graph, std::span<const Vertex> sources, W bound, KNearest& found,
            RunContext& context) {
  using Label = std::tuple<W, Vertex, Vertex>;  // distance, vertex, source
  const Lists<W> lists{distances_of<W>(found), found.sources, graph.vertices, found.rows};
  std::ranges::fill(lists.distances, unreached<W>);
  std::priority_queue<Label, std::vector<Label>, std::greater<>> queue;
  if (bound >= 0)
    for (const Vertex source : sources) queue.emplace(W{0}, source, source);
  for (Watch watch{context}; !queue.empty();) {
    watch.count(found.rows);
    const auto [distance, u, source] = queue.top();
    queue.pop();
    const std::size_t i = lists.place(u, source);
    if (i == found.rows || lists.has(u, source, i)) continue;
    lists.distances[i * graph.vertices + u] = distance;
    found.sources[i * graph.vertices + u] = source;
    for (O arc = graph.offsets[u]; arc < graph.offsets[u + 1]; ++arc) {
      watch.count(found.rows);
      const Vertex v = graph.targets[arc];
      const W next = saturating_add(distance, graph.weights[arc]);
      if (next > bound) continue;
      const std::size_t there = lists.place(v, source);
      if (there < found.rows && !lists.has(v, source, there)) queue.emplace(next, v, source);
    }
  }
}

/// The walk of 3, which looks at the arcs of 2 behind each label that it reaches.
template <WeightType W, OffsetType O>
std::string fault(const CsrView<W, O>& graph, std::span<const Vertex> sources, double limit, const KNearest& found,
                  const VertexIds& ids, RunContext& context) {
  const std::size_t n = graph.vertices, k = found.rows;
  const Lists<W> lists{distances_of<W>(found), found.sources, n, k};
  const W bound = reached_bound<W>(limit);
  const bool all = limit_as<W>(limit) == unreached<W>;
  Bitmap is_source(n), reached(n * k);
  for (const Vertex source : sources) is_source.set(source);
  Watch watch{context};
  for (std::size_t at = 0; at < n * k; ++at) {
    watch.count(at / n + 1);
    const Vertex v = static_cast<Vertex>(at % n), source = found.sources[at];
    const W distance = lists.distances[at];
    const auto wrong = [&](const char* what) {
      return fmt::format("number {} of the nearest sources of vertex {} {}", at / n + 1, ids.text(v), what);
    };
    if (at >= n && !(lists.distances[at - n] <= distance)) return wrong("is nearer than the one before");
    if ((source == no_vertex) != (distance == unreached<W>)) return wrong("has no distance, or no source");
    if (source == no_vertex) continue;
    if (source >= n || !is_source.has(source)) return wrong("is not a source");
    if (!(distance <= bound)) return wrong("is beyond the limit");
    if (lists.place(v, source) != at / n) return wrong("is listed twice, or behind none");
  }
  std::vector<std::size_t> open;  // labels whose arcs are to be looked at
  /// Whether the list of v is good for (distance, source); takes the label of exactly that distance along.
  const auto good = [&](Vertex v, Vertex source, W distance) {
    if (!(distance <= bound) && !all) return true;
    const std::size_t i = lists.place(v, source);
    if (!lists.has(v, source, i)) {
      if (i == k && lists.distances[(k - 1) * n + v] <= distance) return true;
      if (distance <= bound) return false;
      throw Failure(StatusCode::failed,
                    fmt::format("the distance of vertex {} does not fit the type of the weights", ids.text(v)));
    }
    const std::size_t at = i * n + v;
    if (lists.distances[at] == distance && !reached.has(at)) {
      reached.set(at);
      open.push_back(at);
    }
    return lists.distances[at] <= distance;
  };
  const auto too_far = [&](Vertex v, Vertex source, W distance) {
    return fmt::format("vertex {} is at distance {} from source {}, which its nearest sources do not say", ids.text(v),
                       distance, ids.text(source));
  };
  for (const Vertex source : sources)
    if (!good(source, source, 0)) return too_far(source, source, 0);
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    const Vertex u = static_cast<Vertex>(at % n), source = found.sources[at];
    for (O arc = graph.offsets[u]; arc < graph.offsets[u + 1]; ++arc) {
      watch.count(k);
      const W next = saturating_add(lists.distances[at], graph.weights[arc]);
      if (!good(graph.targets[arc], source, next)) return too_far(graph.targets[arc], source, next);
    }
  }
  for (std::size_t at = 0; at < n * k; ++at)
    if (found.sources[at] != no_vertex && !reached.has(at))
      return fmt::format("vertex {} has no path of length {} from source {}", ids.text(static_cast<Vertex>(at % n)),
                         lists.distances[at], ids.text(found.sources[at]));
  return {};
}

}  // namespace

KNearest k_nearest(const Graph& graph, std::span<const Vertex> sources, std::size_t k, double limit,
                   RunContext& context) {
  const GraphInfo& info = graph.info();
  if (info.edges != 0 && info.min_weight < 0)
    throw Unsupported("several nearest sources need weights that are not negative; the nearest one alone can be found");
  KNearest found{.rows = std::min(k, sources.size())};
  const std::size_t entries = found.rows * info.vertices;  // below 2^64
  const double bytes = static_cast<double>(entries) * static_cast<double>(weight_size(info.weights) + sizeof(Vertex));
  if (const auto free = static_cast<double>(available_memory()); bytes > free)
    fail(ExitCode::failed_run,
         "the {} nearest sources of {} vertices take {} of memory, but {} are free; ask for fewer", found.rows,
         info.vertices, bytes_text(bytes), bytes_text(free));
  found.distances = make_big_array<std::byte>(entries * weight_size(info.weights));
  found.sources.assign(entries, no_vertex);
  visit(graph.csr(), [&]<WeightType W, OffsetType O>(const CsrView<W, O>& view) {
    search(view, sources, reached_bound<W>(limit), found, context);
  });
  return found;
}

std::string k_nearest_fault(const Graph& graph, std::span<const Vertex> sources, double limit, const KNearest& found,
                            const VertexIds& ids, RunContext& context) {
  return visit(graph.csr(), [&]<WeightType W, OffsetType O>(const CsrView<W, O>& view) {
    return fault(view, sources, limit, found, ids, context);
  });
}

}  // namespace wayfront::host
