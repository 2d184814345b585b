#include "galois.hpp"

#include <cstring>

#include "header.hpp"

namespace wayfront::galois {

Match Galois::sniff(std::string_view head) noexcept {
  Header header;
  if (head.size() < sizeof(header)) return {0, "shorter than a Galois header"};
  std::memcpy(&header, head.data(), sizeof(header));
  if (header.version != 1 && header.version != 2) return {0, "does not start with the version 1 or 2 in 8 bytes"};
  if (header.data_bytes != 0 && header.data_bytes != 4 && header.data_bytes != 8)
    return {10, "starts like Galois binary, but its edge data have neither 0, 4 nor 8 bytes"};
  constexpr std::size_t whole_head = 4096;
  if (head.size() < whole_head && header.edges < whole_head && header.vertices < whole_head) {  // all of the file
    const std::uint64_t size =
        sizeof(header) + 8 * header.vertices + header.edges * (header.target_bytes() + header.data_bytes);
    if (head.size() != size && head.size() != size + header.padding())
      return {10, "starts like Galois binary, but has a different size"};
  }
  // The ends of the first vertices' edges: those that are visible must ascend to at most m.
  std::uint64_t last = 0;
  head.remove_prefix(sizeof(header));
  for (std::uint64_t vertex = 0; vertex < header.vertices && head.size() >= sizeof(last); ++vertex) {
    std::uint64_t end;
    std::memcpy(&end, head.data(), sizeof(end));
    if (end < last || end > header.edges) return {10, "starts like Galois binary, but its index does not ascend"};
    last = end;
    head.remove_prefix(sizeof(end));
  }
  return header.version == 1 ? Match{90, "a Galois binary header, version 1"}
                             : Match{90, "a Galois binary header, version 2"};
}

}  // namespace wayfront::galois

WAYFRONT_PLUGIN(wayfront::galois::Galois)
