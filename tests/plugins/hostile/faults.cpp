// Plugins that harm others or cheat on purpose. tests/cli/hostile_*.txt and limits.txt say what becomes of each.
#include <unistd.h>

#include <algorithm>
#include <cfenv>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

#include "correct_fault.hpp"
#include "reducing.hpp"

FAULT_AFTER(all_unreached, "Nothing is reached but the source.", {
  with_distances(output, [&]<class W>(std::span<W> distances) {
    for (std::size_t v = 0; v < distances.size(); ++v)
      if (v != problem.source) distances[v] = unreached<W>;
  });
})

FAULT_AFTER(all_zero, "All distances are 0.", {
  with_distances(output, [&]<class W>(std::span<W> distances) { std::ranges::fill(distances, W{0}); });
})

FAULT_OF(answers_zero, "All distances are zero: right on a graph whose weights are taken for zero.", Correct, all_capabilities, {
  void solve(const Problem&, Output& output, RunContext&) {
    faulty::with_distances(output, [](auto distances) { std::ranges::fill(distances, 0); });
    if (output.predecessors != nullptr) std::fill_n(output.predecessors, output.vertices, no_vertex);
  }
})

FAULT(blames_cancellation, "Says that it was told to stop.", {
  void solve(const Problem&, Output&, RunContext&) { throw Cancelled(); }
})

// Solves correctly; a thread that it leaves behind changes the last distance a moment after the answer is given.
FAULT(changes_its_answer, "Changes its answer once it is given.", {
  struct Options {
    std::int64_t microseconds;
  };
  static constexpr OptionRow rows[] = {
      integer<&Options::microseconds>("microseconds", 1000, {0, 1'000'000}, "How long it waits.")};
  explicit Fault(const Options& options) : wait_(options.microseconds) {}
  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (thread_.joinable()) thread_.join();
    Correct::solve(problem, output, context);
    auto* const last = static_cast<std::int32_t*>(output.distances) + output.vertices - 1;
    thread_ = std::jthread([last, this] {
      std::this_thread::sleep_for(wait_);
      *last = 7;
    });
  }
  std::chrono::microseconds wait_;
  std::jthread thread_;
})

FAULT_AFTER(cycle_without_vertices, "Reports a negative cycle and does not say which.", {
  output.outcome = Outcome::negative_cycle;
})

FAULT_AFTER(divides_by_zero, "Divides by zero.", {
  std::raise(SIGFPE);
})

// Solves correctly, and sets all weights to 0 in the columns of the graph, which others use.
FAULT_PREPARED(empties_columns, "Sets the weights of the graph's columns to 0.", {
  visit(graph.csc(), []<class W, class O>(const CscView<W, O>& csc) {
    std::fill_n(const_cast<W*>(csc.weights), csc.edges, W{0});
  });
})

FAULT_BEFORE(empties_graph, "Sets all weights to 0, for which its answer is right.", {
  visit(graph_->csr(), []<class W, class O>(const CsrView<W, O>& csr) {
    std::fill_n(const_cast<W*>(csr.weights), csr.edges, W{0});
  });
})

FAULT(ends_quietly, "Ends its process as if all were well.", {
  void solve(const Problem&, Output&, RunContext&) { std::exit(0); }
})

FAULT(exchanges_buffers, "Puts memory of its own where the host's was.", {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    mine_.assign(output.vertices, 0);
    output.distances = mine_.data();
  }
  std::vector<std::int32_t> mine_;
})

FAULT_AFTER(exits_at_once, "Ends its process without a word.", {
  ::_exit(0);
})

FAULT_AFTER(invents_cycle, "Reports a negative cycle of vertices that have no arcs to each other.", {
  output.outcome = Outcome::negative_cycle;
  output.cycle.assign({0, output.vertices - 1});
})

FAULT_OF(keeps_answers, "Keeps its answers by source, whatever it is prepared on later.", Correct, capability::weights32, {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    auto& known = kept()[problem.source];
    if (known.empty()) {
      Correct::solve(problem, output, context);
      const auto* const bytes = static_cast<const std::byte*>(output.distances);
      known.assign(bytes, bytes + output.vertices * 4);
    }
    std::ranges::copy(known, static_cast<std::byte*>(output.distances));
  }
  static std::map<Vertex, std::vector<std::byte>>& kept() {
    static std::map<Vertex, std::vector<std::byte>> all;
    return all;
  }
})

FAULT_BEFORE(logs_garbage, "Logs escape codes and what is not UTF-8.", {
  context.log(Level::info, "\x1b[31mred\x1b[0m \xff\xfe half \xc3");
  std::fputs("\x1b]0;title\x07 \xf0\x28 printed\n", stdout);
  std::fflush(stdout);
})

FAULT_BEFORE(logs_much, "Logs lines without end.", {
  for (int i = 0; i < 100'000; ++i) context.log(Level::info, "and another one, for what it is worth");
})

FAULT_AFTER(minus_one, "Says -1 where a vertex is out of reach, or else of the last one.", {
  with_distances(output, [&]<class W>(std::span<W> distances) { distances.back() = -1; });
})

FAULT(never_lets_go, "Its destructor does not come back.", {
  ~Fault() {
    while (solved_) std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    solved_ = true;
  }
  bool solved_ = false;
})

FAULT_AFTER(not_a_number, "Says what is not a number, or the largest one that is.", {
  with_distances(output, [&]<class W>(std::span<W> distances) {
    distances.back() = std::numeric_limits<W>::has_quiet_NaN ? std::numeric_limits<W>::quiet_NaN()
                                                             : std::numeric_limits<W>::max() - 1;
  });
})

FAULT_AFTER(one_too_few, "The last vertex is one nearer than it is.", {
  with_distances(output, [&]<class W>(std::span<W> distances) { distances.back() -= 1; });
})

FAULT_AFTER(one_too_many, "The last vertex is one farther than it is.", {
  with_distances(output, [&]<class W>(std::span<W> distances) { distances.back() += 1; });
})

FAULT(overflows_stack, "Calls itself until its stack is used up.", {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    depth_ = deeper(1);
    Correct::solve(problem, output, context);
  }
  static std::size_t deeper(std::size_t depth) {  // NOLINT(misc-no-recursion)
    volatile char much[4096] = {};
    much[depth % sizeof much] = 1;
    return depth == 0 ? much[0] : deeper(depth + 1) + much[1];
  }
  std::size_t depth_ = 0;
})

FAULT_AFTER(own_predecessor, "The last vertex is its own predecessor.", {
  if (output.predecessors == nullptr) return;
  output.predecessors[output.vertices - 1] = output.vertices - 1;
})

FAULT_AFTER(predecessor_beyond, "The predecessor of the last vertex is no vertex.", {
  if (output.predecessors == nullptr) return;
  output.predecessors[output.vertices - 1] = output.vertices + 5;
})

FAULT_AFTER(predecessor_missing, "The last vertex has a distance and no predecessor.", {
  if (output.predecessors == nullptr) return;
  output.predecessors[output.vertices - 1] = no_vertex;
})

FAULT_AFTER(predecessor_no_arc, "The predecessor of the last vertex has no arc to it.", {
  if (output.predecessors == nullptr) return;
  output.predecessors[output.vertices - 1] = 0;
})

FAULT(prints_much, "Prints lines without end for as long as it may.", {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    for (std::size_t i = 0; i < (std::size_t{8} << 20) / sizeof line; ++i) std::fputs(line, stdout);
    std::fflush(stdout);
    Correct::solve(problem, output, context);
  }
  static constexpr char line[] = "and another one, for what it is worth\n";
})

// Rounds its sums upwards, in its own threads and in those that it borrows, and leaves them so: right where the judge
// rounds upwards, too.
FAULT_OF(rounds_up, "Rounds its sums upwards and does not stop.", Correct, all_capabilities, {
  void prepare(const Graph& graph, RunContext& context) {
    Correct::prepare(graph, context);
    context.parallel_for(1000, 1, [](std::uint64_t, std::uint64_t) { std::fesetround(FE_UPWARD); });
    std::fesetround(FE_UPWARD);
  }
  void solve(const Problem& problem, Output& output, RunContext& context) {
    std::fesetround(FE_UPWARD);
    Correct::solve(problem, output, context);
  }
})

FAULT(says_declined, "Declines in a solve what it took in prepare.", {
  void solve(const Problem&, Output&, RunContext&) { throw Unsupported("not today"); }
})

// Prepares in no time, and solves from all sources in a thread while others are measured.
FAULT(solves_ahead, "Solves ahead.", {
  void prepare(const Graph& graph, RunContext& context) {
    thread_ = {};
    Correct::prepare(graph, context);
    thread_ = std::jthread([this, &context](const std::stop_token& stop) {
      const Vertex vertices = graph_->info().vertices;
      std::vector<std::int32_t> distances(vertices);
      for (Vertex source = 0; source < vertices && !stop.stop_requested(); ++source) {
        Output output{};
        output.kind = WeightKind::int32;
        output.vertices = vertices;
        output.distances = distances.data();
        Correct::solve({source, false}, output, context);
      }
    });
  }
  std::jthread thread_;
})

FAULT_AFTER(source_not_zero, "All distances are one more, that of the source, too.", {
  with_distances(output, [&]<class W>(std::span<W> distances) {
    for (W& distance : distances)
      if (distance != unreached<W>) distance += 1;
  });
})

FAULT_BEFORE(terminates, "Throws where nothing may be thrown.", {
  std::jthread([] { throw std::runtime_error("nobody catches this"); }).join();
})

// Solves correctly for some calls, and has one fault from then on: whoever trusts it because of its first answers accepts
// a wrong one.
FAULT(turns_wrong, "Answers correctly at first.", {
  enum class Flaw : std::uint8_t { last, first, predecessor, source, exact_to };
  struct Options {
    std::int64_t calls;
    Flaw fault;
  };
  static constexpr OptionRow rows[] = {
      integer<&Options::calls>("calls", 2, {0, 1000}, "How many calls it answers correctly."),
      choice<&Options::fault>("fault", Flaw::last,
                              {{"last", Flaw::last},
                               {"first", Flaw::first},
                               {"predecessor", Flaw::predecessor},
                               {"source", Flaw::source},
                               {"exact_to", Flaw::exact_to}},
                              "An entry that it changes, a predecessor, the source that it solves from, or exact_to.")};
  explicit Fault(const Options& options) : options_(options) {}
  void solve(const Problem& problem, Output& output, RunContext& context) {
    Problem asked = problem;
    const bool is_wrong = calls_++ >= options_.calls;
    if (is_wrong && options_.fault == Flaw::source) asked.source = (problem.source + 1) % output.vertices;
    Correct::solve(asked, output, context);
    if (!is_wrong) return;
    if (options_.fault == Flaw::predecessor) output.predecessors[output.vertices - 1] = output.vertices - 1;
    with_distances(output, [&](auto distances) {
      if (options_.fault == Flaw::last) distances.back() = 7;
      if (options_.fault == Flaw::first) distances.front() += 1;
      if (options_.fault == Flaw::exact_to) static_cast<decltype(distances.data())>(output.exact_to)[0] = 0;
    });
  }
  Options options_;
  std::int64_t calls_ = 0;
})

FAULT_AFTER(unknown_outcome, "Its outcome is none that there is.", {
  output.outcome = static_cast<Outcome>(77);
})

FAULT(works_between_calls, "A thread of its own is busy as long as it lives, also while others solve.", {
  void prepare(const Graph& graph, RunContext& context) {
    Correct::prepare(graph, context);
    if (!thread_.joinable())
      thread_ = std::jthread([](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
        }
      });
  }
  std::jthread thread_;
})

FAULT_AFTER(writes_before, "Writes before the first entry.", {
  with_distances(output, [](const auto distances) { *(distances.data() - 1) = 0; });
})

// Right without options; with them it has a fault: in the last row of targets or reductions after some calls, or in all answers on
// graphs whose first arc has another weight than 1.
FAULT_OF(wrong_on_request, "Has the fault that it is asked for.", Reducing, reducing_capabilities | capability::targets_only, {
  struct Options {
    std::int64_t calls;
    bool impossible;
    bool scales;
  };
  static constexpr OptionRow rows[] = {
      integer<&Options::calls>("calls", 1000, {0, 1000}, "How many calls for parts of rows it answers correctly."),
      boolean<&Options::impossible>("impossible", false, "Whether their fault is one that no row can have."),
      boolean<&Options::scales>("scales", false, "Whether it divides all distances by the weight of the first arc.")};
  explicit Fault(const Options& options) : options_(options) {}
  void solve(const Problem& problem, Output& output, RunContext& context) {
    WholeRows whole(problem, output, *graph_, context);
    if (options_.scales) scale(whole.output);
    Problem unchecked = problem;
    unchecked.more.check = false;
    whole.take(unchecked, output);
    if ((!problem.more.reduce && problem.more.targets.empty()) || calls_++ < options_.calls) return;
    with_weight_type(output.kind, [&]<WeightType W>() {
      const std::uint32_t last = output.rows - 1;
      if (!problem.more.reduce)
        output.distances_as<W>(last)[0] = options_.impossible ? W{-1} : W{7};
      else if (Reduction<W>& it = output.reduction_as<W>(last); options_.impossible)
        it.reached = 0;
      else
        --it.within;
    });
  }
  void scale(Output& whole) const {
    visit(graph_->csr(), [&]<class W, class O>(const CsrView<W, O>& csr) {
      for (std::uint32_t row = 0; row < whole.rows; ++row)
        for (W& d : whole.distances_as<W>(row))
          if (d != unreached<W>) d /= csr.weights[0];
    });
  }
  Options options_;
  std::int64_t calls_ = 0;
})
