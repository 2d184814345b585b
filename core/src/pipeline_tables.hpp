// The tables of a pipeline file as option rows, and the structs that they are stored into. For pipeline*.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "wayfront/graph.hpp"
#include "wayfront/options.hpp"

namespace wayfront::host {

struct GraphTable {
  std::string label;
  std::string path;
  std::string loader;
  WeightKind weights = WeightKind::int32;
  bool hash1000 = false;        // missing_weights = "hash1000"
  bool has_rule_table = false;  // missing_weights = {...}
  double constant = 1;
  std::vector<double> uniform;
  std::uint64_t seed = 1;
  bool cache = true;
  std::string cache_directory;
  double cache_limit = 10;  // GB
};

struct StepTable {
  bool has_potentials = false;
  std::uint64_t seed = 1;
  std::int64_t most = 100;
};

struct ProblemTable {
  std::string label;
  bool has_random = false;
  std::uint64_t random = 8;
  std::uint64_t seed = 1;
  std::vector<std::int64_t> ids;
  std::vector<std::string> names;
  int rule = 0;
  bool predecessors = false;
};

struct MeasureTable {
  unsigned warmups = 1;
  unsigned repeats = 5;
  double timeout = 60;
  double run_timeout = 0;
  double total_timeout = 0;
  bool workers = true;
  std::string memory;
  unsigned threads = 0;
  std::uint64_t seed = 1;
  int verify = 0;
  bool has_reference = false;
  std::string reference;
  bool trace = false;
  bool work = true;
  bool aa = false;
};

struct RunTable {
  std::string plugin;
  std::string label;
  bool baseline = false;
};

struct ReportTable {
  std::string directory;
  std::vector<std::string> formats;
};

std::span<const OptionRow> top_rows();
std::span<const OptionRow> graph_rows();
std::span<const OptionRow> weight_rule_rows();  // those of graph_rows() named missing_weights
std::span<const OptionRow> step_rows();
std::span<const OptionRow> problem_rows();
std::span<const OptionRow> measure_rows();
std::span<const OptionRow> run_rows();
std::span<const OptionRow> report_rows();

}  // namespace wayfront::host
