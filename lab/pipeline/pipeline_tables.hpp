// The tables of a pipeline file as option rows, and the structs that they are stored into. For pipeline*.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "question/question_rows.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/options.hpp"

namespace wayfront::host {

struct ProblemTable {
  std::string label;
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
  DeviceWord device_word = DeviceWord::first;
  std::vector<std::int64_t> devices;
  std::uint64_t seed = 1;
  int verify = 0;
  bool has_reference = false;
  std::string reference;
  std::string verify_file;
  double verify_tolerance = 0;
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
  std::string reductions;
  int format = -1;  // a SolutionFormat; -1: by the name
  std::string run;
};

std::span<const OptionRow> top_rows();
std::span<const OptionRow> run_rows();
std::span<const OptionRow> report_rows();

/// A table of which some keys are parts of the question.
struct SharedTable {
  QuestionTable asked;
  std::string_view title;
  std::span<const OptionRow> own;  // the others
  std::vector<OptionRow> rows;     // all
};
const SharedTable& problem_table();
const SharedTable& measure_table();
const SharedTable& output_table();

/// A table of the pipeline file as rows, for the documentation.
struct PipelineTable {
  std::string_view title;  // "[graph]"
  std::span<const OptionRow> rows;
};
std::span<const PipelineTable> pipeline_tables();

}  // namespace wayfront::host
