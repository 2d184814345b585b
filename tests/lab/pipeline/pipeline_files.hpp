// For the tests of pipeline files: texts as files, their plans and errors.
#pragma once

#include "../../test.hpp"
#include "pipeline/pipeline.hpp"
#include "pipeline/plan.hpp"

namespace wayfront::host {

namespace fs = std::filesystem;

inline const PluginRegistry& plugins() {
  static const PluginRegistry registry = [] {
    PluginRegistry made;
    made.add_directory(WAYFRONT_SAMPLE_PLUGINS);
    made.add_file(fs::path(WAYFRONT_BROKEN_PLUGINS) / "sound.so");
    return made;
  }();
  return registry;
}

/// A pipeline file p.toml in a folder of its own, gone at the end.
struct File {
  explicit File(std::string_view text) : path(folder.write("p.toml", text)) {}
  Scratch folder{};
  fs::path path;
};

inline Pipeline parse(std::string_view text, const std::vector<std::string>& overrides = {},
                      const fs::path& graph = {}) {
  const File file(text);
  return parse_pipeline(file.path, overrides, plugins(), graph);
}

/// The errors of a pipeline, with the file called "p.toml"; "" where there are none.
inline std::string errors(std::string_view text, const std::vector<std::string>& overrides = {},
                          const fs::path& graph = {}) {
  const File file(text);
  std::string message = refusal_by(ExitCode::usage, [&] { parse_pipeline(file.path, overrides, plugins(), graph); });
  const std::string name = file.path.string();
  for (std::size_t at = 0; (at = message.find(name, at)) != std::string::npos;)
    message.replace(at, name.size(), "p.toml");
  return message;
}

inline const std::string graph = "[graph]\npath = 'g.gr'\n";
inline const std::string run = "[[run]]\nplugin = 'sample'\n";

inline std::vector<std::string> labels(const Pipeline& pipeline) {
  std::vector<std::string> all;
  for (const PlannedRun& it : pipeline.runs) all.push_back(it.label);
  return all;
}

}  // namespace wayfront::host
