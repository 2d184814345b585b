// Texts through one loader plugin: what comes out, in the file's own ids, or what is said against it.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "../scratch.hpp"
#include "base/errors.hpp"
#include "load/graph_store.hpp"
#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/host_context.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {

class Loading {
 public:
  explicit Loading(const char* plugin_file) {
    plugins_.add_file(plugin_file);
    loader_ = plugins_.plugins()[0].about().name;
  }

  std::string options{};  // the table [graph.options]
  WeightKind weights = WeightKind::int32;
  unsigned threads = 1;

  /// A file without weights gets weights of 1.
  LoadedGraph file(const std::filesystem::path& path) const {
    GraphRequest request;
    request.path = path;
    request.loader = loader_;
    request.weights = weights;
    request.missing_weights.kind = WeightRule::Kind::constant;
    const toml::table table = toml::parse(options);
    Diagnostics diagnostics;
    const auto& rows = plugins_.find(PluginKind::loader, loader_);
    const Settings settings = Settings::from(rows.options(), &table, "options", diagnostics);
    REQUIRE_MESSAGE(diagnostics.empty(), diagnostics.text());
    request.loader_options = &settings;
    HostContext context(threads);
    return load_graph(request, plugins_, context);
  }
  LoadedGraph text(std::string_view content) const { return file(scratch_.write("x", content)); }

  /// "1>2:5 1>3:7": the arcs in the order of the rows.
  std::string arcs(std::string_view content) const { return arcs_of(text(content)); }
  static std::string arcs_of(const LoadedGraph& loaded) {
    std::string result;
    visit(loaded.graph->csr(), [&]<class W, class O>(const CsrView<W, O>& view) {
      for (Vertex u = 0; u < view.vertices; ++u)
        for (O e = view.begin(u); e < view.end(u); ++e)
          result += fmt::format("{}{}>{}:{}", result.empty() ? "" : " ", loaded.ids[u], loaded.ids[view.targets[e]],
                                view.weights[e]);
    });
    return result;
  }

  /// What is said against a text, "FILE" in place of its path; "no error" where nothing is.
  std::string error(std::string_view content) const { return error_in(scratch_.write("x", content)); }
  std::string error_in(const std::filesystem::path& path) const {
    try {
      file(path);
    } catch (const UserError& error) {
      CHECK(error.code() == ExitCode::input);
      std::string message = error.what();
      const std::size_t at = message.find(path.string());
      REQUIRE_MESSAGE(at != message.npos, message);
      return message.replace(at, path.string().size(), "FILE");
    }
    return "no error";
  }

  Match sniff(std::string_view head) const {
    return opened(plugins_.find(PluginKind::loader, loader_)).sniff(head.data(), head.size());
  }
  const Scratch& scratch() const { return scratch_; }

 private:
  PluginRegistry plugins_;
  std::string loader_;
  Scratch scratch_;
};

}  // namespace wayfront::host
