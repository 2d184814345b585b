// The choice that `auto` stands for: all plugins that can answer a question here, the one that is expected to be the
// fastest first, and why.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "auto/cost_models.hpp"
#include "auto/graph_features.hpp"
#include "auto/installed_device.hpp"
#include "call/call.hpp"
#include "certify/asked.hpp"
#include "plugins/chooser.hpp"
#include "plugins/plugin_registry.hpp"
#include "settings/settings.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

/// How much is to do, as far as it is known before a plugin is chosen.
struct Workload {
  std::span<const Vertex> some{};  // of the sources, if they are known
  std::uint64_t sources = 1;       // unless the options of `auto` say how many
  std::uint64_t per_call = 1;      // where the plugin takes several in a call
  unsigned parallel = 0;           // sources of a call that instances solve at the same time; 0: one for each thread
  const Asked* asked = nullptr;    // null: all distances
  bool starts_device = false;      // whether the time to start a device counts: for programs that end with the answer
};

struct Candidate {
  const Plugin* plugin = nullptr;  // of the registry
  std::shared_ptr<const Settings> options{};
  std::optional<double> prepare{}, solve{},
      total{};  // expected seconds: once, per source, in all; none without a model
  enum class Known : std::uint8_t {
    expected,
    measured,  // in a trial (trial.hpp)
    at_least,  // its trial ended at its time limit
  } known = Known::expected;
  // Seconds of preparing after which to give up and to go on with the next one: if an estimate is wrong, it costs at most
  // about as much again as what the next one needs.
  double patience = std::numeric_limits<double>::infinity();
};

struct Choice {
  std::vector<Candidate> ranking;    // at least one; those without a model at its end
  std::vector<std::string> refused;  // "plugin: reason"
  std::string reason;                // of the first of the ranking, one sentence after the name: "expected to take ..."
  std::uint64_t sources = 1;         // that will be asked in all
  // For trials (trial.hpp):
  bool trials = false;                   // whether they are wanted
  bool starts_device = false;            // Workload::starts_device
  std::vector<const Plugin*> unknown{};  // that fit, but have no cost model for such a graph
  GraphFeatures features{};
  unsigned threads = 1;
  std::string circumstances;  // the end of the reason: what graph and machine are like
};

/// The plugins that can answer the question; `chooser` are the options of `auto`. `device` is asked only if a plugin for a
/// device would be the fastest, or may be in a trial. Plugins without a cost model come last. If no plugin
/// fits, throws UserError (plugin) with the reason for each one.
Choice choose(const Graph& graph, const Workload& work, const ChooserOptions& chooser, const PluginRegistry& plugins,
              unsigned threads, const std::function<std::optional<InstalledDevice>()>& device = installed_device,
              std::span<const CostModel> models = cost_models());

/// "8.8 us", "12 ms".
std::string time_text(double seconds);

inline constexpr double device_start = 0.3;    // seconds until a process can use a GPU
inline constexpr double trial_share = 0.02;    // of the time of a question, for trials (trial.hpp)
inline constexpr double doubt_of_model = 2.5;  // by which a plugin may be faster than its model says

/// Seconds of preparing after which a plugin is given up where the next one needs `next` seconds in all; see
/// Candidate::patience. Plugins for a device have no such limit: starting it may take long.
double patience_of(const Plugin& plugin, double prepare, double next);

/// Sets Candidate::patience of all.
void set_patience(std::vector<Candidate>& ranking);

/// Why a plugin that was chosen is given up: preparing took longer than Candidate::patience.
Ending out_of_patience(double seconds);

/// The options of `auto` from settings that its rows have checked. Throws UserError like wrong_options().
ChooserOptions chooser_options(const Settings& settings, const PluginRegistry& plugins);

/// What is wrong with them, or nothing: a name in `without` that no algorithm has, with the nearest one.
std::optional<std::string> wrong_options(const Settings& settings, const PluginRegistry& plugins);

}  // namespace wayfront::host
