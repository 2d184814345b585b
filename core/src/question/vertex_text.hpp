// Vertices in the text of a command's flag, which is not TOML: 1e3, true and a,b are ids.
#pragma once

#include <string>
#include <vector>

#include "question/question.hpp"

namespace wayfront::host {

/// The ids of a list, or of a file if there is one of that name and the text is not a list of numbers; `file` is then
/// that name. Throws UserError, which begins with the flag: usage if there are none, the errors of read_vertex_list().
std::vector<VertexId> ids_of(const std::string& text, const char* flag, std::string& file);

/// The sources of a flag: "all", "max_degree", "random:N", or those that ids_of() reads. Throws the same errors.
void read_sources(Question& question, const std::string& text, const char* flag);

}  // namespace wayfront::host
