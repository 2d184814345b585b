// Rows of text: "id value" of LDBC Graphalytics and of this program, "d id value" as in DIMACS files, CSV and tables
// with a header.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "answers/claims/claim_columns.hpp"
#include "answers/claims/claim_formats.hpp"

namespace wayfront::host::detail {
namespace {

class TextRows {
 public:
  TextRows(bool commas, ClaimContent content, ClaimBuilder& claim)
      : commas_(commas), content_(content), claim_(claim) {}

  void line(std::string_view text) {
    ++number_;
    place_ = ':';
    place_ += std::to_string(number_);
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (number_ == 1 && text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // a byte order mark
    if (commas_ ? text.empty() : is_remark(text)) return;
    commas_ ? split_csv(text) : split_blanks(text);
    if (columns_.empty() && take_header()) return;
    row(text);
  }

 private:
  const std::string& place() const { return place_; }
  [[noreturn]] void fail(std::string_view what) const { claim_.fail(place(), what); }

  /// "c 9th DIMACS" and "p aux" are lines of DIMACS files, where no vertex has a name.
  bool is_remark(std::string_view text) const {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == text.npos) return true;
    text.remove_prefix(first);
    if (text.front() == '#' || text.front() == '%') return true;
    return !has_names() && (text == "c" || text.starts_with("c ") || text.starts_with("p "));
  }

  bool has_names() const { return claim_.shape().ids.kind() == VertexIds::Kind::names; }

  void split_blanks(std::string_view text) {
    fields_.clear();
    while (true) {
      const std::size_t begin = text.find_first_not_of(" \t");
      if (begin == text.npos) return;
      text.remove_prefix(begin);
      const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
      fields_.emplace_back(text.substr(0, end));
      text.remove_prefix(end);
    }
  }

  void split_csv(std::string_view text) {
    fields_.clear();
    while (true) {
      std::string field;
      if (text.starts_with('"')) {
        std::size_t at = 1;
        for (; at < text.size(); ++at) {
          if (text[at] == '"' && (at + 1 == text.size() || text[at + 1] != '"')) break;
          if (text[at] == '"') ++at;
          field += text[at];
        }
        if (at >= text.size()) fail("a quotation mark is not closed");
        text.remove_prefix(at + 1);
        if (!text.empty() && text.front() != ',') fail("text follows a quotation mark without a comma");
      } else {
        field = text.substr(0, text.find(','));
        text.remove_prefix(field.size());
        if (!has_names()) field = trimmed(field);
      }
      fields_.push_back(std::move(field));
      if (text.empty()) return;
      text.remove_prefix(1);
    }
  }

  static std::string trimmed(const std::string& field) {
    const std::size_t begin = field.find_first_not_of(" \t");
    if (begin == field.npos) return {};
    return field.substr(begin, field.find_last_not_of(" \t") + 1 - begin);
  }

  /// Whether the fields name columns.
  bool take_header() {
    std::vector<ClaimColumn> columns;
    for (const std::string& field : fields_) columns.push_back(column_named(field));
    const auto count = [&](ClaimColumn column) { return std::ranges::count(columns, column); };
    const bool values = count(ClaimColumn::distance) + count(ClaimColumn::predecessor) > 0;
    if (count(ClaimColumn::id) == 1 && values) {
      if (count(ClaimColumn::distance) > 1 || count(ClaimColumn::predecessor) > 1)
        fail("two columns have the same meaning; keep one of them");
      columns_ = std::move(columns);
      return true;
    }
    if (commas_)
      fail(
          "a CSV file begins with the names of its columns: id and distance, predecessor or both, such as "
          "\"id,distance\"");
    const ClaimColumn value = content_ == ClaimContent::predecessors ? ClaimColumn::predecessor : ClaimColumn::distance;
    columns_ = {ClaimColumn::id, value};
    if (claim_.shape().sources.size() > 1) columns_.insert(columns_.begin(), ClaimColumn::source);
    if (claim_.shape().virtual_source && fields_.size() == 3) columns_.push_back(ClaimColumn::other);  // nearest source
    headless_ = true;
    return false;
  }

  /// Makes the fields of a line without a header as many as columns: a DIMACS line begins with d, names may have blanks.
  void fit_fields(std::string_view text) {
    if (fields_.size() <= columns_.size()) return;
    if (!has_names() && fields_.front() == "d" && fields_.size() == columns_.size() + 1) {
      fields_.erase(fields_.begin());
      return;
    }
    if (!has_names() || columns_.size() != 2) return;
    const std::size_t end = text.find_last_not_of(" \t");
    const std::size_t blank = text.find_last_of(" \t", end);
    fields_ = {std::string(text.substr(0, blank)), std::string(text.substr(blank + 1, end - blank))};
  }

  void row(std::string_view text) {
    if (headless_) fit_fields(text);
    if (fields_.size() != columns_.size())
      fail(fmt::format("has {} {} instead of {}{}", fields_.size(), fields_.size() == 1 ? "field" : "fields",
                       columns_.size(),
                       !headless_                                ? ""
                       : columns_.front() == ClaimColumn::source ? ", which are a source, an id and a value"
                                                                 : ", which are an id and a value"));
    std::uint32_t row = 0;
    Vertex vertex = no_vertex;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i] == ClaimColumn::id) vertex = claim_.vertex(claim_.id_of(fields_[i]), place());
      if (columns_[i] == ClaimColumn::source) row = claim_.row(claim_.id_of(fields_[i]), place());
    }
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i] == ClaimColumn::predecessor)
        add_predecessor(claim_, row, vertex, predecessor_of_text(claim_, fields_[i]), place());
      if (columns_[i] != ClaimColumn::distance) continue;
      const auto number = parse_number(fields_[i]);
      if (!number) fail(fmt::format("'{}' is not a distance", fields_[i]));
      claim_.distance(row, vertex, *number, place());
    }
  }

  bool commas_;
  ClaimContent content_;
  ClaimBuilder& claim_;
  std::uint64_t number_ = 0;  // of the line
  std::string place_;
  std::vector<ClaimColumn> columns_;
  bool headless_ = false;
  std::vector<std::string> fields_;
};

template <class F>
void for_each_line(FileInput& input, F&& take) {
  for (std::string_view piece; !(piece = input.lines()).empty();) {
    while (!piece.empty()) {
      const std::size_t end = std::min(piece.find('\n'), piece.size());
      take(piece.substr(0, end));
      piece.remove_prefix(std::min(piece.size(), end + 1));
    }
  }
}

}  // namespace

void read_text(FileInput& input, bool commas, ClaimContent content, ClaimBuilder& claim) {
  TextRows rows(commas, content, claim);
  for_each_line(input, [&](std::string_view line) { rows.line(line); });
}

void read_cycle_text(FileInput& input, ClaimBuilder& claim) {
  std::vector<Vertex> cycle;
  std::uint64_t number = 0, table = 0;  // table: the column `from` of one, counted from 1
  bool is_sentence = false;
  for_each_line(input, [&](std::string_view line) {
    ++number;
    if (line.starts_with('#')) return;
    std::vector<std::string_view> words;
    for (std::size_t begin; (begin = line.find_first_not_of(" \t\r,")) != line.npos;) {
      line.remove_prefix(begin);
      words.push_back(line.substr(0, std::min(line.find_first_of(" \t\r,"), line.size())));
      line.remove_prefix(words.back().size());
    }
    const auto from = std::ranges::find(words, "from");
    if (number == 1 && std::ranges::find(words, "reaches") != words.end()) {
      is_sentence = true;  // what `wayfront solve` prints, with a table below it
    } else if (is_sentence && table == 0 && from != words.end()) {
      table = static_cast<std::uint64_t>(from - words.begin()) + 1;
    } else {
      if (table != 0 && words.size() >= table) words = {words[table - 1]};
      for (const std::string_view word : words)
        cycle.push_back(claim.vertex(claim.id_of(word), fmt::format(":{}", number)));
    }
  });
  claim.cycle(std::move(cycle));
}

}  // namespace wayfront::host::detail
