#include "row_check.hpp"

#include "batch/row_check.cuh"
#include "gpu_test.hpp"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/row_reduction.cuh"

namespace wayfront::host {
namespace {

template <WeightType W, OffsetType O>
__global__ void judge_rows(const CsrView<W, O> graph, Vertex source, const W* rows, const cuda::RowLimits<W> limits,
                           std::uint32_t* proved, Reduction<W>* results) {
  __shared__ cuda::RowReductionMemory<W> memory;
  __shared__ cuda::RowCheckMemory check_memory;
  const W* const mine = rows + std::uint64_t{blockIdx.x} * graph.vertices;
  const auto row = [mine](Vertex v) { return __ldcg(mine + v); };
  Reduction<W> result = cuda::reduce_row(row, 0, graph.vertices, limits, memory);
  result.faults =
      cuda::check_row(graph, source, row, limits, proved + (graph.vertices + 31) / 32 * blockIdx.x, check_memory);
  if (threadIdx.x == 0) results[blockIdx.x] = result;
}

}  // namespace

template <WeightType W, OffsetType O>
std::vector<Reduction<W>> judged_on_device(const CsrView<W, O>& csr, const Problem& problem, const std::vector<W>& rows,
                                           unsigned block) {
  const cuda::Stream stream;
  const std::size_t count = rows.size() / csr.vertices;
  const auto offsets = cuda::uploaded(csr.offsets, std::size_t{csr.vertices} + 1, stream);
  const auto targets = cuda::uploaded(csr.targets, csr.edges, stream);
  const auto weights = cuda::uploaded(csr.weights, csr.edges, stream);
  const auto distances = cuda::uploaded(rows.data(), rows.size(), stream);
  const cuda::DeviceBuffer<std::uint32_t> proved(count * ((csr.vertices + 31) / 32), "test", stream);
  proved.fill_bytes(0xff, stream);  // whatever it was
  const cuda::DeviceBuffer<Reduction<W>> results(count, "test", stream);
  results.fill_bytes(0, stream);  // with the padding of Reduction, which is copied, too
  const CsrView<W, O> graph{csr.vertices, csr.edges, offsets.data(), targets.data(), weights.data()};
  cuda::launch(judge_rows<W, O>, {static_cast<unsigned>(count), block}, stream, graph, problem.source, distances.data(),
               cuda::RowLimits<W>::of(problem), proved.data(), results.data());
  return results.read(stream);
}

#define WAYFRONT_INSTANTIATE(W)                                                                         \
  template std::vector<Reduction<W>> judged_on_device(const CsrView<W, std::uint32_t>&, const Problem&, \
                                                      const std::vector<W>&, unsigned);                 \
  template std::vector<Reduction<W>> judged_on_device(const CsrView<W, std::uint64_t>&, const Problem&, \
                                                      const std::vector<W>&, unsigned);
WAYFRONT_INSTANTIATE(std::int32_t)
WAYFRONT_INSTANTIATE(float)
WAYFRONT_INSTANTIATE(std::int64_t)
WAYFRONT_INSTANTIATE(double)

}  // namespace wayfront::host
