#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "commands.hpp"
#include "graph/vertex_ids.hpp"
#include "graph_arguments.hpp"
#include "pipeline/pipeline.hpp"
#include "question_flags.hpp"
#include "run.hpp"
#include "settings/option_text.hpp"

namespace wayfront::app {
namespace {

struct BenchArguments {
  GraphArguments graph;
  std::vector<std::string> plugins;  // names or files
  QuestionFlags question;
  std::uint64_t repeats = 5;
  std::filesystem::path report;  // a folder
  bool toml = false;
  RunRules rules;

  void add_to(std::vector<Option>& rows) {
    graph.add_file_to(rows, "GRAPH");
    rows.push_back(
        {"PLUGIN", &plugins, "The algorithms, by name or by file; the others are compared with the first.", true});
    question.otherwise().random = 4;
    rows.push_back({"--sources", &question.otherwise().random, "How many random sources; by default 4."});
    question.add(rows, "--from",
                 "Search from these vertices instead: ids with commas between them, a file of ids, random:N, "
                 "max_degree or all.");
    rows.back().not_with = {"--sources"};
    rows.push_back({"--repeats", &repeats, "How often each plugin solves from each source; by default 5."});
    graph.add_to(rows, {.step = nullptr});
    rows.push_back({"--report", &report, "Keep samples and reports, a page among them, in this folder."});
    rows.push_back({"--toml", &toml, "Print the pipeline instead of running it."});
    rules.add_to(rows, {"--toml"});
  }
};

/// A rule of the command line as in a pipeline file: unit, constant=5, { constant = 5 }.
std::string weight_rule(const std::string& text) {
  if (text.starts_with('{')) return text;
  return text.find('=') == text.npos ? host::as_toml(text) : "{ " + text + " }";
}

std::string loader_options(const GraphChoice& choice) {
  if (choice.options == nullptr) return {};
  return "[graph.options]\n" + host::table_as_toml(host::set_values(choice.options->rows(), choice.options->to_json()));
}

std::string graph_table(const BenchArguments& arguments, const host::PluginRegistry& plugins) {
  const GraphArguments& graph = arguments.graph;
  const GraphChoice choice = choose_graph(graph, plugins);
  const std::string& loader = choice.request.loader;
  std::string text =
      fmt::format("[graph]\npath = {}\n", host::as_toml(graph.file == "-" ? "/dev/stdin" : graph.file.string()));
  if (!loader.empty()) text += fmt::format("loader = {}\n", host::as_toml(loader));
  if (graph.weights != "auto") text += fmt::format("weights = {}\n", host::as_toml(graph.weights));
  if (!graph.missing_weights.empty()) text += fmt::format("missing_weights = {}\n", weight_rule(graph.missing_weights));
  if (!graph.coordinates.empty()) text += fmt::format("coordinates = {}\n", host::as_toml(graph.coordinates.string()));
  return text + loader_options(choice);
}

std::string sources_text(const BenchArguments& arguments) {
  using Rule = host::Question::Rule;
  const host::Question question = arguments.question.question();
  if (question.rule == Rule::random) return fmt::format("{{ random = {}, seed = {} }}", question.random, question.seed);
  if (question.rule != Rule::listed) return question.rule == Rule::all ? "\"all\"" : "\"max_degree\"";
  std::string list;
  for (const host::VertexId& id : question.sources)
    list += (list.empty() ? "" : ", ") + (id.name.empty() ? fmt::to_string(id.number) : host::as_toml(id.name));
  return "[" + list + "]";
}

std::string pipeline_text(const BenchArguments& arguments, const host::PluginRegistry& plugins) {
  std::string text = graph_table(arguments, plugins);
  text +=
      fmt::format("\n[problem]\nsources = {}\n\n[measure]\nrepeats = {}\n", sources_text(arguments), arguments.repeats);
  for (const std::string& plugin : arguments.plugins)
    text += fmt::format("\n[[run]]\nplugin = {}\n", host::as_toml(plugin));
  if (!arguments.report.empty())
    text += fmt::format("\n[report]\ndirectory = {}\n", host::as_toml(arguments.report.string()));
  return text;
}

/// Throws host::UserError for a plugin that is missing, and for one that is named twice: both runs would be called alike.
void check_plugins(const std::vector<std::string>& names, const host::PluginRegistry& plugins) {
  std::set<std::filesystem::path> files;
  for (const std::string& name : names) {
    const host::Plugin* const plugin = plugins.look_up(PluginKind::algorithm, name);
    if (plugin == nullptr)
      throw host::UserError(plugins.code_of_missing(name), plugins.why_missing(PluginKind::algorithm, name));
    std::error_code error;
    if (!files.insert(std::filesystem::weakly_canonical(plugin->file, error)).second)
      refuse(
          "bench: {} is named twice; name each plugin once. To measure one twice, with "
          "different options or to see the noise, write a pipeline: bench --toml prints "
          "one to start from, and run --aa measures its first plugin twice",
          name);
  }
}

int bench(const BenchArguments& arguments, const host::PluginRegistry& plugins) {
  check_plugins(arguments.plugins, plugins);
  if (arguments.report.empty() && (arguments.rules.overwrite || arguments.rules.resume))
    refuse("--overwrite and --resume need --report DIR");
  const std::string text = pipeline_text(arguments, plugins);
  host::Pipeline pipeline = host::parse_pipeline_text(text, "bench", plugins);
  if (arguments.toml) {
    print("# Made by wayfront bench. Paths are relative to the folder of this file.\n" + text);
    return 0;
  }
  return run_pipeline(std::move(pipeline), arguments.rules, plugins);
}

}  // namespace

Command bench_command() {
  return command("bench", "Compare plugins on a graph, every answer certified: a pipeline without a file.", bench);
}

}  // namespace wayfront::app
