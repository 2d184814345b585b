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
#include "call/call.hpp"
#include "run/device_memory.hpp"
#include "run/host_context.hpp"
#include "wayfront/wayfront.hpp"

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

struct Result::State {
  SharedGraph graph;
  std::vector<Vertex> sources;
  Vertex vertices = 0;                    // of a row that users see
  std::size_t rows = 0;                   // 0 if there is a cycle
  std::size_t stride = 0;                 // entries of a row: with nearest() one more than vertices
  host::BigArray<std::byte> distances{};  // null: on the device alone
  host::DeviceMemory::Block on_device{};  // the same rows; null: not asked for
  host::BigArray<Vertex> trees{};         // null: not asked for
  std::vector<Vertex> nearest{};
  std::optional<Path> cycle{};
  bool certified = true;
  Work work{};
  double seconds = 0, certify_seconds = 0;

  /// Of `row`, in the type of the weights.
  std::byte* distances_of(std::size_t row) const { return distances.get() + row * row_bytes(); }
  std::size_t row_bytes() const { return stride * weight_size(graph.info().weights); }
};

/// These arcs, and the sum of their weights.
Path path_of(const std::vector<host::PathArc>& arcs);

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
using SolverState = Access::State<Solver>;

}  // namespace wayfront
