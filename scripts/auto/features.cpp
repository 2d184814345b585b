// Prints what `auto` sees of the graphs of pipelines, and what it would choose: a JSON object per line, for fit.py.
//   auto_features PLUGINS PIPELINE...
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "auto/choice.hpp"
#include "auto/cost_models.hpp"
#include "auto/graph_features.hpp"
#include "auto/measured_graphs.hpp"
#include "base/process.hpp"
#include "question/sources.hpp"
#include "load/graph_store.hpp"
#include "load/loaded_graph.hpp"
#include "pipeline/pipeline.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {
namespace {

nlohmann::json features_json(const GraphFeatures& it) {
  return {{"vertices", it.vertices},
          {"arcs", it.arcs},
          {"weights", static_cast<int>(it.weights)},
          {"min_weight", it.min_weight},
          {"max_weight", it.max_weight},
          {"mean_weight", it.mean_weight},
          {"sampled", it.sampled},
          {"reached", it.reached},
          {"reached_arcs", it.reached_arcs},
          {"levels", it.levels},
          {"growth", it.growth},
          {"scatter", it.scatter},
          {"distance", it.distance},
          {"skew", it.skew},
          {"leaves", it.leaves},
          {"spread", it.spread}};
}

struct Setup {
  const char* name;
  unsigned threads;
  bool device;
};
constexpr Setup setups[] = {{"1", 1, false}, {"2", 2, false}, {"16", 16, false}, {"gpu", 16, true}};

/// A choice comes once, after a graph was loaded: its data and the code are not in the caches next to the processor.
void empty_near_caches() {
  static std::vector<char> bytes(std::size_t{4} << 20);
  for (std::size_t i = 0; i < bytes.size(); i += 64) ++bytes[i];
}

/// For each setup and number of sources the plugins with their expected times, the best first, and the microseconds that
/// choices took: the median and the largest of nine.
nlohmann::json choices(const Graph& graph, std::span<const Vertex> sources, const PluginRegistry& plugins) {
  nlohmann::json all;
  for (const auto& [name, threads, has_device] : setups)
    for (const std::uint64_t count : {1, 16, 1000}) {
      const Workload work{.some = sources.first(std::min<std::size_t>(count, sources.size())),
                          .sources = count,
                          .per_call = std::min<std::uint64_t>(count, 64)};
      const auto device = [has = has_device]() -> std::optional<InstalledDevice> {
        if (!has) return std::nullopt;
        return InstalledDevice{"a GPU", std::uint64_t{140} << 30};
      };
      nlohmann::json ranking = nlohmann::json::array();
      std::array<double, 9> spent;
      for (double& it : spent) {
        empty_near_caches();
        const auto began = HostContext::Clock::now();
        const Choice choice = choose(graph, work, {}, plugins, threads, device);
        it = std::chrono::duration<double, std::micro>(HostContext::Clock::now() - began).count();
        if (ranking.empty())
          for (const Candidate& one : choice.ranking)
            ranking.push_back({one.plugin->about().name, one.total.value_or(-1)});
      }
      std::ranges::sort(spent);
      all[std::string(name) + " " + std::to_string(count)] = {{"ranking", std::move(ranking)},
                                                              {"microseconds", spent[spent.size() / 2]},
                                                              {"max_microseconds", spent.back()}};
    }
  return all;
}

/// The label that the file gives its only graph: a case has none where there are no others.
std::string only_label(const std::string& file) {
  std::ifstream lines(file);
  constexpr std::string_view key = "label = \"";
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(key)) return line.substr(key.size(), line.size() - key.size() - 1);
  return file;
}

void run(const std::string& file, const PluginRegistry& plugins) {
  const Pipeline pipeline = parse_pipeline(file, {}, plugins);
  HostContext context(available_processors());
  for (const PlannedCase& planned : pipeline.cases) {
    context.start(0, false);
    const LoadedGraph loaded = load_graph(planned.graph, plugins, context);
    const Graph& graph = *loaded.graph;
    const std::vector<Vertex> sources =
        choose_sources(planned.question, graph, loaded.directed, loaded.ids, context);
    const GraphFeatures features = features_of(graph, sources);
    const nlohmann::json terms = {
        {"1", terms_of(features, 1)}, {"2", terms_of(features, 2)}, {"16", terms_of(features, 16)}};
    const nlohmann::json line = {{"graph", planned.label.empty() ? only_label(file) : planned.label},
                                 {"features", features_json(features)},
                                 {"terms", terms},
                                 {"place", place_of(features)},
                                 {"choices", choices(graph, sources, plugins)}};
    std::printf("%s\n", line.dump().c_str());
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace wayfront::host

int main(int argc, char** argv) try {
  wayfront::host::PluginRegistry plugins;
  plugins.add_directory(argc > 1 ? argv[1] : "");
  for (int i = 2; i < argc; ++i) wayfront::host::run(argv[i], plugins);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "auto_features: %s\n", error.what());
  return 1;
}
