// The header line of a METIS file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "text/fields.hpp"
#include "text/numbers.hpp"
#include "wayfront/status.hpp"

namespace wayfront::metis {

struct Header {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;       // M
  bool may_be_dimacs10 = false;  // FMT is "100"
  bool weighted = false;         // edges
  std::uint64_t skipped = 0;     // weights of each vertex, and its size
};

/// Throws BadInput without a place.
inline Header read_header(std::string_view line) {
  constexpr std::string_view where = "the header N M [FMT [NCON]]";
  Header header;
  header.vertices = textfile::read_count(textfile::next_field(line), "vertices", where);
  header.edges = textfile::read_count(textfile::next_field(line), "edges", where);
  const std::string_view format = textfile::next_field(line);
  if (format.empty()) return header;
  if (format.size() > 3 || format.find_first_not_of("01") != format.npos)
    throw BadInput("FMT '" + textfile::shown(format) +
                   "'; it has up to three digits 0 or 1: vertex sizes, vertex weights, edge weights");
  const auto digit = [&](std::size_t from_the_end) {
    return format.size() >= from_the_end && format[format.size() - from_the_end] == '1';
  };
  header.weighted = digit(1);
  header.may_be_dimacs10 = format == "100";
  header.skipped = digit(2) ? 1 : 0;
  if (const std::string_view constraints = textfile::next_field(line); !constraints.empty()) {
    const std::uint64_t count = textfile::read_count(constraints, "vertex weights", where);
    constexpr std::uint64_t max = 1000;
    if (count > max) throw BadInput("NCON is " + std::to_string(count) + "; at most " + std::to_string(max));
    if (digit(2)) header.skipped = count;
  }
  header.skipped += digit(3) ? 1 : 0;
  textfile::check_end(line, "header");
  return header;
}

}  // namespace wayfront::metis
