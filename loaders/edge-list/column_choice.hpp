// Which columns of a table are the ends of an arc and its weight: according to the names in the header line or to options,
// else source, target, weight. Anything else is refused, and the message has the options to set.
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
  std::size_t weight = 0;   // 0: no weights
  std::size_t reverse = 0;  // of the weights from target to source; 0: none
  std::string unused = {};  // a sentence about columns that look like weights, but are not used; else ""
};

/// `header` has as many columns as the first arc; null if there is none, and then `more` says whether an arc may have more
/// columns than three. Throws BadInput.
ColumnChoice choose_columns(const Columns& first_arc, const Columns* header, const Options& options, bool more);

/// Whether options name the column of the weights from target to source.
inline bool reverse_is_said(const Options& options) {
  return options.reverse_column != 0 || !options.reverse_name.empty();
}
/// Whether options name the columns.
bool columns_are_said(const Options& options);

/// Throws BadInput if a comment has as many names as there are columns, and those of the ends are not the first two.
void check_against_comment(std::string_view comment, char separator, const Columns& first_arc);

/// "source = column 2 'src', target = column 3 'dst', weight = column 4 'weight'; not used: column 1 without a name".
/// `header` is null where there is none.
std::string describe(const ColumnChoice& choice, const Columns* header, const Columns& first_arc);

/// "loader = \"edge-list\" and options = { K = V }, on the command line --loader edge-list --set K=V"
std::string how_to_set(std::string_view key, std::string_view value);

/// The options that name the end columns, with placeholders.
std::string how_to_set_ends();

}  // namespace wayfront::edge_list
