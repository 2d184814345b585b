#include "load/beside/vertex_list.hpp"

#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "files/input.hpp"

namespace wayfront::host {

VertexId id_in(std::string_view text) {
  const auto number = number_of<std::uint64_t>(text);
  return number && std::to_string(*number) == text ? VertexId(*number) : VertexId(text);  // 007 may be a name
}

std::vector<VertexId> read_vertex_list(const std::filesystem::path& file) {
  const std::unique_ptr<FileInput> input = open_input(file);
  std::vector<VertexId> ids;
  for_each_line(*input, [&](std::string_view line, std::uint64_t) {
    line = trimmed(line);
    if (!line.empty() && line.front() != '#') ids.push_back(id_in(line));
  });
  return ids;
}

}  // namespace wayfront::host
