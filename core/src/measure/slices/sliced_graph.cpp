#include "measure/slices/sliced_graph.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "base/errors.hpp"
#include "graph/weight_kind.hpp"
#include "measure/slices/rank_team.hpp"

namespace wayfront::host {
namespace {

/// The graph as arguments of wayfront-rank.
std::vector<std::string> arguments_of(const GraphRequest& request) {
  std::vector<std::string> words;
  if (request.loader.empty()) {
    words = {std::filesystem::absolute(request.path).string()};
  } else {
    const nlohmann::json options = request.loader_options->to_json();
    words = {request.loader + ":" + options.at("kind").at("value").get<std::string>()};
    for (const auto& [name, option] : options.items()) {
      if (name == "kind" || option.at("set") != true) continue;
      const nlohmann::json& value = option.at("value");
      words.insert(words.end(), {"--set", name + "=" + (value.is_string() ? value.get<std::string>() : value.dump())});
    }
  }
  if (request.weights) words.insert(words.end(), {"--weights", std::string(name(*request.weights))});
  return words;
}

/// Ranks of the first of the runs that can load the slices, as `spare`. Returns what they say of the graph.
nlohmann::json open_team(std::span<const std::string> slices, std::span<const PlannedRun* const> runs,
                         const std::filesystem::path& program, RunContext& context, SpareTeam& spare) {
  std::optional<UserError> first;
  std::string unfit;
  for (const PlannedRun* const run : runs) {
    if (std::string why = why_not_on_slices(run->plugin, run->options); !why.empty()) {
      unfit = std::move(why);
      continue;
    }
    try {
      RankLaunch launch = launch_of(run->options, slices, program);
      SpareTeam::Opened opened = SpareTeam::open(launch, context);
      nlohmann::json graph = opened.answer.at("graph");
      spare.keep(std::move(launch), std::move(opened));
      return graph;
    } catch (const UserError& error) {
      if (!first) first = error;
    }
  }
  throw first ? *first : UserError(ExitCode::usage, fmt::format("no run solves on slices: {}", unfit));
}

}  // namespace

LoadedGraph describe_slices(const GraphRequest& request, std::span<const PlannedRun* const> runs,
                            const std::filesystem::path& program, RunContext& context, SpareTeam& spare) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::string> slices = arguments_of(request);
  const nlohmann::json about = open_team(slices, runs, program, context, spare);
  const auto edges = about.at("edges").get<std::uint64_t>();
  GraphInfo info;
  info.vertices = about.at("vertices").get<Vertex>();
  info.edges = edges;
  info.weights = weight_kind_of(about.at("weights").get<std::string>()).value();
  info.offsets = OffsetKind::offsets64;
  info.min_weight = about.at("min_weight").get<double>();
  info.max_weight = about.at("max_weight").get<double>();
  info.mean_weight = about.at("mean_weight").get<double>();
  LoadedGraph loaded;
  loaded.graph = std::make_shared<StoredGraph>(info);
  loaded.name = request.loader.empty() ? request.path.filename().string() : slices.front();
  loaded.slices = std::move(slices);
  loaded.loader = "slices";
  loaded.loader_reason = "graph.slices: each rank reads its own";
  loaded.compression = "none";
  loaded.ids = VertexIds(about.at("first_id").get<std::uint64_t>());
  loaded.digest = about.at("digest").get<std::string>();
  loaded.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return loaded;
}

RankTeam& ranks_of(const LoadedGraph& graph, std::span<const PlannedRun* const> runs,
                   const std::filesystem::path& program, RunContext& context, SpareTeam& spare) {
  if (spare.team() == nullptr) open_team(graph.slices, runs, program, context, spare);
  return *spare.team();
}

std::vector<Vertex> choose_sources_on_slices(const SourceRule& rule, const LoadedGraph& graph,
                                             std::span<const PlannedRun* const> runs,
                                             const std::filesystem::path& program, RunContext& context,
                                             SpareTeam& spare) {
  const Vertex vertices = graph.graph->info().vertices;
  if (rule.kind == SourceRule::Kind::listed) return vertices_of(rule.ids, vertices, graph.ids, "problem.sources");
  RankTeam& team = ranks_of(graph, runs, program, context, spare);
  const std::string question = rule.kind == SourceRule::Kind::max_degree
                                   ? "sources max_degree"
                                   : fmt::format("sources random {} {}", rule.count, rule.seed);
  std::vector<Vertex> sources;
  const nlohmann::json answer = team.ask(question, context);
  for (const nlohmann::json& id : answer.at("sources"))
    sources.push_back(static_cast<Vertex>(id.get<std::uint64_t>() - graph.ids.first()));
  if (sources.empty())
    throw UserError(ExitCode::usage,
                    "problem.sources: no vertex of the graph has an out-arc; name the sources in a list");
  return sources;
}

}  // namespace wayfront::host
