#include "measure/shrink/smallest_graph.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "graph/weight_kind.hpp"
#include "settings/option_text.hpp"
#include "wayfront/cpu/source_batch.hpp"

namespace wayfront::host {
namespace {

/// Every option whose value is not the default, a line each.
std::string options_as_toml(std::span<const OptionRow> rows, std::span<const OptionValue> values) {
  std::string text;
  for (std::size_t i = 0; i < rows.size() && i < values.size(); ++i) {
    OptionRow row = rows[i];
    const std::string by_default = default_as_toml(row);
    row.default_value = values[i];
    const bool wanted = values[i].is_set || row.required || default_as_toml(row) != by_default;
    if (wanted && row.type != OptionType::table) text += fmt::format("{} = {}\n", row.name, default_as_toml(row));
  }
  return text;
}

/// The rest of [measure], and [output].
std::string reductions(const Problem& problem) {
  const bool has_within = std::isfinite(problem.more.within);
  std::string text = "sample_rows = \"all\"\n";
  if (problem.more.check) text += "check_rows = true\n";
  text += fmt::format("\n[output]\nreduce = [\"sum\", \"max\", \"reached\", \"harmonic\"{}]\n",
                      has_within ? ", \"within\"" : "");
  if (has_within) text += fmt::format("within = {}\n", problem.more.within);
  return text;
}

}  // namespace

std::string pipeline_again(const std::string& begins, const std::string& graph_file, WeightKind weights,
                           const Problem& problem, const Plugin& plugin, std::span<const OptionValue> options,
                           unsigned threads) {
  const std::span<const Vertex> sources = sources_of(problem);
  std::string text = fmt::format("{}[graph]\npath = {}\nweights = \"{}\"\n\n[problem]\nsources = [{}]\n", begins,
                                 as_toml(graph_file), name(weights), fmt::join(sources, ", "));
  if (sources.size() > 1) text += fmt::format("batch = {}\n", sources.size());
  if (problem.want_predecessors) text += "predecessors = true\n";
  if (!problem.more.targets.empty()) text += fmt::format("targets = [{}]\n", fmt::join(problem.more.targets, ", "));
  if (std::isfinite(problem.more.limit)) text += fmt::format("limit = {}\n", problem.more.limit);
  if (problem.more.count != 0) text += fmt::format("count = {}\n", problem.more.count);
  text += fmt::format("\n[measure]\nwarmups = 0\nrepeats = 1\nthreads = {}\n", threads);
  if (problem.more.reduce) text += reductions(problem);
  text += fmt::format("\n[[run]]\nplugin = {}\n", as_toml(std::filesystem::absolute(plugin.file).string()));
  if (const std::string given = options_as_toml(plugin.options(), options); !given.empty())
    text += "[run.options]\n" + given;
  return text;
}

}  // namespace wayfront::host
