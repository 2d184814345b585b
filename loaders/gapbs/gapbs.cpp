#include "gapbs.hpp"

#include <cstring>

#include "wayfront/loader.hpp"

namespace wayfront::gapbs {

Match Gapbs::sniff(std::string_view head) noexcept {
  const auto number = [&](std::size_t at) {
    std::int64_t value;
    std::memcpy(&value, head.data() + at, sizeof(value));
    return value;
  };
  constexpr std::size_t offsets = 17;
  if (head.size() < offsets + 8) return {0, "shorter than a GAPBS header"};
  if (head[0] != 0 && head[0] != 1) return {0, "does not start with the byte 0 or 1"};
  const std::int64_t arcs = number(1);
  const std::int64_t vertices = number(9);
  // More vertices than ids number are for the reader, which says so.
  constexpr std::int64_t most = std::int64_t{1} << 40;
  if (arcs < 0 || vertices < 0 || vertices > most) return {0, "the counts in the header are not valid for GAPBS"};
  // The visible offsets must ascend from 0 to at most m; that of the last vertex is m.
  std::int64_t last = 0;
  for (std::int64_t v = 0; v <= vertices; ++v) {
    const std::size_t at = offsets + 8 * static_cast<std::size_t>(v);
    if (at + 8 > head.size()) break;
    const std::int64_t offset = number(at);
    if (offset < last || offset > arcs || (v == 0 && offset != 0) || (v == vertices && offset != arcs))
      return {0, "its offsets are not valid for GAPBS"};
    last = offset;
  }
  constexpr std::size_t whole_head = 4096;
  if (vertices == 0 && head.size() > (head[0] == 1 ? 2 * 8 : 8) + offsets)
    return {0, "a GAPBS header without vertices, but with more bytes after it"};
  if (head.size() < whole_head && 8 * (static_cast<std::uint64_t>(vertices) + 1) + offsets > head.size())
    return {10, "starts like GAPBS, but ends among its offsets"};
  return head[0] == 1 ? Match{80, "a GAPBS header, directed, and ascending offsets"}
                      : Match{80, "a GAPBS header, undirected, and ascending offsets"};
}

std::string_view ending_of(std::string_view name) {
  name = without_compression(name);
  for (const std::string_view ending : {".wsg", ".sg"})
    if (name.ends_with(ending)) return ending;
  return {};
}

}  // namespace wayfront::gapbs

WAYFRONT_PLUGIN(wayfront::gapbs::Gapbs)
