// Rows of text: "id value" on each line, CSV, and tables with a header.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/claims/claim.hpp"
#include "base/text.hpp"

namespace wayfront::host::detail {
namespace {

class TextRows {
 public:
  TextRows(std::string_view bytes, bool commas, ClaimContent content, ClaimBuilder& claim)
      : left_(bytes), commas_(commas), content_(content), claim_(claim) {}

  void read() {
    while (!left_.empty()) {
      place_ = fmt::format(":{}", ++number_);
      const std::string_view text = left_.substr(0, left_.find('\n'));
      commas_ ? split_csv() : split_blanks(text);
      if (fields_.empty() || (columns_.empty() && take_header())) continue;
      row(text);
    }
  }

 private:
  [[noreturn]] void fail(std::string_view what) const { claim_.fail(place_, what); }

  /// No fields: an empty line, or a remark.
  void split_blanks(std::string_view text) {
    left_.remove_prefix(std::min(text.size() + 1, left_.size()));
    fields_.clear();
    for (std::size_t begin; (begin = text.find_first_not_of(" \t\r")) != text.npos;) {
      text.remove_prefix(begin);
      if (fields_.empty() && !claim_.has_names() && (text.front() == '#' || text.front() == '%')) return;
      fields_.emplace_back(text.substr(0, text.find_first_of(" \t\r")));
      text.remove_prefix(fields_.back().size());
    }
  }

  /// A field in quotes may have line feeds.
  void split_csv() {
    fields_.clear();
    for (bool more = true; more;) {
      const bool quoted = left_.starts_with('"');
      std::string field = quoted ? quoted_field() : std::string(left_.substr(0, left_.find_first_of(",\r\n")));
      if (!quoted) left_.remove_prefix(field.size());
      if (!claim_.has_names()) field = std::string(trimmed(field));
      fields_.push_back(std::move(field));
      more = left_.starts_with(',');
      if (more) left_.remove_prefix(1);
    }
    if (left_.starts_with('\r')) left_.remove_prefix(1);
    if (!left_.empty() && left_.front() != '\n') fail("text follows a quotation mark without a comma");
    if (!left_.empty()) left_.remove_prefix(1);
    if (fields_.size() == 1 && fields_.front().empty()) fields_.clear();
  }

  std::string quoted_field() {
    std::optional<std::string> field = take_quoted(left_);
    if (!field) fail("a quotation mark is not closed");
    number_ += static_cast<std::uint64_t>(std::ranges::count(*field, '\n'));
    return *std::move(field);
  }

  /// Whether the fields name columns.
  bool take_header() {
    std::vector<ClaimColumn> columns;
    for (const std::string& field : fields_) columns.push_back(column_named(field));
    const auto count = [&](ClaimColumn column) { return std::ranges::count(columns, column); };
    const auto values = {count(ClaimColumn::distance), count(ClaimColumn::predecessor)};
    if (count(ClaimColumn::id) == 1 && std::ranges::max(values) == 1) {
      if (columns.back() == ClaimColumn::source && columns[columns.size() - 2] == ClaimColumn::label)
        columns.pop_back();  // "nearest source" in a table
      for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns[i] == ClaimColumn::unknown)
          fail(fmt::format("has the unknown column '{}'; take it out", fields_[i]));
      columns_ = std::move(columns);
      return true;
    }
    const ClaimColumn value = content_ == ClaimContent::predecessors ? ClaimColumn::predecessor : ClaimColumn::distance;
    columns_ = {ClaimColumn::id, value};
    if (claim_.shape().sources.size() > 1) columns_.insert(columns_.begin(), ClaimColumn::source);
    if (claim_.shape().asked.nearest && fields_.size() == 3) columns_.push_back(ClaimColumn::label);
    headless_ = true;
    return false;
  }

  void row(std::string_view text) {
    if (headless_ && !commas_ && claim_.has_names() && columns_.size() == 2 &&
        fields_.size() > 2) {  // a name with blanks
      const std::string value = fields_.back();
      fields_ = {std::string(text.substr(0, text.rfind(value) - 1)), value};
    }
    if (fields_.size() != columns_.size())
      fail(fmt::format("has {} {} instead of {}{}", fields_.size(), fields_.size() == 1 ? "field" : "fields",
                       columns_.size(),
                       !headless_                                ? ""
                       : columns_.front() == ClaimColumn::source ? ", which are a source, an id and a value"
                                                                 : ", which are an id and a value"));
    std::uint32_t row = 0;
    Vertex vertex = no_vertex;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i] == ClaimColumn::id) vertex = claim_.vertex(fields_[i], place_);
      if (columns_[i] == ClaimColumn::source) row = claim_.row(fields_[i], place_);
      if (columns_[i] == ClaimColumn::label) claim_.label();
    }
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i] == ClaimColumn::predecessor) claim_.predecessor(row, vertex, fields_[i], place_);
      if (columns_[i] != ClaimColumn::distance) continue;
      const auto number = parse_number(fields_[i]);
      if (!number) fail(fmt::format("'{}' is not a distance", fields_[i]));
      claim_.distance(row, vertex, *number, place_);
    }
  }

  std::string_view left_;
  bool commas_;
  ClaimContent content_;
  ClaimBuilder& claim_;
  std::uint64_t number_ = 0;  // of the line
  std::string place_;
  std::vector<ClaimColumn> columns_;
  bool headless_ = false;
  std::vector<std::string> fields_;
};

}  // namespace

ClaimColumn column_named(std::string_view name) {
  using enum ClaimColumn;
  constexpr std::pair<std::string_view, ClaimColumn> names[] = {
      {"id", id},       {"vertex", id}, {"distance", distance}, {"predecessor", predecessor}, {"source", source},
      {"from", source}, {"to", id},     {"nearest", label}};
  const auto* const found = std::ranges::find(names, name, &std::pair<std::string_view, ClaimColumn>::first);
  return found == std::end(names) ? unknown : found->second;
}

void read_text(std::string_view bytes, bool commas, ClaimContent content, ClaimBuilder& claim) {
  TextRows(bytes, commas, content, claim).read();
}

void read_cycle_text(std::string_view bytes, ClaimBuilder& claim) {
  constexpr const char* between = " \t\r\n,";
  std::vector<Vertex> cycle;
  for (std::size_t begin; (begin = bytes.find_first_not_of(between)) != bytes.npos;) {
    bytes.remove_prefix(begin);
    const std::string_view id = bytes.substr(0, bytes.find_first_of(between));
    cycle.push_back(claim.vertex(id, ""));
    bytes.remove_prefix(id.size());
  }
  claim.cycle(std::move(cycle));
}

}  // namespace wayfront::host::detail
