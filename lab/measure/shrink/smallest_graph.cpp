#include "measure/shrink/smallest_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <iterator>
#include <limits>
#include <new>
#include <numeric>
#include <system_error>
#include <utility>

#include "base/available_memory.hpp"
#include "base/errors.hpp"
#include "base/process.hpp"
#include "certify/poison.hpp"
#include "certify/worst_arc.hpp"
#include "engine/engine.hpp"
#include "files/byte_source.hpp"
#include "files/file_replacement.hpp"
#include "graph/rows_view.hpp"
#include "graph/stored_graph.hpp"
#include "graph/weight_kind.hpp"
#include "load/graph_file.hpp"
#include "measure/shrink/shrink.hpp"
#include "wayfront/function_ref.hpp"

namespace wayfront::host {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Vertex most_in_picture = 12;

/// The vertices that are the fewest arcs away from `found`, with these, until there are `count`.
std::vector<Vertex> nearest_vertices(const ArcsView& arcs, std::vector<Vertex> found, std::size_t count) {
  std::vector<bool> seen(arcs.vertices);
  for (const Vertex v : found) seen[v] = true;
  for (std::size_t i = 0; i < found.size() && found.size() < count; ++i)
    for (std::uint64_t e = arcs.begin(found[i]); e < arcs.end(found[i]) && found.size() < count; ++e)
      if (const Vertex v = arcs.targets[e]; !seen[v]) {
        seen[v] = true;
        found.push_back(v);
      }
  return found;
}

/// A way of the fewest arcs, as its vertices; only `to` if there is none.
std::vector<Vertex> way(const ArcsView& arcs, Vertex from, Vertex to) {
  std::vector<Vertex> before(arcs.vertices, no_vertex), found = {from};
  before[from] = from;
  for (std::size_t i = 0; i < found.size() && before[to] == no_vertex; ++i)
    for (std::uint64_t e = arcs.begin(found[i]); e < arcs.end(found[i]); ++e)
      if (const Vertex v = arcs.targets[e]; before[v] == no_vertex) {
        before[v] = found[i];
        found.push_back(v);
      }
  std::vector<Vertex> vertices = {to};
  while (before[vertices.back()] != no_vertex && vertices.back() != from) vertices.push_back(before[vertices.back()]);
  return vertices;
}

/// What prints so that it is read as this weight: a float32 as the double that it is.
template <WeightType W>
auto exactly(W weight) {
  if constexpr (std::is_floating_point_v<W>)
    return static_cast<double>(weight);
  else
    return weight;
}

template <WeightType W>
class FailureSearch {
 public:
  FailureSearch(const FailedCall& call, double seconds)
      : call_(call),
        rows_(rows_view<W>(call.graph.graph->csr())),
        deadline_(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {}

  SmallestGraph run(const std::filesystem::path& folder, const std::string& stem) {
    const Clock::time_point start = Clock::now();
    if (std::string why = begin(); !why.empty()) return {.what = std::move(why)};
    const ShrinkEffort effort =
        shrink<W>(best_, [this](const FailingGraph<W>& it) { return fails(it); }, {.deadline = deadline_});
    const std::string place = (folder / stem).string();
    std::string unwritten;
    try {
      write(place);
    } catch (const UserError& error) {
      unwritten = error.what();
    }
    SmallestGraph result;
    const bool small = best_.vertices <= most_in_picture;
    result.what = fmt::format(
        "the smallest graph found on which it {}: {} vertices, {} arcs, from {} ({} trials, {:.1f} s{})",
        call_.crashed ? "crashes" : "is wrong", best_.vertices, best_.arcs.size(), sources_text(best_.sources, {}),
        trials_, std::chrono::duration<double>(Clock::now() - start).count(),
        effort.cut_short ? ", then time was over" : "");
    result.where = fmt::format("{0}.txt{1}; wayfront run {0}.toml repeats it", place,
                               small ? fmt::format(" and {}.dot", place) : "");
    if (!unwritten.empty()) result.where = "not written: " + unwritten;
    for (const Arc<W>& arc : best_.arcs)
      if (small) result.arcs.push_back(fmt::format("{} -> {} weight {}", arc.source, arc.target, arc.weight));
    return result;
  }

 private:
  struct Question {
    Asked asked;
    std::vector<Vertex> sources;

    std::vector<Vertex> vertices() const {
      std::vector<Vertex> all = sources;
      all.insert(all.end(), asked.targets.begin(), asked.targets.end());
      return all;
    }
  };

  /// Finds the first graph that fails: a small part around the sources, else the whole. Returns why there is none.
  std::string begin() {
    constexpr std::size_t smallest = 16, growth = 8;
    constexpr double patience = 10;
    limit_ = patience / 5;
    for (const Question& it : questions())
      for (std::size_t count = smallest; count < rows_.vertices && !over(); count *= growth) {
        if (starts(it, part(it, nearest_vertices(rows_, it.vertices(), count)))) return {};
      }
    limit_ = patience;
    const double whole = static_cast<double>(rows_.edges) * 2 * (sizeof(Arc<W>) + sizeof(Vertex) + sizeof(W));
    if (whole > static_cast<double>(available_memory()) / 2)
      return "no smaller graph was looked for: no small part fails, and there is not enough memory to try the whole";
    for (const Question& it : questions()) {
      if (over()) break;
      std::vector<Vertex> all(rows_.vertices);
      std::iota(all.begin(), all.end(), Vertex{0});
      if (!starts(it, part(it, std::move(all)))) continue;
      around_wrong_vertex(it);
      return {};
    }
    if (over())
      return "no smaller graph was looked for to the end: time was over before it failed again in a process of its own";
    return "no smaller graph was looked for: in a process of its own it did not fail again";
  }

  /// The question as it was, and before it, from a few of its sources alone, that for all distances.
  std::vector<Question> questions() const {
    constexpr std::size_t most_alone = 3;
    std::vector<Question> found;
    for (std::size_t i = 0; i < std::min(most_alone, call_.sources.size()); ++i)
      found.push_back({Asked{}, {call_.sources[i]}});
    const Asked& asked = call_.asked;
    if (call_.sources.size() > 1 || !asked.whole() || asked.predecessors || asked.reduce)
      found.push_back({asked, call_.sources});
    return found;
  }

  bool starts(const Question& question, FailingGraph<W> graph) {
    asked_ = question.asked;
    asked_.nearest = false;  // the virtual source is a vertex like others
    const Clock::time_point start = Clock::now();
    if (!fails(graph)) return false;
    best_ = std::move(graph);
    constexpr double least = 0.5, factor = 5;
    limit_ = std::max(least, factor * std::chrono::duration<double>(Clock::now() - start).count());
    return true;
  }

  /// If the whole graph fails: small parts that lead to a wrong vertex, and from a source to there.
  void around_wrong_vertex(const Question& question) {
    Vertex wrong = no_vertex, from = question.sources.front();
    look_at_answer(best_, [&](const Graph& graph, const Output& output) {
      for (std::uint32_t row = 0; row < output.rows && wrong == no_vertex; ++row)
        if (const auto worst = worst_arc(graph, best_.sources[row], output, row, {})) {
          wrong = worst->to;
          from = best_.sources[row];
        }
    });
    if (wrong == no_vertex) return;
    const AnyCsc csc = call_.graph.graph->csc();
    for (std::size_t count = 64; count < rows_.vertices && !over(); count *= 8) {
      std::vector<Vertex> members = nearest_vertices(arcs_view(csc), way(rows_, from, wrong), count);
      std::ranges::copy(question.vertices(), std::back_inserter(members));
      if (starts(question, part(question, std::move(members)))) return;
    }
  }

  /// The members with all arcs between them, in their order.
  FailingGraph<W> part(const Question& question, std::vector<Vertex> members) const {
    std::ranges::sort(members);
    const auto twice = std::ranges::unique(members);
    members.erase(twice.begin(), twice.end());
    std::vector<Vertex> number(rows_.vertices, no_vertex);
    for (std::size_t i = 0; i < members.size(); ++i) number[members[i]] = static_cast<Vertex>(i);
    FailingGraph<W> graph;
    graph.vertices = static_cast<Vertex>(members.size());
    for (const Vertex u : members)
      for (std::uint64_t e = rows_.begin(u); e < rows_.end(u); ++e)
        if (const Vertex v = number[rows_.targets[e]]; v != no_vertex)
          graph.arcs.push_back({number[u], v, rows_.weights[e]});
    for (const Vertex v : question.sources) graph.sources.push_back(number[v]);
    for (const Vertex v : question.asked.targets) graph.targets.push_back(number[v]);
    return graph;
  }

  bool over() const { return stop_requested || Clock::now() >= deadline_; }

  Asked asked_on(const FailingGraph<W>& graph) const {
    Asked asked = asked_;
    asked.targets = graph.targets;
    return asked;
  }

  /// Calls f(engine, graph) with the plugin in a new process, once it is prepared. Whether that process crashed.
  template <class F>
  bool crashes(const FailingGraph<W>& arcs, F&& f) {
    LoadedGraph loaded;
    loaded.graph = make_graph<W>(arcs.vertices, std::span<const Arc<W>>(arcs.arcs), OffsetKind::offsets32);
    const FileHandle shared(share_graph(loaded));
    GroundRules rules = call_.rules;
    rules.shared = shared.get();
    rules.workers.graph_copy = 0;
    constexpr double grace = 0.5;
    rules.workers.grace = grace;
    Ground ground(loaded, call_.plugins, asked_on(arcs), std::move(rules));
    ground.verifier.certify_rows_of(arcs.sources);
    Engine engine(ground, call_.plugin, call_.options, {});
    double seconds = 0;
    if (engine.prepare(limit_, seconds).status == RunStatus::ok) f(engine, *loaded.graph);
    return engine.died();
  }

  bool fails(const FailingGraph<W>& arcs) {
    if (stop_requested) return false;
    ++trials_;
    Ending ending;
    const bool crashed = crashes(arcs, [&](Engine& engine, const Graph&) {
      Call call;
      ending = engine.answer(arcs.sources, limit_, call);
    });
    return call_.crashed ? crashed : ending.status == RunStatus::wrong;
  }

  void look_at_answer(const FailingGraph<W>& arcs, FunctionRef<void(const Graph&, const Output&)> look) {
    crashes(arcs, [&](Engine& engine, const Graph& graph) {
      Call call;
      const Output* given = nullptr;
      const Ending ending = engine.solve(arcs.sources, limit_, call, given);
      if (ending.status == RunStatus::ok && given->outcome == Outcome::solved && given->distances != nullptr &&
          given->vertices == arcs.vertices)
        look(graph, *given);
    });
  }

  /// All distances, by rounds over the arcs; empty if there is a negative cycle or an overflow.
  std::vector<W> expected(Vertex source) const {
    std::vector<W> best(best_.vertices, unreached<W>);
    best[source] = 0;
    for (Vertex round = 0; round <= best_.vertices; ++round) {
      bool better = false;
      for (const Arc<W>& arc : best_.arcs) {
        if (best[arc.source] == unreached<W>) continue;
        const WideSum<W> sum = WideSum<W>{best[arc.source]} + arc.weight;
        if (!(sum < WideSum<W>{best[arc.target]})) continue;
        if (sum < WideSum<W>{std::numeric_limits<W>::lowest()}) return {};
        best[arc.target] = static_cast<W>(sum);
        better = true;
      }
      if (!better) return best;
    }
    return {};
  }

  static std::string distance_text(W distance) {
    if (std::bit_cast<BitsOf<W>>(distance) == poison_bits<W>) return "nothing";
    return distance == unreached<W> ? "unreached" : fmt::format("{}", distance);
  }

  /// In DOT; of several sources, from the first whose distances are wrong.
  std::string picture() {
    Vertex source = best_.sources.front();
    std::vector<W> right = expected(source), given;
    if (asked_.whole() && !asked_.reduce)
      look_at_answer(best_, [&](const Graph&, const Output& output) {
        for (std::uint32_t row = 0; row < output.rows && given.empty(); ++row) {
          const std::span<const W> distances = output.distances_as<W>(row);
          std::vector<W> other = expected(best_.sources[row]);
          if (other.empty() || std::ranges::equal(distances, other)) continue;
          source = best_.sources[row];
          right = std::move(other);
          given.assign(distances.begin(), distances.end());
        }
      });
    std::string text = "digraph {\n  rankdir = LR\n";
    for (Vertex v = 0; v < best_.vertices; ++v) {
      std::string label = fmt::format("{}{}", v, v == source ? ", source" : "");
      if (!right.empty()) label += "\\nexpected " + distance_text(right[v]);
      const bool wrong = !given.empty() && given[v] != right[v];
      if (wrong) label += "\\ngot " + distance_text(given[v]);
      text += fmt::format("  {} [label = \"{}\"{}]\n", v, label, wrong ? ", color = red, fontcolor = red" : "");
    }
    for (const Arc<W>& arc : best_.arcs)
      text += fmt::format("  {} -> {} [label = \"{}\"]\n", arc.source, arc.target, arc.weight);
    return text + "}\n";
  }

  void write(const std::string& place) {
    const std::filesystem::path path(place);
    std::error_code ignored;  // writing the files reports the error
    std::filesystem::create_directories(path.parent_path(), ignored);
    const std::string name = path.filename().string();
    std::string text = fmt::format("# vertices: {} from 0\n", best_.vertices);
    for (const Arc<W>& arc : best_.arcs) text += fmt::format("{} {} {}\n", arc.source, arc.target, exactly(arc.weight));
    write_whole(place + ".txt", text, Links::follow);
    const Asked asked = asked_on(best_);
    Problem problem = asked.question(best_.sources.front());
    problem.want_predecessors = asked.predecessors;
    problem.more.sources = best_.sources;
    problem.more.reduce = asked.reduce.has_value();
    if (asked.reduce) problem.more.check = asked.reduce->check;
    if (asked.reduce) problem.more.within = asked.reduce->within;
    write_whole(place + ".toml",
                pipeline_again(fmt::format("# The smallest graph found on which {} {}: wayfront run {}.toml\n",
                                           call_.plugin.about().name, call_.crashed ? "crashes" : "is wrong", name),
                               name + ".txt", weight_kind<W>, problem, call_.plugin, call_.options.values(),
                               call_.rules.threads),
                Links::follow);
    if (best_.vertices <= most_in_picture) write_whole(place + ".dot", picture(), Links::follow);
  }

  const FailedCall& call_;
  RowsView<W> rows_;
  Clock::time_point deadline_;
  FailingGraph<W> best_;
  Asked asked_;
  double limit_ = 0;  // seconds of each call
  std::size_t trials_ = 0;
};

}  // namespace

SmallestGraph smallest_graph(const FailedCall& call, double seconds, const std::filesystem::path& folder,
                             const std::string& stem) {
  try {
    return with_weight_type(call.graph.graph->info().weights,
                            [&]<WeightType W>() { return FailureSearch<W>(call, seconds).run(folder, stem); });
  } catch (const UserError& error) {
    return {.what = fmt::format("no smaller graph: {}", error.what())};
  } catch (const std::bad_alloc&) {
    return {.what = "no smaller graph: there is not enough memory"};
  }
}

}  // namespace wayfront::host
