#include "conformance/subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/float_mode.hpp"
#include "settings/diagnostics.hpp"
#include "settings/option_text.hpp"
#include "wayfront/cpu/source_batch.hpp"

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

template <WeightType W>
std::string first_difference(std::span<const W> distances, std::span<const W> expected) {
  for (std::size_t v = 0; v < expected.size(); ++v) {
    if (distances[v] != expected[v])
      return fmt::format("vertex {} has distance {}, but the reference says {}", v, distances[v], expected[v]);
  }
  return {};
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

Subject::Subject(const Suite& suite) : Subject(suite, default_values(suite.plugin)) {}

Subject::Subject(const Suite& suite, std::span<const OptionValue> values) : Subject(suite, values, suite.threads) {}

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
  if (std::string text = first_difference(distances, std::span<const W>(expected.distances)); !text.empty())
    throw Failed(text);
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
