// A file for one answer that a command line names: GeoJSON, a map.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "files/written_file.hpp"
#include "graph_arguments.hpp"
#include "load/loaded_graph.hpp"
#include "question/question.hpp"

namespace wayfront::app {

/// Every file that a command reads for this graph and this question, as resolved paths.
std::vector<std::filesystem::path> files_read(const GraphArguments& graph, const host::Question& question = {});

/// Throws host::UserError (usage) if the file that `option` names is one that is read for the graph.
void require_other_file(const std::string& name, const GraphArguments& graph, const char* option);

/// Opens it; "-" is standard output. Throws like host::WrittenFile.
std::unique_ptr<host::WrittenFile> open_answer_file(const std::string& name);

/// Prints on stderr that programs for maps may draw the graph in another place, if its coordinates are in a plane.
void warn_of_plane(const host::LoadedGraph& loaded);

}  // namespace wayfront::app
