// A graph as requested and as loaded: the data that load_graph(), the cache and binary files share. The functions are in
// graph_store.cpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graph/places/vertex_points.hpp"
#include "graph/steps/graph_steps.hpp"
#include "graph/stored_graph.hpp"
#include "graph/vertex_ids.hpp"
#include "load/weights.hpp"
#include "settings/settings.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Whether loaded graphs are kept as binary files for later runs: graph_cache.hpp.
struct CacheRule {
  enum class Mode : std::uint8_t {
    off,
    automatic,  // those that took longer than a second to load; errors of the cache are ignored
    on          // all that come from a file
  };
  Mode mode = Mode::off;
  std::filesystem::path directory{};  // empty: the user's
  double max_bytes = 10e9;            // of all entries; above it the least recently used are removed
};

struct GraphRequest {
  std::filesystem::path path;                             // empty for a loader that generates
  std::string loader;                                     // empty: by content
  std::optional<WeightKind> weights = WeightKind::int32;  // nothing: "auto", by the weights (choose_weights())
  WeightRule missing_weights;
  bool rule_stands_in = false;  // nobody asked for that rule: a binary file keeps its weights, whatever their origin
  std::filesystem::path
      coordinates{};  // a DIMACS .co file; empty: those of the graph's file, or of a text graph beside it
  std::vector<GraphStep> steps;
  const Settings* loader_options = nullptr;  // of the named loader; null: defaults
  CacheRule cache;
  /// Called five times a second by a thread of its own, with how many bytes of the file were read and how many it has; 0
  /// where that is not known. Must not throw.
  std::function<void(std::uint64_t read, std::uint64_t bytes)> progress{};
};

/// The files that a load reads beside the graph: coordinates, and those that options of the loader name.
std::vector<std::filesystem::path> further_files(const GraphRequest& request);

class MappedFile;

struct LoadedGraph {
  std::shared_ptr<const StoredGraph> graph;
  std::string name;  // file name, or a description of the generated graph
  std::string loader;
  std::string loader_reason;  // why this loader: "forced" or the result of sniffing
  std::string compression;
  VertexIds ids;               // the ids of the file
  VertexPoints coordinates;    // empty if there are none
  bool directed = true;        // as in the file; the graph itself always has arcs
  bool weighted = true;        // whether the file had weights
  std::string weight_rule;     // the rule for them otherwise, "uniform 1..100, seed 7"; empty if the file has weights
  std::string weights_reason;  // why they have their type
  std::vector<std::string> steps;    // the steps after loading, in words
  std::vector<std::string> reading;  // how the loader understood the file: which column is what
  std::vector<std::string> notes;    // why the graph may not be the one that was meant, and what to do
  std::string digest;                // of vertices, offsets, targets, weights
  /// The binary graph file from which arrays of the graph are mapped; null if none are.
  std::weak_ptr<const MappedFile> file;
  std::string cache_key;    // its key in the cache; empty if it is not cached
  double seconds = 0;       // opening to finished CSR
  std::uint64_t bytes = 0;  // of text or data after decompression
};

/// The rest of a load: applies the steps to a graph whose ids are in `loaded`, chooses the type of its weights if none
/// is requested, and fills in everything that depends on both: the graph, its digest, ids, direction, the steps in
/// words. Throws like apply().
void finish_graph(GraphInSteps graph, std::span<const GraphStep> steps, std::optional<WeightKind> weights,
                  LoadedGraph& loaded, RunContext& context);

}  // namespace wayfront::host
