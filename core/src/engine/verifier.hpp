// Checks the answers of runs, in the host's process: memory that a plugin can write has no influence. Whole rows are
// proved by the certificate; a projection of rows is compared with the same projection of rows that were proved.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/arena.hpp"
#include "call/call.hpp"
#include "certify/asked.hpp"
#include "certify/certified_answers.hpp"
#include "certify/projection.hpp"
#include "certify/reduced/reduced_row.hpp"
#include "certify/reduced/row_sample.hpp"
#include "graph/vertex_ids.hpp"
#include "wayfront/function_ref.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

class Verifier {
 public:
  /// Refers to `graph`. Predecessors that are asked for, but that an answer has none of, are derived. Answers are
  /// checked on `threads` threads. `memory` bytes hold proved answers, with which later ones are compared instead of
  /// being proved; 0: none. `protect`: plugins run in this process, too.
  Verifier(const Graph& graph, const VertexIds& ids, Asked scope, unsigned threads, std::uint64_t memory, bool protect);

  /// What later answers are checked against, in place of the question so far; all rows are certified again.
  void ask(Asked scope);
  const Asked& scope() const { return scope_; }

  /// Makes the same plugin solve in full, which no sample counts: `whole` receives all distances from `sources`.
  using SolveWhole = FunctionRef<Ending(std::span<const Vertex> sources, Output*& whole)>;
  /// Checks `output`, one row for each source, and enters certificate and cycle with its arcs into `figures`: sums over
  /// the rows. A row that equals a proved one takes over its certificate. Ok if the answer is right; then everything
  /// in it that the question does not want becomes unreached. A projection for which no proved answer came before is
  /// compared with one of `solve_whole`, which is proved first. Where rows are drawn, the others only have to be
  /// possible, and free of faults where the plugin checked them itself; figures are then those of row_figures().
  Ending check(std::span<const Vertex> sources, Output& output, Call& figures, SolveWhole solve_whole);
  /// The same for whole rows.
  Ending check(std::span<const Vertex> sources, Output& output, Call& figures);

  /// The rows from these sources alone are certified, in place of all, where a plugin gives reductions; with
  /// `whole_rows` also where it gives whole rows or targets alone, unless predecessors are wanted: these come out of
  /// proofs.
  void certify_rows_of(std::span<const Vertex> sources, bool whole_rows = false) {
    sampled_ = ChosenVertices(sources, graph_.info().vertices);
    draws_whole_rows_ = whole_rows;
  }
  /// From now on, the targets' distances of all right answers are kept, to be compared with those of targets alone.
  void expect_targets_alone() { keeps_targets_ = true; }
  /// Notes the reductions of a right answer that was checked in several parts. `figures` receives figures and a digest
  /// of them, which do not depend on who reduced the rows.
  void conclude_reductions(std::vector<ReducedRow> rows, Call& figures);

  /// The last right answer, and its shortest-path trees in the form of plugins, one row for each source, empty if not
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
  struct Case;

  CertifiedAnswers& known(Projection projection) { return known_[static_cast<std::size_t>(projection)]; }
  void look_at_reductions(Case& it, Call& figures);
  Ending look_at_rows(Case& it);
  Ending compare_open(Case& it, SolveWhole solve_whole);
  void keep(const Case& it);
  Ending conclude(const Case& it, Call& figures) const;
  void finish(Case& it, Call& figures);
  Certificate certificate_of_cycle(std::span<const Vertex> sources, const Output& output);
  void tell_cycle(std::span<const Vertex> cycle, Call& figures) const;
  void tell_figures(const Case& it, Call& figures);

  /// Rows of all vertices that are solved at a time for comparisons.
  std::size_t rows_at_once() const;
  void for_rows(std::size_t rows, FunctionRef<void(std::uint32_t row, Arena& arena)> body);
  /// The same until somebody wants to stop, which checking many rows would keep from being noticed.
  Ending for_rows_unless_stopped(std::size_t rows, FunctionRef<void(std::uint32_t row, Arena& arena)> body);

  const Graph& graph_;
  VertexIds ids_;
  Asked scope_;
  Arena arena_;
  Arena alone_{1};  // of whatever thread calls
  std::array<CertifiedAnswers, 3> known_;
  bool keeps_targets_ = false;
  ChosenVertices sampled_;  // whose rows are certified where not all are
  bool draws_whole_rows_ = false;
  std::vector<ReducedRow> reduced_;  // of the last answer
  std::vector<Vertex> trees_;        // predecessors that the host derives
  Answer last_right_;
};

/// Calls take(sources, output) with rows of all vertices: of all sources together, or of one after the other where the
/// answer has an entry for each target alone.
void for_whole_rows(std::span<const Vertex> sources, const Verifier::Answer& answer,
                    FunctionRef<void(std::span<const Vertex> sources, const Output& output)> take);

/// "source 5", "5 sources from 17 on": of one call.
std::string sources_text(std::span<const Vertex> sources, const VertexIds& ids);

}  // namespace wayfront::host
