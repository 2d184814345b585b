// What kernels take from the SDK: views, sums of distances and schedules, by value. Compiled, never run.
#include "wayfront/distance.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/rounds.hpp"

namespace {

using namespace wayfront;

template <WeightType W, OffsetType O, Schedule<W> S>
__global__ void use(CsrView<W, O> graph, CscView<W, O> transpose, CooView<W> arcs, S schedule, RoundStats<W> last,
                    W* out) {
  const Vertex u = threadIdx.x;
  if (u >= graph.vertices || graph.degree(u) == 0 || transpose.degree(u) == 0 || arcs.edges == 0) return;
  last.min_distance = saturating_add(out[u], graph.weights[graph.begin(u)]);
  last.safe = static_cast<W>(add_nonnegative<W>(static_cast<Magnitude<W>>(out[u]), arcs.weights[0]));
  out[u] = schedule.limit(last) < unreached<W> ? schedule.limit(last) : transpose.weights[transpose.begin(u)];
}

template <WeightType W, OffsetType O>
void use_all(W* out) {
  use<W, O><<<1, 1>>>({}, {}, {}, EveryVertex<W>{}, {}, out);
  use<W, O><<<1, 1>>>({}, {}, {}, NearFar<W>{}, {}, out);
  use<W, O><<<1, 1>>>({}, {}, {}, Crauser<W>{}, {}, out);
}

}  // namespace

void use_views_and_schedules(std::int32_t* integers, float* reals) {
  use_all<std::int32_t, std::uint32_t>(integers);
  use_all<std::int32_t, std::uint64_t>(integers);
  use_all<float, std::uint32_t>(reals);
  use_all<float, std::uint64_t>(reals);
}
