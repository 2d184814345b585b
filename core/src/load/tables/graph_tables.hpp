// The [graph] table and its steps as option rows, and the structs that they are stored into: for a pipeline file, the
// command line and the library.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graph/steps/graph_steps.hpp"
#include "graph/weight_kind.hpp"
#include "load/weights.hpp"
#include "wayfront/options.hpp"

namespace wayfront::host {

struct GraphInputTable {
  std::string label;
  std::string path;
  std::string loader;
  WeightChoice weights = WeightChoice::automatic;
  WeightRule::Kind named_rule = WeightRule::Kind::none;  // missing_weights = "hash1000"
  bool has_rule_table = false;                           // missing_weights = {...}
  double constant = 1;
  std::vector<double> uniform;
  std::uint64_t seed = 1;
  bool cache = true;
  std::string cache_directory;
  double cache_gigabytes = 10;  // cache_limit = 10
  std::string cache_size;       // cache_limit = "10 GB"
  std::string euclidean;
  double scale = 1;
  std::string coordinates;
};

/// Room for any step; its key says which one it is.
struct StepTable {
  bool symmetrize = false;
  bool transpose = false;
  bool drop_self_loops = false;
  MergeParallelStep::Keep merge_parallel = MergeParallelStep::Keep::min;
  bool largest_component = false;
  bool abs_weights = false;
  double scale_weights = 1;
  bool has_potentials = false;
  std::uint64_t potentials_seed = 1;
  std::int64_t max_potential = 100;
  bool has_negative_table = false;
  double negative_fraction = 0;        // negative_fraction = 0.1
  double negative_table_fraction = 0;  // negative_fraction = { fraction = 0.1 }
  std::uint64_t negative_seed = 1;
  bool has_reorder_table = false;
  ReorderStep::Order reorder = ReorderStep::Order::none;        // reorder = "random"
  ReorderStep::Order reorder_table = ReorderStep::Order::none;  // reorder = { order = "random" }
  std::uint64_t reorder_seed = 1;
};

std::span<const OptionRow> graph_rows();
std::span<const OptionRow> weight_rule_rows();  // those of graph_rows() named missing_weights
std::span<const OptionRow> step_rows();

}  // namespace wayfront::host
