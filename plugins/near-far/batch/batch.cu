#include "batch.cuh"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

#include "row_results.hpp"
#include "search.cuh"
#include "wayfront/cuda/device.hpp"
#include "wayfront/status.hpp"

namespace wayfront::near_far {
namespace {

constexpr unsigned search_block = 256;  // threads
constexpr unsigned row_threads = 8;     // of a row of the core
constexpr std::uint32_t lanes = 4;

/// Entries of a far pile.
std::uint32_t far_capacity_for(Vertex vertices) { return std::clamp<std::uint32_t>(vertices / 16, 4096, 1 << 20); }

template <WeightType W, unsigned Slots, unsigned Threads>
void launch_search(const SearchTask<W>& task, std::uint32_t count, cudaStream_t stream) {
  search_rows<W, Slots, Threads><<<count, search_block, 0, stream>>>(task);
  WAYFRONT_CUDA(cudaGetLastError());
}

}  // namespace

/// One run().
template <WeightType W>
class Batch<W>::Call {
 public:
  Call(Batch& batch, const Problem& problem, Output& output, bool is_reached, cuda::Transfer& transfer,
       RunContext& context)
      : batch_(batch),
        problem_(problem),
        output_(output),
        is_reached_(is_reached),
        transfer_(transfer),
        context_(context),
        limits_(cuda::RowLimits<W>::of(problem)) {}
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  /// Nothing of it is on the device any more.
  ~Call() {
    batch_.stop_[0] = 1;
    for (const Lane& lane : batch_.lanes_) WAYFRONT_CUDA_IGNORED(cudaStreamSynchronize(lane.stream));
  }

  void run() {
    start();
    const auto total = static_cast<std::uint32_t>(problem_.sources.size());
    const std::uint32_t wave = std::min(batch_.wave_, (total + lanes - 1) / lanes);
    std::size_t turn = 0;
    for (std::uint32_t next = 0; next < total; ++turn) {
      Lane& lane = batch_.lanes_[turn % lanes];
      hand_over(lane);
      lane.first = next;
      lane.count = std::min(wave, total - next);
      next += lane.count;
      launch(lane);
    }
    for (std::uint32_t i = 0; i < lanes; ++i) hand_over(batch_.lanes_[turn++ % lanes]);
    finish();
  }

 private:
  void start() {
    const std::uint64_t total = problem_.sources.size();
    if (batch_.gave_up_.size() < total) batch_.gave_up_ = cuda::HostBuffer<std::uint32_t>(total, "near-far: batch");
    std::memset(batch_.gave_up_.data(), 0, batch_.gave_up_.bytes());
    batch_.stop_[0] = 0;
    if (batch_.sources_.size() < total) batch_.sources_ = {total, "near-far: sources", batch_.stream_};
    if (problem_.reduce && batch_.results_.size() < total)
      batch_.results_ = {total, "near-far: reductions", batch_.stream_};
    batch_.work_.fill_bytes(0, batch_.stream_);
    transfer_.to_device(batch_.sources_.data(), problem_.sources.data(), problem_.sources.size_bytes(), context_,
                        batch_.stream_);
    batch_.stream_.wait();
    for (Lane& lane : batch_.lanes_) lane.count = 0;
  }

  void launch(Lane& lane) {
    const BatchGraph<W>& graph = batch_.graph_;
    search(lane);
    graph.restore(lane.rows.data(), lane.count, lane.stream);
    if (problem_.reduce) {
      reduce_rows(batch_.csr_, lane.rows.data(), lane.count, graph.numbers(), batch_.sources_.data() + lane.first,
                  limits_, problem_.check ? lane.proved.data() : nullptr, batch_.results_.data() + lane.first,
                  lane.stream);
    } else {
      if (graph.has_core())
        write_answers<W>(lane.rows.data(), lane.count, graph.numbers(), graph.vertices(), lane.answers.data(),
                         lane.stream);
      if (is_reached_)
        WAYFRONT_CUDA(cudaMemcpyAsync(answer(lane), rows_of(lane), bytes(lane), cudaMemcpyDeviceToHost, lane.stream));
    }
    lane.done.record(lane.stream);
  }

  void search(const Lane& lane) const {
    const BatchGraph<W>& graph = batch_.graph_;
    SearchTask<W> task{};
    task.vertices = graph.vertices();
    task.rows = graph.rows();
    task.offsets = graph.whole().offsets;
    task.arcs = graph.whole().words();
    task.numbers = graph.numbers();
    task.originals = graph.originals();
    task.sources = batch_.sources_.data() + lane.first;
    task.distances = lane.rows.data();
    task.far = lane.far.data();
    task.far_capacity = batch_.far_capacity_;
    task.delta = batch_.delta_;
    task.cap = limits_.limited ? limits_.last : unreached<W>;
    task.gave_up = batch_.gave_up_.data() + lane.first;
    task.work = batch_.work_.data();
    task.stop = batch_.stop_.data();
    if constexpr (BatchGraph<W>::may_have_core)
      if (graph.has_core()) return launch_search<W, core_slots, row_threads>(task, lane.count, lane.stream);
    launch_search<W, head_arcs, head_arcs>(task, lane.count, lane.stream);
  }

  /// Waits until a lane's rows are where they belong.
  void hand_over(Lane& lane) {
    if (lane.count == 0) return;
    for (;;) {
      const cudaError_t state = cudaEventQuery(lane.done.get());
      if (state == cudaSuccess) break;
      if (state != cudaErrorNotReady) WAYFRONT_CUDA(state);
      context_.throw_if_cancelled();
      std::this_thread::sleep_for(std::chrono::microseconds(10));
    }
    context_.throw_if_cancelled();
    if (!problem_.reduce && !is_reached_)
      transfer_.to_host(answer(lane), rows_of(lane), bytes(lane), context_, lane.stream);
    lane.count = 0;
  }

  void finish() {
    unsigned long long work[4];
    if (problem_.reduce)
      WAYFRONT_CUDA(cudaMemcpyAsync(output_.reductions, batch_.results_.data(),
                                    problem_.sources.size() * sizeof(Reduction<W>), cudaMemcpyDeviceToHost,
                                    batch_.stream_));
    WAYFRONT_CUDA(cudaMemcpyAsync(work, batch_.work_.data(), sizeof work, cudaMemcpyDeviceToHost, batch_.stream_));
    batch_.stream_.wait();
    output_.work.rounds += work[0];
    output_.work.settled += work[1];
    output_.work.relaxed += work[2];
    output_.work.improved += work[3];
  }

  W* answer(const Lane& lane) const { return output_.distances_as<W>(lane.first).data(); }
  /// On the device, in the order of the vertices. No distance is negative, so keys are as the distances are.
  const void* rows_of(const Lane& lane) const {
    if (batch_.graph_.has_core()) return lane.answers.data();
    return lane.rows.data();
  }
  std::uint64_t bytes(const Lane& lane) const {
    return std::uint64_t{lane.count} * batch_.graph_.vertices() * sizeof(W);
  }

  Batch& batch_;
  const Problem& problem_;
  Output& output_;
  const bool is_reached_;
  cuda::Transfer& transfer_;
  RunContext& context_;
  const cuda::RowLimits<W> limits_;
};

template <WeightType W>
Batch<W>::Batch(const HeadedView<W, std::uint32_t>& whole, const CsrView<W, std::uint32_t>& csr,
                const CoreView<W>& core, W delta)
    : csr_(csr),
      delta_(delta),
      graph_(whole, core, stream_),
      far_capacity_(far_capacity_for(whole.vertices)),
      work_(4, "near-far: work of a batch", stream_),
      stop_(1, "near-far: batch") {}

/// Takes no more than a part of the free memory.
template <WeightType W>
void Batch<W>::make_room(const Room& wanted) {
  constexpr double share = 0.7;
  if (wanted_.holds(wanted)) return;
  const Room all{std::max(wanted.rows, wanted_.rows), wanted.answers || wanted_.answers,
                 wanted.proved || wanted_.proved};
  for (Lane& lane : lanes_) {
    lane.rows = {};
    lane.far = {};
    lane.answers = {};
    lane.proved = {};
    lane.stream.wait();
  }
  lanes_.clear();
  wanted_ = {};
  const std::uint64_t vertices = graph_.vertices();
  const std::uint64_t words = words_of(graph_.vertices());
  std::uint64_t row = vertices * sizeof(Key) + 2 * std::uint64_t{far_capacity_} * sizeof(Entry<Key>);
  if (all.answers) row += vertices * sizeof(W);
  if (all.proved) row += words * sizeof(std::uint32_t);
  const auto fits = static_cast<std::uint64_t>(share * static_cast<double>(cuda::free_memory())) / (lanes * row);
  wave_ = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(fits, 1, all.rows));
  lanes_ = std::vector<Lane>(lanes);
  for (Lane& lane : lanes_) {
    lane.rows = {wave_ * vertices, "near-far: rows of a batch", lane.stream};
    lane.far = {2 * std::uint64_t{wave_} * far_capacity_, "near-far: far piles of a batch", lane.stream};
    if (all.answers) lane.answers = {wave_ * vertices, "near-far: answers of a batch", lane.stream};
    if (all.proved) lane.proved = {wave_ * words, "near-far: vertices that are proved", lane.stream};
  }
  wanted_ = all;
}

template <WeightType W>
std::vector<std::uint32_t> Batch<W>::run(const Problem& problem, Output& output, bool is_reached,
                                         cuda::Transfer& transfer, RunContext& context) {
  const auto total = static_cast<std::uint32_t>(problem.sources.size());
  // Where rows are copied, few at a time: the first ones are on their way sooner. Else as many as run at once.
  const std::uint32_t per_lane = (problem.reduce ? 2 : 1) * cuda::multiprocessors(context.device());
  make_room({.rows = std::min(per_lane, (total + lanes - 1) / lanes),
             .answers = !problem.reduce && graph_.has_core(),
             .proved = problem.check});
  Call(*this, problem, output, is_reached, transfer, context).run();
  std::vector<std::uint32_t> left;
  for (std::uint32_t row = 0; row < total; ++row)
    if (gave_up_[row] != 0) left.push_back(row);
  return left;
}

template class Batch<std::int32_t>;
template class Batch<float>;
template class Batch<std::int64_t>;
template class Batch<double>;

}  // namespace wayfront::near_far
