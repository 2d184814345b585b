// Preparing: vertices numbered by degree, then radix sorts of all arcs, by row and weight, for each direction. The order
// of equal weights in a row is that of the sort, which is stable: always the same.
#include "sorted_rows.cuh"

#include <algorithm>
#include <bit>
#include <string>

#include "arc_sort.cuh"
#include "wayfront/cuda/device_graph.hpp"

namespace wayfront::push_pull {
namespace {

/// Kinds of vertices, in the order of their numbers.
enum Kind : std::uint32_t { pusher, sink, root, alone, kinds };

struct Counts {
  std::uint32_t of_kind[kinds];
  std::uint32_t cut_rows, giants;  // among the pushers
  unsigned long long paths;        // of two arcs
};

__global__ void __launch_bounds__(block)
    count_arcs_in(const Vertex* targets, std::uint64_t edges, std::uint32_t* degrees) {
  for (std::uint64_t i = cuda::grid_thread(); i < edges; i += grid_size()) atomicAdd(degrees + targets[i], 1U);
}

/// By kind, then by descending degree.
template <OffsetType O>
__global__ void __launch_bounds__(block)
    make_order(const O* offsets, const std::uint32_t* degrees_in, Vertex vertices, std::uint32_t piece,
               std::uint32_t giant, std::uint32_t* keys, Vertex* order, Counts* counts) {
  __shared__ Counts mine;
  if (threadIdx.x == 0) mine = {};
  __syncthreads();
  for (std::uint64_t v = cuda::grid_thread(); v < vertices; v += grid_size()) {
    const auto out = static_cast<std::uint32_t>(offsets[v + 1] - offsets[v]);
    const std::uint32_t in = degrees_in[v];
    const std::uint32_t kind = in != 0 ? (out != 0 ? pusher : sink) : (out != 0 ? root : alone);
    constexpr std::uint32_t most = (1U << 30) - 1;
    keys[v] = kind << 30 | (most - min(kind == sink ? in : out, most));
    order[v] = static_cast<Vertex>(v);
    atomicAdd(mine.of_kind + kind, 1U);
    if (kind == pusher) atomicAdd(&mine.paths, static_cast<unsigned long long>(in) * out);
    if (kind == pusher && out > piece) atomicAdd(&mine.cut_rows, 1U);
    if (kind == pusher && out > static_cast<std::uint64_t>(piece) * giant) atomicAdd(&mine.giants, 1U);
  }
  __syncthreads();
  if (threadIdx.x < kinds) atomicAdd(counts->of_kind + threadIdx.x, mine.of_kind[threadIdx.x]);
  if (threadIdx.x == kinds) atomicAdd(&counts->cut_rows, mine.cut_rows);
  if (threadIdx.x == kinds + 1) atomicAdd(&counts->giants, mine.giants);
  if (threadIdx.x == kinds + 2) atomicAdd(&counts->paths, mine.paths);
}

template <OffsetType O>
__global__ void __launch_bounds__(block)
    number_vertices(const O* offsets, const Vertex* order, Vertex vertices, Counts counts, Numbering numbering,
                    std::uint32_t* numbers, std::uint32_t* degrees_out) {
  const std::uint32_t sinks = counts.of_kind[pusher];
  const std::uint32_t roots = sinks + counts.of_kind[sink];
  const std::uint32_t rest = roots + counts.of_kind[root];
  for (std::uint64_t i = cuda::grid_thread(); i < vertices; i += grid_size()) {
    const Vertex v = order[i];
    const auto at = static_cast<std::uint32_t>(i);
    std::uint32_t number = no_number;
    if (at < sinks)
      number = number_of_rank(at, numbering.pusher_chunks);
    else if (at < roots)
      number = numbering.pushers() + number_of_rank(at - sinks, numbering.chunks - numbering.pusher_chunks);
    else if (at < rest)
      number = numbering.reachable() + (at - roots);
    numbers[v] = number;
    if (number != no_number) degrees_out[number] = static_cast<std::uint32_t>(offsets[v + 1] - offsets[v]);
  }
}

template <class Arcs>
__global__ void __launch_bounds__(block) shape_rows(const std::uint32_t* degrees, std::uint32_t numbers,
                                                    std::uint32_t piece, Row* rows, std::uint32_t* sectors) {
  for (std::uint64_t v = cuda::grid_thread(); v < numbers; v += grid_size()) {
    const std::uint32_t pieces = (degrees[v] + piece - 1) / piece;
    const std::uint32_t arcs = pieces == 0 ? 0 : (degrees[v] + pieces - 1) / pieces;
    const std::uint32_t of_piece = (arcs + Sector<Arcs>::arcs - 1) / Sector<Arcs>::arcs;
    rows[v].shape = pieces << Row::sector_bits | of_piece;
    sectors[v] = pieces * of_piece;
  }
}

__global__ void __launch_bounds__(block) place_rows(const std::uint32_t* firsts, std::uint32_t numbers, Row* rows) {
  for (std::uint64_t v = cuda::grid_thread(); v < numbers; v += grid_size()) rows[v].first = firsts[v];
}

template <WeightType W>
__global__ void __launch_bounds__(block) count_rows(SortedArcs<W> sorted, std::uint64_t edges, std::uint32_t* degrees) {
  for (std::uint64_t i = cuda::grid_thread(); i < edges; i += grid_size()) atomicAdd(degrees + sorted.row(i), 1U);
}

/// The first arc of each row among the sorted ones.
template <WeightType W>
__global__ void __launch_bounds__(block) find_starts(SortedArcs<W> sorted, std::uint64_t edges, std::uint32_t* starts) {
  for (std::uint64_t i = cuda::grid_thread(); i < edges; i += grid_size()) {
    const std::uint32_t row = sorted.row(i);
    if (i == 0 || sorted.row(i - 1) != row) starts[row] = static_cast<std::uint32_t>(i);
  }
}

template <class Arcs>
__global__ void __launch_bounds__(block)
    store_out(Arcs arcs, SortedArcs<typename Arcs::Weight> sorted, std::uint64_t edges, const std::uint32_t* starts,
              const Row* rows, Sector<Arcs>* out, Sector<Arcs>* heads) {
  for (std::uint64_t i = cuda::grid_thread(); i < edges; i += grid_size()) {
    const std::uint32_t v = sorted.row(i);
    const auto index = static_cast<std::uint32_t>(i) - starts[v];
    const Row row = rows[v];
    const std::uint32_t piece = index % row.pieces();
    const std::uint32_t slot = index / row.pieces();
    const auto word = arcs.word(sorted.other(i), sorted.weight(i));
    constexpr unsigned arcs_of = Sector<Arcs>::arcs;
    out[row.first + std::uint64_t{piece} * row.sectors() + slot / arcs_of].words[slot % arcs_of] = word;
    if (piece == 0 && slot < head_sectors * arcs_of)
      heads[std::uint64_t{v} * head_sectors + slot / arcs_of].words[slot % arcs_of] = word;
  }
}

template <class Arcs>
__global__ void __launch_bounds__(block)
    size_rows_in(const std::uint32_t* degrees, std::uint32_t rows, std::uint32_t* sectors) {
  constexpr unsigned arcs_of = Sector<Arcs>::arcs;
  for (std::uint64_t v = cuda::grid_thread(); v <= rows; v += grid_size())
    sectors[v] = v < rows && degrees[v] > arcs_of ? (degrees[v] - 1) / arcs_of : 0;
}

template <class Arcs>
__global__ void __launch_bounds__(block)
    store_in(Arcs arcs, SortedArcs<typename Arcs::Weight> sorted, std::uint64_t edges, const std::uint32_t* starts,
             std::uint32_t rows, const std::uint32_t* firsts, Sector<Arcs>* in, Sector<Arcs>* heads) {
  for (std::uint64_t i = cuda::grid_thread(); i < edges; i += grid_size()) {
    const std::uint32_t v = sorted.row(i);
    if (v >= rows) continue;
    const auto index = static_cast<std::uint32_t>(i) - starts[v];
    constexpr unsigned arcs_of = Sector<Arcs>::arcs;
    const auto word = arcs.word(sorted.other(i), sorted.weight(i));
    if (index < arcs_of)
      heads[v].words[index] = word;
    else
      in[firsts[v] + index / arcs_of - 1].words[index % arcs_of] = word;
  }
}

template <WeightType W>
__global__ void __launch_bounds__(block)
    take_sample(const W* weights, std::uint64_t edges, std::uint32_t size, W* sample) {
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += grid_size()) sample[i] = weights[i * edges / size];
}

std::uint32_t chunks_of(std::uint32_t vertices) { return vertices / chunk + (vertices % chunk != 0 ? 1 : 0); }

}  // namespace

template <class Arcs>
SortedRows<Arcs>::SortedRows(const Arcs& arcs, const Graph& graph, unsigned piece, unsigned giant, unsigned max_giants,
                             RunContext& context, cudaStream_t stream)
    : edges_(graph.info().edges) {
  view_.arcs = arcs;
  const Vertex n = graph.info().vertices;
  if (edges_ >= 0xffff'ffffULL) throw Unsupported("push-pull: more than 4294967294 arcs");
  const std::uint64_t sorting = edges_ * 2 * (sizeof(std::uint64_t) + sizeof(std::uint32_t));
  const std::uint64_t rows = 2 * edges_ * sizeof(typename Arcs::Word) + std::uint64_t{n} * 5 * sector_bytes;
  cuda::require_memory(sorting + rows + std::uint64_t{n} * 40, "push-pull: sorted rows and the sort");
  const Maker maker(stream);
  const std::shared_ptr<const cuda::DeviceGraph> shared = cuda::DeviceGraph::of(graph, context);
  const AnyCsr any_csr = shared->csr(context);
  const AnyCoo any_coo = shared->coo(context);
  const CooView<Weight>& coo = std::get<CooView<Weight>>(any_coo);

  Counts counts{};
  auto numbers =
      maker.array<std::uint32_t>((std::uint64_t{n} + padded_vertices - 1) / padded_vertices * padded_vertices, 0xff);
  cuda::DeviceBuffer<std::uint32_t> degrees_out;
  visit(any_csr, [&](const auto& csr) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(*csr.weights)>, Weight>) {
      const auto degrees_in = maker.array<std::uint32_t>(n, 0);
      maker.launch(count_arcs_in, edges_, csr.targets, edges_, degrees_in.data());
      Pairs order(n, sizeof(std::uint32_t), stream);
      const auto counted = maker.array<Counts>(1, 0);
      maker.launch(make_order<std::remove_cvref_t<decltype(*csr.offsets)>>, n, csr.offsets, degrees_in.data(), n, piece,
                   giant, order.keys<std::uint32_t>(), order.values(), counted.data());
      order.sort<std::uint32_t>(32);
      counts = maker.fetch(counted.data());
      Numbering& numbering = view_.numbering;
      numbering.pusher_chunks = chunks_of(counts.of_kind[pusher]);
      numbering.chunks = numbering.pusher_chunks + chunks_of(counts.of_kind[sink]);
      numbering.numbers = numbering.reachable() + counts.of_kind[root];
      degrees_out = maker.array<std::uint32_t>(numbering.numbers + 1, 0);
      maker.launch(number_vertices<std::remove_cvref_t<decltype(*csr.offsets)>>, n, csr.offsets, order.values(), n,
                   counts, numbering, numbers.data(), degrees_out.data());
      WAYFRONT_CUDA(cudaStreamSynchronize(stream));
    }
  });
  const Numbering numbering = view_.numbering;
  const auto whole_units = [](std::uint32_t ranks) { return (ranks + unit - 1) / unit * unit; };
  view_.giants = std::min({whole_units(counts.giants), max_giants / unit * unit, numbering.pusher_chunks * unit});
  view_.cut_rows = whole_units(counts.cut_rows);
  view_.vertices = n;
  const std::uint32_t with_arcs = counts.of_kind[pusher] + counts.of_kind[root];
  if (with_arcs != 0) mean_degree_ = static_cast<double>(edges_) / with_arcs;
  if (edges_ != 0) next_degree_ = static_cast<double>(counts.paths) / static_cast<double>(edges_);

  const double max_weight = graph.info().max_weight;  // of int64 possibly rounded up to 2^63, which that does not hold
  const auto heaviest = static_cast<std::make_unsigned_t<cuda::KeyOf<Weight>>>(cuda::key_of(
      max_weight < static_cast<double>(unreached<Weight>) ? static_cast<Weight>(max_weight) : unreached<Weight>));
  const KeyBits bits{static_cast<unsigned>(std::bit_width(numbering.numbers)),
                     static_cast<unsigned>(std::bit_width(heaviest))};

  rows_ = maker.array<Row>(numbering.numbers, 0);
  auto firsts = maker.array<std::uint32_t>(numbering.numbers + 1, 0);
  maker.launch(shape_rows<Arcs>, numbering.numbers, degrees_out.data(), numbering.numbers, piece, rows_.data(),
               firsts.data());
  maker.exclusive_sum(firsts.data(), numbering.numbers + 1);
  maker.launch(place_rows, numbering.numbers, firsts.data(), numbering.numbers, rows_.data());
  const std::uint32_t sectors = maker.fetch(firsts.data() + numbering.numbers);

  Pairs pairs(edges_, sizeof(std::uint64_t), stream);
  {
    const SortedArcs<Weight> sorted = sort_arcs<Weight>(
        maker, pairs, RowOf{{coo.sources, coo.targets}, numbers.data(), numbering.numbers, numbering.numbers},
        coo.weights, edges_, bits);
    maker.exclusive_sum(degrees_out.data(), numbering.numbers + 1);
    out_ = maker.array<Sector<Arcs>>(sectors, 0xff);
    out_heads_ = maker.array<Sector<Arcs>>(std::uint64_t{numbering.numbers} * head_sectors, 0xff);
    maker.launch(store_out<Arcs>, edges_, arcs, sorted, edges_, degrees_out.data(), rows_.data(), out_.data(),
                 out_heads_.data());
  }
  {
    const std::uint32_t reachable = numbering.reachable();
    const SortedArcs<Weight> sorted =
        sort_arcs<Weight>(maker, pairs, RowOf{{coo.targets, coo.sources}, numbers.data(), reachable, reachable},
                          coo.weights, edges_, bits);
    in_degree_ = maker.array<std::uint32_t>(reachable + 1, 0);
    maker.launch(count_rows<Weight>, edges_, sorted, edges_, in_degree_.data());
    in_first_ = maker.array<std::uint32_t>(reachable + 1, 0);
    maker.launch(size_rows_in<Arcs>, reachable + 1, in_degree_.data(), reachable, in_first_.data());
    maker.exclusive_sum(in_first_.data(), reachable + 1);
    const auto starts = maker.array<std::uint32_t>(reachable + 1, 0);
    maker.launch(find_starts<Weight>, edges_, sorted, edges_, starts.data());
    in_ = maker.array<Sector<Arcs>>(maker.fetch(in_first_.data() + reachable), 0xff);
    in_heads_ = maker.array<Sector<Arcs>>(reachable, 0xff);
    maker.launch(store_in<Arcs>, edges_, arcs, sorted, edges_, starts.data(), reachable, in_first_.data(), in_.data(),
                 in_heads_.data());
  }
  const auto sample_size = static_cast<std::uint32_t>(std::min<std::uint64_t>(edges_, 4096));
  const auto sample = maker.array<Weight>(sample_size, 0);
  maker.launch(take_sample<Weight>, sample_size, coo.weights, edges_, sample_size, sample.data());
  sample_.resize(sample_size);
  if (sample_size != 0)
    WAYFRONT_CUDA(cudaMemcpyAsync(sample_.data(), sample.data(), sample.bytes(), cudaMemcpyDeviceToHost, stream));
  WAYFRONT_CUDA(cudaStreamSynchronize(stream));
  std::ranges::sort(sample_);

  numbers_ = std::move(numbers);
  view_.numbers = numbers_.data();
  view_.rows = rows_.data();
  view_.out = out_.data();
  view_.out_heads = out_heads_.data();
  view_.in_heads = in_heads_.data();
  view_.in_first = in_first_.data();
  view_.in = in_.data();
  view_.in_degree = in_degree_.data();
}

template class SortedRows<NarrowArcs>;
template class SortedRows<WideArcs<std::int32_t>>;
template class SortedRows<WideArcs<float>>;
template class SortedRows<WideArcs<std::int64_t>>;
template class SortedRows<WideArcs<double>>;

}  // namespace wayfront::push_pull
