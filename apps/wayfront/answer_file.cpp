#include "answer_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "answers/solution_writer.hpp"
#include "files/same_file.hpp"
#include "load/graph_store.hpp"
#include "maps/geojson.hpp"
#include "output.hpp"

namespace wayfront::app {

std::vector<std::filesystem::path> files_read(const GraphArguments& graph, std::initializer_list<std::string> lists) {
  std::vector<std::filesystem::path> files = host::files_of(graph_request(graph));
  for (const std::string& option : graph.options) files.push_back(host::resolved(option.substr(option.find('=') + 1)));
  std::error_code error;
  for (const std::string& list : lists)
    if (std::filesystem::exists(list, error)) files.push_back(host::resolved(list));
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
