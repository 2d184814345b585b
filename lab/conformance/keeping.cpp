#include "conformance/case.hpp"

#include <fmt/ranges.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <system_error>

#include "base/errors.hpp"
#include "files/file_replacement.hpp"
#include "graph/graph_inspection.hpp"
#include "graph/stored_graph.hpp"
#include "graph/weight_kind.hpp"
#include "load/graph_file.hpp"
#include "load/loaded_graph.hpp"
#include "settings/option_text.hpp"
#include "wayfront/cpu/source_batch.hpp"

namespace wayfront::host::conformance {
namespace {

/// "int32: two vertices, both ways" as "int32-two-vertices-both-ways".
std::string file_name_of(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.';
    if (plain)
      name += c;
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  return name;
}

/// Where the running case keeps a file, without a suffix.
std::filesystem::path place(const Suite& suite) { return suite.options.keep / file_name_of(suite.now); }

template <class Write>
std::string keep(const Suite& suite, Write&& write) {
  if (suite.options.keep.empty()) return {};
  try {
    std::error_code ignored;  // writing the file reports the error
    std::filesystem::create_directories(suite.options.keep, ignored);
    return write(place(suite).string());
  } catch (const UserError& error) {
    return fmt::format("; it cannot be kept: {}", error.what());
  }
}

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
  const bool has_within = std::isfinite(problem.within);
  std::string text = "sample_rows = \"all\"\n";
  if (problem.check) text += "check_rows = true\n";
  text += fmt::format("\n[output]\nreduce = [\"sum\", \"max\", \"reached\", \"harmonic\"{}]\n",
                      has_within ? ", \"within\"" : "");
  if (has_within) text += fmt::format("within = {}\n", problem.within);
  return text;
}

/// A pipeline that solves the graph `file` as it was asked.
std::string pipeline(const Suite& suite, const std::string& file, const GraphInfo& graph, const Asked& asked) {
  const Problem& problem = asked.problem;
  const std::filesystem::path plugin = std::filesystem::absolute(suite.plugin.file);
  std::string text = fmt::format("# The case '{}' of wayfront check: wayfront run {}\n", suite.now,
                                 place(suite).filename().string() + ".toml");
  if (graph.offsets == OffsetKind::offsets64)
    text += "# In the case the graph had 64-bit offsets, which only far larger graphs have in a pipeline.\n";
  text += fmt::format("[graph]\npath = {}\nweights = \"{}\"\n\n[problem]\nsources = [{}]\n", as_toml(file),
                      name(graph.weights), fmt::join(sources_of(problem), ", "));
  if (problem.sources.size() > 1) text += fmt::format("batch = {}\n", problem.sources.size());
  if (problem.want_predecessors) text += "predecessors = true\n";
  if (!problem.targets.empty()) text += fmt::format("targets = [{}]\n", fmt::join(problem.targets, ", "));
  if (std::isfinite(problem.limit)) text += fmt::format("limit = {}\n", problem.limit);
  if (problem.count != 0) text += fmt::format("count = {}\n", problem.count);
  text += fmt::format("\n[measure]\nwarmups = 0\nrepeats = 1\nthreads = {}\n", asked.threads);
  if (problem.reduce) text += reductions(problem);
  text += fmt::format("\n[[run]]\nplugin = {}\n", as_toml(plugin.string()));
  if (const std::string options = options_as_toml(suite.plugin.options(), asked.options); !options.empty())
    text += "[run.options]\n" + options;
  return text;
}

}  // namespace

std::string keep_graph(const Suite& suite, const Graph& graph, const Asked& asked) {
  const auto* const stored = dynamic_cast<const StoredGraph*>(&graph);
  if (stored == nullptr) return {};
  return keep(suite, [&](const std::string& place) {
    LoadedGraph loaded;
    loaded.graph = {std::shared_ptr<void>(), stored};  // the case owns it
    loaded.name = suite.now;
    loaded.digest = graph_digest(*stored);
    const std::filesystem::path file = place + ".wfg";
    write_graph_file(file, loaded);
    write_whole(place + ".toml", pipeline(suite, file.filename().string(), graph.info(), asked), Links::follow);
    return fmt::format("; kept as {}; wayfront run {}.toml repeats it", file.string(), place);
  });
}

std::string keep_file(const Suite& suite, std::string_view name, std::string_view content) {
  return keep(suite, [&](const std::string& place) {
    const std::string path = fmt::format("{}-{}", place, name);
    write_whole(path, content, Links::follow);
    return fmt::format("; kept as {}", path);
  });
}

}  // namespace wayfront::host::conformance
