// What is behind a Solver: a plugin that is prepared for a graph, here or in a process of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.hpp"
#include "files/byte_source.hpp"
#include "library/states.hpp"

namespace wayfront {

/// A graph for the engines of a solver, and of the candidates for it.
struct SolverGround {
  /// Throws UserError without memory for a copy of the graph, where processes share it, and UnsupportedError where the
  /// program is not installed whose processes these are.
  SolverGround(SharedGraph on, std::shared_ptr<const LibraryState> of, const SolverOptions& how);

  const host::StoredGraph& stored() const { return *Access::state(graph).loaded.graph; }
  /// Refers to this object and the arguments. Throws the error of an ending if it was told to stop.
  std::unique_ptr<host::Engine> engine(const host::Plugin& plugin, const host::Settings& options);

  SharedGraph graph;
  std::shared_ptr<const LibraryState> library;
  SolverOptions rest;
  host::FileHandle shared;  // for isolated plugins
  host::Ground ground;
};

struct Solver::State {
  /// `notes`: why the plugin was chosen. `made` is an engine on the ground and refers to the options.
  State(std::shared_ptr<SolverGround> on, std::shared_ptr<const host::Settings> options,
        std::unique_ptr<host::Engine> made, std::vector<std::string> notes = {});
  ~State() { engine->end(); }

  /// What the engine noted until now.
  void take_notes();
  void check(std::span<const Vertex> sources, const SolveOptions& options) const;
  ResultState solve(std::span<const Vertex> sources, const SolveOptions& options);
  void add_rows(std::span<const Vertex> sources, const SolveOptions& options, bool stays, ResultState& result);
  void end_if_stopped(const SolveOptions& options) const;
  static void count(const host::Call& figures, ResultState& result);
  host::Ending restarted();
  Output copied(const Output& answer, std::byte* to, const host::DeviceMemory::Block& block);
  void spread(const Output& alone, Output& whole) const;
  host::DeviceMemory::Block device_block(std::size_t bytes);
  ResultState reduce(std::span<const Vertex> sources, const SolveOptions& options);
  ResultState nearest(std::span<const Vertex> sources, const SolveOptions& options);
  ResultState k_nearest(std::span<const Vertex> sources, const SolveOptions& options) const;
  /// The same on another graph, with the instances of this one, which has them again after an error, not prepared.
  std::unique_ptr<State> updated(const SharedGraph& graph, std::stop_token stop);

  std::shared_ptr<SolverGround> base;
  std::shared_ptr<const host::Settings> settings;
  std::unique_ptr<host::Engine> engine;
  host::Verifier& verifier;
  std::vector<std::string> reasons;    // why the plugin was chosen
  std::vector<std::string> remarks{};  // the same, and what it noted
  bool is_prepared = true;
  std::string name;
  std::shared_ptr<host::DeviceMemory> device{};  // made when it is first asked for
  std::vector<std::uint64_t> exact_to{};  // of the last answer: up to which distance each row is exact, in its own type
};

/// One of the plugin, prepared. Throws the errors of Library::solver().
std::unique_ptr<SolverState> named_solver(std::shared_ptr<SolverGround> on, const host::Plugin& plugin,
                                          std::shared_ptr<const host::Settings> options);

/// Throws the error of an ending that is not ok. `doing`: "solving".
void require_ok(const host::Ending& ending, std::string_view plugin, std::string_view doing);

/// Of the plugin that `chooser` chooses, prepared: the one that is expected to be the fastest, or won a race, or the next one
/// if that could not be prepared.
std::unique_ptr<SolverState> chosen_solver(const SharedGraph& graph, const std::shared_ptr<const LibraryState>& library,
                                           const host::Plugin& chooser, const host::Settings& options,
                                           const SolverOptions& rest);

}  // namespace wayfront
