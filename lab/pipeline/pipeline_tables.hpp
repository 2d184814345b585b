// The tables of a pipeline file as option rows, and the structs that they are stored into. For pipeline*.cpp.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "wayfront/graph.hpp"
#include "wayfront/options.hpp"

namespace wayfront::host {

struct ProblemTable {
  std::string label;
  bool has_random = false;
  std::uint64_t random = 8;
  std::uint64_t seed = 1;
  double reaches = 0;
  std::vector<std::int64_t> ids;
  std::vector<std::string> names;
  int rule = 0;
  std::string file;
  bool predecessors = false;
  bool reversed = false;
  bool nearest = false;
  std::uint64_t batch = 1;
  std::string batch_text;  // batch = "auto"
  double limit = std::numeric_limits<double>::infinity();
  std::vector<std::int64_t> target_ids;
  std::vector<std::string> target_names;
  bool has_target_file = false;
  std::string target_file;
  std::uint64_t count = 0;
};

/// The words for devices, where they have no numbers.
enum class DeviceWord : std::uint8_t { measure, first, all };

struct MeasureTable {
  unsigned warmups = 1;
  unsigned repeats = 5;
  double timeout = 60;
  double run_timeout = 0;
  double total_timeout = 0;
  bool workers = true;
  double memory_gigabytes = 0;  // memory = 8
  std::string memory;           // memory = "8GiB"
  unsigned threads = 0;
  unsigned parallel_sources = 1;
  DeviceWord device_word = DeviceWord::first;
  std::vector<std::int64_t> devices;
  std::uint64_t seed = 1;
  int verify = 0;
  bool has_reference = false;
  std::string reference;
  std::string verify_file;
  double verify_tolerance = 0;
  std::uint64_t sample_rows = 32;
  std::string rows_sampled;  // sample_rows = "all"
  bool sample_whole = false;
  bool check_rows = false;
  bool trace = false;
  bool work = true;
  bool aa = false;
};

struct RunTable {
  std::string plugin;
  std::string label;
  bool baseline = false;
  DeviceWord device_word = DeviceWord::measure;
  std::vector<std::int64_t> devices;
};

struct ReportTable {
  std::string directory;
  std::vector<std::string> formats;
  bool diameter = false;
};

struct OutputTable {
  std::string distances;
  std::string predecessors;
  std::string labels;
  std::string matrix;
  std::vector<std::string> reduce;
  double within = std::numeric_limits<double>::infinity();
  std::string reductions;
  int format = -1;  // a SolutionFormat; -1: by the name
  std::string run;
};

std::span<const OptionRow> top_rows();
std::span<const OptionRow> problem_rows();
std::span<const OptionRow> measure_rows();
std::span<const OptionRow> run_rows();
std::span<const OptionRow> report_rows();
std::span<const OptionRow> output_rows();

/// A table of the pipeline file as rows, for the documentation.
struct PipelineTable {
  std::string_view title;  // "[graph]"
  std::span<const OptionRow> rows;
};
std::span<const PipelineTable> pipeline_tables();

}  // namespace wayfront::host
