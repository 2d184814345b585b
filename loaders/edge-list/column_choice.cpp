#include "column_choice.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "text/column_names.hpp"
#include "text/fields.hpp"
#include "wayfront/status.hpp"

namespace wayfront::edge_list {
namespace {

using textfile::Column;
using textfile::column_called;
using textfile::shown;

constexpr std::size_t max_listed = 10;

std::string quoted(std::string_view name) { return "'" + shown(name) + "'"; }

/// "from, to, minutes"
std::string list(const Columns& columns) {
  std::string text;
  for (std::size_t i = 0; i < std::min(columns.kept(), max_listed); ++i)
    text += (i == 0 ? "" : ", ") + (columns[i].empty() ? "one without a name" : shown(columns[i]));
  return columns.size() > max_listed ? text + ", ..." : text;
}

/// "column 2 'src'"
std::string column_text(std::size_t number, const Columns* header) {
  const std::string text = "column " + std::to_string(number);
  if (header == nullptr || number > header->kept()) return text;
  const std::string_view name = (*header)[number - 1];
  return name.empty() ? text + " without a name" : text + " " + quoted(name);
}

class Choice {
 public:
  Choice(const Columns& columns, const Columns* header, const Options& options, bool more)
      : columns_(columns), header_(header), options_(options), more_(more) {}

  ColumnChoice choose() {
    it_.source = wanted("source", options_.source_column, options_.source_name);
    it_.target = wanted("target", options_.target_column, options_.target_name);
    it_.weight = options_.weight_name == "none" ? 0 : wanted("weight", options_.weight_column, options_.weight_name);
    it_.reverse = wanted("reverse", options_.reverse_column, options_.reverse_name);
    if (header_ != nullptr) {
      if (it_.source == 0) it_.source = called(Column::source, "source");
      if (it_.target == 0) it_.target = called(Column::target, "target");
    } else {
      if (it_.source == 0 && it_.target != 1) it_.source = 1;
      if (it_.target == 0 && it_.source == 1) it_.target = 2;
    }
    if (it_.source == 0 || it_.target == 0)
      throw BadInput(std::string(it_.source != 0   ? "which column is the target"
                                 : it_.target != 0 ? "which column is the source"
                                                   : "which columns are the source and the target") +
                     "? there are " +
                     (header_ != nullptr ? list(*header_) : std::to_string(columns_.size()) + " columns") + "; say " +
                     how_to_set_ends());
    if (it_.source == it_.target)
      throw BadInput("source and target are both " + column_text(it_.source, header_) + "; " + how_to_set_ends());
    if (it_.weight == 0 && options_.weight_name != "none") choose_weight();
    if (is_end(it_.weight))
      throw BadInput("the weights cannot be in " + column_text(it_.weight, header_) + ", which is the " +
                     (it_.weight == it_.source ? "source" : "target"));
    if (it_.reverse == 0) return it_;
    if (it_.weight == 0 || it_.reverse == it_.weight || is_end(it_.reverse))
      throw BadInput("the weights from target to source cannot be in " + column_text(it_.reverse, header_) +
                     (it_.weight == 0 ? ", as there are no others" : ", which is another column"));
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
    for (std::size_t i = found + 1; i < header_->kept(); ++i)
      if (same_name((*header_)[i], name))
        throw BadInput("the columns " + std::to_string(found + 1) + " and " + std::to_string(i + 1) +
                       " are both called " + quoted(name) + "; give the number of one: " + how_to_set(option, "N"));
    return found + 1;
  }

  bool is_end(std::size_t number) const { return number != 0 && (number == it_.source || number == it_.target); }

  /// The only column with such a name; one that an option makes the weight counts only if there is no other. 0 if there
  /// is none.
  std::size_t called(Column what, std::string_view option) const {
    std::size_t found = 0, weight = 0;
    for (std::size_t i = 1; i <= header_->kept(); ++i) {
      if (column_called((*header_)[i - 1]) != what || (what == Column::weight && (is_end(i) || i == it_.reverse)))
        continue;
      if (i == it_.weight) {
        weight = i;
        continue;
      }
      if (found != 0)
        throw BadInput("which column is the " + std::string(option) + "? both " + column_text(found, header_) +
                       " and " + column_text(i, header_) + " have such a name; say " + how_to_set(option, "\"NAME\""));
      found = i;
    }
    return found != 0 ? found : weight;
  }

  void choose_weight() {
    const std::string say = "; say " + how_to_set("weight", header_ != nullptr ? "\"NAME\"" : "N") + ", or \"none\"";
    if (header_ == nullptr) {
      if (columns_.size() == 2) return;
      if (columns_.size() > 3 && !more_)
        throw BadInput("a line of " + std::to_string(columns_.size()) +
                       " columns without names; an arc has two or three, SOURCE TARGET WEIGHT" + say);
      if (is_end(3)) throw BadInput("which column has the weights, as column 3 is an end?" + say.substr(1));
      it_.weight = 3;
      return;
    }
    it_.weight = called(Column::weight, "weight");
    bool others = columns_.size() > Columns::max_kept;
    for (std::size_t i = 1; i <= header_->kept(); ++i) {
      const std::string_view name = (*header_)[i - 1];
      if (is_end(i) || i == it_.weight || i == it_.reverse || name.empty()) continue;
      others = true;
      if (it_.weight == 0 || !textfile::looks_like_weight(name)) continue;
      if (textfile::is_of_way_back(name))
        throw BadInput(column_text(i, header_) +
                       " looks like the weights of the arcs from target to source; to read them, say " +
                       how_to_set("reverse", "\"" + shown(name) + "\"") + "; to leave them out," + say.substr(1));
      it_.unused += (it_.unused.empty() ? "" : ", ") + column_text(i, header_);
    }
    if (it_.weight == 0 && others) throw BadInput("which column has the weights? there are " + list(*header_) + say);
    if (!it_.unused.empty())
      it_.unused = "not used, although it looks like a weight: " + it_.unused + "; the weight is " +
                   column_text(it_.weight, header_) + say;
  }

  const Columns& columns_;
  const Columns* header_;
  const Options& options_;
  bool more_;
  ColumnChoice it_{.source = 0, .target = 0};
};

}  // namespace

ColumnChoice choose_columns(const Columns& first_arc, const Columns* header, const Options& options, bool more) {
  return Choice(first_arc, header, options, more).choose();
}

bool columns_are_said(const Options& options) {
  return options.source_column != 0 || options.target_column != 0 || options.weight_column != 0 ||
         !options.source_name.empty() || !options.target_name.empty() || !options.weight_name.empty() ||
         reverse_is_said(options);
}

void check_against_comment(std::string_view comment, char separator, const Columns& first_arc) {
  comment.remove_prefix(std::min(comment.find_first_not_of("#% \t"), comment.size()));
  for (const char between : {separator, ',', ' '}) {
    std::optional<Columns> names;
    try {
      names.emplace(comment, between);
    } catch (const BadInput&) {  // quoted words
    }
    if (!names || names->size() != first_arc.size() || !names_both_ends(*names)) continue;
    if (column_called((*names)[0]) == Column::source && column_called((*names)[1]) == Column::target) return;
    throw BadInput(
        "a comment names the columns " + quoted(comment) +
        ", but without a header line source and target are columns 1 and 2; say which: " + how_to_set_ends());
  }
}

std::string describe(const ColumnChoice& choice, const Columns* header, const Columns& first_arc) {
  std::string text = "source = " + column_text(choice.source, header) +
                     ", target = " + column_text(choice.target, header) + ", " +
                     (choice.weight == 0 ? "no weights" : "weight = " + column_text(choice.weight, header));
  if (choice.reverse != 0) text += ", reverse = " + column_text(choice.reverse, header);
  std::size_t unused = 0;
  for (std::size_t i = 1; i <= first_arc.size() && unused <= max_listed; ++i) {
    if (i == choice.source || i == choice.target || i == choice.weight || i == choice.reverse) continue;
    text += unused == 0 ? "; not used: " : ", ";
    text += unused++ == max_listed ? "..." : column_text(i, header);
  }
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
