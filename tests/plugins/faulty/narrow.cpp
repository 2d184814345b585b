// Dijkstra's algorithm with sums or keys of the queue in a type that is narrower than the weights': WAYFRONT_FAULT says
// which of the table.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "wayfront/distance.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront::faulty {

constexpr struct {
  const char* name;
  std::uint64_t weights;
  bool in_sums;  // otherwise in keys
  int digits;    // of the mantissa that is left; 0: the low 32 bits
} faults[] = {
    {"int64_sums_in_double", capability::int64_weights, true, 53},
    {"int64_keys_in_double", capability::int64_weights, false, 53},
    {"int64_keys_in_32_bits", capability::int64_weights, false, 0},
    {"float64_sums_in_float", capability::float64_weights, true, 24},
    {"float64_keys_in_float", capability::float64_weights, false, 24},
};
constexpr auto fault =
    *std::ranges::find(faults, std::string_view(WAYFRONT_FAULT), [](const auto& it) { return it.name; });

template <class W>
W narrowed(W value) {
  if (value == unreached<W>) return value;
  if constexpr (std::is_floating_point_v<W>)
    return static_cast<W>(static_cast<float>(value));
  else if (fault.digits == 0)
    return static_cast<std::uint32_t>(value);
  else
    return static_cast<W>(std::min(static_cast<double>(value), 0x1.fffffffffffffp62));
}

class Narrow {
 public:
  static constexpr PluginAbout about{
      .name = "narrow", .version = "1", .summary = WAYFRONT_FAULT, .capabilities = fault.weights};

  void prepare(const Graph& graph, RunContext&) {
    if (graph.info().min_weight < 0) throw Unsupported("narrow: weights must not be negative");
    graph_ = &graph;
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    visit(graph_->csr(), [&]<WeightType W, class O>(const CsrView<W, O>& csr) {
      const auto distances = output.distances_as<W>();
      std::ranges::fill(distances, unreached<W>);
      distances[problem.source] = 0;
      std::vector<bool> settled(csr.vertices, false);
      std::priority_queue<std::pair<W, Vertex>, std::vector<std::pair<W, Vertex>>, std::greater<>> queue;
      queue.push({0, problem.source});
      while (!queue.empty()) {
        context.throw_if_cancelled();
        const Vertex u = queue.top().second;
        queue.pop();
        if (settled[u]) continue;
        settled[u] = true;
        for (O e = csr.begin(u); e < csr.end(u); ++e) {
          const Vertex v = csr.targets[e];
          const W exact = saturating_add(distances[u], csr.weights[e]), sum = fault.in_sums ? narrowed(exact) : exact;
          if (!(sum < distances[v])) continue;
          distances[v] = sum;
          queue.push({fault.in_sums ? sum : narrowed(sum), v});
        }
      }
    });
  }

 private:
  const Graph* graph_ = nullptr;
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::Narrow)
