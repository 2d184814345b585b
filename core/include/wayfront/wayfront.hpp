// Wayfront as a library: graphs in, certified shortest paths out. For programs; plugins include the other headers of
// this folder. Link wayfront::host (CMake) or -lwayfront (pkg-config wayfront). Comparisons are in wayfront_lab.hpp.
//
//   wayfront::Library library;
//   const wayfront::SharedGraph graph = library.load("NY.gr.xz");
//   wayfront::Solver solver = library.solver(graph, "delta-stepping", {{"delta", 100}});
//   const wayfront::Result result = solver.solve(graph.vertex(1), {.predecessors = true});
//   for (const wayfront::PathArc& arc : result.path(graph.vertex(2)).arcs)
//     std::cout << graph.id(arc.to) << ' ' << arc.weight << '\n';
//
// Ownership. Library, SharedGraph and Result are handles of immutable things: copies are cheap, refer to
// the same thing and keep it alive; each may outlive the library that made it. A Solver owns a plugin's instance and
// can only be moved. Spans and references live as long as any copy of the handle that gave them, so functions that
// return spans are deleted for temporaries.
//
// Threads. Everything const may be called from several threads at once. A Solver serves one call at a time; several
// solvers, also of one graph, may solve at the same time.
//
// Errors are exceptions derived from Error, with the sentences of the command line. Functions throw UsageError for
// arguments that make no sense, and std::bad_alloc; what else they throw stands with them. A plugin runs in the
// calling process, and one that crashes takes the program with it, unless SolverOptions::isolated is set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "wayfront/distance.hpp"  // Vertex, no_vertex, WeightType, WeightKind, GraphInfo; unreached
#include "wayfront/run.hpp"       // Work

#define WAYFRONT_API __attribute__((visibility("default")))

namespace wayfront {

/// What went wrong, to which thing, and what to do, in one sentence.
class WAYFRONT_API Error : public std::runtime_error {
 public:
  Error(int exit_code, const std::string& message) : std::runtime_error(message), exit_code_(exit_code) {}
  /// The exit code with which the program `wayfront` would end.
  int exit_code() const noexcept { return exit_code_; }

 private:
  int exit_code_;
};

// clang-format off
/// Wrong arguments: an unknown option, a vertex that the graph does not have.
struct WAYFRONT_API UsageError : Error { using Error::Error; };
/// A graph file that cannot be read or written, or arrays that do not describe a graph.
struct WAYFRONT_API InputError : Error { using Error::Error; };
/// A plugin that is missing, or that cannot be opened.
struct WAYFRONT_API PluginError : Error { using Error::Error; };
/// The plugin cannot treat this graph here: type or sign of the weights, a missing device.
struct WAYFRONT_API UnsupportedError : Error { using Error::Error; };
/// A plugin failed: out of memory, a lost device, distances that do not fit the type of the weights.
struct WAYFRONT_API SolveError : Error { using Error::Error; };
/// The certificate refutes the answer of a plugin.
struct WAYFRONT_API WrongAnswerError : SolveError { using SolveError::SolveError; };
/// SolveOptions::timeout is over.
struct WAYFRONT_API TimeoutError : SolveError { using SolveError::SolveError; };
/// A stop was requested.
struct WAYFRONT_API CancelledError : Error { using Error::Error; };
// clang-format on

/// The version of the library that is linked, "0.2.0".
WAYFRONT_API std::string version();

/// A value of an option.
using OptionSetting = std::variant<bool, std::int64_t, double, std::string, std::vector<std::int64_t>,
                                   std::vector<double>, std::vector<std::string>>;
/// Options of a plugin by name: {{"delta", 100}, {"loop", "host"}}. Library::describe() lists them.
using Options = std::vector<std::pair<std::string, OptionSetting>>;

/// Called on the calling thread with what is done and what there is to do, in sources or in solves of a comparison.
using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// Offsets or vertices of the caller.
using IndexSpan = std::variant<std::span<const std::uint32_t>, std::span<const std::int32_t>,
                               std::span<const std::uint64_t>, std::span<const std::int64_t>>;
/// Weights of the caller.
using WeightSpan = std::variant<std::span<const std::int32_t>, std::span<const float>, std::span<const std::int64_t>,
                                std::span<const double>>;

/// A graph with the ids of its file. Inside the library a vertex is its index, 0 .. vertices-1.
class WAYFRONT_API SharedGraph {
 public:
  const GraphInfo& info() const;
  Vertex vertices() const { return info().vertices; }
  std::uint64_t arcs() const { return info().edges; }
  /// The name of its file, or what made it.
  const std::string& name() const;
  /// Whether its arcs were given as such; false: each edge of the input became two arcs.
  bool directed() const;
  /// Of vertices, arcs and weights, 32 hexadecimal digits: equal for equal graphs.
  const std::string& digest() const;
  /// Why it may not be the graph that was meant, and which arrays were copied; empty if there is nothing to say.
  const std::vector<std::string>& notes() const;

  /// The arcs out of u are [offsets[u], offsets[u + 1]) in `targets` and `weights`.
  std::variant<std::span<const std::uint32_t>, std::span<const std::uint64_t>> offsets() const&;
  void offsets() const&& = delete;
  std::span<const Vertex> targets() const&;
  void targets() const&& = delete;
  /// W must be the type that info().weights names.
  template <WeightType W>
  std::span<const W> weights() const& {
    return {static_cast<const W*>(weight_data(weight_kind<W>)), arcs()};
  }
  template <WeightType W>
  void weights() const&& = delete;

  /// The vertex with that id in the file; for adopted arrays, ids are indices. Names take linear time.
  Vertex vertex(std::uint64_t id) const;
  Vertex vertex(std::string_view id) const;
  std::string id(Vertex vertex) const;
  /// Whether ids are names; otherwise they are numbers.
  bool has_names() const;

  /// The position of each vertex: x and y, both NaN where it is not known; empty if the graph has no coordinates.
  std::span<const double> coordinates() const&;
  void coordinates() const&& = delete;
  /// Whether these are longitude and latitude in degrees; otherwise they lie in a plane.
  bool is_geographic() const;
  /// The same graph, which shares its arrays, with these coordinates, which are copied; without any if `places` are empty.
  /// Throws InputError, which names the first place that is wrong.
  SharedGraph with_coordinates(std::span<const double> places, bool geographic = false) const;

  /// The same graph, which shares its rows, with a weight for each arc, in the order of targets(),
  /// of any type. They are copied. An arc of weight unreached<W> is closed: the graph is then one without it. Each direction of an edge is an
  /// arc of its own from then on. Throws InputError, which names the first weight that is wrong.
  SharedGraph with_weights(WeightSpan weights) const;
  /// The same graph without these arcs, by their indices.
  SharedGraph without(std::span<const std::uint64_t> arcs) const;
  /// The indices of the arcs from one vertex to another: several if they are parallel, none if there is none.
  std::vector<std::uint64_t> arcs_between(Vertex from, Vertex to) const;

  /// Whether the arrays still have the digest: for adopted ones, which others could change. Reads all of them.
  bool is_unchanged() const;

  /// A copy with every arc turned around: distances on it are distances to a vertex.
  SharedGraph reversed() const;

 private:
  friend struct Access;
  struct State;
  explicit SharedGraph(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  const void* weight_data(WeightKind kind) const;
  std::shared_ptr<const State> state_;
};

/// How to read a file.
struct LoadOptions {
  std::string loader{};                 // "": by content
  Options options{};                    // of the loader
  std::optional<WeightKind> weights{};  // nothing: the smallest type that holds them all
  std::string missing_weights{};        // a rule as in a pipeline, "{ constant = 1 }"; "": none
  std::vector<std::string> steps{};     // as in a pipeline, "potentials = { seed = 1 }"
  std::filesystem::path coordinates{};  // a DIMACS .co file; "": those of the file, or of a .co file beside it
  std::stop_token stop{};
  Progress progress{};  // in bytes of the file, 0 where not known; called by a thread of its own, must not throw
};

/// Compressed sparse rows of the caller. Offsets of all four types, targets of 32 bits and weights are used as they
/// are; targets of 64 bits are copied.
struct CsrArrays {
  IndexSpan offsets;   // vertices + 1 of them, from 0, in ascending order
  IndexSpan targets;   // below vertices
  WeightSpan weights;  // neither NaN nor infinite
};

/// Arcs in any order, as in an edge list.
struct ArcArrays {
  Vertex vertices = 0;
  IndexSpan sources, targets;
  WeightSpan weights;
  bool directed = true;  // false: each is an edge, which becomes two arcs
};

/// How to write a file.
struct SaveOptions {
  std::string format{};   // "": by the suffix of the name
  Options options{};      // of that format
  bool renumber = false;  // vertices get the numbers that the format would give them, whatever their ids
  bool replace = false;   // a file of that name
};

/// The figures with which papers describe their inputs.
struct GraphFigures {
  std::uint64_t self_loops = 0, parallel_arcs = 0, zero_weights = 0, negative_weights = 0;
  double mean_degree = 0;
  std::uint64_t max_out_degree = 0, max_in_degree = 0;
  Vertex sources = 0, sinks = 0;                 // vertices without arcs in, and without arcs out
  Vertex components = 0, largest_component = 0;  // weak ones, and the vertices of the largest
  Vertex min_diameter = 0, max_diameter = 0;     // bounds in arcs, of the largest component without directions
  bool any_distance_fits = true;                 // the type of the weights holds every distance
};

/// An arc on a path.
struct PathArc {
  Vertex from = 0, to = 0;
  std::uint64_t arc = 0;  // index into the graph's targets and weights
  double weight = 0;      // rounded for int64 beyond 2^53, as all doubles here
};

/// A path, or a cycle whose last arc leads back to its beginning.
struct Path {
  std::vector<PathArc> arcs;
  double length = 0;
};

/// What is asked. What is not wanted is "unreached" in the result.
struct SolveOptions {
  std::vector<Vertex> targets{};                           // only these, and maybe what is nearer; empty: all
  double limit = std::numeric_limits<double>::infinity();  // no distances above it
  std::uint64_t count = 0;                                 // only the `count` nearest vertices, with the source; 0: all
  bool predecessors = false;  // and so paths; they come out of the certificate, which is made for them in any case
  bool certify = true;        // false: the plugin's answer as it is, for callers that have a proof of their own
  bool reduce = false;        // only Result::figures(); not with targets, count, predecessors and on_device
  double within = std::numeric_limits<double>::infinity();  // for RowFigures::within
  std::size_t k = 1;  // for Solver::nearest(): how many sources; with several only limit, certify, timeout and stop
  bool on_device = false;  // distances in the memory of a CUDA device: Result::device_distances()
  double timeout = 0;      // seconds for a call of the plugin; 0: none
  std::stop_token stop{};  // request_stop() of its source, in any thread, ends the solve with CancelledError
  Progress progress{};
};

/// What is left of a row of distances with SolveOptions::reduce; only reached vertices count, the source is one.
struct RowFigures {
  std::uint64_t reached = 0;
  std::uint64_t within = 0;  // of these, the ones whose distance is not above SolveOptions::within
  double sum = 0, max = 0;   // of the distances
  double harmonic = 0;       // the sum of 1 / distance over distances other than 0
};

/// Distances in the memory of a CUDA device, complete; row after row. Wayfront does not read them again: whoever has
/// the result may change them.
struct DeviceDistances {
  void* data = nullptr;  // of the type that `kind` names, aligned to 256 bytes
  int device = 0;        // its number for CUDA, in whose primary context the memory is
  WeightKind kind = WeightKind::int32;
  std::size_t rows = 0;
  Vertex vertices = 0;  // entries of a row
};

/// The answer to one call of Solver: distances from each of its sources, or a negative cycle.
class WAYFRONT_API Result {
 public:
  std::span<const Vertex> sources() const&;
  void sources() const&& = delete;
  Vertex vertices() const;
  WeightKind weights() const;
  /// One for each source; of nearest() SolveOptions::k, at most the number of sources; 0 with a negative cycle.
  std::size_t rows() const;

  /// Row i has the distances from sources()[i], one that is listed again has another row; rows are contiguous in memory.
  /// unreached<W> where there is no path or the distance was not asked for. W must be the type that weights() names. Throws UsageError on a negative cycle, and
  /// where distances are on a device alone, neither certified nor with predecessors.
  template <WeightType W>
  std::span<const W> distances(std::size_t row = 0) const& {
    return {static_cast<const W*>(distance_data(weight_kind<W>, row)), vertices()};
  }
  template <WeightType W>
  void distances(std::size_t row = 0) const&& = delete;
  /// One of them; infinite where it is unreached.
  double distance(Vertex target, std::size_t row = 0) const;
  /// With SolveOptions::on_device; otherwise throws UsageError. They go with the last copy of this result.
  DeviceDistances device_distances() const&;
  void device_distances() const&& = delete;
  /// no_vertex for the source and for unreached vertices. Empty unless they were asked for.
  std::span<const Vertex> predecessors(std::size_t row = 0) const&;
  void predecessors(std::size_t row = 0) const&& = delete;
  /// From the row's source to `target`; of infinite length and without arcs if that is unreached. Throws UsageError
  /// without predecessors.
  Path path(Vertex target, std::size_t row = 0) const;
  /// Of Solver::nearest(): the nearest source of each vertex, no_vertex if none reaches it; in row i the (i + 1)-th nearest.
  /// Else empty.
  std::span<const Vertex> nearest(std::size_t row = 0) const&;
  void nearest(std::size_t row = 0) const&& = delete;
  /// With SolveOptions::reduce: of each row. Else, and with a negative cycle, empty.
  const std::vector<RowFigures>& figures() const&;
  void figures() const&& = delete;

  /// Whether a source reaches a cycle of negative weight. Then there are no shortest paths.
  bool has_negative_cycle() const;
  /// That cycle; without arcs if there is none.
  Path negative_cycle() const;

  /// Whether the host has proved every row (docs/verify.md); false where SolveOptions::certify was.
  bool certified() const;
  /// What the plugin counted, all sources together.
  const Work& work() const;
  const std::vector<std::string>& counters() const;  // the names of work().own that the plugin uses
  double seconds() const;                            // in the plugin
  double certify_seconds() const;                    // in the certificate

 private:
  friend struct Access;
  struct State;
  explicit Result(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  const void* distance_data(WeightKind kind, std::size_t row) const;
  std::shared_ptr<const State> state_;
};

/// A cycle with the smallest mean weight of its arcs.
struct MeanCycle {
  Path cycle{};      // empty if the graph has no cycle
  double mean = 0;   // of its weights
  double bound = 0;  // proved: no cycle has a smaller mean; for integers the mean itself, for floats less by rounding
};

/// How a solver works.
struct SolverOptions {
  unsigned threads = 0;    // of the plugin and the certificate; 0: those of the library
  unsigned parallel = 1;   // sources at the same time, each with its share of the threads; 0: as many as threads
  bool isolated = false;   // the plugin in a process of its own, where it may crash; all answers are certified then
  std::stop_token stop{};  // ends the preparation with CancelledError
};

/// An instance of a plugin, prepared on one graph. One call at a time.
class WAYFRONT_API Solver {
 public:
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;
  ~Solver();

  const std::string& plugin() const;
  const SharedGraph& graph() const;
  /// What the plugin noted about itself.
  const std::vector<std::string>& notes() const;

  /// Throws SolveError and its kinds, CancelledError; UnsupportedError where distances should be on a device and there
  /// is none. A later call may follow after any of them; an isolated plugin whose process has ended starts again.
  Result solve(Vertex source, const SolveOptions& options = {});
  /// A row of the result for each source, also for one that is listed again. Memory: that of all rows.
  Result solve(std::span<const Vertex> sources, const SolveOptions& options = {});
  /// The distance from the nearest of the sources, and which it is: one row. Prepares a copy of the graph first. With
  /// SolveOptions::k there is a row for each of the k nearest: a search of the host's own, whatever the plugin,
  /// for weights that are not negative.
  Result nearest(std::span<const Vertex> sources, const SolveOptions& options = {});
  /// Goes over to another graph with what it has: `separator-sweep`, on the same streets with other weights, some of
  /// them closed, computes its tables alone. The plugin and its options stay; an isolated one starts anew. Throws as
  /// Library::solver(); the solver then keeps the graph before, on which its next call prepares again.
  void update(const SharedGraph& graph, std::stop_token stop = {});

 private:
  friend struct Access;
  struct State;
  explicit Solver(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// An option of a plugin, as its row declares it.
struct OptionInfo {
  std::string name, type;     // "integer", "list of texts"
  std::string accepted;       // "integer in 32 .. 1024", "\"edge\" or \"vertex\""
  std::string default_value;  // in TOML
  std::string help;
  bool required = false;
};

/// A plugin, as its descriptor says.
struct PluginInfo {
  std::string name, version, summary, reference;
  bool is_loader = false;
  std::uint64_t capabilities = 0;  // bits of wayfront/capability.hpp
  std::filesystem::path file;
  std::vector<OptionInfo> options;
  std::string problem;  // why it cannot be used; "" if it can
};

/// What a library knows and uses.
struct LibraryOptions {
  std::vector<std::filesystem::path> plugins{};      // directories before $WAYFRONT_PLUGIN_PATH and the installed one
  unsigned threads = 0;                              // 0: one for each processor
  bool cache = false;                                // keep loaded files as binary ones for later loads
  std::filesystem::path cache_directory{};           // "": the user's
  std::function<void(std::string_view line)> log{};  // takes what plugins log, in any thread
};

/// The plugins that were found, and how they are used.
class WAYFRONT_API Library {
 public:
  /// Reads the descriptors of all plugins, and opens none.
  explicit Library(const LibraryOptions& options = {});

  /// Throws InputError, PluginError; CancelledError.
  SharedGraph load(const std::filesystem::path& file, const LoadOptions& options = {}) const;
  /// Looks at every entry once and refers to the arrays, which nobody may change while the graph lives. `owner` keeps
  /// them alive; without one, the caller does. Throws InputError, which names the first entry that is wrong.
  SharedGraph adopt(const CsrArrays& arrays, std::shared_ptr<const void> owner = {}) const;
  /// A graph of its own from an edge list. Throws InputError.
  SharedGraph build(const ArcArrays& arcs) const;
  /// By the loader `generate`: {{"kind", "grid"}, {"rows", 100}}. Throws InputError.
  SharedGraph generate(const Options& options, std::optional<WeightKind> weights = {}, std::stop_token stop = {}) const;
  /// Throws UsageError if the format cannot hold the graph, InputError if the file cannot be written.
  void save(const SharedGraph& graph, const std::filesystem::path& file, const SaveOptions& options = {}) const;
  GraphFigures figures(const SharedGraph& graph) const;
  /// Throws SolveError if the weights are too large for exact sums.
  MeanCycle min_mean_cycle(const SharedGraph& graph, std::stop_token stop = {}) const;

  /// Makes an instance of `plugin` and prepares it. "": the one that chooses among the others.
  /// Throws PluginError, UnsupportedError, SolveError.
  Solver solver(const SharedGraph& graph, std::string_view plugin = {}, const Options& options = {},
                const SolverOptions& rest = {}) const;

  /// Everything that was found, algorithms first; also files that cannot be used.
  std::vector<PluginInfo> plugins() const;
  /// Throws PluginError if there is no such plugin.
  PluginInfo describe(std::string_view plugin) const;

 private:
  friend struct Access;
  struct State;
  std::shared_ptr<const State> state_;
};

}  // namespace wayfront
