// Makes the contenders of one graph, in this process or in workers, and owns what they share.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "certify/asked.hpp"
#include "engine/contender.hpp"
#include "engine/judge.hpp"
#include "engine/memory/memory_room.hpp"
#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/call_watch.hpp"
#include "run/measure_rules.hpp"
#include "settings/settings.hpp"
#include "workers/answer_stream.hpp"
#include "workers/worker.hpp"

namespace wayfront::host {

class Contenders {
 public:
  /// Receives the output of plugins, with the label of their run.
  struct Sinks {
    std::function<void(std::string_view label, std::string_view line)> log;
    std::function<void(std::string_view label, std::string_view line)> printed;
  };

  /// Refers to its arguments. `shared_graph` is the result of share_graph(), or -1: then all runs share this process,
  /// and `watch`, unless null, is notified of their calls. `answer_memory`: bytes for proved answers that may come
  /// again (Judge). Throws std::bad_alloc.
  Contenders(const LoadedGraph& graph, int shared_graph, Asked scope, MeasureRules rules, const PluginRegistry& plugins,
             const WorkerRules& workers, unsigned threads, std::uint64_t answer_memory, CallWatch* watch, Sinks sinks);

  /// What differs between contenders of one plugin.
  struct Making {
    CallWatch::GiveUp give_up{};  // called if a call in this process does not return
    bool whole_rows = false;      // answers have all vertices even where the plugin could answer the targets alone
    std::optional<DeviceRule> devices{};         // in place of the rules'
    std::optional<unsigned> parallel_sources{};  // likewise: see MeasureRules
  };
  /// Throws std::bad_alloc.
  std::unique_ptr<Contender> make(const Plugin& plugin, const Settings& options, const std::string& label,
                                  Making making);

  /// See Judge::certify_rows_of().
  void certify_rows_of(std::span<const Vertex> sources, bool whole_rows) {
    judge_.certify_rows_of(sources, whole_rows);
  }

  /// Who computes the predecessors of a run: "none" if they are not requested, the "plugin", or from tight arcs the
  /// "host".
  std::string_view predecessors_of(const Plugin& plugin) const;

  /// The answer of the contender that solved last, if it was correct.
  const Judge::Answer& last_right() const { return judge_.last_right(); }

 private:
  const LoadedGraph& graph_;
  int shared_graph_;
  Asked scope_;
  MeasureRules rules_;
  const PluginRegistry& plugins_;
  const WorkerRules& workers_;
  unsigned threads_;
  CallWatch* watch_;
  Sinks sinks_;
  Judge judge_;
  MemoryRoom room_;
  AnswerCopy copy_;
  AnswerCopy target_copy_;   // of rows of targets alone
  AnswerCopy reduced_copy_;  // of reductions in place of rows
};

}  // namespace wayfront::host
