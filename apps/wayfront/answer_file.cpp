#include "answer_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "answers/solution_writer.hpp"
#include "files/file_replacement.hpp"
#include "load/graph_store.hpp"
#include "maps/geojson.hpp"
#include "output.hpp"

namespace wayfront::app {

std::vector<std::filesystem::path> files_read(const GraphArguments& graph, const host::Question& question) {
  std::vector<std::filesystem::path> files = host::files_of(graph_request(graph));
  std::error_code error;
  const auto add = [&](const std::string& name) {
    if (std::filesystem::exists(name, error)) files.push_back(host::resolved(name));
  };
  for (const std::string& option : graph.options) add(option.substr(option.find('=') + 1));
  for (const std::string& list : {question.source_file, question.target_file, graph.changes.string()}) add(list);
  return files;
}

void require_other_file(const std::string& name, const GraphArguments& graph, const char* option) {
  if (!name.empty() && name != "-") host::refuse_kept(files_read(graph), option, name);
}

std::unique_ptr<host::WrittenFile> open_answer_file(const std::string& name) {
  if (name == "-") return std::make_unique<host::WrittenFile>(data_descriptor(), "standard output");
  return std::make_unique<host::WrittenFile>(name);
}

void warn_of_plane(const host::LoadedGraph& loaded) {
  if (const std::string doubt = host::plane_doubt(loaded); !doubt.empty())
    say(fmt::format("{}: {}", loaded.name, doubt));
}

}  // namespace wayfront::app
