#include "conformance/subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "base/float_mode.hpp"
#include "certify/asked.hpp"
#include "certify/poison.hpp"
#include "certify/reduced/reduced_row.hpp"
#include "graph/rows_view.hpp"
#include "settings/diagnostics.hpp"
#include "settings/option_text.hpp"
#include "wayfront/cpu/source_batch.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host::conformance {
namespace {

InstancePtr<Algorithm> create(const Plugin& plugin, std::span<const OptionValue> values) {
  Status status;
  Instance* const made = plugin.descriptor->create(values.data(), status);
  InstancePtr<Algorithm> instance(static_cast<Algorithm*>(made),
                                  [destroy = plugin.descriptor->destroy](Algorithm* it) { destroy(it); });
  require_ok(status, "create");
  if (instance == nullptr) throw Failed("create returned no instance, but its status is ok");
  return instance;
}

/// The smallest exact_to that answers the problem.
template <WeightType W>
W needed(const Problem& problem, const std::vector<W>& expected) {
  const W limit = limit_as<W>(problem.more.limit);
  if (problem.more.targets.empty() && problem.more.count == 0) return limit;
  W farthest = 0;
  for (const Vertex target : problem.more.targets) farthest = std::max(farthest, expected[target]);
  if (problem.more.count != 0) {
    std::vector<W> sorted = expected;
    std::ranges::sort(sorted);
    farthest = std::max(farthest, problem.more.count <= sorted.size() ? sorted[problem.more.count - 1] : unreached<W>);
  }
  return std::min(limit, farthest);
}

template <WeightType W>
std::string fault_of_distances(const std::vector<W>& expected, std::span<const W> distances, W exact_to) {
  for (Vertex v = 0; v < expected.size(); ++v) {
    if (std::bit_cast<BitsOf<W>>(distances[v]) == poison_bits<W>)
      return fmt::format("the entry of vertex {} was not written", v);
    if (expected[v] <= exact_to) {
      if (distances[v] != expected[v])
        return fmt::format("vertex {} has distance {}, but the reference says {}{}", v, distances[v], expected[v],
                           exact_to == unreached<W> ? "" : fmt::format(", and the row is exact up to {}", exact_to));
    } else if (!(distances[v] > exact_to)) {
      return fmt::format("vertex {} has distance {}, within the {} up to which the row is exact, but it is {} away", v,
                         distances[v], exact_to, expected[v]);
    }
  }
  return {};
}

/// Of each vertex, whether the graph has an arc from its predecessor that makes its distance.
template <WeightType W>
std::vector<bool> led_to(const Graph& graph, std::span<const W> distances, std::span<const Vertex> predecessors) {
  std::vector<bool> led(distances.size());
  visit_rows(graph.csr(), [&]<class V>(const RowsView<V>& csr) {
    if constexpr (std::is_same_v<V, W>)
      for (Vertex u = 0; u < csr.vertices; ++u)
        for (std::uint64_t arc = csr.begin(u); arc < csr.end(u); ++arc)
          if (const Vertex v = csr.targets[arc]; predecessors[v] == u)
            led[v] = led[v] || saturating_add(distances[u], csr.weights[arc]) == distances[v];
  });
  return led;
}

/// The predecessors of the vertices within exact_to must lead back to the source along arcs that make the distances.
template <WeightType W>
std::string fault_of_predecessors(const Graph& graph, Vertex source, std::span<const W> distances,
                                  std::span<const Vertex> predecessors, W exact_to) {
  if (predecessors[source] != no_vertex)
    return fmt::format("the source {} has vertex {} as its predecessor instead of none", source, predecessors[source]);
  const std::vector<bool> led = led_to(graph, distances, predecessors);
  std::vector<bool> good(distances.size());
  good[source] = true;
  std::vector<Vertex> path;
  for (Vertex v = 0; v < distances.size(); ++v) {
    if (distances[v] == unreached<W> || !(distances[v] <= exact_to)) continue;
    path.clear();
    for (Vertex at = v; !good[at]; at = predecessors[at]) {
      const Vertex from = predecessors[at];
      if (from >= distances.size() || path.size() > distances.size() || !led[at])
        return fmt::format("vertex {} has vertex {} as its predecessor, from which no shortest path comes", at, from);
      path.push_back(at);
    }
    for (const Vertex at : path) good[at] = true;
  }
  return {};
}

template <WeightType W>
std::string fault_of_row(const Graph& graph, const Problem& problem, const Reference<W>& expected, const Output& output,
                         std::uint32_t row) {
  const W exact_to = static_cast<const W*>(output.exact_to)[row];
  if (!(exact_to <= limit_as<W>(problem.more.limit)))
    return fmt::format("exact_to is {}, beyond the limit of {}", exact_to, problem.more.limit);
  if (const W least = needed(problem, expected.distances); exact_to < least)
    return fmt::format("exact_to is {}, but what was asked needs {}", exact_to, least);
  const std::span<const W> distances(static_cast<const W*>(output.distances) + std::size_t{row} * output.vertices,
                                     output.vertices);
  std::string fault = fault_of_distances<W>(expected.distances, distances, exact_to);
  if (!fault.empty() || output.predecessors == nullptr) return fault;
  return fault_of_predecessors<W>(graph, sources_of(problem)[row], distances,
                                  {output.predecessors_of(row), output.vertices}, exact_to);
}

template <WeightType W>
std::string fault_of_targets(const Problem& problem, const Reference<W>& expected, const Output& output,
                             std::uint32_t row) {
  const std::span<const W> distances = output.distances_as<W>(row);
  for (std::size_t i = 0; i < problem.more.targets.size(); ++i) {
    const Vertex target = problem.more.targets[i];
    if (std::bit_cast<BitsOf<W>>(distances[i]) == poison_bits<W>)
      return fmt::format("the entry of target {} was not written", target);
    if (distances[i] != expected.distances[target])
      return fmt::format("entry {}, of target {}, is {}, but the reference says {}", i, target, distances[i],
                         expected.distances[target]);
  }
  return {};
}

template <WeightType W>
std::string fault_of_reduction(const Problem& problem, const Reference<W>& expected, const Output& output,
                               std::uint32_t row) {
  const Problem question{.source = sources_of(problem)[row], .more = {.limit = problem.more.limit}};
  if (std::string fault = impossible_figure(output, row, question); !fault.empty()) return fault;
  const std::uint64_t faults = faults_found(output, row);
  if (problem.more.check && faults != 0 && faults != Reduction<W>::not_checked)
    return fmt::format("its own check of the row counts {} faults", faults);
  std::vector<W> distances = expected.distances;
  Output whole;
  whole.kind = output.kind;
  whole.vertices = output.vertices;
  whole.distances = distances.data();
  return reduction_fault(question, problem.more.within, output, row, whole, 0);
}

/// What is wrong with row `row` of `output` as the answer to `problem` on `graph`, as a sentence; "" if nothing is.
/// `expected` are all distances from the source of that row, with Kind::distances. At most Output::exact_to, distances
/// must be those of the reference, bit for bit, and what lies above it must be above it in the row, too; exact_to must
/// be as large as the problem needs, and not above its limit.
template <WeightType W>
std::string fault_of(const Graph& graph, const Problem& problem, const Reference<W>& expected, const Output& output,
                     std::uint32_t row, Form form) {
  if (form == Form::targets) return fault_of_targets(problem, expected, output, row);
  if (form == Form::reductions) return fault_of_reduction(problem, expected, output, row);
  return fault_of_row(graph, problem, expected, output, row);
}

}  // namespace

std::vector<OptionValue> default_values(const Plugin& plugin) {
  std::vector<OptionValue> values;
  for (const OptionRow& row : plugin.options()) {
    OptionValue value = row.default_value;
    if (value.text == nullptr) value.text = "";
    if (row.required) {  // has no default: the value of its range closest to zero
      value.integer = std::clamp(value.integer, row.integers.min, row.integers.max);
      value.real = std::clamp(value.real, row.reals.min, row.reals.max);
    }
    values.push_back(value);
  }
  return values;
}

Settings settings_with(const Plugin& plugin, std::string_view option, std::string_view word) {
  const Document given(fmt::format("{} = {}", option, as_toml(word)), "");
  Diagnostics diagnostics;
  Settings settings = Settings::from(plugin.options(), given.root(), plugin.about().name, diagnostics);
  diagnostics.throw_if_any();
  return settings;
}

void require_ok(const Status& status, std::string_view call) {
  if (status.ok()) return;
  const std::string_view text = status.text();
  if (text.empty())
    throw Failed(fmt::format("{} failed with status {} and gave no reason", call, static_cast<int>(status.code)));
  if (status.code == StatusCode::unsupported) throw Unsupported(std::string(text));
  throw Failed(fmt::format("{} failed: {}", call, text));
}

Subject::Subject(const Suite& suite) : Subject(suite, default_values(suite.plugin), suite.threads) {}

Subject::Subject(const Suite& suite, std::span<const OptionValue> values, unsigned threads)
    : suite_(suite), values_(values.begin(), values.end()), context_(threads), instance_(create(suite.plugin, values)) {
  context_.set_device(suite.device);
  if (suite.options.plugins != nullptr) context_.set_plugins(*suite.options.plugins, suite.plugin.about().name);
}

std::string Subject::kept(const Problem& problem) const {
  return keep_graph(suite_, *graph_, {problem, values_, context_.threads()});
}

void Subject::prepare(const Graph& graph) {
  graph_ = &graph;
  const GraphInfo& info = graph.info();
  without_ = std::make_unique<OutputBuffers>(info.weights, info.vertices, false);
  with_predecessors_ = std::make_unique<OutputBuffers>(info.weights, info.vertices, true);
  context_.start(0, false);
  const FloatMode mode;
  if (suite_.options.keeps_ahead && info.vertices != 0) kept({});
  require_ok(instance_->prepare(graph, context_), "prepare");
}

Subject::Answer Subject::solve(Vertex source, bool predecessors) {
  Output& output = buffers(predecessors).fresh();
  if (suite_.options.keeps_ahead) kept({.source = source, .want_predecessors = predecessors});
  Answer answer;
  {
    const FloatMode mode;
    answer.status = instance_->solve({source, predecessors}, output, context_);
  }
  answer.damage = buffers(predecessors).damage();
  if (answer.damage.empty()) answer.damage = context_.misuse();
  if (!answer.damage.empty()) return answer;
  answer.outcome = output.outcome;
  answer.work = output.work;
  Arena arena(1);
  if (answer.status.ok()) answer.certificate = certify(*graph_, source, output, nullptr, arena);
  return answer;
}

Subject::Answer Subject::solve_right(Vertex source, bool tracing) {
  context_.start(0, tracing);
  Answer answer = solve(source, false);
  require_ok(answer.status, "solve");
  if (!answer.damage.empty()) throw Failed(answer.damage);
  if (answer.certificate.finding != Finding::right) throw Failed(answer.certificate.reason);
  return answer;
}

template <WeightType W>
void Subject::check(Vertex source, const Reference<W>& expected) {
  for (const bool predecessors : {false, true}) {
    if (predecessors && !gives_predecessors()) continue;
    context_.start(0, false);
    const Answer answer = solve(source, predecessors);
    try {
      judge(answer, expected, predecessors);
    } catch (const Failed& failed) {
      const GraphInfo& info = graph_->info();
      throw Failed(fmt::format("{} vertices, {} arcs, {} weights, {}-bit offsets, from source {}{}: {}", info.vertices,
                               info.edges, name(info.weights), info.offsets == OffsetKind::offsets32 ? 32 : 64, source,
                               predecessors ? " with predecessors" : "", failed.what()) +
                   kept({.source = source, .want_predecessors = predecessors}));
    }
  }
}

template <WeightType W>
void Subject::judge(const Answer& answer, const Reference<W>& expected, bool predecessors) {
  if (!answer.damage.empty()) throw Failed(answer.damage);
  const Certificate& certificate = answer.certificate;
  if (expected.kind == Kind::overflow) {
    if (answer.status.code == StatusCode::unsupported) require_ok(answer.status, "solve");
    if (!answer.status.ok() || certificate.finding == Finding::overflow) return;
    throw Failed(fmt::format("distances overflow here, which must be an error, but {}", certificate.reason));
  }
  require_ok(answer.status, "solve");
  if (certificate.finding != Finding::right) throw Failed(certificate.reason);
  if (expected.kind == Kind::negative_cycle) {
    if (answer.outcome != Outcome::negative_cycle) throw Failed("the negative cycle was not found");
    return;
  }
  if (answer.outcome != Outcome::solved) throw Failed("a negative cycle was reported, but there is none");
  const Output& output = buffers(predecessors).output();
  const std::span<const W> distances(static_cast<const W*>(output.distances), output.vertices);
  if (std::string fault = fault_of_distances<W>(expected.distances, distances, unreached<W>); !fault.empty())
    throw Failed(fault);
}

template <WeightType W>
void Subject::check(const Problem& problem, std::span<const Reference<W>* const> expected, Form form) {
  for (const bool predecessors : {false, true}) {
    if (predecessors && (form != Form::rows || !gives_predecessors())) continue;
    Problem asked = problem;
    asked.want_predecessors = predecessors;
    const std::string fault = first_fault(asked, expected, form);
    if (fault.empty()) continue;
    const GraphInfo& info = graph_->info();
    throw Failed(
        fmt::format("{} vertices, {} arcs, {} sources, limit {}, {} targets{}, count {}{}{}: {}", info.vertices,
                    info.edges, expected.size(), problem.more.limit, problem.more.targets.size(),
                    form == Form::targets ? " alone" : "", problem.more.count,
                    form == Form::reductions ? fmt::format(", within {}, reductions of rows", problem.more.within) : "",
                    predecessors ? ", with predecessors" : "", fault) +
        kept(asked));
  }
}

template <WeightType W>
std::string Subject::first_fault(const Problem& problem, std::span<const Reference<W>* const> expected, Form form) {
  std::optional<OutputBuffers> own;
  if (form == Form::targets) own.emplace(weight_kind<W>, static_cast<Vertex>(problem.more.targets.size()), false);
  if (form == Form::reductions)
    own.emplace(weight_kind<W>, graph_->info().vertices, OutputBuffers::Content::reductions);
  OutputBuffers& buffers = own ? *own : this->buffers(problem.want_predecessors);
  context_.start(0, false);
  Output& output = buffers.fresh(static_cast<std::uint32_t>(expected.size()), problem.more.limit);
  if (suite_.options.keeps_ahead) kept(problem);
  Status status;
  {
    const FloatMode mode;
    status = instance_->solve(problem, output, context_);
  }
  if (std::string fault = buffers.damage(); !fault.empty()) return fault;
  if (std::string fault = context_.misuse(); !fault.empty()) return fault;
  require_ok(status, "solve");
  if (output.outcome != Outcome::solved) return "a negative cycle was reported, but there is none";
  for (std::uint32_t row = 0; row < output.rows; ++row)
    if (const std::string fault = fault_of<W>(*graph_, problem, *expected[row], output, row, form); !fault.empty())
      return fmt::format("from source {}: {}", sources_of(problem)[row], fault);
  return {};
}

template void Subject::check(const Problem&, std::span<const Reference<std::int32_t>* const>, Form);
template void Subject::check(const Problem&, std::span<const Reference<std::int64_t>* const>, Form);
template void Subject::check(const Problem&, std::span<const Reference<double>* const>, Form);
template void Subject::check(const Problem&, std::span<const Reference<float>* const>, Form);
template void Subject::check(Vertex, const Reference<std::int32_t>&);
template void Subject::check(Vertex, const Reference<std::int64_t>&);
template void Subject::check(Vertex, const Reference<double>&);
template void Subject::check(Vertex, const Reference<float>&);

}  // namespace wayfront::host::conformance
