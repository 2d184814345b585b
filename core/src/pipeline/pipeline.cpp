#include "pipeline/pipeline.hpp"

#include <fstream>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/errors.hpp"
#include "files/file_input.hpp"
#include "files/input.hpp"
#include "load/binary_graph.hpp"
#include "load/graph_file.hpp"
#include "load/loader_choice.hpp"
#include "pipeline/pipeline_cases.hpp"
#include "pipeline/pipeline_graph.hpp"
#include "pipeline/pipeline_output.hpp"
#include "pipeline/pipeline_overrides.hpp"
#include "pipeline/pipeline_runs.hpp"
#include "pipeline/pipeline_tables.hpp"
#include "pipeline/pipeline_values.hpp"
#include "pipeline/plan.hpp"
#include "settings/toml_value.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  const auto fail = [&](std::string_view reason) {
    throw UserError(ExitCode::usage, fmt::format("{}: {}", file.string(), reason));
  };
  if (!fs::exists(status)) fail("no such pipeline file");
  if (fs::is_directory(status)) fail("is a directory, not a pipeline file");
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (stream.peek() != std::ifstream::traits_type::eof()) text << stream.rdbuf();
  if (!stream.is_open() || stream.bad() || text.fail()) fail("cannot be read");
  return std::move(text).str();
}

/// What a file is if it is not TOML but a graph or a result, and what to do with it; else "".
std::string other_kind(const fs::path& file, const PluginRegistry& plugins) {
  std::error_code error;
  if (file.extension() == ".toml" || !fs::is_regular_file(file, error)) return {};  // a pipe has already been read
  try {
    const std::unique_ptr<FileInput> input = open_input(file);
    const std::string_view head = input->head();
    if (head.starts_with('{'))
      return fmt::format("is JSON, like results, and not a pipeline file; wayfront report {} shows a result",
                         file.string());
    const std::string format = is_graph_file(head) ? std::string(binary_loader)
                                                   : choose_loader(plugins, head, file.string()).plugin->about().name;
    return fmt::format(
        "is a graph (of the format {}), not a pipeline file; wayfront run PIPELINE.toml --graph {} runs a pipeline on "
        "it, wayfront info {} describes it",
        format, file.string(), file.string());
  } catch (const UserError&) {  // no loader knows it, or several do
    return {};
  } catch (const BadInput&) {
    return {};
  }
}

class PipelineReader {
 public:
  PipelineReader(const fs::path& file, const PluginRegistry& plugins)
      : file_(file), plugins_(plugins), diagnostics_(file.string()) {}

  Pipeline read(std::span<const std::string> overrides, const fs::path& graph_file) {
    toml::table root = parse();
    for (const std::string& text : overrides) apply_override(root, text, diagnostics_);
    if (!graph_file.empty()) override_graph(root, graph_file, diagnostics_);
    Settings::from(top_rows(), &root, "the pipeline", diagnostics_);
    result_.file = file_;
    graphs(root);
    problems(root);
    measure(root);
    result_.runs = plan_runs(root.get("run"), plugins_, result_.measure.control, diagnostics_);
    report(root);
    output(root);
    diagnostics_.throw_if_any();
    finish();
    return std::move(result_);
  }

 private:
  toml::table parse() {
    try {
      return toml::parse(content_of(file_), file_.string());
    } catch (const toml::parse_error& error) {
      if (const std::string kind = other_kind(file_, plugins_); !kind.empty())
        throw UserError(ExitCode::usage, fmt::format("{}: {}", file_.string(), kind));
      diagnostics_.error(error.source(), error.description());
      diagnostics_.throw_if_any();
      throw;
    }
  }

  /// The settings of a table (null: all defaults); also stores them into `stored` and `resolved`.
  template <class T>
  Settings settings(const toml::table* table, const char* name, std::span<const OptionRow> rows, T& stored,
                    nlohmann::json& resolved) {
    Settings made = Settings::from(rows, table, fmt::format("[{}]", name), diagnostics_);
    made.store(&stored);
    resolved = made.to_json();
    return made;
  }

  /// The table `name` of the file, or null.
  const toml::table* table_of(const toml::table& root, const char* name) {
    const toml::node* const node = root.get(name);
    if (node == nullptr || node->is_table()) return node == nullptr ? nullptr : node->as_table();
    diagnostics_.error(node->source(), fmt::format("[{}] must be a table, but is {}", name, shown(*node)));
    return nullptr;
  }

  /// The tables [name] or [[name]].
  std::vector<const toml::table*> tables_of(const toml::table& root, const char* name) {
    const toml::node* const node = root.get(name);
    const toml::array* const list = node == nullptr ? nullptr : node->as_array();
    if (list == nullptr) return {table_of(root, name)};
    std::vector<const toml::table*> tables;
    for (const toml::node& item : *list)
      if (item.is_table())
        tables.push_back(item.as_table());
      else
        diagnostics_.error(item.source(), fmt::format("[{}] must be a table, but is {}", name, shown(item)));
    if (list->empty()) diagnostics_.error(list->source(), fmt::format("'{}' is an empty list", name));
    return tables;
  }

  /// A path in the file is relative to the file; a path on the command line, or read from a pipe, to the current
  /// folder.
  fs::path resolve(const std::string& path, const toml::source_region& place) const {
    std::error_code error;
    const bool pipe = !fs::is_regular_file(file_, error) || file_.string().starts_with("/dev/");
    if (pipe) return path;
    if (place.path != nullptr && *place.path != file_.string()) return path;
    return (file_.parent_path() / path).lexically_normal();
  }

  void graphs(const toml::table& root) {
    if (root.get("graph") == nullptr)
      return diagnostics_.error({}, "there is no [graph]; add the table with path = \"FILE\", or give --graph FILE");
    const auto resolved = [this](const std::string& path, const toml::source_region& place) {
      return resolve(path, place);
    };
    for (const toml::table* const table : tables_of(root, "graph"))
      graphs_.push_back(plan_graph(table, plugins_, resolved, diagnostics_));
  }

  void problems(const toml::table& root) {
    for (const toml::table* const table : tables_of(root, "problem")) problem(table);
  }

  void problem(const toml::table* given) {
    ProblemTable table;
    PlannedProblem& planned = problems_.emplace_back();
    const Settings all = settings(given, "problem", problem_rows(), table, planned.resolved);
    planned.label = plan_label(all, "problem", table.label, diagnostics_);
    planned.place = all.place("label");
    planned.predecessors = table.predecessors;
    SourceRule& rule = planned.sources;
    rule.count = table.random;
    rule.seed = table.seed;
    rule.reaches = table.reaches;
    const toml::node* const node = all.node("sources");
    if (node == nullptr) return;
    if (node->is_string()) rule.kind = SourceRule::Kind::max_degree;
    const toml::array* const list = node->as_array();
    if (list == nullptr) return;
    rule.kind = SourceRule::Kind::listed;
    rule.ids.assign(table.ids.begin(), table.ids.end());
    for (const std::string& name : table.names) rule.ids.emplace_back(std::string_view(name));
    if (rule.ids.empty())
      diagnostics_.error(node->source(),
                         "[problem]: 'sources' is empty; name a source, or a rule such as { random = 8 }");
    std::set<VertexId> seen;
    for (std::size_t i = 0; i < rule.ids.size(); ++i)
      if (!seen.insert(rule.ids[i]).second)
        diagnostics_.error(list->get(i)->source(),
                           fmt::format("[problem]: the source {} is listed twice", rule.ids[i]));
  }

  void measure(const toml::table& root) {
    MeasureTable table;
    const Settings all = settings(table_of(root, "measure"), "measure", measure_rows(), table, resolved_["measure"]);
    MeasurePlan& plan = result_.measure;
    plan.warmups = table.warmups;
    plan.repeats = table.repeats;
    plan.threads = table.threads;
    plan.seed = table.seed;
    plan.workers = table.workers;
    plan.control = table.aa;
    plan.rules.timeout = table.timeout;
    plan.rules.run_timeout = table.run_timeout;
    plan.rules.total_timeout = table.total_timeout;
    plan.rules.memory = plan_bytes(all, "measure", "memory", table.memory, table.memory_gigabytes,
                                   R"("8GiB", "500MB" or "50%" of this machine's)", diagnostics_);
    plan.rules.trace = table.trace;
    plan.rules.work = table.work;
    if (table.reference.empty()) return;
    plan.reference = plugins_.look_up(PluginKind::algorithm, table.reference);
    if (plan.reference == nullptr)
      diagnostics_.error(all.place("verify"), plugins_.why_missing(PluginKind::algorithm, table.reference),
                         plugins_.code_of_missing(table.reference));
  }

  void report(const toml::table& root) {
    ReportTable table;
    const Settings all = settings(table_of(root, "report"), "report", report_rows(), table, resolved_["report"]);
    ReportPlan& plan = result_.report;
    plan.directory = table.directory;
    plan.diameter = table.diameter;
    if (!table.directory.empty())
      plan.formats = {ReportFormat::table, ReportFormat::csv, ReportFormat::json, ReportFormat::html};
    if (all.has("formats")) formats(all, table);
    nlohmann::json resolved = nlohmann::json::array();
    for (const ReportFormat format : plan.formats) resolved.push_back(name(format));
    resolved_["report"]["formats"]["value"] = std::move(resolved);
  }

  void output(const toml::table& root) {
    OutputTable table;
    const Settings all = settings(table_of(root, "output"), "output", output_rows(), table, resolved_["output"]);
    std::vector<std::string> labels;
    for (const PlannedRun& run : result_.runs) labels.push_back(run.label);
    result_.output = plan_output(all, table, labels, diagnostics_);
    if (!result_.output.predecessors) return;
    for (PlannedProblem& problem : problems_) {
      problem.predecessors = true;
      problem.resolved["predecessors"]["value"] = true;
    }
  }

  void formats(const Settings& all, const ReportTable& table) {
    const toml::array* const list = all.node("formats")->as_array();
    if (list == nullptr || table.formats.size() != list->size()) return;
    if (list->empty())
      diagnostics_.error(list->source(), "[report]: 'formats' is empty; name one, such as \"table\" or \"html\"");
    ReportPlan& plan = result_.report;
    plan.formats.clear();
    for (std::size_t i = 0; i < list->size(); ++i) {
      const std::string* const text = list->get_as<std::string>(i) ? &list->get_as<std::string>(i)->get() : nullptr;
      if (text == nullptr) continue;  // already an error
      const toml::source_region place = list->get(i)->source();
      try {
        const ReportFormat format = parse_report_format(*text);
        if (format != ReportFormat::table && table.directory.empty())
          diagnostics_.error(
              place, fmt::format("[report]: the format \"{}\" is written to a file; name the 'directory'", *text));
        if (!plan.has(format)) plan.formats.push_back(format);
      } catch (const UserError& error) {
        diagnostics_.error(place, fmt::format("[report]: {}", error.what()));
      }
    }
  }

  void finish() {
    resolved_["file"] = file_.string();
    nlohmann::json& runs = resolved_["run"] = nlohmann::json::array();
    for (const PlannedRun& run : result_.runs)
      runs.push_back({{"label", run.label},
                      {"plugin", run.plugin.about().name},
                      {"baseline", run.baseline},
                      {"options", run.options.to_json()}});
    result_.cases = plan_cases(std::move(graphs_), std::move(problems_), result_.runs.size(), resolved_, diagnostics_);
    diagnostics_.throw_if_any();
  }

  const fs::path file_;
  const PluginRegistry& plugins_;
  Diagnostics diagnostics_;
  Pipeline result_;
  std::vector<PlannedGraph> graphs_;
  std::vector<PlannedProblem> problems_;
  nlohmann::json resolved_;  // of the tables that all cases share
};

}  // namespace

Pipeline parse_pipeline(const fs::path& file, std::span<const std::string> overrides, const PluginRegistry& plugins,
                        const fs::path& graph_file) {
  return PipelineReader(file, plugins).read(overrides, graph_file);
}

}  // namespace wayfront::host
