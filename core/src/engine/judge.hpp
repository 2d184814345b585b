// Certifies the answers of runs, in the host's process: memory that a plugin can write has no influence.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/arena.hpp"
#include "call/call.hpp"
#include "certify/asked.hpp"
#include "certify/certified_answers.hpp"
#include "certify/reduced/reduced_row.hpp"
#include "certify/reduced/row_sample.hpp"
#include "graph/vertex_ids.hpp"
#include "wayfront/function_ref.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

class Judge {
 public:
  /// Refers to `graph`. With `predecessors` it derives them if an answer has none. Answers are checked on `threads`
  /// threads. `memory` bytes hold proved answers, with which later ones are compared instead of being proved; 0: none.
  /// `protect`: plugins run in this process, too.
  Judge(const Graph& graph, const VertexIds& ids, Asked scope, bool predecessors, unsigned threads,
        std::uint64_t memory, bool protect);

  /// What later answers are judged by, in place of the question so far.
  void ask(Asked scope, bool predecessors) {
    scope_ = std::move(scope);
    predecessors_ = predecessors;
    known_.clear();
    known_targets_.clear();
    known_reductions_.clear();
  }

  /// Certifies `output`, one row for each source, into the sample's certificate and cycle with its arcs: figures are
  /// sums over the rows. A row that equals a proved one takes over its certificate. Ok if the answer is correct; then
  /// everything in it that the question does not want becomes unreached. Where rows are drawn, the others only have to
  /// be possible, and figures are those of row_figures().
  Ending judge(std::span<const Vertex> sources, Output& output, Call& figures);

  /// Makes the same plugin solve in full, which no sample counts: `whole` receives all distances from `sources`.
  using SolveWhole = FunctionRef<Ending(std::span<const Vertex> sources, Output*& whole)>;
  /// The same for an answer that has an entry for each target alone. Nothing can be proved from it, so it is compared
  /// with a proved answer: one that came before, or else one of `solve_whole`, which is certified first.
  Ending judge_targets(std::span<const Vertex> sources, Output& targets, Call& figures, SolveWhole solve_whole);
  /// The same for an answer that has reductions in place of rows. Rows of the sources that certify_rows_of() names are
  /// compared; the others have to be possible, and free of faults where the plugin checked them itself.
  Ending judge_reductions(std::span<const Vertex> sources, const Output& reductions, Call& figures,
                          SolveWhole solve_whole);
  /// Where a plugin gives reductions, the rows from these sources alone are certified, in place of all. With `whole_rows`
  /// this holds for whole rows and rows of targets alone, too, unless predecessors are wanted: these come out of proofs.
  void certify_rows_of(std::span<const Vertex> sources, bool whole_rows = false) {
    sampled_ = ChosenVertices(sources, graph_.info().vertices);
    draws_whole_rows_ = whole_rows;
  }
  /// Notes the reductions of a correct answer that was judged in several parts. `figures` receives figures and a digest
  /// of them, which do not depend on who reduced the rows.
  void conclude_reductions(std::vector<ReducedRow> rows, Call& figures);

  /// From now on, the targets' distances of all correct answers are kept for such comparisons.
  void expect_targets_alone() { keeps_targets_ = true; }

  /// The last correct answer, and its shortest-path trees in the form of plugins, one row for each source, empty if not
  /// requested. Valid until the plugin's next call.
  struct Answer {
    const Output* output = nullptr;
    std::span<const Vertex> predecessors{};
    std::span<const Vertex> targets{};      // unless empty: rows have an entry for each of these alone
    Vertex vertices = 0;                    // of the graph
    std::span<const ReducedRow> reduced{};  // where the question wants reductions: one for each source
  };
  const Answer& last_right() const { return last_right_; }

  /// The threads that check answers, for copies of these.
  Arena& arena() { return arena_; }

 private:
  void tell_cycle(std::span<const Vertex> cycle, Call& figures) const;
  Ending conclude(std::span<const Vertex> sources, std::span<const Certificate> certificates, const Output& output,
                  Call& figures) const;
  Certificate certificate_of_cycle(std::span<const Vertex> sources, const Output& output);
  void keep_targets(Vertex source, const Output& whole, std::uint32_t row, const Certificate& certificate);

  bool draws(const Output& output) const {
    return draws_whole_rows_ && !predecessors_ && output.outcome == Outcome::solved;
  }
  void tell_figures(std::span<const Vertex> sources, const Output& output, bool alone, Call& figures);

  /// Rows of all vertices that are solved at a time for comparisons.
  std::size_t rows_at_once() const;
  void for_rows(std::size_t rows, FunctionRef<void(std::uint32_t row, Arena& arena)> body);

  const Graph& graph_;
  VertexIds ids_;
  Asked scope_;
  bool predecessors_;
  Arena arena_;
  Arena alone_{1};  // of whatever thread calls
  CertifiedAnswers known_;
  CertifiedAnswers known_targets_;  // rows of targets alone
  bool keeps_targets_ = false;
  bool protect_;
  ChosenVertices sampled_;  // whose rows are certified where not all are
  bool draws_whole_rows_ = false;
  std::map<Vertex, std::vector<std::byte>> known_reductions_;  // as they came, proved
  std::vector<ReducedRow> reduced_;                            // of the last answer
  std::vector<Vertex> trees_;                                  // predecessors that the host derives
  Answer last_right_;
};

/// Calls take(sources, output) with rows of all vertices: of all sources together, or of one after the other where the
/// answer has an entry for each target alone.
void for_whole_rows(std::span<const Vertex> sources, const Judge::Answer& answer,
                    FunctionRef<void(std::span<const Vertex> sources, const Output& output)> take);

/// "source 5", "5 sources from 17 on": of one call.
std::string sources_text(std::span<const Vertex> sources, const VertexIds& ids);

}  // namespace wayfront::host
