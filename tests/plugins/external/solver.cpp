// A peer for the plugin `external`: Bellman-Ford with a queue, on weights of every type, with negative cycles. It knows
// the protocol and the sums of the graph's type, and nothing else of the host.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "wayfront/distance.hpp"

namespace {

using wayfront::Vertex;
constexpr std::size_t header = 128;

std::string content(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

template <class T>
std::vector<T> numbers(const std::string& file) {
  const std::string all = content(file);
  std::vector<T> found((all.size() - header) / sizeof(T));
  if (!found.empty()) std::memcpy(found.data(), all.data() + header, found.size() * sizeof(T));
  return found;
}

template <class W>
struct Solver {
  std::vector<std::uint64_t> offsets;
  std::vector<Vertex> targets;
  std::vector<W> weights;
  std::vector<W> distances{};
  std::vector<Vertex> before{};

  /// The cycle of predecessors that `v` leads to, in the direction of the arcs.
  std::vector<Vertex> cycle_at(Vertex v) const {
    for (std::size_t i = 0; i < before.size(); ++i) v = before[v];
    std::vector<Vertex> cycle = {v};
    for (Vertex u = before[v]; u != v; u = before[u]) cycle.push_back(u);
    std::ranges::reverse(cycle);
    return cycle;
  }

  /// Empty, or a cycle of negative weight.
  std::vector<Vertex> solve(Vertex source) {
    const std::size_t vertices = offsets.size() - 1;
    distances.assign(vertices, wayfront::unreached<W>);
    before.assign(vertices, source);
    std::vector<std::size_t> arcs(vertices);  // of the path to each vertex
    std::vector<char> waits(vertices);
    std::deque<Vertex> queue = {source};
    distances[source] = 0;
    while (!queue.empty()) {
      const Vertex u = queue.front();
      queue.pop_front();
      waits[u] = 0;
      for (std::uint64_t i = offsets[u]; i < offsets[u + 1]; ++i) {
        const Vertex v = targets[i];
        const W sum = wayfront::saturating_add(distances[u], weights[i]);
        if (!(sum < distances[v])) continue;
        distances[v] = sum;
        before[v] = u;
        arcs[v] = arcs[u] + 1;
        if (arcs[v] >= vertices) return cycle_at(v);
        if (waits[v] == 0) queue.push_back(v);
        waits[v] = 1;
      }
    }
    return {};
  }
};

template <class W>
int serve(const std::string& folder) {
  Solver<W> solver;
  if (content(folder + "/offsets.npy").find("'<i8'") < header) {
    solver.offsets = numbers<std::uint64_t>(folder + "/offsets.npy");
  } else {
    const auto narrow = numbers<std::uint32_t>(folder + "/offsets.npy");
    solver.offsets.assign(narrow.begin(), narrow.end());
  }
  solver.targets = numbers<Vertex>(folder + "/targets.npy");
  solver.weights = numbers<W>(folder + "/weights.npy");
  std::cout << "ready solver 1.0" << std::endl;
  Vertex source = 0;
  for (std::string word; std::cin >> word && word == "solve" && std::cin >> source;) {
    if (const std::vector<Vertex> cycle = solver.solve(source); !cycle.empty()) {
      std::cout << "negative-cycle";
      for (const Vertex v : cycle) std::cout << ' ' << v;
      std::cout << std::endl;
      continue;
    }
    std::fstream out(folder + "/distances.npy", std::ios::binary | std::ios::in | std::ios::out);
    out.seekp(header).write(reinterpret_cast<const char*>(solver.distances.data()),
                            static_cast<std::streamsize>(sizeof(W) * solver.distances.size()));
    out.close();
    std::cout << "done" << std::endl;
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string folder = arguments[count - 1];
  const std::string about = content(folder + "/graph.json");
  const auto has = [&](const char* weights) {
    return about.find("\"weights\": \"" + std::string(weights)) != about.npos;
  };
  if (has("int32")) return serve<std::int32_t>(folder);
  if (has("int64")) return serve<std::int64_t>(folder);
  return has("float32") ? serve<float>(folder) : serve<double>(folder);
}
