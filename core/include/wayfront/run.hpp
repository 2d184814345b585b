// One run: what is asked (Problem), where the answer goes (Output), what it cost (Work), and the host's services
// while it lasts (RunContext).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <memory_resource>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "wayfront/distance.hpp"
#include "wayfront/function_ref.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/status.hpp"

namespace wayfront {

class Algorithm;  // plugin.hpp

/// Work of one solve. A counter that does not apply stays 0.
struct Work {
  std::uint64_t rounds = 0;    // barriers between sets of relaxations
  std::uint64_t settled = 0;   // vertices taken from the frontier or queue and scanned, stale ones not counted
  std::uint64_t relaxed = 0;   // arcs looked at
  std::uint64_t improved = 0;  // relaxations that lowered a distance
  std::uint64_t pushed = 0;    // entries put into a frontier or queue
  std::uint64_t stale = 0;     // entries taken out that no longer mattered
  std::uint64_t own[2] = {};   // the plugin's own, by the names of PluginAbout::counters

  Work& operator+=(const Work& other) {
    rounds += other.rounds;
    settled += other.settled;
    relaxed += other.relaxed;
    improved += other.improved;
    pushed += other.pushed;
    stale += other.stale;
    for (int i = 0; i < 2; ++i) own[i] += other.own[i];
    return *this;
  }
};

/// One round, for traces.
struct RoundRecord {
  std::uint64_t round = 0;
  std::uint64_t active = 0;   // vertices that this round took
  std::uint64_t relaxed = 0;  // arcs looked at
  std::uint64_t improved = 0;
  double limit = 0;           // the schedule's limit; +inf where the round took every active vertex
  double seconds = 0;         // since the start of the solve
  std::uint64_t own[2] = {};  // see Work::own
};

/// What RunContext::kept() found.
struct KeptBytes {
  std::shared_ptr<const void> owner;   // keeps the bytes alive; null where nothing was found
  std::span<const std::byte> bytes{};  // aligned to 64
};

enum class Phase : std::uint8_t { setup, upload, compute, download };
enum class Level : std::uint8_t { debug, info, warning };

/// What few plugins need of the host: RunContext::host(). Called only from the thread that the host called on. As it is
/// here, there is nothing: no plugin can be called and nothing is kept.
class HostServices {
 public:
  virtual ~HostServices() = default;

  /// Another algorithm plugin, for plugins that are made of others: an instance that the host created. `options` is the
  /// content of a table [run.options], in TOML: "queue = 'dary'". Checked against `graph`, a description of what it
  /// will be prepared on: throws Unsupported where the plugin does not take such weights or cannot run here, and
  /// Fails if the plugin does not exist, its options are wrong, or a plugin calls itself, directly or through others.
  /// Pass its calls the context of the call that they are part of, from the thread that the host called on. Their
  /// statuses name the plugin; throw_if_failed() of status.hpp hands them on. The instance may be kept as long as the
  /// caller's own; it must go before the graph that it was prepared on.
  virtual std::shared_ptr<Algorithm> algorithm(std::string_view /*name*/, std::string_view /*options*/,
                                               const GraphInfo& /*graph*/) {
    throw Failure(StatusCode::failed, "no plugin can be called here");
  }
  /// A graph over arrays that the caller made, to prepare such an instance on: all of Graph, the derived views too.
  /// It holds on to `owner`, which keeps the arrays alive; nobody may change them any more. Looks at every weight.
  virtual std::shared_ptr<const Graph> adopt_graph(const AnyCsr& /*csr*/, std::shared_ptr<const void> /*owner*/) {
    throw Failure(StatusCode::failed, "no graph can be adopted here");
  }

  /// During prepare: a sentence for the reports of this run, such as the version of another program that it uses.
  virtual void note(std::string_view /*text*/) {}
  /// During solve: the seconds that another program, asked by the plugin, says that it took. Reports have their sum
  /// beside the host's own clock; nothing is decided by it.
  virtual void peer_seconds(double /*seconds*/) noexcept {}

  /// During prepare: what was kept under `key`, in this process or an earlier one, unchanged. The key is made of pieces
  /// of any bytes, arrays of the graph for example, of which the host takes a digest. It must say all that the bytes
  /// depend on: begin with who wrote them and the version of their layout. Nothing is found where the user keeps no
  /// graphs either, and where the bytes were damaged or removed, so be able to make them anew.
  virtual KeptBytes kept(std::span<const std::string_view> /*key*/) { return {}; }
  /// During prepare: keeps what `make` returns under `key` for later runs. The host calls `make` at once, never where
  /// it keeps nothing, and writes the bytes after prepare() has succeeded, which no clock of the run counts.
  virtual void keep(std::span<const std::string_view> /*key*/, FunctionRef<std::vector<std::byte>()> /*make*/) {}
};

/// The host's side of one run. Valid during the call it was passed to. Members marked [any thread] may be called from
/// any thread, the others only from the thread that the host called on.
class RunContext {
 public:
  /// [any thread] Deadline passed, signal received, or the caller gave up. Look at it at least every 100 ms or so.
  virtual bool cancelled() const noexcept = 0;
  /// Whether rounds are recorded; when not, skip making records.
  virtual bool tracing() const noexcept = 0;
  virtual void trace(const RoundRecord& record) noexcept = 0;
  /// Whether Output::work is wanted; a plugin for which counting costs time leaves it out when not.
  virtual bool counting() const noexcept = 0;
  /// From now on, time belongs to this phase. A call starts in Phase::compute.
  virtual void phase(Phase phase) noexcept = 0;
  /// [any thread]
  virtual void log(Level level, std::string_view text) noexcept = 0;
  /// Threads of parallel_for, at least 1.
  virtual unsigned threads() const noexcept = 0;
  /// Calls body(begin, end) for chunks of [0, count), of about `grain` each, on the host's threads; returns when all
  /// are done. What a body throws reaches the caller after the others have ended.
  virtual void parallel_for(std::uint64_t count, std::uint64_t grain,
                            FunctionRef<void(std::uint64_t begin, std::uint64_t end)> body) = 0;
  /// [any thread] Host memory whose peak is part of the report. Throws std::bad_alloc.
  virtual std::pmr::memory_resource& memory() noexcept = 0;
  /// The device that this run was given, or -1 for none.
  virtual int device() const noexcept = 0;

  /// What few plugins need.
  virtual HostServices& host() noexcept {
    static HostServices none;
    return none;
  }

  void throw_if_cancelled() const {
    if (cancelled()) throw Cancelled();
  }

 protected:
  ~RunContext() = default;
};

/// What else is asked, of plugins that say that they take it. A member differs from its default only where the plugin
/// has the capability; for the others the host asks source by source, cuts the answer at the limit and picks the
/// targets.
struct More {
  /// capability::batch: row i of the output belongs to sources[i]. Problem::source is the first; each may occur only
  /// once. Without the capability: empty.
  std::span<const Vertex> sources{};
  /// capability::early: only the distances of these vertices are wanted; empty: of all. See Output::exact_to.
  /// capability::targets_only: the same, but rows of the output have their entries alone; never together with
  /// want_predecessors, limit or count.
  std::span<const Vertex> targets{};
  /// capability::early: distances above it are not wanted. Only for graphs without negative weights.
  double limit = std::numeric_limits<double>::infinity();
  /// capability::early: only the distances of this many nearest vertices are wanted, the source among them; 0: of all.
  std::uint64_t count = 0;
  /// capability::reduce: no distances are wanted, only the Reduction of each row; Output::distances is null. Never
  /// together with want_predecessors, targets or count; distances above `limit` count as unreached.
  bool reduce = false;
  /// With `reduce`: the plugin checks each row where it stands, and counts what contradicts the certificate in
  /// Reduction::faults. Where it cannot, it leaves `not_checked` there.
  bool check = false;
  double within = std::numeric_limits<double>::infinity();  // see Reduction::within
};

/// What is asked. A plugin without capabilities of its own looks at `source` and `want_predecessors` alone.
struct Problem {
  Vertex source = 0;
  bool want_predecessors = false;
  More more{};
};

/// A sum of integers, in two's complement of 128 bits.
struct WideSum {
  std::uint64_t low = 0;
  std::int64_t high = 0;
};

/// What is left of a row of distances where More::reduce is set. Only reached vertices count, the source is one.
template <WeightType W>
struct Reduction {
  static constexpr std::uint64_t not_checked = ~std::uint64_t{0};

  std::uint64_t reached = 0;
  std::uint64_t within = 0;  // of these, the ones whose distance is not above More::within
  /// Exact for integers; in double, in any order, for floating point.
  std::conditional_t<std::is_integral_v<W>, WideSum, double> sum{};
  double harmonic = 0;  // the sum of 1 / distance over distances other than 0, in any order
  W max{};              // the largest distance, at least 0
  /// With More::check: the number of arcs and vertices that contradict the certificate, 0 for a proved row.
  std::uint64_t faults = not_checked;
};

enum class Outcome : std::uint8_t { solved, negative_cycle };

/// The answer of one solve. Its buffers are the host's, poisoned before every run, so each entry must be written: for
/// each of `rows` sources one row of `vertices` entries. With Outcome::negative_cycle only `cycle` counts.
///
/// With capability::targets_only and targets, `vertices` is the number of targets, a row has the distance of each in
/// the order of More::targets, and `exact_to` means nothing. The host compares such a row with one that the
/// certificate has proved: it asks the same instance for all distances from that source, outside the clock.
///
/// With capability::device_output, `memory` may be device_memory: `distances` is then memory of the run's device, of
/// whose old content nothing is known. Never for several sources, or together with want_predecessors, targets, limit or
/// count. All of it must be written when solve() returns; the other buffers are the host's as ever.
struct Output {
  /// The value of `memory` for distances in the memory of the device. Tells nothing about memory with other numbers.
  static constexpr std::uint64_t device_memory = ~std::uint64_t{0};

  WeightKind kind = WeightKind::int32;
  Vertex vertices = 0;
  std::uint32_t rows = 1;     // 1 without capability::batch
  void* distances = nullptr;  // of `kind`; unreached<W> where there is no path
  /// null unless Problem::want_predecessors and the plugin has capability::predecessors (else the host derives them
  /// from the distances). no_vertex for the source and for unreached vertices.
  Vertex* predecessors = nullptr;
  /// One distance of `kind` per row: all vertices whose distance is not above it have their exact distance, and every
  /// entry above it counts as unreached, whatever it is. The host fills in the limit, or unreached<W> without one. A
  /// plugin that stops early, because the targets or the nearest `count` vertices are settled, writes down how far it
  /// got: at least the distance of the farthest of them, unless the limit is below.
  void* exact_to = nullptr;
  Outcome outcome = Outcome::solved;
  /// The vertices of a cycle of negative weight that a source reaches, in the direction of the arcs, each once.
  std::pmr::vector<Vertex> cycle;
  Work work;
  /// Stands for the memory of `distances`: as long as calls of an instance have the same number here, it is the same
  /// memory, and the host frees it only before a call with another number, or after the instance is gone or prepared
  /// anew. So a plugin may page-lock it for a device. 0: this memory may go after the call.
  std::uint64_t memory = 0;
  /// With More::reduce: Reduction<W> of each row, W as `kind` says. Else null.
  void* reductions = nullptr;

  /// The distances of a row as W; W must be the graph's weight type.
  template <WeightType W>
  std::span<W> distances_as(std::uint32_t row = 0) const {
    check<W>();
    return {static_cast<W*>(distances) + std::size_t{row} * vertices, vertices};
  }
  /// The predecessors of a row; null where none are wanted.
  Vertex* predecessors_of(std::uint32_t row) const {
    return predecessors == nullptr ? nullptr : predecessors + std::size_t{row} * vertices;
  }
  /// How far a row is exact; W must be the graph's weight type.
  template <WeightType W>
  W& exact_to_as(std::uint32_t row = 0) const {
    check<W>();
    return static_cast<W*>(exact_to)[row];
  }
  /// What is left of a row; W must be the graph's weight type.
  template <WeightType W>
  Reduction<W>& reduction_as(std::uint32_t row = 0) const {
    check<W>();
    return static_cast<Reduction<W>*>(reductions)[row];
  }

 private:
  template <WeightType W>
  void check() const {
    if (weight_kind<W> != kind) throw Failure(StatusCode::failed, "the output's distances have another weight type");
  }
};

}  // namespace wayfront
