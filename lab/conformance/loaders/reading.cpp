#include "conformance/loaders/reading.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <system_error>

#include "base/errors.hpp"
#include "files/written_file.hpp"
#include "graph/graph_inspection.hpp"
#include "graph/weight_kind.hpp"
#include "load/graph_saving.hpp"
#include "load/graph_store.hpp"
#include "run/host_context.hpp"
#include "settings/settings.hpp"

namespace wayfront::host::conformance {

namespace fs = std::filesystem;

Folder::Folder() {
  std::string pattern = (fs::temp_directory_path() / "wayfront-check-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw Failed(fmt::format("{}: cannot be created", pattern));
  path_ = pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

fs::path Folder::write(const fs::path& name, std::string_view content) const {
  const fs::path file = path_ / name;
  std::ofstream stream(file, std::ios::binary);
  stream.write(content.data(), static_cast<std::streamsize>(content.size()));
  stream.close();
  if (!stream) throw Failed(fmt::format("{}: cannot be written", file.string()));
  return file;
}

LoadEnding load_file(const Suite& suite, const fs::path& file, WeightKind weights, unsigned threads) {
  PluginRegistry registry;
  registry.add_file(suite.plugin.file);
  GraphRequest request;
  request.path = file;
  request.loader = suite.plugin.about().name;
  request.weights = weights;
  request.missing_weights.kind = WeightRule::Kind::constant;
  HostContext context(threads);
  context.start(0, false);
  try {
    LoadedGraph loaded = load_graph(request, registry, context);
    if (const std::string fault = inspect(loaded.graph->csr(), &context).fault; !fault.empty()) throw Failed(fault);
    return {std::move(loaded), ""};
  } catch (const UserError& error) {
    const std::string_view text = error.what();
    if (error.code() != ExitCode::input) throw Failed(std::string(text));
    if (text.ends_with(": ")) throw Failed(fmt::format("fails without a reason: {}", text));
    return {std::nullopt, std::string(text)};
  }
}

void save_file(const Suite& suite, const LoadedGraph& graph, const fs::path& file) {
  const Settings options = Settings::defaults(suite.plugin.options());
  HostContext context(suite.threads);
  context.start(0, false);
  try {
    WrittenFile output(file);
    save_graph(graph, suite.plugin, options, {.weighted = graph.weighted}, output, context);
    output.finish();
  } catch (const UserError& error) {
    if (error.code() == ExitCode::usage) throw Unsupported(error.what());
    throw Failed(error.what());
  }
}

std::vector<WeightKind> kinds_of(const Plugin& plugin) {
  std::vector<WeightKind> kinds;
  for (const WeightKind kind : {WeightKind::int32, WeightKind::float32})
    if (!plugin.has(capability::any_weights) || plugin.takes(kind)) kinds.push_back(kind);
  return kinds;
}

}  // namespace wayfront::host::conformance
