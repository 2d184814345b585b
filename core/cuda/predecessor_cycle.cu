#include "wayfront/cuda/predecessor_cycle.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>
#include <type_traits>

#include "wayfront/cpu/predecessor_cycle.hpp"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/distance.hpp"

namespace wayfront::cuda {
namespace {

constexpr unsigned jump_block = 256;

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
  jump<<<blocks_for(vertices, jump_block), jump_block, 0, stream>>>(from, ancestors, vertices, alive, pass);
  WAYFRONT_CUDA(cudaGetLastError());
}

__extension__ typedef __int128 Int128;  // NOLINT(modernize-use-using): `using` cannot be an extension

/// What the weights of a cycle are added up in: exact for integers, and more exact than W for floats.
template <WeightType W>
using CycleSum =
    std::conditional_t<std::is_integral_v<W>, Int128, std::conditional_t<sizeof(W) == 4, double, long double>>;

/// Weight of the lightest arc from u to v, which are neighbours.
template <WeightType W, OffsetType O>
W lightest(const CsrView<W, O>& view, Vertex u, Vertex v) {
  W min_weight = unreached<W>;
  for (O i = view.begin(u); i < view.end(u); ++i)
    if (view.targets[i] == v) min_weight = std::min(min_weight, view.weights[i]);
  return min_weight;
}

/// Whether the sum of the weights along `cycle` is negative, or not above zero by more than rounding.
bool negative(const AnyCsr& csr, const std::pmr::vector<Vertex>& cycle, bool within_rounding) {
  return visit(csr, [&]<class W, class O>(const CsrView<W, O>& view) {
    CycleSum<W> sum = 0, size = 0;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const CycleSum<W> weight = lightest(view, cycle[i], cycle[(i + 1) % cycle.size()]);
      sum += weight;
      size += weight < 0 ? -weight : weight;
    }
    if constexpr (std::is_floating_point_v<W>) {
      if (within_rounding) return sum <= size * (sizeof(W) == 4 ? 1e-6 : 2e-15);
    }
    return sum < 0;
  });
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
  std::pmr::vector<Vertex> walks(vertices, &context.memory()), cycle(&context.memory());
  find_predecessor_cycle(predecessors, walks, cycle,
                         [&](const auto& found) { return negative(graph.csr(), found, within_rounding); });
  return cycle;
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

std::pmr::vector<Vertex> CycleSearch::look(std::uint64_t rounds, bool waits, cudaStream_t stream, Transfer& transfer,
                                           RunContext& context) {
  const bool certain = rounds > enough_ && waits;
  pause_ = rounds > enough_ ? rounds + 64 : std::min(after(rounds), enough_ + 1);
  if (!waits) return std::pmr::vector<Vertex>(&context.memory());
  auto cycle = cycles_.find(graph_, certain, transfer, context, stream);
  // Once a cycle is certain it will be found sooner or later; but there is a limit.
  if (cycle.empty() && rounds > 8 * (enough_ + 1024))
    throw Failure(StatusCode::failed, "distances still fall after " + std::to_string(rounds) +
                                          " rounds, so there is a negative cycle, but it could not be singled out");
  return cycle;
}

}  // namespace wayfront::cuda
