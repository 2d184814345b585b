// What is behind the handles of wayfront.hpp.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "answers/shortest_path.hpp"
#include "base/big_array.hpp"
#include "library/errors.hpp"
#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "results/result.hpp"
#include "run/host_context.hpp"
#include "wayfront/wayfront.hpp"
#include "workers/answer_stream.hpp"

namespace wayfront {

struct Library::State {
  LibraryOptions options;
  unsigned threads = 1;
  host::PluginRegistry plugins;

  /// Where plugins log.
  host::HostContext::LogSink log() const;
};

struct SharedGraph::State {
  host::LoadedGraph loaded;
  bool borrowed = false;  // its arrays are the caller's: they cannot be write-protected
  unsigned threads = 1;   // for what is computed from it

  const GraphInfo& info() const { return loaded.graph->info(); }
};

/// Some rows of a result: those of one call of the plugin.
struct ResultRows {
  host::AnswerCopy answer;
  host::BigArray<Vertex> trees{};  // null: not asked for
  Output* output = nullptr;        // of `answer`
};

struct Result::State {
  SharedGraph graph;
  std::vector<Vertex> sources;
  Vertex vertices;            // of a row that users see
  std::size_t row_count = 1;  // that users see
  std::size_t per_call = 1;   // rows of each of `rows`, the last perhaps less
  std::vector<std::unique_ptr<ResultRows>> rows{};
  std::vector<Vertex> nearest{};
  std::optional<Path> cycle{};
  bool certified = true;
  Work work{};
  double seconds = 0, certify_seconds = 0;
};

/// These arcs, and the sum of their weights.
Path path_of(const std::vector<host::PathArc>& arcs);

struct Comparison::State {
  std::vector<ComparisonRow> rows;
  std::vector<ComparisonRun> runs;
  std::vector<host::Results> results;
};

/// From handles to what is behind them, and back.
struct Access {
  template <class Handle>
  static const auto& shared(const Handle& handle) {
    if (handle.state_ == nullptr) throw_usage("this object was moved from; assign another one to it before its use");
    return handle.state_;
  }
  /// Of a Solver it may be changed.
  template <class Handle>
  static auto& state(const Handle& handle) {
    return *shared(handle);
  }
  template <class Handle>
  static Handle make(typename Handle::State state) {
    return Handle(std::make_shared<const typename Handle::State>(std::move(state)));
  }
  static Solver make(std::unique_ptr<Solver::State> state);
  template <class Handle>
  using State = typename Handle::State;
};

using LibraryState = Access::State<Library>;
using GraphState = Access::State<SharedGraph>;
using ResultState = Access::State<Result>;
using ComparisonState = Access::State<Comparison>;
using SolverState = Access::State<Solver>;

}  // namespace wayfront
