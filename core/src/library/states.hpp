// What is behind the handles of wayfront.hpp.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/shortest_path.hpp"
#include "base/big_array.hpp"
#include "base/errors.hpp"
#include "base/float_mode.hpp"
#include "call/call.hpp"
#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/device_memory.hpp"
#include "run/host_context.hpp"
#include "settings/settings.hpp"
#include "wayfront/status.hpp"
#include "wayfront/wayfront.hpp"

namespace wayfront {

// Around every function of the library: the host's errors become those of the header, and the floating-point mode of
// the calling thread is what it was.

/// Throws the error of the header with this exit code.
[[noreturn]] void throw_error(host::ExitCode code, const std::string& message);
/// The same for what a plugin or a step threw.
[[noreturn]] void throw_error(const Failure& failure);

/// Calls `call` and translates what it throws.
template <class F>
decltype(auto) translated(F&& call) {
  const host::CallerFloatMode mode;
  try {
    return call();
  } catch (const host::UserError& error) {
    throw_error(error.code(), error.what());
  } catch (const Failure& failure) {
    throw_error(failure);
  }
}

[[noreturn]] inline void throw_usage(const std::string& message) { throw_error(host::ExitCode::usage, message); }

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
  std::vector<Vertex> nearest{};          // `rows` times `vertices`
  std::vector<RowFigures> figures{};
  std::optional<Path> cycle{};
  bool certified = true;
  Work work{};
  std::vector<std::string> counters{};
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
  struct StateOf {  // not an alias: clang 16 does not count it as part of the friend
    using Type = typename Handle::State;
  };
};

using LibraryState = Access::StateOf<Library>::Type;
using GraphState = Access::StateOf<SharedGraph>::Type;
using ResultState = Access::StateOf<Result>::Type;
using SolverState = Access::StateOf<Solver>::Type;

// Where the program is whose processes isolate plugins.

/// The program of the same installation as this library; "" if it is not installed.
std::filesystem::path worker_program();

// Options of a plugin as a program gives them, checked against the plugin's rows.

/// `title` names them in messages: "options of plugin 'adds'". Throws host::UserError (usage) with all errors.
host::Settings settings_of(const Options& options, std::span<const OptionRow> rows, std::string_view title);
/// Of this plugin.
host::Settings settings_of(const Options& options, const host::Plugin& plugin);

}  // namespace wayfront
