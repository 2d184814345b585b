#include "pipeline/pipeline_tables.hpp"

#include <algorithm>
#include <limits>

#include "answers/solution_file.hpp"
#include "load/tables/graph_tables.hpp"
#include "settings/table_rows.hpp"

namespace wayfront::host {
namespace {

constexpr std::int64_t max_int64 = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t max_device = 1023;
constexpr double max_float = std::numeric_limits<float>::max();

constexpr OptionRow top[] = {
    any("graph", "What to load; [[graph]] where there are several."),
    any("problem", "What to solve; [[problem]] where there are several."),
    any("measure", "How to measure."),
    any("run", "What to run: one [[run]] each."),
    any("report", "What to write."),
    any("output", "Where the answers go."),
};

constexpr OptionRow problem[] = {
    text<&ProblemTable::label>("label", "", "Name of this problem if there are several; by default what differs."),
};

constexpr OptionRow reference[] = {
    text<&MeasureTable::verify_plugin>("reference", "",
                                       "The plugin whose distances all others must equal, or its file."),
};

constexpr OptionRow measure[] = {
    integer<&MeasureTable::warmups>("warmups", 1, {0, 1'000'000}, "Number of solves per run before the measurement."),
    integer<&MeasureTable::repeats>("repeats", 5, {1, 1'000'000}, "Number of measured solves per run and source."),
    real<&MeasureTable::timeout>("timeout", 60, {0.001, 1e9}, "Max seconds for one solve."),
    real<&MeasureTable::run_timeout>("run_timeout", 0, {0, 1e9},
                                     "Max seconds for all calls of one run together; 0: no limit."),
    real<&MeasureTable::total_timeout>("total_timeout", 0, {0, 1e9},
                                       "Max seconds for the whole pipeline; 0: no limit."),
    choice<&MeasureTable::workers>("isolation", true, {{"process", true}, {"none", false}},
                                   "Whether each run has its own process, or all share one."),
    text<&MeasureTable::memory>("memory", "",
                                "Max memory of such a process in addition to the graph: \"8GiB\", \"50%\"."),
    real<&MeasureTable::memory_gigabytes>("memory", 0, {0, 1e6}, "The same in GB; 0: 90 % of the free memory."),
    integer<&MeasureTable::threads>("threads", 0, {0, 4096}, "Number of threads for CPU plugins; 0: all."),
    choice<&MeasureTable::device_word>("devices", DeviceWord::first,
                                       {{"first", DeviceWord::first}, {"all", DeviceWord::all}},
                                       "The devices of plugins that use one; several share the sources of a call "
                                       "(problem.batch). \"all\": from 0 on, all that the plugin can use."),
    integers<&MeasureTable::devices>("devices", {0, max_device}, "The same by their numbers, as CUDA counts them."),
    integer<&MeasureTable::seed>("seed", 1, {0, max_int64}, "Random seed for the order of the runs."),
    choice<&MeasureTable::verify>("verify", 0, {{"certificate", 0}}, "Check every answer from the graph alone."),
    table<&MeasureTable::verifies>("verify", reference, "Also compare every answer with that of another plugin."),
    boolean<&MeasureTable::trace>("trace", false, "Whether each round is recorded."),
    boolean<&MeasureTable::work>("work", true, "Whether plugins count their work."),
    boolean<&MeasureTable::aa>("aa", false,
                               "Whether to measure the baseline twice (A/A), which shows what \"same\" looks like."),
};

constexpr OptionRow run[] = {
    required(text<&RunTable::plugin>(
        "plugin", "", "The algorithm plugin to run, or the path of its file, relative to the pipeline file.")),
    text<&RunTable::label>("label", "", "Name of the run in reports; by default the plugin and what differs."),
    boolean<&RunTable::baseline>("baseline", false,
                                 "Whether the other runs are compared with this run; by default the first run."),
    choice<&RunTable::device_word>(
        "devices", DeviceWord::measure,
        {{"measure", DeviceWord::measure}, {"first", DeviceWord::first}, {"all", DeviceWord::all}},
        "The devices of this run; \"measure\": those of measure.devices."),
    integers<&RunTable::devices>("devices", {0, max_device}, "The same by their numbers."),
    any("options", "Options of the plugin."),
    any("sweep", "Lists of option values; each combination becomes a run."),
};

constexpr OptionRow report[] = {
    text<&ReportTable::directory>("directory", "",
                                  "Folder for the reports, relative to the current folder; \"\" writes none."),
    texts<&ReportTable::formats>(
        "formats",
        "Any of \"table\", \"markdown\", \"csv\", \"json\", \"html\", \"latex\"; by default the table, and "
        "with a directory also \"csv\", \"json\" and \"html\"."),
    boolean<&ReportTable::diameter>(
        "diameter", false,
        "Whether to search for each graph's diameter, as `wayfront info` does, to plot times against it: takes several "
        "breadth-first searches, and the transpose of a directed graph."),
};

constexpr OptionRow output[] = {
    text<&OutputTable::distances>("distances", "",
                                  "File for the distances, relative to the current folder; {source} in the name stands "
                                  "for the source, {case} for graph and problem if there are several."),
    text<&OutputTable::predecessors>("predecessors", "",
                                     "File for the shortest-path tree; implies problem.predecessors."),
    text<&OutputTable::labels>("labels", "",
                               "With mode = \"nearest\": file for the nearest source of each vertex; implies "
                               "problem.predecessors."),
    text<&OutputTable::matrix>("matrix", "",
                               "File for the distances from all sources, a row for each in their order: .npy holds "
                               "all entries, .npz only the reached ones, as SciPy's sparse CSR."),
    text<&OutputTable::reductions>("reductions", "",
                                   "File for the figures of `reduce`, a line for each source in their order: .csv, or "
                                   ".npy for a NumPy array of records."),
    choice<&OutputTable::format>(
        "format", -1,
        {{"name", -1},
         {"text", static_cast<int>(SolutionFormat::text)},
         {"csv", static_cast<int>(SolutionFormat::csv)},
         {"npy", static_cast<int>(SolutionFormat::npy)},
         {"jsonl", static_cast<int>(SolutionFormat::jsonl)}},
        "Format of distances, predecessors and labels; \"name\" chooses by the suffix .txt, .csv, .npy or "
        ".jsonl."),
    text<&OutputTable::run>("run", "", "Label of the run whose answers are written; by default the baseline."),
};

/// The keys of a table with those of the question that stand in it, before its key `next`.
std::vector<OptionRow> joined(std::span<const OptionRow> own, QuestionTable table, std::string_view next) {
  std::vector<OptionRow> rows(own.begin(), own.end());
  const auto place = std::ranges::find_if(rows, [&](const OptionRow& row) { return row.name == next; });
  const std::span<const OptionRow> asked = question_keys(table);
  rows.insert(place, asked.begin(), asked.end());
  return rows;
}

}  // namespace

std::span<const OptionRow> top_rows() { return top; }
std::span<const OptionRow> run_rows() { return run; }
std::span<const OptionRow> report_rows() { return report; }

const SharedTable& problem_table() {
  static const SharedTable table{QuestionTable::problem, "[problem]", problem,
                                 joined(problem, QuestionTable::problem, "label")};
  return table;
}

const SharedTable& measure_table() {
  static const SharedTable table{QuestionTable::measure, "[measure]", measure,
                                 joined(measure, QuestionTable::measure, "trace")};
  return table;
}

const SharedTable& output_table() {
  static const SharedTable table{QuestionTable::output, "[output]", output,
                                 joined(output, QuestionTable::output, "reductions")};
  return table;
}

std::span<const PipelineTable> pipeline_tables() {
  static const PipelineTable tables[] = {
      {"[graph]", graph_rows()},
      {"[[graph.steps]]", step_rows()},
      {"[problem]", problem_table().rows},
      {"[measure]", measure_table().rows},
      {"[[run]]", run},
      {"[report]", report},
      {"[output]", output_table().rows},
  };
  return tables;
}

}  // namespace wayfront::host
