#include "load/beside/vertex_list.hpp"

#include <algorithm>
#include <memory>
#include <string_view>

#include "base/number_text.hpp"
#include "files/input.hpp"

namespace wayfront::host {
namespace {

std::string_view trimmed(std::string_view line) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t begin = line.find_first_not_of(blanks);
  if (begin == line.npos) return {};
  return line.substr(begin, line.find_last_not_of(blanks) - begin + 1);
}

}  // namespace

VertexId id_in(std::string_view text) {
  const auto number = number_in<std::uint64_t>(text);
  return number ? VertexId(*number) : VertexId(text);
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
