// The lines of one part of an edge list as arcs, in any thread.
//
// Ids below 2^32 - 1 are stored in the arcs. Names, and the ids of a part with a larger id, are stored separately.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ids/numbering.hpp"
#include "opening.hpp"
#include "text/arcs.hpp"
#include "text/numbers.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::edge_list {

template <WeightType W>
class EdgePart : public textfile::ArcPart<W> {
 public:
  bool mapped = false;  // the arcs' ends are in one of these, two for each arc
  std::vector<std::uint64_t> numbers{};
  std::vector<ids::Name> names{};
  struct Alone {  // a vertex without neighbours
    std::size_t arcs_before;
    std::string_view id;
  };
  std::vector<Alone> alone{};
  std::uint64_t comments = 0;  // below the header line, that may be arcs
  Vertex max = 0;              // the max end, and the min end
  Vertex min = no_vertex;
};

template <WeightType W>
class Parser {
 public:
  using Part = EdgePart<W>;

  /// `exact`: LoadRequest::exact.
  Parser(const Opening& opening, bool exact) : opening_(opening), form_{textfile::Reals::whole_ones, exact} {}

  /// Throws BadInput without a place.
  void parse(Part& part) const;

 private:
  void read_lines(Part& part) const;
  void read_line(std::string_view line, Part& part) const;
  bool read_short_numbers(std::string_view line, Part& part) const;
  bool read_short_names(std::string_view line, Part& part) const;
  bool read_short_weight(const char* at, const char* end, const char* readable, W& weight) const;
  void read_dictionary(std::string_view line, Part& part) const;
  void read_neighbours(std::string_view line, Part& part) const;
  void add_arc(std::string_view source, std::string_view target, W weight, Part& part) const;

  const Opening& opening_;
  textfile::WeightForm form_;
};

}  // namespace wayfront::edge_list
