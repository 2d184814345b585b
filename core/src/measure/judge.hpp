// Certifies the answers of runs, in the host's process: memory that a plugin can write has no influence.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/arena.hpp"
#include "certify/certified_answers.hpp"
#include "certify/scope.hpp"
#include "graph/vertex_ids.hpp"
#include "results/result.hpp"
#include "wayfront/function_ref.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

class Judge {
 public:
  /// Refers to `graph`. With `predecessors` it derives them if an answer has none. Answers are checked on `threads`
  /// threads. `memory` bytes hold proved answers, with which later ones are compared instead of being proved; 0: none.
  /// `protect`: plugins run in this process, too.
  Judge(const Graph& graph, const VertexIds& ids, Scope scope, bool predecessors, unsigned threads,
        std::uint64_t memory, bool protect);

  /// What later answers are judged by, in place of the question so far.
  void ask(Scope scope, bool predecessors) {
    scope_ = std::move(scope);
    predecessors_ = predecessors;
  }

  /// Certifies `output`, one row for each source, into the sample's certificate and cycle with its arcs: figures are
  /// sums over the rows. A row that equals a proved one takes over its certificate. Ok if the answer is correct; then
  /// everything in it that the question does not want becomes unreached.
  Ending judge(std::span<const Vertex> sources, Output& output, Sample& sample);

  /// The last correct answer, and its shortest-path trees in the form of plugins, one row for each source, empty if not
  /// requested. Valid until the plugin's next call.
  struct Answer {
    const Output* output = nullptr;
    std::span<const Vertex> predecessors{};
  };
  const Answer& last_right() const { return last_right_; }

  /// The threads that check answers, for copies of these.
  Arena& arena() { return arena_; }

 private:
  void tell_cycle(std::span<const Vertex> cycle, Sample& sample) const;

  void for_rows(std::size_t rows, FunctionRef<void(std::uint32_t row, Arena& arena)> body);

  const Graph& graph_;
  VertexIds ids_;
  Scope scope_;
  bool predecessors_;
  Arena arena_;
  Arena alone_{1};  // of whatever thread calls
  CertifiedAnswers known_;
  std::vector<Vertex> trees_;  // predecessors that the host derives
  Answer last_right_;
};

/// "source 5", "5 sources from 17 on": of one call.
std::string sources_text(std::span<const Vertex> sources, const VertexIds& ids);

}  // namespace wayfront::host
