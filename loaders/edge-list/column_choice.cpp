#include "column_choice.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "text/column_names.hpp"
#include "text/fields.hpp"
#include "wayfront/status.hpp"

namespace wayfront::edge_list {
namespace {

using textfile::Column;
using textfile::column_called;
using textfile::shown;

/// Above this number of columns, a file without a header line is a matrix or another table rather than a list of arcs.
constexpr std::size_t max_columns_without_names = 16;

std::size_t kept(const Columns& columns) { return std::min(columns.size(), Columns::max_kept); }

std::string quoted(std::string_view name) { return "'" + shown(name) + "'"; }

/// "from, to, minutes"
std::string list(const Columns& columns) {
  constexpr std::size_t max = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(kept(columns), max); ++i)
    text += (i == 0 ? "" : ", ") + (columns[i].empty() ? "one without a name" : shown(columns[i]));
  return columns.size() > max ? text + ", ..." : text;
}

/// "column 2 'src'"
std::string column_text(std::size_t number, const Columns* header) {
  const std::string text = "column " + std::to_string(number);
  if (header == nullptr || number > kept(*header)) return text;
  const std::string_view name = (*header)[number - 1];
  return name.empty() ? text + " without a name" : text + " " + quoted(name);
}

class Choice {
 public:
  /// `header` is null if there is none.
  Choice(const Columns& columns, const Columns* header, const Options& options)
      : columns_(columns), header_(header), options_(options) {}

  ColumnChoice choose() {
    const std::size_t source = wanted("source", options_.source_column, options_.source_name);
    const std::size_t target = wanted("target", options_.target_column, options_.target_name);
    weight_ = options_.weight_name == "none" ? 0 : wanted("weight", options_.weight_column, options_.weight_name);
    if (header_ != nullptr)
      choose_ends_by_name(source, target);
    else
      choose_ends_by_place(source, target);
    if (it_.source == it_.target)
      throw BadInput("source and target are both " + column_text(it_.source, header_) + "; " + how_to_set_ends());
    if (options_.weight_name == "none") return it_;
    if (weight_ == 0) weight_ = header_ != nullptr ? weight_by_name() : weight_by_place();
    it_.weight = weight_;
    check_weight();
    return it_;
  }

 private:
  /// The column that an option names, by number or name; 0 if it names none.
  std::size_t wanted(std::string_view option, std::uint32_t number, const std::string& name) const {
    const std::string key(option);
    if (number > columns_.size())
      throw BadInput(key + " = " + std::to_string(number) + ", but a line has only " + std::to_string(columns_.size()) +
                     " columns");
    if (number != 0 || name.empty()) return number;
    if (header_ == nullptr)
      throw BadInput(key + " = \"" + name + "\" names a column, but no line names the columns; give its number");
    const std::size_t found = header_->find(name);
    if (found == header_->size())
      throw BadInput("no column is called " + quoted(name) + "; there are " + list(*header_));
    for (std::size_t i = found + 1; i < kept(*header_); ++i)
      if (same_name((*header_)[i], name))
        throw BadInput("the columns " + std::to_string(found + 1) + " and " + std::to_string(i + 1) +
                       " are both called " + quoted(name) + "; give the number of one: " + how_to_set(option, "N"));
    return found + 1;
  }

  /// The only column with such a name; a column that an option makes the weight counts only if there is no other. 0 if
  /// there is none.
  std::size_t called(Column what, std::string_view option) const {
    std::size_t found = 0, weight = 0;
    for (std::size_t i = 0; i < kept(*header_); ++i) {
      if (column_called((*header_)[i]) != what) continue;
      if (i + 1 == weight_) {
        weight = weight_;
        continue;
      }
      if (found != 0)
        throw BadInput("which column is the " + std::string(option) + "? both " + column_text(found, header_) +
                       " and " + column_text(i + 1, header_) + " have such a name; say " +
                       how_to_set(option, "\"NAME\""));
      found = i + 1;
    }
    return found != 0 ? found : weight;
  }

  void choose_ends_by_name(std::size_t source, std::size_t target) {
    if (source == 0) source = called(Column::source, "source");
    if (target == 0) target = called(Column::target, "target");
    if (source == 0 || target == 0) choose_by_elimination(source, target);
    it_.source = source;
    it_.target = target;
  }

  /// If the names do not decide: the first two columns, if no other column can be an end.
  void choose_by_elimination(std::size_t& source, std::size_t& target) const {
    const bool others = columns_.size() > (weight_of_names() == 0 ? 2U : 3U);
    const std::size_t weight = weight_of_names();
    const bool in_place = (source == 0 || source == 1) && (target == 0 || target == 2);
    if (others || !in_place || weight == 1 || weight == 2 || (*header_)[0].empty() || (*header_)[1].empty()) {
      const std::string which = source != 0   ? "which column is the target"
                                : target != 0 ? "which column is the source"
                                              : "which columns are the source and the target";
      throw BadInput(which + "? there are " + list(*header_) + "; say " + how_to_set_ends());
    }
    source = 1;
    target = 2;
  }

  /// The weight column according to options or names; 0 if they do not decide.
  std::size_t weight_of_names() const {
    if (weight_ != 0 || options_.weight_name == "none") return weight_;
    for (std::size_t i = 0; i < kept(*header_); ++i)
      if (is_weight((*header_)[i])) return i + 1;
    return 0;
  }

  static bool is_weight(std::string_view name) {
    const Column column = column_called(name);
    return column == Column::weight || column == Column::usable_weight;
  }

  void choose_ends_by_place(std::size_t source, std::size_t target) {
    if (!columns_are_said(options_) && columns_.size() > max_columns_without_names)
      throw BadInput(
          "a line of " + std::to_string(columns_.size()) +
          " columns without names looks like a matrix or another table, not like an arc; if it is an arc, say " +
          how_to_set_ends());
    const bool both = source != 0 && target != 0;
    if (!both && ((source != 0 && source != 1) || (target != 0 && target != 2)))
      throw BadInput((source != 0 ? "source = " + std::to_string(source) + ", but which column is the target"
                                  : "target = " + std::to_string(target) + ", but which column is the source") +
                     std::string("? say both: ") + how_to_set_ends());
    it_.source = both ? source : 1;
    it_.target = both ? target : 2;
  }

  bool is_end(std::size_t number) const { return number == it_.source || number == it_.target; }

  std::size_t weight_by_name() const {
    bool others = false;
    for (const Column wanted : {Column::weight, Column::usable_weight}) {
      std::size_t found = 0;
      for (std::size_t i = 0; i < kept(*header_); ++i) {
        if (is_end(i + 1) || (*header_)[i].empty()) continue;
        others = true;
        if (column_called((*header_)[i]) != wanted) continue;
        if (found != 0)
          throw BadInput("which column has the weights? both " + column_text(found, header_) + " and " +
                         column_text(i + 1, header_) + " have such a name; say " + how_to_set("weight", "\"NAME\""));
        found = i + 1;
      }
      if (found != 0) return found;
    }
    if (!others && columns_.size() <= Columns::max_kept) return 0;
    throw BadInput("which column has the weights? there are " + list(*header_) + "; say " +
                   how_to_set("weight", "\"NAME\"") + ", or \"none\"");
  }

  std::size_t weight_by_place() const {
    if (columns_.size() == 2) return 0;
    if (!is_end(3)) return 3;
    throw BadInput("which column has the weights, as column 3 is an end? say " + how_to_set("weight", "N") +
                   ", or \"none\"");
  }

  void check_weight() const {
    if (!is_end(it_.weight)) return;
    throw BadInput("the weights cannot be in " + column_text(it_.weight, header_) + ", which is the " +
                   (it_.weight == it_.source ? "source" : "target"));
  }

  const Columns& columns_;
  const Columns* header_;
  const Options& options_;
  ColumnChoice it_;
  std::size_t weight_ = 0;  // that an option names
};

/// "columns 4 .. 7", "column 1 without a name": the columns that are neither ends nor the weight.
std::string unused(const ColumnChoice& choice, const Columns* header, const Columns& first_arc) {
  std::string text;
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : ", ") + more; };
  for (std::size_t i = 1; i <= first_arc.size(); ++i) {
    if (i == choice.source || i == choice.target || i == choice.weight) continue;
    std::size_t last = i;
    const auto plain = [&](std::size_t n) {
      return n <= first_arc.size() && n != choice.source && n != choice.target && n != choice.weight &&
             (header == nullptr || n > kept(*header));
    };
    if (plain(i))
      while (plain(last + 1)) ++last;
    if (last != i)
      add("columns " + std::to_string(i) + " .. " + std::to_string(last));
    else if (i == 1 && header != nullptr && (*header)[0].empty() && first_arc[0] == "0")
      add("column 1 without a name, which counts from 0 as pandas' index does");
    else
      add(column_text(i, header));
    i = last;
  }
  return text;
}

}  // namespace

ColumnChoice choose_columns(const Columns& header, const Options& options) {
  return Choice(header, &header, options).choose();
}

ColumnChoice choose_columns_by_place(const Columns& first_arc, const Options& options) {
  return Choice(first_arc, nullptr, options).choose();
}

bool columns_are_said(const Options& options) {
  return options.source_column != 0 || options.target_column != 0 || options.weight_column != 0 ||
         !options.source_name.empty() || !options.target_name.empty() || !options.weight_name.empty();
}

void check_against_comment(std::string_view comment, char separator, const Columns& first_arc,
                           const ColumnChoice& choice) {
  comment = textfile::trimmed(comment);
  comment.remove_prefix(std::min(comment.find_first_not_of("#%"), comment.size()));
  comment = textfile::trimmed(comment);
  if (comment.empty()) return;
  std::optional<Columns> names;
  try {
    names.emplace(comment, separator_of(comment));
    if (names->size() != first_arc.size()) names.emplace(comment, separator);
  } catch (const BadInput&) {
    return;  // quoted words
  }
  if (names->size() != first_arc.size() || names->size() > Columns::max_kept) return;
  std::vector<std::size_t> sources, targets, weights;
  for (std::size_t i = 0; i < names->size(); ++i) {
    if ((*names)[i].empty() || is_number((*names)[i])) return;
    const Column column = column_called((*names)[i]);
    if (column == Column::source) sources.push_back(i + 1);
    if (column == Column::target) targets.push_back(i + 1);
    if (column == Column::weight) weights.push_back(i + 1);
  }
  if (sources.size() != 1 || targets.size() != 1) return;
  const bool prose = same_name((*names)[sources[0] - 1], "from") && same_name((*names)[targets[0] - 1], "to");
  if (prose && weights.empty() && comment.find_first_of(",;\t") == comment.npos) return;
  const bool other_weight = weights.size() == 1 && weights[0] != choice.weight && choice.weight != 0;
  if (sources[0] == choice.source && targets[0] == choice.target && !other_weight) return;
  throw BadInput("a comment names the columns " + quoted(comment) + ", but without a header line source, target and " +
                 "weight are columns " + std::to_string(choice.source) + ", " + std::to_string(choice.target) +
                 " and " + std::to_string(choice.weight) + "; say which: " + how_to_set_ends());
}

std::string describe(const ColumnChoice& choice, const Columns* header, const Columns& first_arc) {
  std::string text = "source = " + column_text(choice.source, header) +
                     ", target = " + column_text(choice.target, header) + ", " +
                     (choice.weight == 0 ? "no weights" : "weight = " + column_text(choice.weight, header));
  if (const std::string others = unused(choice, header, first_arc); !others.empty()) text += "; not used: " + others;
  return text;
}

std::string how_to_set(std::string_view key, std::string_view value) {
  const std::string name(key), text(value);
  std::string plain = text;
  std::erase(plain, '"');
  return "loader = \"edge-list\" and options = { " + name + " = " + text +
         " }, on the command line --loader edge-list --set " + name + "=" + plain;
}

std::string how_to_set_ends() {
  return "loader = \"edge-list\" and options = { source = N, target = N } with the columns' numbers or \"NAMES\", on "
         "the command line --loader edge-list --set source=N --set target=N";
}

}  // namespace wayfront::edge_list
