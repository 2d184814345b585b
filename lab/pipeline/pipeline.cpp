#include "pipeline/pipeline.hpp"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/errors.hpp"
#include "files/file_replacement.hpp"
#include "files/input.hpp"
#include "load/graph_file.hpp"
#include "load/loader_choice.hpp"
#include "pipeline/pipeline_parts.hpp"
#include "pipeline/pipeline_tables.hpp"
#include "record/result.hpp"
#include "settings/diagnostics.hpp"
#include "settings/overrides.hpp"
#include "settings/settings.hpp"
#include "settings/value.hpp"

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
  std::optional<std::string> text = read_whole(file);
  if (!text) fail("cannot be read");
  return *std::move(text);
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
        "is a graph (of the format {0}), not a pipeline file; wayfront run PIPELINE.toml --graph {1} runs a pipeline "
        "on it, wayfront bench {1} PLUGIN... compares plugins on it, wayfront info {1} describes it",
        format, file.string());
  } catch (const UserError&) {  // no loader knows it, or several do
    return {};
  } catch (const BadInput&) {
    return {};
  }
}

class PipelineReader {
 public:
  /// `text` is the content if there is no such file.
  PipelineReader(const fs::path& file, const PluginRegistry& plugins, std::optional<std::string> text = {})
      : file_(file), plugins_(plugins), text_(std::move(text)), diagnostics_(file.string()) {}

  Pipeline read(std::span<const std::string> overrides, const fs::path& graph_file) {
    Document document = parse();
    const auto root = [&] { return document.root(); };
    for (const std::string& text : overrides) apply_override(document, text, diagnostics_);
    if (!graph_file.empty()) override_graph(document, graph_file, diagnostics_);
    Settings::from(top_rows(), root(), "the pipeline", diagnostics_);
    result_.file = file_;
    graphs(root());
    problems(root());
    measure(root());
    result_.runs = plan_runs(root().get("run"), plugins_, result_.measure.aa, resolved(), diagnostics_);
    report(root());
    output(root());
    diagnostics_.throw_if_any();
    remember(overrides, graph_file);
    finish();
    return std::move(result_);
  }

 private:
  Document parse() {
    try {
      content_ = text_ ? *text_ : content_of(file_);
      return Document(content_, file_.string());
    } catch (const ParseError& error) {
      if (const std::string kind = other_kind(file_, plugins_); !kind.empty())
        throw UserError(ExitCode::usage, fmt::format("{}: {}", file_.string(), kind));
      diagnostics_.error(error.place, error.what());
      diagnostics_.throw_if_any();
      throw;
    }
  }

  /// The settings of a table (none: by default); also into `stored` and `resolved`.
  template <class T>
  Settings settings(Value table, const char* name, std::span<const OptionRow> rows, T& stored,
                    nlohmann::json& resolved) {
    Settings made = Settings::from(rows, table, fmt::format("[{}]", name), diagnostics_);
    made.store(&stored);
    resolved = made.to_json();
    return made;
  }

  /// The same for a table with parts of the question, which are asked in all problems.
  template <class T>
  Settings settings(Value root, const char* name, const SharedTable& table, T& stored) {
    Settings made = Settings::from(table.rows, table_of(root, name), table.title, diagnostics_);
    store_part(made, table.own, &stored);
    store_question(made, table.asked, table.title, common_, diagnostics_);
    for (PlannedProblem& problem : problems_)
      store_question(made, table.asked, table.title, problem.question, diagnostics_);
    resolved_[name] = made.to_json();
    return made;
  }

  Value table_of(Value root, const char* name) {
    return plan_table(root.get(name), fmt::format("[{}]", name), diagnostics_);
  }

  std::vector<Value> tables_of(Value root, const char* name) {
    const Value list = root.get(name);
    if (!list || !list.is_list()) return {table_of(root, name)};
    std::vector<Value> tables;
    for (const Value item : list.items())
      if (const Value table = plan_table(item, fmt::format("[{}]", name), diagnostics_)) tables.push_back(table);
    if (list.items().empty()) diagnostics_.error(list.place(), fmt::format("'{}' is an empty list", name));
    return tables;
  }

  /// A path in the file is relative to the file; a path on the command line, or read from a pipe, to the current
  /// folder.
  fs::path resolve(const std::string& path, const Place& place) const {
    std::error_code error;
    const bool pipe = text_ || !fs::is_regular_file(file_, error) || file_.string().starts_with("/dev/");
    if (pipe) return path;
    if (place.source != nullptr && *place.source != file_.string()) return path;
    return (file_.parent_path() / path).lexically_normal();
  }

  ResolvePath resolved() const {
    return [this](const std::string& path, const Place& place) { return resolve(path, place); };
  }

  void graphs(Value root) {
    if (!root.get("graph"))
      return diagnostics_.error({}, "there is no [graph]; add the table with path = \"FILE\", or give --graph FILE");
    for (const Value table : tables_of(root, "graph"))
      graphs_.push_back(plan_graph(table, plugins_, resolved(), diagnostics_));
  }

  void problems(Value root) {
    for (const Value table : tables_of(root, "problem"))
      problems_.push_back(plan_problem(table, resolved(), diagnostics_));
  }

  void measure(Value root) {
    MeasurePlan& plan = result_.measure;
    const Settings all = settings(root, "measure", measure_table(), static_cast<MeasureTable&>(plan));
    plan.rules.timeout = plan.timeout;
    plan.rules.run_timeout = plan.run_timeout;
    plan.rules.total_timeout = plan.total_timeout;
    plan.rules.memory = plan_bytes(all, "measure", "memory", plan.memory, plan.memory_gigabytes,
                                   R"("8GiB", "500MB" or "50%" of this machine's)", diagnostics_);
    plan.rules.devices =
        plan_devices(all, "[measure]", plan.device_word, plan.devices, diagnostics_).value_or(DeviceRule{});
    for (PlannedProblem& problem : problems_) problem.question.sample_seed = plan.seed;
    plan.rules.trace = plan.trace;
    plan.rules.work = plan.work;
    if (plan.verifies) verify(plan, all.place("verify"));
  }

  void verify(MeasurePlan& plan, const Place& place) {
    if (plan.verify_plugin.empty())
      return diagnostics_.error(place, "[measure]: 'verify' names no 'reference'; name a plugin");
    const std::string reference = plan_plugin(plan.verify_plugin, place, resolved());
    plan.reference = plugins_.look_up(PluginKind::algorithm, reference);
    if (plan.reference == nullptr)
      diagnostics_.error(place, plugins_.why_missing(PluginKind::algorithm, reference),
                         plugins_.code_of_missing(reference));
    else if (is_chooser(*plan.reference))
      diagnostics_.error(place, "[measure]: 'verify' needs a plugin that solves, not one that chooses");
  }

  void report(Value root) {
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

  void output(Value root) {
    OutputTable table;
    const Settings all = settings(root, "output", output_table(), table);
    std::vector<std::string> labels;
    for (const PlannedRun& run : result_.runs) labels.push_back(run.label);
    result_.output = plan_output(all, table, common_.reduce, labels, diagnostics_);
    const auto nearest = [](const PlannedProblem& problem) { return problem.question.nearest; };
    if (result_.output.labels && !std::ranges::all_of(problems_, nearest))
      diagnostics_.error(all.place("labels"), "[output]: 'labels' needs [problem] mode = \"nearest\"");
    if (all.has("reduce")) refuse_with_reductions(all);
    if (!result_.output.needs_trees()) return;
    for (PlannedProblem& problem : problems_) {
      problem.question.predecessors = true;
      problem.resolved["predecessors"]["value"] = true;
    }
  }

  /// What cannot be asked together with reductions.
  void refuse_with_reductions(const Settings& all) {
    const auto refuse = [&](const char* key) {
      diagnostics_.error(all.place("reduce"),
                         fmt::format("[output]: 'reduce' is of all distances from a source, so '{}' has no meaning; "
                                     "remove one of them",
                                     key));
    };
    for (const auto& [label, place, question, resolved] : problems_) {
      if (!question.targets.empty()) refuse("problem.targets");
      if (question.count != 0) refuse("problem.count");
      if (question.predecessors) refuse("problem.predecessors");
      if (question.nearest) refuse("problem.mode");
    }
  }

  void formats(const Settings& all, const ReportTable& table) {
    const Value given = all.value("formats");
    const std::vector<Value> list = given.items();
    if (!given.is_list() || table.formats.size() != list.size()) return;
    if (list.empty())
      diagnostics_.error(given.place(), "[report]: 'formats' is empty; name one, such as \"table\" or \"html\"");
    ReportPlan& plan = result_.report;
    plan.formats.clear();
    for (const Value item : list) {
      if (!item.is_text()) continue;  // an error already
      const std::string& text = item.text();
      const Place place = item.place();
      try {
        const ReportFormat format = parse_report_format(text);
        if (format != ReportFormat::table && table.directory.empty())
          diagnostics_.error(
              place, fmt::format("[report]: the format \"{}\" is written to a file; name the 'directory'", text));
        if (!plan.has(format)) plan.formats.push_back(format);
      } catch (const UserError& error) {
        diagnostics_.error(place, fmt::format("[report]: {}", error.what()));
      }
    }
  }

  /// What reports say on how to repeat it.
  void remember(std::span<const std::string> overrides, const fs::path& graph_file) {
    resolved_["file"] = file_.string();
    resolved_["text"] = content_;
    if (!overrides.empty()) resolved_["overrides"] = overrides;
    if (!graph_file.empty()) resolved_["graph_file"] = graph_file.string();
  }

  void finish() {
    nlohmann::json& runs = resolved_["run"] = nlohmann::json::array();
    for (const PlannedRun& run : result_.runs) {
      runs.push_back({{"label", run.label},
                      {"plugin", run.plugin.about().name},
                      {"baseline", run.baseline},
                      {"options", run.options.to_json()}});
      if (run.devices) runs.back()["devices"] = text_of(*run.devices);
    }
    result_.cases = plan_cases(std::move(graphs_), std::move(problems_), result_.runs.size(), resolved_, diagnostics_);
    diagnostics_.throw_if_any();
  }

  const fs::path file_;
  const PluginRegistry& plugins_;
  const std::optional<std::string> text_;
  std::string content_;  // of the file, or that text
  Diagnostics diagnostics_;
  Pipeline result_;
  std::vector<PlannedGraph> graphs_;
  std::vector<PlannedProblem> problems_;
  Question common_;          // what [measure] and [output] say of all questions
  nlohmann::json resolved_;  // of the tables that all cases share
};

}  // namespace

Pipeline parse_pipeline(const fs::path& file, std::span<const std::string> overrides, const PluginRegistry& plugins,
                        const fs::path& graph_file) {
  return PipelineReader(file, plugins).read(overrides, graph_file);
}

Pipeline parse_pipeline_text(const std::string& text, const std::string& name, const PluginRegistry& plugins) {
  return PipelineReader(name, plugins, text).read({}, {});
}

}  // namespace wayfront::host
