// A graph that is ready for everything that runs on it, and what its engines share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>

#include "certify/asked.hpp"
#include "engine/memory/memory_room.hpp"
#include "engine/verifier.hpp"
#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/call_watch.hpp"
#include "run/measure_rules.hpp"
#include "wayfront/graph.hpp"
#include "workers/answer_stream.hpp"
#include "workers/worker.hpp"

namespace wayfront::host {

/// Where and how plugins run on a graph.
struct GroundRules {
  /// The descriptor of share_graph(); -1: all run in this process, and the graph is write-protected.
  int shared = -1;
  MeasureRules measure{};
  WorkerRules workers{};
  unsigned threads = 1;
  std::uint64_t answer_memory = 0;  // bytes for proved answers that may come again (Verifier)
  CallWatch* watch = nullptr;       // is notified of calls in this process
  /// Receive what plugins log and what workers print, with the label of their engine; may be null.
  using Sink = std::function<void(std::string_view label, std::string_view line)>;
  Sink log{}, printed{};
  std::size_t most_said = std::size_t{1} << 20;  // bytes of an engine's output that they receive
};

/// Who computes the predecessors of a plugin's answers: "none" if they are not requested, the "plugin", or from tight
/// arcs the "host", always where the plugin was chosen: the tree does not depend on which.
inline std::string_view predecessors_of(const Plugin& plugin, bool requested, bool chosen) {
  if (!requested) return "none";
  return plugin.has(capability::predecessors) && !chosen ? "plugin" : "host";
}

struct Ground {
  /// Refers to the graph and the plugins. Throws std::bad_alloc.
  Ground(const LoadedGraph& loaded_graph, const PluginRegistry& registry, Asked scope, GroundRules how)
      : loaded(loaded_graph),
        plugins(registry),
        rules(std::move(how)),
        verifier(*loaded.graph, loaded.ids, std::move(scope), rules.threads, rules.answer_memory, !in_workers()) {}

  const GraphInfo& info() const { return loaded.graph->info(); }
  bool in_workers() const { return rules.shared >= 0; }

  const LoadedGraph& loaded;
  const PluginRegistry& plugins;
  GroundRules rules;
  Verifier verifier;
  MemoryRoom room{};
  AnswerCopy whole{}, projected{};  // the host's copy of the last answer, or of whole rows that one is compared with
};

// How many sources go into one call where nobody said how many.

/// The answers take at most a gigabyte. Their rows have this number of targets alone, or with 0 all vertices. A plugin that
/// solves a batch on a device takes more of them at once than one on processors, which has its threads to feed alone; null
/// is one on processors.
std::size_t sources_per_call(const GraphInfo& graph, const Plugin* plugin, std::size_t targets_alone = 0);

/// Where only reductions of rows are wanted: sources whose rows, or reductions, the host and a worker hold at the same time.
std::size_t sources_at_once(const GraphInfo& graph, bool reduces_itself);

}  // namespace wayfront::host
