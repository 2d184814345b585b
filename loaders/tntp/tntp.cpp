// Road networks of the Transportation Networks repository, NAME_net.tntp: metadata lines "<NUMBER OF NODES> 24", a row
// of column names that starts with ~, then a row for each arc, ended by ";". Ids start at 1; arcs are directed.
//
// An option selects the weight column. <FIRST THRU NODE>, below which traffic may start and end but not pass, is
// ignored: a path may lead through any node.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/arcs.hpp"
#include "text/column_names.hpp"
#include "text/fields.hpp"
#include "text/numbers.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront::tntp {
namespace {

using textfile::ArcPart;
using textfile::next_field;
using textfile::shown;
using textfile::trimmed;

struct Options {
  std::string weight_column;
};

/// The columns of a file without a row of names.
constexpr std::string_view usual_columns[] = {"init_node", "term_node", "capacity", "length", "free_flow_time",
                                              "b",         "power",     "speed",    "toll",   "link_type"};

/// Two ids, the weight, ";" and the end of the line: "1 2 3;".
constexpr std::size_t shortest_row = 7;

/// "Free Flow Time" as "free_flow_time".
std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : trimmed(name)) plain += c == ' ' ? '_' : textfile::lower(c);
  return plain;
}

std::string_view without_semicolon(std::string_view line) {
  line = trimmed(line);
  if (line.ends_with(';')) line.remove_suffix(1);
  return trimmed(line);
}

template <WeightType W>
class Reader {
 public:
  Reader(const Options& options, const LoadRequest& request, GraphSink& sink, RunContext& context)
      : options_(options), exact_(request.exact), sink_(sink), lines_("tntp", *request.input, context) {}

  /// Throws BadInput with "tntp: FILE:LINE: " in front.
  void read() {
    if (!read_metadata())
      lines_.fail_in_file("no line <END OF METADATA>; it is not a TNTP network, or it is truncated");
    if (!nodes_) lines_.fail("the metadata have no <NUMBER OF NODES>");
    if (!links_) lines_.fail("the metadata have no <NUMBER OF LINKS>");
    lines_.placed([&] {
      vertices_ = textfile::check_vertices(*nodes_);
      textfile::check_count(*links_, "links", shortest_row, lines_.input().size());
    });
    find_columns();
    sink_.begin({.vertices = vertices_, .arcs = *links_, .directed = true, .weighted = true, .first_id = 1});

    const std::string in_metadata =
        "<NUMBER OF LINKS> (line " + std::to_string(links_line_) + ") is " + std::to_string(*links_);
    const std::string too_many = "arc " + std::to_string(*links_ + 1) + ", but " + in_metadata;
    const std::uint64_t given = textfile::read_arcs<W>(lines_, sink_, *links_, too_many, [&](ArcPart<W>& part) {
      part.start(part.text.size() / shortest_row + 1);
      textfile::each_line(part, [&](std::string_view line) { read_row(line, part); });
    });
    if (given != *links_)
      lines_.fail_in_file(in_metadata + ", but the file has " + std::to_string(given) +
                          " arcs; it is truncated, or the number is wrong");
  }

 private:
  /// False if the end of the metadata is missing.
  bool read_metadata() {
    for (std::string_view line; lines_.next(line);) {
      line = trimmed(line);
      if (line.starts_with("<END OF METADATA>")) return true;
      if (line.empty() || line.starts_with('~')) continue;
      if (!line.starts_with('<'))
        lines_.fail("'" + shown(line) + "' in the metadata, which must be lines <NAME> VALUE up to <END OF METADATA>");
      lines_.placed([&] { read_entry(line); });
    }
    return false;
  }

  void read_entry(std::string_view line) {
    const auto value = [&](std::string_view name) {
      std::string_view rest = line.substr(name.size());
      return next_field(rest);
    };
    constexpr std::string_view nodes = "<NUMBER OF NODES>", links = "<NUMBER OF LINKS>";
    const bool is_nodes = line.starts_with(nodes), is_links = line.starts_with(links);
    if (is_nodes ? nodes_.has_value() : is_links && links_)
      throw BadInput(std::string(is_nodes ? nodes : links) + " a second time");
    if (is_nodes) nodes_ = textfile::read_count(value(nodes), "nodes", nodes);
    if (is_links) {
      links_ = textfile::read_count(value(links), "links", links);
      links_line_ = lines_.line();
    }
  }

  /// The row that starts with ~, or the usual columns if the arcs begin without one.
  void find_columns() {
    columns_.assign(std::begin(usual_columns), std::end(usual_columns));
    for (std::string_view line; lines_.next(line);) {
      line = trimmed(line);
      if (line.empty()) continue;
      if (line.starts_with('~'))
        read_column_names(line.substr(1));
      else
        lines_.again();
      break;
    }
    check_ends();
    choose_weight_column();
  }

  /// Names that contain blanks are separated by tabs.
  void read_column_names(std::string_view line) {
    columns_.clear();
    line = without_semicolon(line);
    const bool tabs = line.find('\t') != line.npos;
    while (!line.empty()) {
      const std::size_t end = tabs ? line.find('\t') : line.find_first_of(textfile::blanks);
      const std::string name = plain_name(line.substr(0, end));
      if (!name.empty()) columns_.push_back(name);
      line.remove_prefix(end == line.npos ? line.size() : end + 1);
    }
    if (columns_.size() < 2) lines_.fail("the row of column names has " + std::to_string(columns_.size()) + " of them");
  }

  /// The ends of an arc are in the first two columns, whatever their names, unless other columns have the names of ends.
  void check_ends() {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const textfile::Column called = textfile::column_called(columns_[i]);
      const bool wrong_source = called == textfile::Column::source && i != 0;
      const bool wrong_target = called == textfile::Column::target && i != 1;
      if (wrong_source || wrong_target)
        lines_.fail("column " + std::to_string(i + 1) + " is called '" + shown(columns_[i]) +
                    "', but in a TNTP network source and target are columns 1 and 2; put them there");
    }
  }

  void choose_weight_column() {
    const std::string wanted = plain_name(options_.weight_column);
    const auto named = [&](const std::string& column) {  // with or without a unit: "length_(km)"
      return column == wanted || column.starts_with(wanted + "_(");
    };
    const auto found = std::find_if(columns_.begin() + 2, columns_.end(), named);
    if (found == columns_.end()) {
      std::string all;
      for (std::size_t i = 2; i < columns_.size(); ++i) all += (all.empty() ? "" : ", ") + shown(columns_[i]);
      lines_.fail("no column '" + shown(wanted) + "'; the option weight_column takes one of " + all);
    }
    if (const auto other = std::find_if(found + 1, columns_.end(), named); other != columns_.end())
      lines_.fail("both '" + shown(*found) + "' and '" + shown(*other) + "' may be the column '" + shown(wanted) +
                  "'; rename one");
    weight_ = static_cast<std::size_t>(found - columns_.begin());
    sink_.note(Note::reading, "source = column 1 '" + shown(columns_[0]) + "', target = column 2 '" +
                                  shown(columns_[1]) + "', weight = column " + std::to_string(weight_ + 1) + " '" +
                                  shown(*found) + "'");
  }

  void read_row(std::string_view line, ArcPart<W>& part) const {
    line = without_semicolon(line);
    if (line.empty() || line.starts_with('~')) return;
    const Vertex source = textfile::read_vertex(next_field(line), 1, vertices_, "from");
    const Vertex target = textfile::read_vertex(next_field(line), 1, vertices_, "to");
    std::string_view weight;
    std::size_t count = 2;
    for (std::string_view field = next_field(line); !field.empty(); field = next_field(line))
      if (count++ == weight_) weight = field;
    if (count != columns_.size())
      throw BadInput("the row has " + std::to_string(count) + " fields, but there are " +
                     std::to_string(columns_.size()) + " columns");
    part.add({source, target, textfile::read_weight<W>(weight, {.exact = exact_})});
  }

  const Options& options_;
  bool exact_;
  GraphSink& sink_;
  textfile::Lines lines_;
  std::optional<std::uint64_t> nodes_, links_;
  std::uint64_t links_line_ = 0;
  std::vector<std::string> columns_;  // the first two are the ends of an arc
  std::size_t weight_ = 0;            // the weight's
  Vertex vertices_ = 0;
};

class Tntp {
 public:
  static constexpr PluginAbout about{.name = "tntp",
                                     .version = "1.0.0",
                                     .summary = "Reads road networks of the Transportation Networks repository, .tntp.",
                                     .reference = "bstabler/TransportationNetworks, README",
                                     .capabilities = capability::any_weights};

  using Options = tntp::Options;
  static constexpr OptionRow rows[] = {
      text<&Options::weight_column>("weight_column", "free_flow_time",
                                    "The weight column, by its name in the row that starts with ~."),
  };

  explicit Tntp(const Options& options) : options_(options) {}

  static Match sniff(std::string_view head) noexcept {
    if (head.find('\0') != head.npos) return {0, "binary data"};
    const std::string_view start = textfile::trimmed(head.substr(0, head.find('\n')));
    if (!start.starts_with('<')) return {0, "does not start with <"};
    for (const std::string_view key : {"<NUMBER OF ZONES>", "<NUMBER OF NODES>", "<NUMBER OF LINKS>"})
      if (head.find(key) != head.npos) return {95, "TNTP metadata, <NUMBER OF ...>"};
    return {0, "no TNTP metadata"};
  }

  void load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
    with_weight_type(request.weights, [&]<WeightType W>() { Reader<W>(options_, request, sink, context).read(); });
  }

 private:
  Options options_;
};

}  // namespace
}  // namespace wayfront::tntp

WAYFRONT_PLUGIN(wayfront::tntp::Tntp)
