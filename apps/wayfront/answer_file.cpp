#include "answer_file.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "base/errors.hpp"
#include "files/same_file.hpp"
#include "maps/geojson.hpp"
#include "output.hpp"

namespace wayfront::app {

void require_other_file(const std::string& name, const GraphArguments& graph, const char* option) {
  if (name.empty() || name == "-") return;
  const auto refuse = [&](const std::filesystem::path& file, const char* what) {
    if (!file.empty() && file != "-" && host::same_file(name, file))
      throw host::UserError(host::ExitCode::usage, fmt::format("{}: {} is {}; name another file", option, name, what));
  };
  refuse(graph.file, "the graph itself");
  refuse(graph.coordinates, "the file of its coordinates");
  refuse(std::filesystem::path(graph.file).replace_extension(".co"), "the file of its coordinates");
}

std::unique_ptr<host::WrittenFile> open_answer_file(const std::string& name) {
  if (name == "-") return std::make_unique<host::WrittenFile>(data_descriptor(), "standard output");
  return std::make_unique<host::WrittenFile>(name);
}

void warn_of_plane(const host::LoadedGraph& loaded) {
  if (const std::string doubt = host::plane_doubt(loaded); !doubt.empty())
    std::fprintf(stderr, "wayfront: %s: %s\n", loaded.name.c_str(), doubt.c_str());
}

}  // namespace wayfront::app
