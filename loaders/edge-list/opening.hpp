// How an edge list begins, and what that says about its lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "edge_list.hpp"
#include "text/lines.hpp"

namespace wayfront::edge_list {

struct Opening {
  char separator = ' ';           // of Columns
  char exact_separator = ' ';     // what stands between the first two fields
  std::size_t columns = 0;        // of the first arc; 0: there is none
  std::size_t source_column = 1;  // from 1
  std::size_t target_column = 2;
  std::size_t weight_column = 0;   // 0: no weights
  bool neighbours = false;         // a line is a vertex and its targets; with weights where weight_column is not 0
  bool names = false;              // ids are names
  bool has_header = false;         // a line that names the columns
  std::optional<bool> directed{};  // where the file says it
  std::string undirected_mark{};   // a word in a comment, "line 1 says 'symmetric'"; what it is about is not known
  bool says_directed = false;      // likewise

  std::vector<std::string> reading{};  // sentences about what was found, for people

  std::uint64_t first_arc_line = 0;
  std::string first_arc{};  // that line, unless lines.next() gives it once more

  // "n", "n m", "n\nm" or "n n m" in front of the arcs
  std::optional<std::uint64_t> vertices{};
  std::optional<std::uint64_t> arcs{};
  std::uint64_t vertices_line = 0;
  std::uint64_t arcs_line = 0;
  bool counts_by_shape = false;             // two numbers above lines of three, so that they may be something else
  std::optional<std::uint64_t> first_id{};  // by a comment that says which vertices there are

  // "# Nodes: 4 Edges: 3" in front of the arcs
  std::optional<std::uint64_t> snap_edges{};
  std::uint64_t snap_line = 0;

  // What the first arc would mean, were it such counts: then the file can be read in two ways
  std::uint64_t doubtful_vertices = 0;
  std::optional<std::uint64_t> doubtful_arcs{};
};

/// Reads up to the first line of the rest. Throws BadInput with a place.
Opening read_opening(textfile::Lines& lines, const Options& options);

}  // namespace wayfront::edge_list
