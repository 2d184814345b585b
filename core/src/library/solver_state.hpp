// What is behind a Solver: a plugin that is prepared for a graph, here or in a process of its own, and the judge of its
// answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/judge.hpp"
#include "library/isolated_plugin.hpp"
#include "library/states.hpp"
#include "run/solver.hpp"

namespace wayfront {

struct Solver::State {
  /// Not prepared. `shared`: a copy of this graph for isolated plugins, or null: one is made where it is needed.
  State(SharedGraph on, std::shared_ptr<const LibraryState> of, const host::Plugin& chosen,
        std::shared_ptr<const host::Settings> options, const SolverOptions& how, IsolatedPlugin::Shared shared = {});

  /// Must be called first.
  host::Ending prepare(double limit = std::numeric_limits<double>::infinity());

  const host::StoredGraph& stored() const { return *Access::state(graph).loaded.graph; }
  void check(std::span<const Vertex> sources, const SolveOptions& options) const;
  ResultState solve(std::span<const Vertex> sources, const SolveOptions& options);
  host::Ending try_call(std::span<const Vertex> sources, double limit, double& seconds);
  void add_rows(std::span<const Vertex> sources, const SolveOptions& options, const host::Asked& scope, bool stays,
                ResultState& result);
  Output copied(const Output& answer, std::byte* to, std::span<const Vertex> targets,
                const host::DeviceMemory::Block& block);
  static void spread(const Output& alone, std::span<const Vertex> targets, Output& whole);
  host::DeviceMemory::Block device_block(std::size_t bytes);
  ResultState nearest(std::span<const Vertex> sources, const SolveOptions& options);

  SharedGraph graph;
  std::shared_ptr<const LibraryState> library;
  const host::Plugin& plugin;  // of the library
  std::shared_ptr<const host::Settings> settings;
  SolverOptions rest;
  std::vector<std::string> remarks{};  // why the plugin was chosen, and what it noted
  double prepared = 0;                 // seconds
  std::string name;
  unsigned threads;
  host::Judge judge;
  std::optional<host::Solver> solver{};          // in this process
  std::optional<IsolatedPlugin> isolated{};      // or in another one
  std::shared_ptr<host::DeviceMemory> device{};  // made when it is first asked for
  std::vector<std::uint64_t> exact_to{};  // of the last answer: up to which distance each row is exact, in its own type
};

/// Throws the error of an ending that is not ok. `doing`: "solving".
void require_ok(const host::Ending& ending, std::string_view plugin, std::string_view doing);

}  // namespace wayfront
