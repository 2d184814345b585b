// What is asked of a graph, on a command line: sources, targets and how far.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "graph/sources.hpp"
#include "graph/vertex_ids.hpp"

namespace wayfront::app {

struct QuestionArguments {
  std::string from, to;    // ids with commas between them, or a file; to "": all vertices; from: see source_rule()
  std::uint64_t seed = 1;  // of random sources
  std::string direction = "from";
  double limit = std::numeric_limits<double>::infinity();
  std::uint64_t count = 0;     // 0: all
  std::uint64_t batch = 0;     // 0: chosen
  std::uint64_t parallel = 0;  // 0: chosen

  void add_to(std::vector<Option>& rows);
};

/// The ids of a list, or of a file if there is one of that name and the text is not a list of numbers. Throws
/// host::UserError: usage if there are none, the errors of host::read_vertex_list().
std::vector<host::VertexId> ids_of(const std::string& text, const char* option);

/// The same for a single vertex of a graph. Throws host::UserError (usage) if the graph does not have it.
Vertex vertex_of(const std::string& id, const char* option, const host::VertexIds& ids, Vertex vertices);

/// The sources of --from: "all", "max_degree", "random:N", or those that ids_of() reads. Throws the same errors.
host::SourceRule source_rule(const std::string& text, std::uint64_t seed);

}  // namespace wayfront::app
