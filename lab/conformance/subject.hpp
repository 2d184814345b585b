// The plugin under test: one instance, prepared on a graph; every answer is checked.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "certify/verify.hpp"
#include "conformance/case.hpp"
#include "conformance/reference.hpp"
#include "graph/weight_kind.hpp"
#include "run/host_context.hpp"
#include "run/output_buffers.hpp"
#include "settings/settings.hpp"
#include "wayfront/capability.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/plugin.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host::conformance {

/// What a plugin gives of each row.
enum class Form : std::uint8_t {
  rows,
  targets,     // an entry for each of the problem's targets alone, in their order (capability::targets_only)
  reductions,  // More::reduce; rows that the plugin checked itself must be without faults
};

/// Every option's default, in the order of the rows.
std::vector<OptionValue> default_values(const Plugin& plugin);
/// The defaults, but `option` is `word`, and where that is a profile what it sets. Owns what the values point to.
Settings settings_with(const Plugin& plugin, std::string_view option, std::string_view word);

/// Calls f.template operator()<W>() for each weight type that the plugin takes.
template <class F>
void for_each_weight(const Plugin& plugin, F&& f) {
  if (plugin.takes(WeightKind::int32)) f.template operator()<std::int32_t>();
  if (plugin.takes(WeightKind::float32)) f.template operator()<float>();
  if (plugin.takes(WeightKind::int64)) f.template operator()<std::int64_t>();
  if (plugin.takes(WeightKind::float64)) f.template operator()<double>();
}

/// Calls throw Failed with a message, or Unsupported with the plugin's reason.
class Subject {
 public:
  explicit Subject(const Suite& suite);  // with the default options
  Subject(const Suite& suite, std::span<const OptionValue> values) : Subject(suite, values, suite.threads) {}
  Subject(const Suite& suite, const Graph& graph) : Subject(suite) { prepare(graph); }
  Subject(const Suite& suite, std::span<const OptionValue> values, unsigned threads);

  /// `graph` must live until the next prepare() or the end of the subject.
  void prepare(const Graph& graph);

  /// Solves from `source`, with and without predecessors if the plugin supports them, and compares with `expected`. If
  /// distances overflow, the plugin must return an error. W is the graph's weight type.
  template <WeightType W>
  void check(Vertex source, const Reference<W>& expected);

  /// Solves `problem`, whatever parts it has, with and without predecessors if the plugin supports them, and compares
  /// what it wants of each row with the reference from its source.
  template <WeightType W>
  void check(const Problem& problem, std::span<const Reference<W>* const> expected, Form form = Form::rows);

  /// The result of one solve: how it ended, and the host's check of the output.
  struct Answer {
    Status status;
    std::string damage;
    Certificate certificate;  // if the status is ok
    Outcome outcome = Outcome::solved;
    Work work;
  };
  /// The caller starts the context.
  Answer solve(Vertex source, bool predecessors);

  /// Starts the context and solves without predecessors; throws unless the answer is right.
  Answer solve_right(Vertex source, bool tracing = false);

  HostContext& context() { return context_; }
  Algorithm& instance() { return *instance_; }
  OutputBuffers& buffers(bool predecessors) { return predecessors ? *with_predecessors_ : *without_; }
  bool gives_predecessors() const { return suite_.plugin.has(capability::predecessors); }

 private:
  template <WeightType W>
  void judge(const Answer& answer, const Reference<W>& expected, bool predecessors);

  /// What is wrong with the call, or with the first row that has a fault; "" if all is right.
  template <WeightType W>
  std::string first_fault(const Problem& problem, std::span<const Reference<W>* const> expected, Form form);
  /// See keep_graph().
  std::string kept(const Problem& problem) const;

  const Suite& suite_;
  std::vector<OptionValue> values_;
  const Graph* graph_ = nullptr;
  HostContext context_;
  std::unique_ptr<OutputBuffers> without_;
  std::unique_ptr<OutputBuffers> with_predecessors_;
  InstancePtr<Algorithm> instance_;  // last, so that it is destroyed before what it may refer to
};

/// Throws Failed or Unsupported unless `status` is ok; `call` is the name of the call: "prepare".
void require_ok(const Status& status, std::string_view call);

// The parts of a problem that a plugin may take: what is asked of it on one graph.
inline constexpr std::uint64_t part_capabilities =
    capability::early | capability::batch | capability::targets_only | capability::reduce;

/// Asks `subject`, which is prepared on `graph`, problems with those of `parts` that the plugin has, from some of
/// `sources`, and compares with the reference; then a plain problem, which must not notice. `graph` has no negative
/// cycle, and only with `parts` of capability::batch and capability::reduce alone negative arcs. Sources from which distances overflow are left out.
template <WeightType W>
void try_parts(const Suite& suite, Subject& subject, const Graph& graph, std::span<const Vertex> sources,
               std::uint64_t parts);

}  // namespace wayfront::host::conformance
