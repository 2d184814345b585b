// A prepared graph and the course of a solve. Once for each type of weights.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "batch/batch.hpp"
#include "code_reader.hpp"
#include "kernel.cuh"
#include "push_pull.hpp"
#include "rows/sorted_rows.cuh"
#include "wayfront/cpu/row_reduction.hpp"
#include "wayfront/cpu/source_batch.hpp"
#include "wayfront/cuda/device.hpp"
#include "wayfront/cuda/round_loop.cuh"
#include "wayfront/cuda/row_reduction.cuh"
#include "wayfront/cuda/stream.hpp"
#include "wayfront/cuda/transfer.hpp"
#include "wayfront/cuda/trial.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::push_pull {

/// The rate r with which the number of vertices within distance t grows as e^(r t), if arcs led to vertices at random:
/// the Malthusian parameter of a branching process (P. Jagers, 1975; for distances in random graphs S. Bhamidi, R. van der
/// Hofstad, G. Hooghiemstra, Annals of Applied Probability 20, 2010), with next * mean(e^(-r w)) = 1. `next` is the mean
/// number of arcs out of an arc's target, `weights` are a sample. 0 where the search would not grow.
template <WeightType W>
double growth_rate(double next, std::span<const W> weights) {
  if (weights.empty() || !(next > 1)) return 0;
  double mean = 0;
  for (const W weight : weights) mean += static_cast<double>(weight) / static_cast<double>(weights.size());
  if (!(mean > 0)) return 0;
  const auto children = [&](double rate) {
    double sum = 0;
    for (const W weight : weights) sum += std::exp(-rate * static_cast<double>(weight));
    return next * sum / static_cast<double>(weights.size());
  };
  double low = 0, high = 1 / mean;
  for (int i = 0; i < 200 && children(high) > 1; ++i) high *= 2;  // not where many weights are 0
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (children(middle) > 1 ? low : high) = middle;
  }
  return high;
}

template <class Arcs>
class SolverOf final : public Solver {
  using W = typename Arcs::Weight;
  using Key = cuda::KeyOf<W>;
  static constexpr std::uint64_t staged_bytes = 256 << 10;
  static constexpr std::uint64_t min_code_bytes = 1 << 20;  // of an answer that codes make faster
  static constexpr unsigned code_threads = 4;               // of the host that read codes as fast as they come
  static constexpr std::uint64_t arcs_of_block = 4096;      // of a graph that is too small for all blocks
  static constexpr std::uint32_t min_links = 1024;          // of a block
  static constexpr double usual_levels = 5;                 // where levels are wide

 public:
  SolverOf(const Arcs& arcs, const Options& options, const Graph& graph, RunContext& context)
      : rows_(arcs, graph, piece_of(options, graph), options.giant, block_threads, context, stream_, options.sort_arcs),
        control_(1, "push-pull: control", stream_),
        report_(1, "push-pull: report"),
        stop_(1, "push-pull: stop"),
        answer_(graph.info().vertices, "push-pull: answer", stream_),
        copy_(options.copy) {
    const Numbering& numbering = rows_.view().numbering;
    const unsigned multiprocessors = cuda::multiprocessors(context.device());
    for (auto& distances : distances_) {
      distances = {std::max(numbering.numbers, 1U), "push-pull: distances", stream_};
      cuda::launch(clear_kernel<W>, {multiprocessors, block_threads}, stream_, distances.data(), numbering.numbers);
    }
    waiting_ = {std::uint64_t{numbering.pushers()} / 32 * bitmaps, "push-pull: bitmaps", stream_};
    blocks_ = multiprocessors * resident_blocks(solve_kernel<Arcs>, sizeof(Memory<Key>));
    // Small graphs: fewer blocks wait for each other sooner.
    const std::uint64_t useful = std::max<std::uint64_t>(numbering.chunks, graph.info().edges / arcs_of_block);
    blocks_ = static_cast<unsigned>(std::clamp<std::uint64_t>(useful, 1, blocks_));
    const std::uint32_t owned = (numbering.chunks + blocks_ - 1) / blocks_ * chunk;
    task_.candidates_of_block = 2 * owned;  // a vertex may come twice: for its head and for the rest of its row
    task_.links_of_block = owned / 2 + min_links;
    candidates_ = {std::uint64_t{blocks_} * task_.candidates_of_block, "push-pull: candidates", stream_};
    links_ = {std::uint64_t{blocks_} * task_.links_of_block, "push-pull: links", stream_};
    task_.graph = rows_.view();
    task_.distances = distances_[0].data();
    task_.next_distances = distances_[1].data();
    task_.waiting = waiting_.data();
    task_.candidates = candidates_.data();
    task_.links = links_.data();
    task_.control = control_.data();
    task_.report = report_.data();
    task_.stop = stop_.data();
    const std::uint64_t bytes = std::uint64_t{graph.info().vertices} * sizeof(W);
    if (bytes <= staged_bytes) staging_ = {graph.info().vertices, "push-pull: answer"};
    if (code_formats<W> != 0 && (copy_ == Copy::codes || (copy_ == Copy::automatic && bytes >= min_code_bytes)))
      reader_ = std::make_unique<CodeReader<W>>(graph.info().vertices);
    expect(options);
    task_.room = options.room;
    task_.few = 8 * blocks_;
    // Beyond 2^53 it may be rounded up.
    task_.lightest = static_cast<W>(std::min(graph.info().min_weight, 0x1p53));
    if constexpr (has_batch)
      batch_setting_ = {.graph = rows_.view(),
                        .stage = task_.stage,
                        .growth = task_.growth,
                        .mean_degree = task_.mean_degree,
                        .mass = task_.mass,
                        .lightest = task_.lightest,
                        .heaviest = static_cast<std::int32_t>(graph.info().max_weight),
                        .bound = options.bound,
                        .room = options.room,
                        .together = options.together};
    waiting_.fill_bytes(0, stream_);
    control_.fill_bytes(0, stream_);
    stream_.wait();
    if (options.level <= 0 && growth_ > 0) choose_level(graph, context);
  }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    if (problem.more.sources.size() > 1 || problem.more.reduce) return solve_batch(problem, output, context);
    stop_[0] = 0;
    task_.source = problem.source;
    const std::uint64_t met = task_.met = report_[0].met;
    const Report before = report_[0];
    W* const distances = output.distances_as<W>().data();
    const Way way = choose_way(distances, output, context);
    const bool locked = way == Way::direct || (way == Way::codes && reaches(distances, output));
    task_.answer = locked ? distances : way == Way::staged ? staging_.data() : answer_.data();
    task_.codes = way == Way::codes ? reader_->next(locked) : CodesView<W>{};
    task_.done = done_.next();
    if (context.tracing() && trace_.size() == 0) trace_ = {trace_room, "push-pull: trace", stream_};
    task_.trace = context.tracing() ? trace_.data() : nullptr;
    cuda::launch_together(solve_kernel<Arcs>, {blocks_, block_threads, sizeof(Memory<Key>)}, stream_, task_);
    std::swap(task_.distances, task_.next_distances);
    if (way == Way::codes) reader_->read_early(distances, done_, context);
    done_.wait(stream_, context, stop_.data());
    const Report& report = report_[0];
    if (report.stopped != 0) {
      waiting_.fill_bytes(0, stream_);  // what waits would be taken for a level of the next solve
      context.throw_if_cancelled();
      throw Cancelled();
    }
    output.work.rounds = report.met - met;
    output.work.settled = report.settled - before.settled;
    output.work.relaxed = report.relaxed - before.relaxed;
    output.work.improved = report.improved - before.improved;
    if (context.tracing()) trace(report.met - met, context);
    if (way == Way::codes && report.format == Format::whole) whole_answers_ = copy_ != Copy::codes;
    if (locked && report.format == Format::whole) return;
    context.phase(Phase::download);
    const std::uint64_t bytes = std::uint64_t{output.vertices} * sizeof(W);
    if (report.format != Format::whole)
      reader_->read_rest(distances, report.listed, context);
    else if (way == Way::staged)
      std::memcpy(distances, staging_.data(), bytes);
    else
      transfer_.to_host(distances, answer_.data(), bytes, context, stream_, stays(output) ? output.memory : 0);
  }

 private:
  /// How an answer gets to the host.
  enum class Way : std::uint8_t {
    direct,  // the kernel writes into the output
    staged,  // or into page-locked memory that the host copies
    codes,   // or codes of which the host makes distances
    fetched  // the host copies it through page-locked memory
  };
  Way choose_way(W* distances, const Output& output, RunContext& context) {
    if (stays(output)) return reaches(distances, output) ? Way::direct : Way::fetched;
    if (reader_ && !whole_answers_ && (copy_ == Copy::codes || context.threads() >= code_threads)) return Way::codes;
    if (reaches(distances, output)) return Way::direct;
    return staging_.size() != 0 ? Way::staged : Way::fetched;
  }
  /// Whether the answer belongs on the device.
  static bool stays(const Output& output) { return output.memory == Output::device_memory; }
  /// Whether the kernel can write into the output.
  bool reaches(W* distances, const Output& output) {
    const bool aligned = reinterpret_cast<std::uintptr_t>(distances) % 16 == 0;
    return transfer_.reaches(distances, std::uint64_t{output.vertices} * sizeof(W), output.memory) && aligned;
  }

  void solve_batch(const Problem& problem, Output& output, RunContext& context) {
    const std::span<const Vertex> sources = sources_of(problem);
    const std::uint64_t bytes = std::uint64_t{output.vertices} * sizeof(W) * sources.size();
    const bool reaches = !problem.more.reduce && transfer_.reaches(output.distances, bytes, output.memory);
    std::pmr::vector<W> reduced(problem.more.reduce ? output.vertices : 0, &context.memory());
    const auto alone = [&](std::uint32_t row) {
      context.throw_if_cancelled();
      Output one = row_of<W>(output, row, reaches);
      if (problem.more.reduce) one.distances = reduced.data();
      solve({.source = sources[row]}, one, context);
      output.work += one.work;
      if (problem.more.reduce) output.reduction_as<W>(row) = reduction(reduced, problem, context);
    };
    if constexpr (has_batch) {
      if (!batch_ && rows_.view().numbering.chunks != 0 && batch_setting_.together != 1)
        cuda::has_memory_for([&] { batch_ = make_batch_solver(batch_setting_, context, stream_); });
      if (batch_ && batch_->takes(sources.size(), !problem.more.reduce))
        return batch_->solve(problem, output, context, transfer_, reaches, alone);
    }
    for (std::uint32_t row = 0; row < sources.size(); ++row) alone(row);
  }
  static Reduction<W> reduction(std::span<const W> row, const Problem& problem, RunContext& context) {
    Reduction<W> all;
    std::mutex mutex;
    context.parallel_for(row.size(), 1 << 16, [&](std::uint64_t begin, std::uint64_t end) {
      const auto part = reduce_row<W>(row.subspan(begin, end - begin), problem.more.limit, problem.more.within);
      const std::scoped_lock lock(mutex);
      cuda::add_reduction(all, part);
    });
    return all;
  }

  /// A record for each part of the solve between two meetings of all blocks.
  void trace(std::uint64_t met, RunContext& context) {
    std::uint64_t rounds = 0;
    unsigned long long begin = 0;
    hand_on(trace_, stream_, met, rounds, begin, context);
  }
  /// Most rows should be one piece.
  static unsigned piece_of(const Options& options, const Graph& graph) {
    if (options.pieces != 0) return std::max(options.pieces, min_piece);
    const std::uint64_t mean = graph.info().edges / std::max<std::uint64_t>(graph.info().vertices, 1);
    return static_cast<unsigned>(std::clamp<std::uint64_t>(2 * mean, usual_piece, max_piece));
  }
  /// What the stages and the pull go by.
  void expect(const Options& options) {
    const std::vector<W>& sample = rows_.sample();
    growth_ = growth_rate<W>(rows_.next_degree(), sample);
    bound_ = options.bound;
    task_.mean_degree = static_cast<std::uint32_t>(std::max(1.0, rows_.mean_degree()));
    const double mass = static_cast<double>(rows_.edges()) / task_.mean_degree;
    task_.mass = static_cast<float>(mass);
    const double heaviest = sample.empty() ? 1 : std::max(1e-30, static_cast<double>(sample.back()));
    const double way = growth_ > 0 ? (std::log(std::max(1.0, mass)) + 1) / growth_ : heaviest;
    double level = options.level;
    if (level <= 0) level = !std::is_floating_point_v<W> && way <= max_levels ? 1 : way / usual_levels;
    set_level(level);
    task_.pull_most = rows_.edges() / 5 * 3;
    task_.pull_at = options.pull_share * static_cast<double>(rows_.edges());
    for (std::size_t i = 0; i < std::size(task_.quantiles); ++i)
      task_.quantiles[i] = sample.empty() ? W{} : sample[i * sample.size() / std::size(task_.quantiles)];
  }

  void set_level(double level) {
    task_.stage = Stage<W>::before_all(std::clamp(level, 1e-30, 1e30));
    task_.growth = static_cast<float>(growth_ * task_.stage.width());
    task_.first_levels = static_cast<float>(bound_ / task_.stage.width());
  }

  /// Narrower ones than a batch has where levels repeat: here a level is taken while those below it still wait. On a large
  /// graph by solves, whose answers stay on the device.
  void choose_level(const Graph& graph, RunContext& context) {
    const double of_batch = task_.stage.width(), usual = task_.stage.repeats() ? of_batch / 4 : of_batch;
    set_level(usual);
    if (graph.info().edges < cuda::min_trial_arcs) return;
    const cuda::Trial trial(graph, [&](Vertex source) {
      Output output;
      output.kind = weight_kind<W>;
      output.vertices = static_cast<Vertex>(answer_.size());
      output.distances = answer_.data();
      output.memory = Output::device_memory;
      solve({.source = source}, output, context);
      return output.work.settled;
    });
    const double low = std::is_integral_v<W> ? 1 : usual / 16;
    set_level(cuda::best_width(usual, low, usual * 64, [&](double level) {
      set_level(level);
      return trial.seconds();
    }));
  }

  struct NoBatch {};
  static constexpr bool has_batch = std::is_same_v<Arcs, NarrowArcs>;

  cuda::Stream stream_;  // outlives all that follows
  cuda::Transfer transfer_;
  SortedRows<Arcs> rows_;
  cuda::DeviceBuffer<Control> control_;
  cuda::HostBuffer<Report> report_;
  cuda::HostBuffer<std::uint32_t> stop_;
  cuda::DeviceBuffer<W> answer_;
  Copy copy_;
  cuda::Signal done_;
  cuda::HostBuffer<W> staging_;            // of small answers
  std::unique_ptr<CodeReader<W>> reader_;  // where answers may come as codes
  bool whole_answers_ = false;             // the last one was too far for codes
  cuda::DeviceBuffer<Key> distances_[2];   // of a solve and the next one, in turn
  cuda::DeviceBuffer<std::uint32_t> waiting_, candidates_;
  cuda::DeviceBuffer<Link<W>> links_;
  cuda::DeviceBuffer<TraceRecord> trace_;  // made when a run traces
  unsigned blocks_ = 0;
  double growth_ = 0;  // of what is settled, by e^growth_ in each unit of distance; or 0
  double bound_ = 0;   // Tuning::bound
  Task<Arcs> task_{};
  std::conditional_t<has_batch, BatchSetting, NoBatch> batch_setting_{};
  std::unique_ptr<BatchSolver> batch_;  // made when several sources are asked for
};

template <WeightType W>
std::unique_ptr<Solver> make_solver_of(const Options& options, const Graph& graph, RunContext& context) {
  if constexpr (std::is_same_v<W, std::int32_t>) {  // four bytes an arc where numbers and weights fit
    const auto bits = static_cast<unsigned>(std::bit_width(std::uint64_t{graph.info().vertices} + 2 * chunk));
    if (bits < 31 && graph.info().max_weight <= NarrowArcs::max_weight(bits))
      return std::make_unique<SolverOf<NarrowArcs>>(NarrowArcs(bits), options, graph, context);
  }
  return std::make_unique<SolverOf<WideArcs<W>>>(WideArcs<W>(), options, graph, context);
}

template std::unique_ptr<Solver> make_solver_of<WAYFRONT_WEIGHT>(const Options&, const Graph&, RunContext&);

}  // namespace wayfront::push_pull
