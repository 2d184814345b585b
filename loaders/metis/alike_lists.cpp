#include "alike_lists.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "header.hpp"
#include "text/fields.hpp"

namespace wayfront::metis {
namespace {

/// The neighbours in a line; nothing if neighbours and weights do not come in pairs.
std::vector<std::uint64_t> neighbours(std::string_view line, std::uint64_t skipped, bool weighted) {
  std::vector<std::uint64_t> result;
  std::uint64_t fields = 0;
  for (std::string_view field = textfile::next_field(line); !field.empty(); field = textfile::next_field(line)) {
    if (fields++ < skipped || (weighted && (fields - skipped) % 2 == 0)) continue;
    std::uint64_t id = 0;
    std::from_chars(field.data(), field.data() + field.size(), id);
    result.push_back(id);
  }
  if (fields < skipped || (weighted && (fields - skipped) % 2 != 0)) result.assign(1, 0);  // 0 is not a neighbour
  return result;
}

Evidence weigh(const Header& header, std::span<const std::string_view> lines, std::uint64_t skipped, bool all) {
  std::vector<std::vector<std::uint64_t>> lists;
  std::uint64_t entries = 0;
  for (const std::string_view line : lines) {
    lists.push_back(neighbours(line, skipped, header.weighted));
    for (const std::uint64_t id : lists.back())
      if (id == 0 || id > header.vertices || id == lists.size()) return Evidence::none;
    entries += lists.back().size();
  }
  if (all && (lists.size() != header.vertices || entries != 2 * header.edges)) return Evidence::none;
  std::uint64_t seen = 0;
  for (std::size_t u = 0; u < lists.size(); ++u)
    for (const std::uint64_t v : lists[u]) {
      if (v > lists.size()) continue;  // after the end of the visible part
      if (std::ranges::find(lists[v - 1], u + 1) == lists[v - 1].end()) return all ? Evidence::counts : Evidence::none;
      ++seen;
    }
  if (seen != 0) return Evidence::edges;
  return all ? Evidence::counts : Evidence::none;
}

}  // namespace

Evidence weigh_lists(std::string_view header_line, std::span<const std::string_view> lists, bool all) {
  const Header header = read_header(header_line);
  const Evidence found = weigh(header, lists, header.skipped, all);
  // In files of the 10th DIMACS challenge, FMT 100 skips nothing.
  return header.may_be_dimacs10 ? std::max(found, weigh(header, lists, 0, all)) : found;
}

}  // namespace wayfront::metis
