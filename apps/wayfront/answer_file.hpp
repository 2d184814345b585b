// A file for one answer that a command line names: GeoJSON, a map.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "files/written_file.hpp"
#include "graph_arguments.hpp"
#include "load/loaded_graph.hpp"

namespace wayfront::app {

/// Throws host::UserError (usage) if the file that `option` names is the graph's own, or that of its coordinates.
void require_other_file(const std::string& name, const GraphArguments& graph, const char* option);

/// Opens it; "-" is standard output. Throws like host::WrittenFile.
std::unique_ptr<host::WrittenFile> open_answer_file(const std::string& name);

/// Prints on stderr that programs for maps may draw the graph in another place, if its coordinates are in a plane.
void warn_of_plane(const host::LoadedGraph& loaded);

}  // namespace wayfront::app
