#include "load/beside/vertex_list.hpp"

#include <algorithm>
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
  for (std::string_view piece; !(piece = input->lines()).empty();) {
    while (!piece.empty()) {
      const std::string_view line = trimmed(piece.substr(0, piece.find('\n')));
      piece.remove_prefix(std::min(piece.size(), piece.find('\n') + 1));
      if (!line.empty() && line.front() != '#') ids.push_back(id_in(line));
    }
  }
  return ids;
}

}  // namespace wayfront::host
