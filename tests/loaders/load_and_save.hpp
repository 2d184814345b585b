// Loading and writing files with loader plugins, and comparing graphs, for their tests. Tests that use it are given
// WAYFRONT_LOADERS, the plugins' files with a ':' after each.
#pragma once

#include <fmt/format.h>

#include "../test.hpp"
#include "graph/graph_inspection.hpp"
#include "graph/places/vertex_points.hpp"
#include "load/graph_saving.hpp"
#include "load/graph_store.hpp"
#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/host_context.hpp"
#include "settings/diagnostics.hpp"
#include "settings/settings.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::host {

inline const PluginRegistry& loaders() {
  static const PluginRegistry plugins = [] {
    PluginRegistry it;
    std::string_view files = WAYFRONT_LOADERS;
    while (!files.empty()) {
      it.add_file(files.substr(0, files.find(':')));
      files.remove_prefix(files.find(':') + 1);
    }
    return it;
  }();
  return plugins;
}

struct Loading {
  std::string loader{};   // "": by content
  std::string options{};  // TOML, of that loader
  WeightKind weights = WeightKind::int32;
  WeightRule::Kind missing_weights = WeightRule::Kind::constant;
  unsigned threads = 2;
};

inline Settings settings_of(std::string_view plugin, std::string_view options) {
  Diagnostics diagnostics;
  const Document document(options, "options");
  Settings settings =
      Settings::from(loaders().find(PluginKind::loader, plugin).options(), document.root(), "options", diagnostics);
  diagnostics.throw_if_any();
  return settings;
}

inline LoadedGraph load(const std::filesystem::path& path, const Loading& how = {}) {
  HostContext context(how.threads);
  GraphRequest request;
  request.path = path;
  request.loader = how.loader;
  request.weights = how.weights;
  request.missing_weights.kind = how.missing_weights;
  Settings settings;
  if (!how.loader.empty()) {
    settings = settings_of(how.loader, how.options);
    request.loader_options = &settings;
  }
  return load_graph(request, loaders(), context);
}

inline LoadedGraph load_text(std::string_view content, const Loading& how = {}) {
  const Scratch scratch;
  return load(scratch.write("x", content), how);
}

/// An error's message, "FILE" in place of the path, which it must have.
inline std::string message_of(const UserError& error, const std::filesystem::path& path) {
  std::string message = error.what();
  const std::size_t at = message.find(path.string());
  REQUIRE(at != message.npos);
  return message.replace(at, path.string().size(), "FILE");
}

/// What is wrong with a file of that content, "FILE" in place of its path; it must be the input's fault.
inline std::string error_of(std::string_view content, const Loading& how = {}, std::string_view name = "x") {
  const Scratch scratch;
  const std::filesystem::path path = scratch.write(name, content);
  try {
    load(path, how);
  } catch (const UserError& error) {
    CHECK(error.code() == ExitCode::input);
    return message_of(error, path);
  }
  return "no error";
}

inline Match sniff(std::string_view loader, std::string_view head) {
  return opened(loaders().find(PluginKind::loader, loader)).sniff(head.data(), head.size());
}

/// Writes `path` in a format, by the plugin's `options`.
inline void save(const LoadedGraph& graph, const std::filesystem::path& path, std::string_view format,
                 std::string_view options = {}, const SaveRules& rules = {}) {
  HostContext context(2);
  WrittenFile file(path);
  save_graph(graph, loaders().find(PluginKind::loader, format), settings_of(format, options), rules, file, context);
  file.finish();
}

/// What is read of a file that was written so; all is found by its content and its name.
inline LoadedGraph written_and_read(const LoadedGraph& graph, std::string_view name, std::string_view format,
                                    std::string_view options = {}, const SaveRules& rules = {},
                                    const Loading& how = {}) {
  const Scratch scratch;
  save(graph, scratch.path() / name, format, options, rules);
  return load(scratch.path() / name, how);
}

/// Why that cannot be, "FILE" in place of the path; there must be no file then.
inline std::string refusal_of(const LoadedGraph& graph, std::string_view name, std::string_view format,
                              std::string_view options = {}, const SaveRules& rules = {}) {
  const Scratch scratch;
  const std::filesystem::path path = scratch.path() / name;
  try {
    save(graph, path, format, options, rules);
  } catch (const UserError& error) {
    CHECK(error.code() == ExitCode::usage);
    CHECK(std::filesystem::is_empty(scratch.path()));
    return message_of(error, path);
  }
  return "no refusal";
}

/// A graph as a loader would have given it, its ids from `first_id` on.
template <class W>
LoadedGraph graph_of(Vertex vertices, const std::vector<Arc<W>>& arcs, std::uint64_t first_id = 0) {
  LoadedGraph loaded;
  loaded.graph = make_graph<W>(vertices, arcs, OffsetKind::offsets32);
  loaded.ids = VertexIds(first_id);
  loaded.digest = graph_digest(*loaded.graph);
  return loaded;
}

/// The arcs in the order of the rows; empty where the weights are of another type.
template <class W>
std::vector<Arc<W>> arcs_of(const LoadedGraph& loaded) {
  std::vector<Arc<W>> arcs;
  visit(loaded.graph->csr(), [&]<class V, class O>(const CsrView<V, O>& view) {
    if constexpr (std::is_same_v<V, W>) {
      for (Vertex u = 0; u < view.vertices; ++u)
        for (O e = view.begin(u); e < view.end(u); ++e) arcs.push_back({u, view.targets[e], view.weights[e]});
    }
  });
  return arcs;
}

template <class W>
bool same(const std::vector<Arc<W>>& a, const std::vector<Arc<W>>& b) {
  return std::ranges::equal(a, b, [](const Arc<W>& x, const Arc<W>& y) {
    return x.source == y.source && x.target == y.target && x.weight == y.weight;
  });
}

/// "1>2:5 1>3:7": the same as text, in the file's ids.
inline std::string arcs_text(const LoadedGraph& loaded) {
  std::string text;
  visit(loaded.graph->csr(), [&]<class W, class O>(const CsrView<W, O>& view) {
    for (Vertex u = 0; u < view.vertices; ++u)
      for (O e = view.begin(u); e < view.end(u); ++e)
        text += fmt::format("{}{}>{}:{}", text.empty() ? "" : " ", loaded.ids[u], loaded.ids[view.targets[e]],
                            view.weights[e]);
  });
  return text;
}

/// "geographic 7:1,2 9:-", "none" without coordinates.
inline std::string places_text(const LoadedGraph& loaded) {
  if (!loaded.coordinates) return "none";
  std::string text = loaded.coordinates.geographic() ? "geographic" : "plane";
  for (Vertex v = 0; v < loaded.coordinates.points().size(); ++v) {
    const Point& point = loaded.coordinates[v];
    text += fmt::format(" {}:", loaded.ids[v]);
    text += is_known(point) ? fmt::format("{},{}", point.x, point.y) : "-";
  }
  return text;
}

}  // namespace wayfront::host
