// Solves what a command line asks, batch by batch, every row certified.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "answers/shortest_path.hpp"
#include "answers/solution_writer.hpp"
#include "certify/reduced/reduced_row.hpp"
#include "engine/choice/certified_solve.hpp"
#include "graph_arguments.hpp"
#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "question_flags.hpp"
#include "solver_arguments.hpp"

namespace wayfront::app {

struct SolvingArguments {
  GraphArguments graph;
  QuestionFlags question;
  SolverArguments solver;
  bool quiet = false;    // no notes, no summary
  bool verbose = false;  // notes on the choice of a plugin

  /// `file` is the name of the graph's argument.
  void add_to(std::vector<Option>& rows, const char* file);
};

class Solving {
 public:
  /// Loads the graph and finds sources and targets in it. Refers to all arguments. Throws host::UserError.
  Solving(const SolvingArguments& arguments, const host::Question& question, const host::PluginRegistry& plugins);

  /// Of the file: without a virtual source.
  Vertex vertices() const { return vertices_; }
  /// As listed: a vertex may be there again.
  const std::vector<Vertex>& sources() const { return sources_; }
  const std::vector<Vertex>& targets() const { return listed_.targets; }
  /// With the targets as listed.
  const host::Asked& asked() const { return listed_; }
  const host::LoadedGraph& graph() const { return loaded_; }
  /// Of the answers to come.
  host::SolutionWriter writer(host::OutputPlan plan) const;

  /// Receives the answers, one or more sources at a time: a row of `output` for each source, and trees for the same, if
  /// the question has predecessors.
  using Take =
      std::function<void(std::span<const Vertex> sources, const Output& output, std::span<const Vertex> trees)>;
  /// Solves from all sources; on a terminal it shows how far it is. False after a negative cycle, which ends it and is
  /// not handed to `take`: see cycle().
  bool solve(const Take& take);

  /// The same with a reduction for each source, where the arguments ask for these.
  using TakeReduced = std::function<void(std::span<const Vertex> sources, std::span<const host::ReducedRow> reduced)>;
  bool reduce(const TakeReduced& take);

  struct Figures {
    std::uint64_t reached = 0;  // wanted distances that are finite, over all sources
    std::int64_t max_integer = std::numeric_limits<std::int64_t>::min();  // the largest of them, by the type
    double max_real = -std::numeric_limits<double>::infinity();
    double seconds = 0;  // of the plugin
  };
  const Figures& figures() const { return figures_; }
  /// Prints one sentence on figures, plugin and time to stderr, unless the arguments say not to.
  void print_summary() const;
  const std::vector<Vertex>& cycle() const { return cycle_; }
  /// Prints it with what is `missing` because of it: "no shortest distances exist". Returns the exit code.
  int report_cycle(const char* missing) const;
  /// The sources of the call that found the cycle, for people.
  const std::string& cycle_from() const { return cycle_from_; }
  /// That solved; known after solve() or reduce().
  const std::string& plugin() const { return plugin_; }

 private:
  std::string summary() const;
  using TakeAnswer = std::function<void(std::span<const Vertex> sources, const host::Verifier::Answer& answer)>;
  bool solve_batches(const TakeAnswer& take);
  std::vector<Vertex> find_sources();
  std::string trust_text() const;
  std::size_t batch_size(const host::Plugin& plugin) const;
  std::size_t parallel(const host::Plugin& plugin) const;
  void count(const Output& output);
  void note_choice(const host::CertifiedSolver& solver);

  const SolvingArguments& arguments_;
  const host::Question& question_;
  const host::PluginRegistry& plugins_;
  host::HostContext context_;
  host::LoadedGraph loaded_;
  Vertex vertices_ = 0;
  std::vector<Vertex> sources_;  // as listed; with --nearest: the virtual one
  std::vector<Vertex> tried_;    // each of them once
  std::size_t asked_sources_ = 0;
  host::Asked listed_;  // with targets as listed
  host::Asked asked_;   // with each of them once
  std::optional<ChosenSolver> solver_;
  std::string plugin_;
  std::string choice_text_;  // who chose it and why; "" if it was named
  Figures figures_;
  std::vector<host::DeviceShare> devices_;  // what each did, where several share the sources
  host::CertifiedSolver::DrawnRows drawn_rows_;
  std::vector<Vertex> cycle_;
  std::string cycle_from_;
};

/// Prints on stderr that programs for maps may draw the graph in another place, if its coordinates are in a plane.
void warn_of_plane(const host::LoadedGraph& loaded);

// Arcs of a path or a cycle, and what is said about a cycle that is in the way.

/// A table with a row for each arc; `until` has the distance at the end of each. "" without arcs.
std::string arc_table(const std::vector<host::PathArc>& arcs, const std::vector<host::ExactWeight>& until,
                      const host::VertexIds& ids, WeightKind weights);

/// The number that weight_text() shows.
nlohmann::json weight_number(const host::ExactWeight& weight, WeightKind weights);

/// An arc with the ids of its ends, its number and its weight.
nlohmann::json arc_json(const host::PathArc& arc, const host::VertexIds& ids, WeightKind weights);

/// The sum of weights up to and with each arc.
std::vector<host::ExactWeight> sums(const std::vector<host::PathArc>& arcs);

/// A sentence and the table of a negative cycle that `from` reaches. `missing` ends the sentence: "there is no
/// shortest path".
std::string cycle_text(const std::string& from, const std::vector<host::PathArc>& cycle, const char* missing,
                       const host::VertexIds& ids, WeightKind weights);

}  // namespace wayfront::app
