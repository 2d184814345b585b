// A loaded graph as JSON: the common part of reports and `wayfront info --json`; what of it stands in a binary graph file,
// too.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "load/loaded_graph.hpp"

namespace wayfront::host {

/// Calls f(key, value, always) for everything that reports and binary graph files say in the same words. `always`: whether
/// graph files of every version say it.
template <class Loaded, class F>
void for_each_fact(Loaded& loaded, F&& f) {
  f("name", loaded.name, true);
  f("loader", loaded.loader, true);
  f("loader_reason", loaded.loader_reason, true);
  f("compression", loaded.compression, true);
  f("weight_rule", loaded.weight_rule, true);
  f("weights_reason", loaded.weights_reason, false);  // absent in files without 64-bit weights
  f("steps", loaded.steps, true);
  f("reading", loaded.reading, false);  // this and the notes are absent in files of version 0.1.0
  f("notes", loaded.notes, false);
  f("bytes", loaded.bytes, true);
}

/// An object.
nlohmann::json graph_json(const LoadedGraph& loaded);

/// A weight, or a sum of weights, of that kind: without a fraction for integers up to 2^53.
nlohmann::json weight_json(double weight, WeightKind kind);

}  // namespace wayfront::host
