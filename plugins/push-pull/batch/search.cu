#include "search.cuh"

namespace wayfront::push_pull {

__global__ void __launch_bounds__(search_threads)
    search_kernel(const RowsView<NarrowArcs> graph, const Vertex* sources, Found* lists, SearchEnd* ends) {
  extern __shared__ __align__(16) unsigned char shared[];
  Search::Memory& memory = *reinterpret_cast<Search::Memory*>(shared);
  Search search(graph, memory);
  const SearchEnd end = search.run(graph.numbers[sources[blockIdx.x]]);
  Found* const list = lists + std::uint64_t{blockIdx.x} * search_room;
  for (unsigned i = threadIdx.x; i < end.count; i += search_threads) list[i] = {memory.number[i], memory.distance[i]};
  if (threadIdx.x == 0) ends[blockIdx.x] = end;
}

}  // namespace wayfront::push_pull
