// Plugins that harm others or cheat on purpose. tests/cli/hostile_*.txt and limits.txt say what becomes of each.
#include <algorithm>
#include <cfenv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <vector>

#include "correct_fault.hpp"
#include "reducing.hpp"

FAULT_OF(answers_zero, "All distances are zero: right on a graph whose weights are taken for zero.", Correct, all_capabilities, {
  void solve(const Problem&, Output& output, RunContext&) {
    faulty::with_distances(output, [](auto distances) { std::ranges::fill(distances, 0); });
    if (output.predecessors != nullptr) std::fill_n(output.predecessors, output.vertices, no_vertex);
  }
})

FAULT(blames_cancellation, "Says that it was told to stop.", {
  void solve(const Problem&, Output&, RunContext&) { throw Cancelled(); }
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
