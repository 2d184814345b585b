#include "wayfront/cuda/predecessor_cycle.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/round_loop.cuh"

namespace wayfront::cuda {
namespace {

constexpr unsigned block = 256;

/// One doubling: every ancestor becomes its own ancestor, so that after log2(depth) passes all chains have ended, but
/// those that run into a cycle. In place: an ancestor that has jumped already only makes the jump longer.
__global__ void jump(const Vertex* from, Vertex* ancestors, Vertex vertices, std::uint32_t* alive, int pass) {
  if (pass != 0 && alive[pass - 1] == 0) return;
  const std::uint64_t v = grid_thread();
  Vertex next = no_vertex;
  if (v < vertices) {
    const Vertex ancestor = from[v];
    if (ancestor != no_vertex) next = static_cast<const volatile Vertex*>(from)[ancestor];
    static_cast<volatile Vertex*>(ancestors)[v] = next;
  }
  if (__syncthreads_or(next != no_vertex) && threadIdx.x == 0) alive[pass] = 1;
}

void launch_jump(const Vertex* from, Vertex* ancestors, Vertex vertices, std::uint32_t* alive, int pass,
                 cudaStream_t stream) {
  jump<<<blocks_for(vertices, block), block, 0, stream>>>(from, ancestors, vertices, alive, pass);
  WAYFRONT_CUDA(cudaGetLastError());
}

/// Weight of the lightest arc from u to v, which are neighbours.
template <WeightType W, OffsetType O>
double lightest(const CsrView<W, O>& view, Vertex u, Vertex v) {
  W min_weight = unreached<W>;
  for (O i = view.begin(u); i < view.end(u); ++i)
    if (view.targets[i] == v) min_weight = std::min(min_weight, view.weights[i]);
  return static_cast<double>(min_weight);  // integers: sums of up to 2^22 of them are exact
}

/// Whether the sum of the weights along `cycle` is negative, or not above zero by more than rounding.
bool negative(const AnyCsr& csr, const std::pmr::vector<Vertex>& cycle, bool within_rounding) {
  return visit(csr, [&]<class W, class O>(const CsrView<W, O>& view) {
    double sum = 0, size = 0;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const double weight = lightest(view, cycle[i], cycle[(i + 1) % cycle.size()]);
      sum += weight;
      size += std::abs(weight);
    }
    if (std::is_same_v<W, float> && within_rounding) return sum <= size * 1e-6;
    return sum < 0;
  });
}

/// All cycles of a graph with at most one arc out of each vertex, until one is negative.
std::pmr::vector<Vertex> negative_cycle(const AnyCsr& csr, const std::pmr::vector<Vertex>& predecessors,
                                        bool within_rounding, RunContext& context) {
  const auto vertices = static_cast<Vertex>(predecessors.size());
  std::pmr::vector<Vertex> walk(vertices, no_vertex, &context.memory());  // which walk came by first
  std::pmr::vector<Vertex> cycle(&context.memory());
  for (Vertex start = 0; start < vertices; ++start) {
    Vertex v = start;
    while (v != no_vertex && walk[v] == no_vertex) {
      walk[v] = start;
      v = predecessors[v];
    }
    if (v == no_vertex || walk[v] != start) continue;
    cycle.clear();
    Vertex on = v;
    do {
      cycle.push_back(on);
      on = predecessors[on];
    } while (on != v);
    std::ranges::reverse(cycle);
    if (negative(csr, cycle, within_rounding)) return cycle;
  }
  cycle.clear();
  return cycle;
}

}  // namespace

PredecessorCycle::PredecessorCycle(Vertex vertices, cudaStream_t stream)
    : predecessors_(vertices, "predecessors", stream),
      ancestors_(vertices, "search for negative cycles", stream),
      alive_(max_passes, "search for negative cycles", stream),
      found_(1, "search for negative cycles") {}

std::pmr::vector<Vertex> PredecessorCycle::find(const Graph& graph, bool within_rounding, Transfer& transfer,
                                                RunContext& context, cudaStream_t stream) const {
  const auto vertices = static_cast<Vertex>(predecessors_.size());
  const int passes = std::bit_width(vertices) + 1;
  alive_.fill_bytes(0, stream);
  for (int pass = 0; pass < passes; ++pass)
    launch_jump(pass == 0 ? predecessors_.data() : ancestors_.data(), ancestors_.data(), vertices, alive_.data(), pass,
                stream);
  WAYFRONT_CUDA(cudaMemcpyAsync(found_.data(), alive_.data() + passes - 1, sizeof(std::uint32_t),
                                cudaMemcpyDeviceToHost, stream));
  WAYFRONT_CUDA(cudaStreamSynchronize(stream));
  if (found_[0] == 0) return std::pmr::vector<Vertex>(&context.memory());
  std::pmr::vector<Vertex> predecessors(vertices, &context.memory());
  transfer.to_host(predecessors.data(), predecessors_.data(), predecessors_.bytes(), context, stream);
  return negative_cycle(graph.csr(), predecessors, within_rounding, context);
}

namespace {
constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t after(std::uint64_t round) { return round < 32 ? 32 : 2 * round; }
}  // namespace

CycleSearch::CycleSearch(const PredecessorCycle& cycles, const Graph& graph, bool negative)
    : cycles_(cycles),
      graph_(graph),
      enough_(graph.info().vertices == 0 ? 0 : graph.info().vertices - 1),
      pause_(negative ? std::min(after(0), enough_ + 1) : never) {}

std::pmr::vector<Vertex> CycleSearch::look(const RoundLoop& loop, Transfer& transfer, RunContext& context) {
  const std::uint64_t rounds = loop.rounds();
  const bool certain = rounds > enough_ && loop.waiting() != 0;
  pause_ = rounds > enough_ ? rounds + 64 : std::min(after(rounds), enough_ + 1);
  if (loop.waiting() == 0) return std::pmr::vector<Vertex>(&context.memory());
  auto cycle = cycles_.find(graph_, certain, transfer, context, loop.stream());
  // Once a cycle is certain it will be found sooner or later; but there is a limit.
  if (cycle.empty() && rounds > 8 * (enough_ + 1024))
    throw Failure(StatusCode::failed, "distances still fall after " + std::to_string(rounds) +
                                          " rounds, so there is a negative cycle, but it could not be singled out");
  return cycle;
}

}  // namespace wayfront::cuda
