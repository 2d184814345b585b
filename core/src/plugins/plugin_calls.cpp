#include "plugins/plugin_calls.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "plugins/plugin_work.hpp"
#include "settings/diagnostics.hpp"
#include "settings/settings.hpp"
#include "settings/value.hpp"

namespace wayfront::host {
namespace {

/// The context of a nested call: that of the outer call, with another caller.
class NestedContext final : public RunContext, public HostServices {
 public:
  NestedContext(RunContext& outer, const PluginCalls& calls) : outer_(outer), calls_(calls) {}

  bool cancelled() const noexcept override { return outer_.cancelled(); }
  bool tracing() const noexcept override { return outer_.tracing(); }
  void trace(const RoundRecord& record) noexcept override { outer_.trace(record); }
  bool counting() const noexcept override { return outer_.counting(); }
  void phase(Phase phase) noexcept override { outer_.phase(phase); }
  void log(Level level, std::string_view text) noexcept override {
    try {
      outer_.log(level, fmt::format("{}: {}", calls_.callers.back(), text));
    } catch (...) {  // a log line is not worth a run
    }
  }
  unsigned threads() const noexcept override { return outer_.threads(); }
  void parallel_for(std::uint64_t count, std::uint64_t grain,
                    FunctionRef<void(std::uint64_t, std::uint64_t)> body) override {
    outer_.parallel_for(count, grain, body);
  }
  std::pmr::memory_resource& memory() noexcept override { return outer_.memory(); }
  int device() const noexcept override { return outer_.device(); }
  HostServices& host() noexcept override { return *this; }
  std::shared_ptr<Algorithm> algorithm(std::string_view name, std::string_view options,
                                       const GraphInfo& graph) override {
    return call_plugin(calls_, name, options, graph, device());
  }
  std::shared_ptr<const Graph> adopt_graph(const AnyCsr& csr, std::shared_ptr<const void> owner) override {
    return outer_.host().adopt_graph(csr, std::move(owner));
  }
  void note(std::string_view text) override { outer_.host().note(fmt::format("{}: {}", calls_.callers.back(), text)); }
  void peer_seconds(double seconds) noexcept override { outer_.host().peer_seconds(seconds); }
  KeptBytes kept(std::span<const std::string_view> key) override { return outer_.host().kept(key); }
  void keep(std::span<const std::string_view> key, FunctionRef<std::vector<std::byte>()> make) override {
    outer_.host().keep(key, make);
  }

 private:
  RunContext& outer_;
  const PluginCalls& calls_;
};

/// An instance whose calls run in nested contexts.
class CalledAlgorithm final : public Algorithm {
 public:
  CalledAlgorithm(const Plugin& plugin, std::span<const OptionValue> values, PluginCalls calls)
      : instance_(create_algorithm(plugin, values)), functions_(opened(plugin)), calls_(std::move(calls)) {}

  Status prepare(const Graph& graph, RunContext& context) noexcept override {
    NestedContext nested(context, calls_);
    const PluginWork work(functions_);
    return named(instance_->prepare(graph, nested));
  }
  Status solve(const Problem& problem, Output& output, RunContext& context) noexcept override {
    NestedContext nested(context, calls_);
    const PluginWork work(functions_);
    return named(instance_->solve(problem, output, nested));
  }

 private:
  Status named(const Status& status) const noexcept {
    if (status.ok()) return status;
    try {
      const std::string_view reason = status.text().empty() ? "failed without a reason" : status.text();
      return Status::with(status.code, fmt::format("{}: {}", calls_.callers.back(), reason));
    } catch (...) {
      return status;
    }
  }

  InstancePtr<Algorithm> instance_;
  const PluginDescriptor& functions_;
  PluginCalls calls_;  // this plugin is the last of the callers
};

/// `options` against the plugin's rows.
Settings checked(const Plugin& plugin, std::string_view options) {
  const std::string title = fmt::format("options of plugin '{}'", plugin.about().name);
  try {
    const Document document(options, "options");
    Diagnostics diagnostics("options");
    Settings settings = Settings::from(plugin.options(), document.root(), title, diagnostics);
    if (!diagnostics.empty()) throw Failure(StatusCode::failed, diagnostics.text());
    return settings;
  } catch (const ParseError& error) {
    throw Failure(StatusCode::failed, fmt::format("{}: '{}' is not TOML: {}", title, options, error.what()));
  }
}

}  // namespace

std::shared_ptr<Algorithm> call_plugin(const PluginCalls& calls, std::string_view name, std::string_view options,
                                       const GraphInfo& graph, int device) {
  if (calls.plugins == nullptr) throw Failure(StatusCode::failed, "there are no plugins to call here");
  if (std::ranges::find(calls.callers, name) != calls.callers.end())
    throw Failure(StatusCode::failed, fmt::format("plugin '{}' would call itself ({} -> {}); choose another one", name,
                                                  fmt::join(calls.callers, " -> "), name));
  const Plugin* const plugin = calls.plugins->look_up(PluginKind::algorithm, name);
  if (plugin == nullptr) throw Failure(StatusCode::failed, calls.plugins->why_missing(PluginKind::algorithm, name));
  try {
    if (const auto reason = obstacle(*plugin, graph, device)) throw Unsupported(*reason);
    const Settings settings = checked(*plugin, options);
    PluginCalls further = calls;
    further.callers.emplace_back(name);
    auto instance = std::make_shared<CalledAlgorithm>(*plugin, settings.values(), std::move(further));
    if (calls.called && std::ranges::find(*calls.called, name) == calls.called->end()) calls.called->emplace_back(name);
    return instance;
  } catch (const Declined& declined) {
    throw Unsupported(declined.what());
  } catch (const UserError& error) {
    throw Failure(StatusCode::failed, error.what());
  }
}

}  // namespace wayfront::host
