#include "certified_solve.hpp"

#include <fmt/format.h>

#include "errors.hpp"
#include "float_mode.hpp"
#include "verify.hpp"

namespace wayfront::host {
namespace {

void require_ok(const Status& status, const Plugin& plugin, std::string_view doing) {
  if (status.ok()) return;
  if (status.code == StatusCode::cancelled && stop_requested)
    throw UserError(ExitCode::interrupted, fmt::format("{} with '{}' was interrupted", doing, plugin.about().name));
  throw UserError(ExitCode::failed_run, fmt::format("plugin '{}' failed while {}: {}", plugin.about().name, doing,
                                                    status.text().empty() ? "it gives no reason" : status.text()));
}

}  // namespace

std::string_view default_algorithm(const GraphInfo& graph) {
  return graph.min_weight < 0 ? "bellman-ford-tarjan" : "dijkstra";
}

CertifiedAnswer solve_certified(const LoadedGraph& loaded, Vertex source, const Plugin& plugin, const Settings& options,
                                const PluginRegistry& plugins, HostContext& context) {
  const Graph& graph = *loaded.graph;
  const GraphInfo& info = graph.info();
  if (const auto why = obstacle(plugin, info, context.device())) throw UserError(ExitCode::failed_run, *why);
  const auto wrong = [&](std::string_view why) {
    throw UserError(ExitCode::failed_run,
                    fmt::format("the answer of plugin '{}' is wrong: {}", plugin.about().name, why));
  };
  CertifiedAnswer answer;
  const bool by_plugin = plugin.has(capability::predecessors);
  answer.buffers = std::make_unique<OutputBuffers>(info.weights, info.vertices, by_plugin);
  answer.predecessors.resize(info.vertices);

  context.set_plugins(plugins, plugin.about().name);
  context.set_counting(false);
  const auto instance = create_algorithm(plugin, options.values());
  context.start(0, false);
  const auto call = [&](const auto& function) {
    const FloatMode mode;
    return function();
  };
  require_ok(call([&] { return instance->prepare(graph, context); }), plugin, "preparing");
  context.start(0, false);
  Output& output = answer.buffers->fresh();
  require_ok(call([&] { return instance->solve({source, by_plugin}, output, context); }), plugin, "solving");
  if (const std::string damage = answer.buffers->damage(); !damage.empty()) wrong(damage);
  const Certificate certificate =
      certify(graph, source, output, by_plugin ? nullptr : answer.predecessors.data(), loaded.ids);
  if (certificate.verdict == Verdict::overflow) throw UserError(ExitCode::failed_run, certificate.reason);
  if (certificate.verdict != Verdict::right) wrong(certificate.reason);
  if (output.outcome == Outcome::negative_cycle)
    answer.predecessors.clear();
  else if (by_plugin)
    answer.predecessors.assign(output.predecessors, output.predecessors + info.vertices);
  return answer;
}

}  // namespace wayfront::host
