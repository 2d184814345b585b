// For the tests of pipeline files: texts as files, their plans and errors.
#pragma once

#include <unistd.h>

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
  fs::path folder = fs::temp_directory_path() / ("wayfront-pipeline-" + std::to_string(::getpid()));
  fs::path path = folder / "p.toml";
  explicit File(std::string_view text) {
    fs::create_directories(folder);
    std::ofstream(path) << text;
  }
  ~File() { fs::remove_all(folder); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
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
  try {
    parse_pipeline(file.path, overrides, plugins(), graph);
    return "";
  } catch (const UserError& error) {
    CHECK(error.code() == ExitCode::usage);
    std::string message = error.what();
    const std::string name = file.path.string();
    for (std::size_t at = 0; (at = message.find(name, at)) != std::string::npos;)
      message.replace(at, name.size(), "p.toml");
    return message;
  }
}

inline const std::string graph = "[graph]\npath = 'g.gr'\n";
inline const std::string run = "[[run]]\nplugin = 'sample'\n";

inline std::vector<std::string> labels(const Pipeline& pipeline) {
  std::vector<std::string> all;
  for (const PlannedRun& it : pipeline.runs) all.push_back(it.label);
  return all;
}

}  // namespace wayfront::host
