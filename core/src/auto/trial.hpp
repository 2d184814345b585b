// Trials: where a question has many sources, guessing is needless. The most promising candidates solve a few of them, and
// the one with the smallest measured total is chosen. What the others cost together is a small share of the question.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "auto/choice.hpp"
#include "plugins/plugin_registry.hpp"
#include "call/call.hpp"

namespace wayfront::host {

/// How a plugin would be asked.
struct TrialCalls {
  std::size_t sources = 1;    // of a call, at most
  std::size_t instances = 1;  // that solve them at the same time, where the plugin takes one at a time
};

/// Seconds that it takes before a plugin can prepare, roughly: to start a process, unless it is in this one, and a device.
double trial_start(const Plugin& plugin, bool process, bool device_started);

/// Where candidates are prepared and solve: see EngineBench. Candidates have numbers.
class TrialBench {
 public:
  virtual ~TrialBench() = default;

  /// Seconds, of any beginning.
  virtual double now() const = 0;
  virtual TrialCalls calls(const Plugin& plugin) const = 0;
  /// Seconds that the question itself has left for a call, whatever the limit of a trial.
  virtual double left() const { return std::numeric_limits<double>::infinity(); }
  /// See trial_start().
  virtual double start(const Plugin& plugin) const = 0;
  /// Prepares a candidate within `limit` seconds; `seconds` receives what its plugin took.
  virtual Ending prepare(std::size_t number, const Candidate& candidate, double limit, double& seconds) = 0;
  /// One call of a prepared candidate from that many sources within `limit` seconds; `first`: how many it has solved before.
  /// All candidates have the same sources in the same order.
  virtual Ending solve(std::size_t number, std::size_t first, std::size_t sources, double limit, double& seconds) = 0;
  /// It is not needed any more: it was prepared, or preparing it failed.
  virtual void release(std::size_t number) = 0;
};

struct TrialResult {
  std::optional<std::size_t> kept;   // the number of the one that is still prepared: the first of the ranking
  double prepare = 0;                // seconds of its plugin
  double seconds = 0;                // of all trials, without preparing and starting the one that is kept
  std::vector<std::string> dropped;  // sentences on those that failed, which are not in the ranking any more
};

/// Tries candidates if the question has enough sources to pay for it. Changes the choice: its ranking by what was measured
/// and what is expected of the rest, with `reason`. The trials of all but the first one take at most `trial_share` of what
/// the question is then expected to take, as far as plugins stop when they are told to. A trial that would not fit is not
/// made, so few sources have none. It ends early if a call is interrupted.
TrialResult try_candidates(Choice& choice, std::uint64_t sources, TrialBench& bench);

/// Distinct vertices with arcs out of them, as far as they are found soon: for a question whose sources are not known.
std::vector<Vertex> drawn_sources(const Graph& graph, std::size_t count);

/// So many of `sources`, distinct unless there are fewer, in an order that leads all over them: from its place `first` on, the
/// beginning again after its end.
std::vector<Vertex> spread_sources(std::span<const Vertex> sources, std::size_t first, std::size_t count);

}  // namespace wayfront::host
