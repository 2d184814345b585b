// Preparing: vertices numbered by degree, then radix sorts of the arcs, by row and weight, for each direction: of all rows
// at once, or of some after the others where there are many arcs. The order of equal weights in a row is that of the
// graph's arcs, however many rows are sorted at once.
#include "sorted_rows.cuh"

#include <algorithm>
#include <bit>
#include <memory>
#include <string>

#include "arc_sort.cuh"
#include "wayfront/cuda/device.hpp"
#include "wayfront/cuda/device_graph.hpp"
#include "wayfront/cuda/memory_use.hpp"

namespace wayfront::push_pull {
namespace {

// So that the arcs of a row fit 32 bits after its pieces are padded, and so do all sectors.
constexpr std::uint64_t max_arcs = (std::uint64_t{1} << 32) - (std::uint64_t{Row::max_pieces} + 1) * sector_bytes / 4;
constexpr unsigned sort_share = 4;  // of the rows' memory, which a sort may take beside them

/// Kinds of vertices, in the order of their numbers.
enum Kind : std::uint32_t { pusher, sink, root, alone, kinds };

struct Counts {
  std::uint32_t of_kind[kinds];
  std::uint32_t cut_rows, giants;  // among the pushers
  std::uint32_t longest;           // row, out or in
  unsigned long long paths;        // of two arcs
};

__global__ void __launch_bounds__(block)
    count_arcs_in(const Vertex* targets, std::uint64_t edges, std::uint32_t* degrees) {
  for (std::uint64_t i = cuda::grid_thread(); i < edges; i += grid_size()) atomicAdd(degrees + targets[i], 1U);
}

/// By kind, then by descending degree.
__global__ void __launch_bounds__(block)
    make_order(Starts starts, const std::uint32_t* degrees_in, Vertex vertices, std::uint32_t piece,
               std::uint32_t giant, std::uint32_t* keys, Vertex* order, Counts* counts) {
  __shared__ Counts mine;
  if (threadIdx.x == 0) mine = {};
  __syncthreads();
  for (std::uint64_t v = cuda::grid_thread(); v < vertices; v += grid_size()) {
    const auto out = static_cast<std::uint32_t>(starts[v + 1] - starts[v]);
    const std::uint32_t in = degrees_in[v];
    const std::uint32_t kind = in != 0 ? (out != 0 ? pusher : sink) : (out != 0 ? root : alone);
    constexpr std::uint32_t most = (1U << 30) - 1;
    keys[v] = kind << 30 | (most - min(kind == sink ? in : out, most));
    order[v] = static_cast<Vertex>(v);
    atomicAdd(mine.of_kind + kind, 1U);
    atomicMax(&mine.longest, max(in, out));
    if (kind == pusher) atomicAdd(&mine.paths, static_cast<unsigned long long>(in) * out);
    if (kind == pusher && out > piece) atomicAdd(&mine.cut_rows, 1U);
    if (kind == pusher && out > static_cast<std::uint64_t>(piece) * giant) atomicAdd(&mine.giants, 1U);
  }
  __syncthreads();
  if (threadIdx.x < kinds) atomicAdd(counts->of_kind + threadIdx.x, mine.of_kind[threadIdx.x]);
  if (threadIdx.x == kinds) atomicAdd(&counts->cut_rows, mine.cut_rows);
  if (threadIdx.x == kinds + 1) atomicAdd(&counts->giants, mine.giants);
  if (threadIdx.x == kinds + 2) atomicAdd(&counts->paths, mine.paths);
  if (threadIdx.x == kinds + 3) atomicMax(&counts->longest, mine.longest);
}

/// What is known of each number before its arcs are sorted. `out` and `in` become the sectors of its rows.
template <class Arcs>
__global__ void __launch_bounds__(block)
    number_vertices(Starts starts, const std::uint32_t* degrees_in, const Vertex* order, Counts counts,
                    Numbering numbering, std::uint32_t piece, std::uint32_t* numbers, Row* rows, std::uint32_t* out,
                    std::uint32_t* in, std::uint32_t* in_degree) {
  const std::uint32_t sinks = counts.of_kind[pusher];
  const std::uint32_t roots = sinks + counts.of_kind[sink];
  const std::uint32_t rest = roots + counts.of_kind[root];
  for (std::uint64_t i = cuda::grid_thread(); i < rest; i += grid_size()) {
    const Vertex v = order[i];
    const auto at = static_cast<std::uint32_t>(i);
    std::uint32_t number = numbering.reachable() + (at - roots);
    if (at < sinks)
      number = number_of_rank(at, numbering.pusher_chunks);
    else if (at < roots)
      number = numbering.pushers() + number_of_rank(at - sinks, numbering.chunks - numbering.pusher_chunks);
    numbers[v] = number;
    const std::uint64_t degree = starts[v + 1] - starts[v];
    const std::uint64_t pieces = min((degree + piece - 1) / piece, std::uint64_t{Row::max_pieces});
    const std::uint64_t arcs = pieces == 0 ? 0 : (degree + pieces - 1) / pieces;
    const auto of_piece = static_cast<std::uint32_t>((arcs + Sector<Arcs>::arcs - 1) / Sector<Arcs>::arcs);
    rows[number].shape = static_cast<std::uint32_t>(pieces) << Row::sector_bits | of_piece;
    out[number] = static_cast<std::uint32_t>(pieces) * of_piece;
    if (number >= numbering.reachable()) continue;
    in_degree[number] = degrees_in[v];
    in[number] = (degrees_in[v] - 1) / Sector<Arcs>::arcs;  // without the head
  }
}

__global__ void __launch_bounds__(block) place_rows(const std::uint32_t* firsts, std::uint32_t numbers, Row* rows) {
  for (std::uint64_t v = cuda::grid_thread(); v < numbers; v += grid_size()) rows[v].first = firsts[v];
}

template <class Arcs>
__global__ void __launch_bounds__(block) store_out(Arcs arcs, SortedArcs<typename Arcs::Weight> sorted, const Row* rows,
                                                   Sector<Arcs>* out, Sector<Arcs>* heads) {
  for (std::uint64_t i = cuda::grid_thread(); i < sorted.pass.count; i += grid_size()) {
    const Vertex v = sorted.row(i);
    const std::uint32_t number = sorted.side.numbers[v], index = sorted.index(i, v);
    const Row row = rows[number];
    const std::uint32_t piece = index % row.pieces();
    const std::uint32_t slot = index / row.pieces();
    const auto word = arcs.word(sorted.other(i), sorted.weight(i));
    constexpr unsigned arcs_of = Sector<Arcs>::arcs;
    out[row.first + std::uint64_t{piece} * row.sectors() + slot / arcs_of].words[slot % arcs_of] = word;
    if (piece == 0 && slot < head_sectors * arcs_of)
      heads[std::uint64_t{number} * head_sectors + slot / arcs_of].words[slot % arcs_of] = word;
  }
}

/// `degrees` are those of all arcs at first.
template <class Arcs>
__global__ void __launch_bounds__(block)
    store_in(Arcs arcs, SortedArcs<typename Arcs::Weight> sorted, const std::uint32_t* firsts, std::uint32_t* degrees,
             Sector<Arcs>* in, Sector<Arcs>* heads) {
  for (std::uint64_t i = cuda::grid_thread(); i < sorted.pass.count; i += grid_size()) {
    const Vertex v = sorted.row(i);
    const std::uint32_t number = sorted.side.numbers[v], index = sorted.index(i, v), other = sorted.other(i);
    constexpr unsigned arcs_of = Sector<Arcs>::arcs;
    const auto word = arcs.word(other, sorted.weight(i));
    if (other >= sorted.side.others)
      atomicSub(degrees + number, 1U);
    else if (index < arcs_of)
      heads[number].words[index] = word;
    else
      in[firsts[number] + index / arcs_of - 1].words[index % arcs_of] = word;
  }
}

std::uint32_t chunks_of(std::uint32_t vertices) { return vertices / chunk + (vertices % chunk != 0 ? 1 : 0); }

}  // namespace

template <class Arcs>
SortedRows<Arcs>::SortedRows(const Arcs& arcs, const Graph& graph, unsigned piece, unsigned giant, unsigned max_giants,
                             RunContext& context, cudaStream_t stream, std::uint64_t sort_arcs)
    : edges_(graph.info().edges) {
  view_.arcs = arcs;
  const Vertex n = view_.vertices = graph.info().vertices;
  if (edges_ > max_arcs) throw Unsupported("push-pull: more than " + std::to_string(max_arcs) + " arcs");
  constexpr char what[] = "push-pull: sorted rows and the sort";
  const std::uint64_t words = 2 * edges_ * sizeof(typename Arcs::Word), upload = cuda::csr_bytes(graph.info());
  auto copy = cuda::DeviceGraph::existing(graph, context);
  cuda::require_memory((copy ? 0 : upload) + words + words / sort_share + std::uint64_t{n} * 8, what);
  if (!copy && upload > cuda::free_memory() / 8) copy = cuda::DeviceGraph::temporary(graph, context);
  if (!copy) copy = cuda::DeviceGraph::of(graph, context);
  const AnyCsr any_csr = copy->csr(context);
  const Maker maker(stream);

  numbers_ = maker.array<std::uint32_t>((std::uint64_t{n} / padded_vertices + 1) * padded_vertices, 0xff);
  const auto marks = maker.array<Vertex>(edges_ / mark_arcs + 2, 0);
  const double max_weight = std::max(0.0, graph.info().max_weight);  // of int64 maybe 2^63, which that does not hold
  const auto heaviest = static_cast<std::uint64_t>(cuda::key_of(
      max_weight < static_cast<double>(unreached<Weight>) ? static_cast<Weight>(max_weight) : unreached<Weight>));
  Side<Weight> side{n, edges_, static_cast<unsigned>(std::bit_width(heaviest + 1)), marks.data(), numbers_.data()};
  visit(any_csr, [&]<class W, class O>(const CsrView<W, O>& csr) {
    side.offsets = side.starts = {csr.offsets, sizeof(O) == 8};
    side.targets = csr.targets;
    if constexpr (std::is_same_v<W, Weight>) side.weights = csr.weights;
  });
  if (edges_ != 0) maker.launch(mark_sources, marks.size(), side.offsets, n, edges_, marks.data());

  const auto starts_in = maker.array<std::uint32_t>(std::uint64_t{n} + 1, 0);  // of each vertex, how many, at first
  maker.launch(count_arcs_in, edges_, side.targets, edges_, starts_in.data());
  Counts counts{};
  Numbering& numbering = view_.numbering;
  cuda::DeviceBuffer<std::uint32_t> firsts;
  {
    Pairs order(n, sizeof(std::uint32_t), stream);
    const auto counted = maker.array<Counts>(1, 0);
    maker.launch(make_order, n, side.offsets, starts_in.data(), n, piece, giant, order.keys<std::uint32_t>(),
                 order.values(), counted.data());
    order.sort<std::uint32_t>(n, 32);
    counts = maker.fetch(counted.data());
    numbering.pusher_chunks = chunks_of(counts.of_kind[pusher]);
    numbering.chunks = numbering.pusher_chunks + chunks_of(counts.of_kind[sink]);
    numbering.numbers = numbering.reachable() + counts.of_kind[root];
    rows_ = maker.array<Row>(numbering.numbers, 0);
    firsts = maker.array<std::uint32_t>(numbering.numbers + 1, 0);
    in_first_ = maker.array<std::uint32_t>(numbering.reachable() + 1, 0);
    in_degree_ = maker.array<std::uint32_t>(numbering.reachable(), 0);
    maker.launch(number_vertices<Arcs>, n, side.offsets, starts_in.data(), order.values(), counts, numbering, piece,
                 numbers_.data(), rows_.data(), firsts.data(), in_first_.data(), in_degree_.data());
  }
  const auto whole_units = [](std::uint32_t ranks) { return (ranks + unit - 1) / unit * unit; };
  view_.giants = std::min({whole_units(counts.giants), max_giants / unit * unit, numbering.pusher_chunks * unit});
  view_.cut_rows = whole_units(counts.cut_rows);
  const std::uint32_t with_arcs = counts.of_kind[pusher] + counts.of_kind[root];
  if (with_arcs != 0) mean_degree_ = static_cast<double>(edges_) / with_arcs;
  if (edges_ != 0) next_degree_ = static_cast<double>(counts.paths) / static_cast<double>(edges_);

  maker.exclusive_sum(starts_in.data(), std::uint64_t{n} + 1);
  maker.exclusive_sum(firsts.data(), numbering.numbers + 1);
  maker.exclusive_sum(in_first_.data(), numbering.reachable() + 1);
  maker.launch(place_rows, numbering.numbers, firsts.data(), numbering.numbers, rows_.data());
  const std::uint64_t sectors_out = maker.fetch(firsts.data() + numbering.numbers);
  const std::uint64_t sectors_in = maker.fetch(in_first_.data() + numbering.reachable());
  const std::uint64_t heads_out = std::uint64_t{numbering.numbers} * head_sectors;
  const std::uint64_t rows = (sectors_out + sectors_in + heads_out + numbering.reachable()) * sector_bytes;
  const std::uint64_t few = rows / sort_share / sort_bytes;
  if (sort_arcs == 0) sort_arcs = std::min(edges_, std::max(few, usual_arcs));
  if (rows + sort_arcs * sort_bytes > cuda::free_memory()) sort_arcs = few;
  const std::uint64_t room = std::max<std::uint64_t>(std::min(sort_arcs, edges_), counts.longest);
  cuda::require_memory(rows + room * sort_bytes, what);
  out_ = maker.array<Sector<Arcs>>(sectors_out, 0xff);
  out_heads_ = maker.array<Sector<Arcs>>(heads_out, 0xff);
  in_ = maker.array<Sector<Arcs>>(sectors_in, 0xff);
  in_heads_ = maker.array<Sector<Arcs>>(numbering.reachable(), 0xff);

  Pairs pairs(room, sizeof(std::uint64_t), stream);
  sort_rows(maker, pairs, side, sort_arcs, [&](const SortedArcs<Weight>& sorted) {
    context.throw_if_cancelled();
    maker.launch(store_out<Arcs>, sorted.pass.count, arcs, sorted, rows_.data(), out_.data(), out_heads_.data());
  });
  side.is_out = false;
  side.starts = {starts_in.data(), false};
  side.others = numbering.reachable();
  sort_rows(maker, pairs, side, sort_arcs, [&](const SortedArcs<Weight>& sorted) {
    context.throw_if_cancelled();
    maker.launch(store_in<Arcs>, sorted.pass.count, arcs, sorted, in_first_.data(), in_degree_.data(), in_.data(),
                 in_heads_.data());
  });
  WAYFRONT_CUDA(cudaStreamSynchronize(stream));
  visit(graph.csr(), [&]<class W, class O>(const CsrView<W, O>& csr) {
    const std::uint64_t size = std::min<std::uint64_t>(edges_, 4096);
    for (std::uint64_t i = 0; i < size; ++i) sample_.push_back(static_cast<Weight>(csr.weights[i * edges_ / size]));
  });
  std::ranges::sort(sample_);

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
