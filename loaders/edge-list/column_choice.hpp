// Which columns of a table are the ends of an arc and its weight: according to the options, else to the names in the
// header line, else the first three. If the names are ambiguous, the file is refused, and the message has the options
// to set; nothing is guessed from the position of a column that has a name.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "columns.hpp"
#include "edge_list.hpp"

namespace wayfront::edge_list {

/// All of them different, counted from 1.
struct ColumnChoice {
  std::size_t source = 1;
  std::size_t target = 2;
  std::size_t weight = 0;  // 0: no weights
};

/// By the header line, which has as many columns as the first arc. Throws BadInput.
ColumnChoice choose_columns(const Columns& header, const Options& options);

/// For a file without a header line, by its first arc. Throws BadInput.
ColumnChoice choose_columns_by_place(const Columns& first_arc, const Options& options);

/// Whether options name the columns, so that no shape of a table is suspicious.
bool columns_are_said(const Options& options);

/// Throws BadInput if the fields of a comment are column names that contradict the choice.
void check_against_comment(std::string_view comment, char separator, const Columns& first_arc,
                           const ColumnChoice& choice);

/// "source = column 2 'src', target = column 3 'dst', weight = column 4 'weight'; not used: column 1 without a name".
/// `header` is null where there is none.
std::string describe(const ColumnChoice& choice, const Columns* header, const Columns& first_arc);

/// "loader = \"edge-list\" and options = { K = V }, on the command line --loader edge-list --set K=V"
std::string how_to_set(std::string_view key, std::string_view value);

/// The options that name the end columns, with placeholders.
std::string how_to_set_ends();

}  // namespace wayfront::edge_list
