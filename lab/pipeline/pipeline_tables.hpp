// The tables of a pipeline file as option rows, and the structs that they are stored into. For pipeline*.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/plan.hpp"
#include "question/question_rows.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/options.hpp"

namespace wayfront::host {

struct ProblemTable {
  std::string label;
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
