// Plausible bugs of shortest-path code in three algorithms that are right but for the one that the option names: rounds, a
// heap and buckets. docs/authors/check.md says of each what it does and which case of the suite names it; a test holds that.
#include <fcntl.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <queue>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "wayfront/cpu/source_batch.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/plugin.hpp"

// clang-format off
#define BUGS(X) \
  X(none) X(last_vertex) X(last_arc_of_row) X(last_arc_of_all) X(row_in_16_bits) X(row_tail) X(rounds_in_16_bits) \
  X(ids_in_float) X(sums_wrap) X(unsigned_weights) X(infinity_of_1e9) X(tolerance) X(flushes_denormals) \
  X(first_of_parallel) X(parallel_above_256) X(loop_ends_row) X(zero_is_no_arc) X(source_zero) X(unreached_minus_one) \
  X(last_update_wins) X(frontier_of_65536) X(marks_kept) X(stays_failed) X(stays_cancelled) X(stays_in_cycle) \
  X(ignores_cancel) X(cycle_missed) X(cycle_reversed) X(cycle_with_tail) X(cycle_too_early) X(cycle_out_of_reach) \
  X(ties_move_predecessors) X(source_precedes_itself) X(predecessors_unwritten) X(predecessors_of_first_row) \
  X(writes_behind) X(static_graph) X(thread_local_graph) X(same_size_is_same_graph) X(leaks_thread) X(leaks_file) \
  X(leaks_memory) \
  X(none_heap) X(settles_at_push) X(not_reopened) X(key_not_decreased) X(caliber_of_out_arcs) X(target_at_push) \
  X(count_one_short) X(limit_is_open) X(sums_in_float) X(sums_in_double) X(keys_in_float) X(keys_in_double) \
  X(keys_in_32_bits) \
  X(none_buckets) X(far_bucket_lost) X(empty_bucket_ends) X(light_once) X(heavy_too_early) X(weight_of_delta)
// clang-format on

namespace wayfront::faulty {

enum class Bug {
#define X(name) name,
  BUGS(X)
#undef X
};
constexpr std::string_view names[] = {
#define X(name) #name,
    BUGS(X)
#undef X
};
#define X(name) " " #name
constexpr const char* help = "Which bug:" BUGS(X);
#undef X

/// What an instance has from call to call.
struct Kept {
  Bug bug = Bug::none;
  const Graph* graph = nullptr;
  std::vector<std::byte> weights{};      // same_size_is_same_graph
  std::vector<Vertex> marks{}, cycle{};  // the round that listed each vertex; the last negative cycle
  bool failed = false, stopped = false;
};

template <class W, class O>
class Search {
 public:
  Search(Kept& kept, const CsrView<W, O>& csr, const Problem& problem, Output& output, RunContext& context,
         std::uint32_t row)
      : kept_(kept),
        csr_(csr),
        problem_(problem),
        output_(output),
        context_(context),
        row_(row),
        source_(sources_of(problem)[row]),
        d_(output.distances_as<W>(row)),
        from_(csr.vertices, no_vertex) {}

  void run(bool negative) {
    std::ranges::fill(d_, unreached<W>);
    if (is(Bug::stays_in_cycle) && !kept_.cycle.empty()) return report(kept_.cycle);
    if (kept_.bug >= Bug::none_buckets && !negative)
      buckets();
    else if (kept_.bug >= Bug::none_heap && (!negative || is(Bug::not_reopened)))
      heap();
    else
      rounds();
    if (output_.outcome == Outcome::solved) finish();
  }

 private:
  bool is(Bug bug) const { return kept_.bug == bug; }

  void look_at_cancelled() {
    if (is(Bug::ignores_cancel)) {
      if (csr_.vertices > 50'000 && csr_.edges > 3 * std::uint64_t{csr_.vertices})  // a slow one
        std::this_thread::sleep_for(std::chrono::milliseconds(4));
      return;
    }
    const bool stopped = context_.cancelled();
    kept_.stopped = stopped || (is(Bug::stays_cancelled) && kept_.stopped);
    if (kept_.stopped) throw Cancelled();
  }

  W narrowed(W value) const {
    if (value == unreached<W>) return value;
    if (is(Bug::keys_in_32_bits))
      return std::is_integral_v<W> ? static_cast<W>(static_cast<std::uint32_t>(value)) : value;
    const bool to_float = is(Bug::keys_in_float) || is(Bug::sums_in_float);
    const double narrow = to_float ? static_cast<double>(static_cast<float>(value)) : static_cast<double>(value);
    if constexpr (std::is_floating_point_v<W>) return static_cast<W>(narrow);
    return static_cast<W>(std::min(narrow, std::nextafter(std::ldexp(1.0, 8 * sizeof(W) - 1), 0)));
  }

  W sum(W distance, W weight) const {
    if constexpr (std::is_integral_v<W>) {
      using Unsigned = std::make_unsigned_t<W>;
      if (is(Bug::sums_wrap)) return static_cast<W>(static_cast<Unsigned>(distance) + static_cast<Unsigned>(weight));
    } else if (is(Bug::flushes_denormals) && std::abs(weight) < std::numeric_limits<W>::min()) {
      return distance;
    }
    if (is(Bug::unsigned_weights) && weight < 0) return unreached<W>;
    const W exact = saturating_add(distance, weight);
    return is(Bug::sums_in_float) || is(Bug::sums_in_double) ? narrowed(exact) : exact;
  }

  bool improves(W candidate, W distance) const {
    if constexpr (std::is_floating_point_v<W>)
      if (is(Bug::tolerance) && distance != unreached<W>) return candidate < distance * (1 - W(1e-6));
    return candidate < distance;
  }

  /// Calls f(v, weight) for each arc from `u`.
  template <class F>
  void each_arc(Vertex u, F&& f) const {
    const O begin = csr_.begin(u);
    O end = csr_.end(u);
    if (is(Bug::last_vertex) && u + 1 == csr_.vertices) return;
    if (is(Bug::last_arc_of_row) && end > begin) --end;
    if (is(Bug::last_arc_of_all) && end > begin && end == csr_.edges) --end;
    if (is(Bug::row_in_16_bits)) end = begin + (end - begin) % 65'536;
    if (is(Bug::row_tail)) end = begin + (end - begin) / 4 * 4;
    std::uint32_t same = 0;
    for (O e = begin; e < end; ++e) {
      const Vertex v = csr_.targets[e];
      same = e > begin && csr_.targets[e - 1] == v ? same + 1 : 0;
      if (is(Bug::first_of_parallel) && same > 0) continue;
      if (is(Bug::parallel_above_256) && same >= 256) continue;
      if (is(Bug::loop_ends_row) && v == u) break;
      if (is(Bug::zero_is_no_arc) && csr_.weights[e] == 0) continue;
      f(is(Bug::ids_in_float) ? static_cast<Vertex>(static_cast<float>(v)) : v, csr_.weights[e]);
    }
  }

  bool relax(Vertex u, Vertex v, W candidate, W distance) {
    ++output_.work.relaxed;
    const bool tie = candidate == d_[v] && candidate != unreached<W> && v != source_;
    if (is(Bug::ties_move_predecessors) && tie) from_[v] = u;
    if (!improves(candidate, distance)) return false;
    d_[v] = candidate;
    from_[v] = u;
    return true;
  }

  // Bellman-Ford by rounds, with negative cycles.

  void rounds() {
    const Vertex n = csr_.vertices;
    std::vector<Vertex>& marks = kept_.marks;
    if (!is(Bug::marks_kept) || marks.size() != n) marks.assign(n, 0);
    std::vector<Vertex> active = {is(Bug::source_zero) ? 0 : source_}, next;
    if (is(Bug::cycle_out_of_reach)) start_from_all(active);
    d_[active.back()] = 0;
    std::vector<W> before;
    for (Vertex round = 1; !active.empty(); ++round) {
      look_at_cancelled();
      if (is(Bug::last_update_wins)) before.assign(d_.begin(), d_.end());
      next.clear();
      for (const Vertex u : active) {
        if (is(Bug::infinity_of_1e9) && d_[u] >= W(1'000'000'000)) continue;
        each_arc(u, [&](Vertex v, W weight) {
          if (!relax(u, v, sum(d_[u], weight), before.empty() ? d_[v] : before[v])) return;
          if (std::exchange(marks[v], round) != round) next.push_back(v);
        });
      }
      output_.work.rounds = round;
      if (is(Bug::rounds_in_16_bits) && round == 65'535) return;
      if (is(Bug::frontier_of_65536) && next.size() > 65'536) next.resize(65'536);
      const Vertex most = is(Bug::cycle_too_early) ? n / 2 : n;
      if (round > most && !next.empty()) return find_cycle(next.front());
      std::swap(active, next);
    }
  }

  /// Every vertex has a number for infinity that sums can lower.
  static constexpr W infinity = std::is_integral_v<W> ? std::numeric_limits<W>::max() / 2 : W(1e30);
  void start_from_all(std::vector<Vertex>& active) {
    std::ranges::fill(d_, infinity);
    active.resize(csr_.vertices);
    for (Vertex v = 0; v < csr_.vertices; ++v) active[v] = v;
    std::swap(active[source_], active.back());
  }

  /// Going back from a vertex that still improves after |V| rounds leads into a cycle.
  void find_cycle(Vertex v) {
    if (is(Bug::cycle_missed)) return;
    std::vector<Vertex> cycle;
    const Vertex steps = is(Bug::cycle_with_tail) ? 0 : csr_.vertices;
    for (Vertex step = 0; step < steps && from_[v] != no_vertex; ++step) v = from_[v];
    std::vector<bool> seen(csr_.vertices, false);
    for (; v != no_vertex && !seen[v]; v = from_[v]) {
      seen[v] = true;
      cycle.push_back(v);
    }
    if (!is(Bug::cycle_reversed)) std::ranges::reverse(cycle);
    kept_.cycle = cycle;
    report(cycle);
  }

  void report(const std::vector<Vertex>& cycle) {
    output_.cycle.assign(cycle.begin(), cycle.end());
    output_.outcome = Outcome::negative_cycle;
  }

  // Dijkstra's algorithm. It ends early where that is asked.

  void heap() {
    const Vertex n = csr_.vertices;
    const W limit = limit_as<W>(problem_.more.limit);
    std::vector<bool> settled(n, false), target(n, false);
    for (const Vertex v : problem_.more.targets) target[v] = true;
    auto targets = static_cast<std::size_t>(std::ranges::count(target, true));
    std::uint64_t count = problem_.more.count - (is(Bug::count_one_short) && problem_.more.count > 1 ? 1 : 0);
    const bool ends = targets != 0 || count != 0;
    std::priority_queue<std::pair<W, Vertex>, std::vector<std::pair<W, Vertex>>, std::greater<>> queue;
    d_[source_] = 0;
    queue.push({0, source_});
    W last = 0;
    while (!queue.empty()) {
      look_at_cancelled();
      const auto [key, u] = queue.top();
      queue.pop();
      if (settled[u]) continue;
      if (ends && targets == 0 && count == 0 && d_[u] > last) return write_exact_to(last);
      settled[u] = true;
      last = d_[u];
      if (count != 0) --count;
      if (target[u] && !is(Bug::target_at_push)) --targets;
      each_arc(u, [&](Vertex v, W weight) {
        const W before = d_[v], through = sum(d_[u], weight);
        if (through > limit || (is(Bug::limit_is_open) && through == limit)) return;
        if (is(Bug::settles_at_push) && before != unreached<W>) return;
        if (!relax(u, v, through, before)) return;
        if (is(Bug::target_at_push) && target[v] && before == unreached<W>) --targets;
        if (is(Bug::key_not_decreased) && before != unreached<W>) return;
        if (is(Bug::caliber_of_out_arcs) && through <= d_[u] + lightest_from(v)) return queue.push({d_[u], v});
        const bool narrow = kept_.bug >= Bug::keys_in_float && kept_.bug <= Bug::keys_in_32_bits;
        queue.push({narrow ? narrowed(through) : through, v});
      });
    }
  }

  /// It should be the lightest arc to `v`.
  W lightest_from(Vertex v) const {
    W least = unreached<W>;
    each_arc(v, [&](Vertex, W weight) { least = std::min(least, weight); });
    return least == unreached<W> ? W{0} : least;
  }

  void write_exact_to(W distance) { output_.exact_to_as<W>(row_) = std::min(output_.exact_to_as<W>(row_), distance); }

  // Delta-stepping.

  static constexpr double delta = 16;
  static double bucket_of(W distance) { return std::floor(static_cast<double>(distance) / delta); }

  void buckets() {
    std::map<double, std::vector<Vertex>> waiting;
    d_[source_] = 0;
    waiting[0] = {source_};
    std::vector<std::pair<Vertex, W>> taken;  // with the distance at that time
    double last = 0;
    while (!waiting.empty()) {
      const double current = waiting.begin()->first;
      if (is(Bug::empty_bucket_ends) && current > last + 1) return;
      last = current;
      const auto relax_arcs = [&](Vertex u, W distance, bool light) {
        each_arc(u, [&](Vertex v, W weight) {
          const auto w = static_cast<double>(weight);
          if (light ? w > delta : w <= delta) return;
          if (is(Bug::weight_of_delta) && w == delta) return;
          if (!relax(u, v, sum(distance, weight), d_[v])) return;
          const double bucket = bucket_of(d_[v]);
          if (is(Bug::far_bucket_lost) && bucket > current + 1000) return;
          waiting[bucket].push_back(v);
        });
      };
      taken.clear();
      std::vector<bool> seen(is(Bug::heavy_too_early) || is(Bug::light_once) ? csr_.vertices : 0, false);
      for (auto it = waiting.begin(); it != waiting.end() && it->first == current; it = waiting.begin()) {
        look_at_cancelled();
        const std::vector<Vertex> now = std::move(it->second);
        waiting.erase(it);
        for (const Vertex u : now) {
          if (bucket_of(d_[u]) != current) continue;
          const bool again = !seen.empty() && seen[u];
          if (!seen.empty()) seen[u] = true;
          if (!again) taken.emplace_back(u, d_[u]);
          if (!again || !is(Bug::light_once)) relax_arcs(u, d_[u], true);
        }
      }
      for (const auto& [u, distance] : taken) relax_arcs(u, is(Bug::heavy_too_early) ? distance : d_[u], false);
    }
  }

  /// What is written once the distances are there.
  void finish() {
    if (is(Bug::cycle_out_of_reach))
      for (W& d : d_)
        if (d >= infinity / 2) d = unreached<W>;
    if (is(Bug::stays_failed)) fail_if_out_of_range();
    if (is(Bug::unreached_minus_one)) std::ranges::replace(d_, unreached<W>, W(-1));
    if (is(Bug::writes_behind))
      for (std::size_t v = d_.size(); v % 4 != 0; ++v) d_.data()[v] = unreached<W>;
    Vertex* const predecessors = output_.predecessors_of(is(Bug::predecessors_of_first_row) ? 0 : row_);
    if (predecessors == nullptr) return;
    for (Vertex v = 0; v < csr_.vertices; ++v)
      if (d_[v] != unreached<W> || !is(Bug::predecessors_unwritten))
        predecessors[v] = d_[v] != unreached<W> ? from_[v] : no_vertex;
    if (is(Bug::source_precedes_itself)) predecessors[source_] = source_;
  }

  void fail_if_out_of_range() {
    for (Vertex u = 0; u < csr_.vertices; ++u)
      if (d_[u] != unreached<W>) each_arc(u, [&](Vertex v, W) { kept_.failed |= d_[v] == unreached<W>; });
    if (kept_.failed) throw Failure(StatusCode::failed, "a distance is out of range");
  }

  Kept& kept_;
  const CsrView<W, O>& csr_;
  const Problem& problem_;
  Output& output_;
  RunContext& context_;
  std::uint32_t row_;
  Vertex source_;
  std::span<W> d_;
  std::vector<Vertex> from_;  // who improved each vertex last
};

class Bugs {
 public:
  static constexpr PluginAbout about{.name = "bugs",
                                     .version = "1",
                                     .summary = "Has the bug that it is asked for.",
                                     .capabilities = capability::any_weights | capability::negative_weights |
                                                     capability::predecessors | capability::batch | capability::early};
  struct Options {
    std::string bug;
  };
  static constexpr OptionRow rows[] = {text<&Options::bug>("bug", "none", help)};

  explicit Bugs(const Options& options) {
    const auto* const it = std::ranges::find(names, options.bug);
    if (it == std::end(names)) throw Unsupported("there is no bug '" + options.bug + "'");
    kept_.bug = static_cast<Bug>(it - std::begin(names));
  }

  void prepare(const Graph& graph, RunContext&) {
    const bool same_size = kept_.graph != nullptr && sizes_ == std::pair(graph.info().vertices, graph.info().edges);
    sizes_ = {graph.info().vertices, graph.info().edges};
    kept_.graph = &graph;
    kept_.cycle.clear();
    if (is(Bug::same_size_is_same_graph) && !same_size)
      visit(graph.csr(), [&]<class W, class O>(const CsrView<W, O>& csr) {
        const auto* const bytes = reinterpret_cast<const std::byte*>(csr.weights);
        kept_.weights.assign(bytes, bytes + csr.edges * sizeof(W));
      });
    shared = &graph;
    own = &graph;
    leak();
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (is(Bug::thread_local_graph) && own == nullptr) throw Failure(StatusCode::failed, "nothing is prepared");
    const Graph* const last = shared;
    const bool takes_last = is(Bug::static_graph) && last->info().vertices == kept_.graph->info().vertices;
    const Graph& graph = takes_last ? *last : *kept_.graph;
    visit(graph.csr(), [&]<class W, class O>(CsrView<W, O> csr) {
      if (is(Bug::same_size_is_same_graph)) csr.weights = reinterpret_cast<const W*>(kept_.weights.data());
      const bool negative = graph.info().min_weight < 0;
      for (std::uint32_t row = 0; row < sources_of(problem).size() && output.outcome == Outcome::solved; ++row)
        Search<W, O>(kept_, csr, problem, output, context, row).run(negative);
    });
  }

 private:
  bool is(Bug bug) const { return kept_.bug == bug; }

  void leak() const {
    if (is(Bug::leaks_thread))
      std::thread([] {
        for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
      }).detach();
    if (is(Bug::leaks_file) && ::open("/dev/null", O_RDONLY | O_CLOEXEC) < 0)
      throw Unsupported("no file can be opened");
    static std::vector<std::vector<std::uint64_t>> leaked;
    if (is(Bug::leaks_memory)) leaked.emplace_back(sizes_.first);
  }

  static inline std::atomic<const Graph*> shared = nullptr;
  static inline thread_local const Graph* own = nullptr;
  Kept kept_;
  std::pair<Vertex, std::uint64_t> sizes_;
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::Bugs)
