// The beginning of an edge list, and what it says about the lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "edge_list.hpp"
#include "text/lines.hpp"

namespace wayfront::edge_list {

struct Opening {
  char separator = ' ';           // of Columns, in all lines
  char exact_separator = ' ';     // the separator of the first two fields
  std::size_t columns = 0;        // of the first arc; 0: there is none
  std::size_t source_column = 1;  // from 1
  std::size_t target_column = 2;
  std::size_t weight_column = 0;   // 0: no weights
  std::size_t reverse_column = 0;  // 0: none
  Negative negative = Negative::automatic;
  bool neighbours = false;         // a line is a vertex and its targets; with weights where weight_column is not 0
  std::string dictionary{};        // the key of the weight, if a line is SOURCE TARGET {'weight': 4}; else ""
  bool names = false;              // ids are names
  std::string header{};            // the line that names the columns, or ""
  std::uint64_t comments = 0;      // below it, that may be arcs
  std::size_t type_column = 0;     // has `type` in all lines; 0: there is none
  std::string type{};              // "Undirected"
  std::optional<bool> directed{};  // if the file says so
  std::string undirected_mark{};   // a word in a comment, "line 1 says 'symmetric'"; its meaning is not known
  bool says_directed = false;      // likewise

  std::vector<std::string> reading{};  // sentences for people about how the file was understood
  std::string doubt{};                 // likewise, about what may be wrong

  std::uint64_t first_arc_line = 0;
  std::string first_arc{};  // that line, unless lines.next() returns it again

  // "n", "n m", "n\nm" or "n n m" before the arcs
  std::optional<std::uint64_t> vertices{};
  std::optional<std::uint64_t> arcs{};
  std::uint64_t vertices_line = 0;
  std::uint64_t arcs_line = 0;
  bool counts_by_shape = false;             // two numbers above lines of three, so that they may be something else
  std::optional<std::uint64_t> first_id{};  // by a comment that says which vertices there are

  // "# Nodes: 4 Edges: 3" before the arcs
  std::optional<std::uint64_t> snap_edges{};
  std::uint64_t snap_line = 0;

  // The counts, if the first arc can also be read as counts: then the file is ambiguous
  std::uint64_t doubtful_vertices = 0;
  std::optional<std::uint64_t> doubtful_arcs{};
};

/// Reads up to the first line of the rest. Throws BadInput with a place.
Opening read_opening(textfile::Lines& lines, const Options& options);

}  // namespace wayfront::edge_list
