// Matrix Market coordinate files (.mtx): a square sparse matrix as a graph, entry (i, j) as the arc from i to j.
//
// Entries of a symmetric matrix are undirected edges. Those of a skew-symmetric one are two arcs with opposite weights.
// Explicit zeros are arcs of weight 0, entries at the same place are parallel arcs. A pattern has no weights.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "text/arcs.hpp"
#include "text/fields.hpp"
#include "text/numbers.hpp"
#include "wayfront/plugin.hpp"
#include "writing/limits.hpp"
#include "writing/text_writer.hpp"

namespace wayfront::matrix_market {
namespace {

using textfile::next_field;
using textfile::shown;

/// In any case.
inline constexpr std::string_view banner = "%%MatrixMarket";

/// What the entries of a file are, by its first line.
enum class Values : std::uint8_t { real, integer, pattern };
enum class Symmetry : std::uint8_t { general, symmetric, skew };

struct Banner {
  Values values = Values::real;
  Symmetry symmetry = Symmetry::general;
};

/// The next word in lower case, which must be there.
std::string next_word(std::string_view& line, std::string_view expected) {
  std::string word(next_field(line));
  std::ranges::transform(word, word.begin(), textfile::lower);
  if (word.empty())
    throw BadInput("the first line ends before its " + std::string(expected) +
                   "; it reads: %%MatrixMarket matrix coordinate VALUES SYMMETRY");
  return word;
}

[[noreturn]] void unknown(std::string_view word, std::string_view what, std::string_view known) {
  throw BadInput("'" + shown(word) + "' is not a valid " + std::string(what) + "; known are " + std::string(known));
}

Values read_values(std::string_view word) {
  if (word == "real" || word == "double") return Values::real;
  if (word == "integer") return Values::integer;
  if (word == "pattern") return Values::pattern;
  if (word == "complex")
    throw BadInput("complex entries cannot be weights; supported are real, integer and pattern matrices");
  unknown(word, "kind of values", "real, double, integer and pattern");
}

Symmetry read_symmetry(std::string_view word) {
  if (word == "general") return Symmetry::general;
  if (word == "symmetric") return Symmetry::symmetric;
  if (word == "skew-symmetric") return Symmetry::skew;
  if (word == "hermitian")
    throw BadInput(
        "hermitian matrices have complex entries, which cannot be weights; supported are general, symmetric and "
        "skew-symmetric matrices");
  unknown(word, "symmetry", "general, symmetric and skew-symmetric");
}

/// Throws BadInput, without a place, for anything that is not a graph and for words unknown to the format.
Banner read_banner(std::string_view line) {
  if (!textfile::same_word(next_field(line), banner))
    throw BadInput("the first line must be: %%MatrixMarket matrix coordinate VALUES SYMMETRY");
  const std::string object = next_word(line, "object");
  if (object != "matrix") unknown(object, "object", "matrix");
  const std::string format = next_word(line, "format");
  if (format == "array")
    throw BadInput("an array is a dense matrix, which has no list of arcs; write it in the coordinate format");
  if (format != "coordinate") unknown(format, "format", "coordinate");
  Banner result;
  const std::string values = next_word(line, "kind of values");
  const std::string symmetry = next_word(line, "symmetry");
  result.values = read_values(values);
  result.symmetry = read_symmetry(symmetry);
  textfile::check_end(line, "first line");
  if (result.values == Values::pattern && result.symmetry == Symmetry::skew)
    throw BadInput("a pattern has no signs, so it cannot be skew-symmetric");
  return result;
}

constexpr std::size_t shortest_entry = std::string_view("1 1\n").size();

template <WeightType W>
class Reader {
 public:
  Reader(const LoadRequest& request, GraphSink& sink, RunContext& context)
      : exact_(request.exact), sink_(sink), lines_("matrix-market", *request.input, context) {}

  /// Throws BadInput with "matrix-market: FILE:LINE: " in front.
  void read() {
    std::string_view line;
    if (!lines_.next(line)) lines_.fail_in_file("is empty");
    lines_.placed([&] { banner_ = read_banner(line); });
    read_size();
    lines_.rest<Part>([&](Part& part) { read_part(part); }, [&](Part& part) { join(part); },
                      [&](Part& part) { finish(part); });
    if (read_ != entries_)
      lines_.fail_in_file("the size line (line " + std::to_string(size_line_) + ") says " + std::to_string(entries_) +
                          " entries, but the file has " + std::to_string(read_) +
                          "; it is truncated, or the size line is wrong");
  }

 private:
  using Part = textfile::ArcPart<W>;

  void read_size() {
    std::string_view line;
    std::string_view first;
    do {
      if (!lines_.next(line)) lines_.fail_in_file("no size line \"ROWS COLUMNS ENTRIES\"; it is truncated");
      first = next_field(line);
    } while (first.empty() || first[0] == '%');
    size_line_ = lines_.line();
    lines_.placed([&] {
      constexpr std::string_view where = "the size line \"ROWS COLUMNS ENTRIES\"";
      const std::uint64_t rows = textfile::read_count(first, "rows", where);
      const std::uint64_t columns = textfile::read_count(next_field(line), "columns", where);
      entries_ = textfile::read_count(next_field(line), "entries", where);
      textfile::check_end(line, "size line");
      if (rows != columns)
        throw BadInput(std::to_string(rows) + " rows and " + std::to_string(columns) +
                       " columns; only a square matrix is a graph");
      vertices_ = textfile::check_vertices(rows);
      textfile::check_count(entries_, "entries", shortest_entry, lines_.input().size());
      const bool skew = banner_.symmetry == Symmetry::skew;
      sink_.begin({.vertices = vertices_,
                   .arcs = skew ? 2 * entries_ : entries_,
                   .directed = banner_.symmetry != Symmetry::symmetric,
                   .weighted = banner_.values != Values::pattern,
                   .first_id = 1});
    });
  }

  void read_part(Part& part) const {
    const textfile::LineForm form{.vertices = vertices_, .first_id = 1};
    const auto each = [&](std::string_view line) { read_entry(line, part); };
    if (banner_.values == Values::integer && std::is_floating_point_v<W>) {  // each value must be looked at
      part.start(part.text.size() / shortest_entry + 1);
      textfile::each_line(part, each);
    } else if (banner_.values == Values::pattern) {
      part.template read_lines<textfile::Fields::source_target>(form, shortest_entry, each);
    } else {
      part.template read_lines<textfile::Fields::source_target_weight>(form, shortest_entry, each);
    }
  }

  void read_entry(std::string_view line, Part& part) const {
    const std::string_view first = next_field(line);
    if (first.empty() || first[0] == '%') return;
    Arc<W> arc{};
    arc.source = textfile::read_vertex(first, 1, vertices_, "from");
    arc.target = textfile::read_vertex(next_field(line), 1, vertices_, "to");
    if (banner_.values != Values::pattern) {
      const std::string_view weight = next_field(line);
      if (weight.empty()) throw BadInput("the entry has no value; the line must be: ROW COLUMN VALUE");
      const auto reals = banner_.values == Values::real ? textfile::Reals::whole_ones : textfile::Reals::refused;
      if (reals == textfile::Reals::refused && weight.find_first_not_of("+-0123456789") != weight.npos)
        throw BadInput("value " + textfile::shown(weight) +
                       " is not an integer, but the first line says integer; if it should say real, write real there");
      arc.weight = textfile::read_weight<W>(weight, {reals, exact_});
    }
    textfile::check_end(line, "entry");
    part.add(arc);
  }

  void join(Part& part) {
    const auto parse = [&](Part& again) { read_part(again); };
    const std::uint64_t left = entries_ - read_;
    if (part.arcs().size() > left)
      textfile::fail_at_arc(lines_, part, left,
                            "entry " + std::to_string(entries_ + 1) + ", but the size line (line " +
                                std::to_string(size_line_) + ") says " + std::to_string(entries_),
                            parse);
    if (banner_.symmetry != Symmetry::general) check_triangle(part);
    read_ += part.arcs().size();
    part.destination = sink_.arcs<W>((banner_.symmetry == Symmetry::skew ? 2 : 1) * part.arcs().size());
  }

  void finish(Part& part) const {
    if (banner_.symmetry != Symmetry::skew) {
      std::ranges::copy(part.arcs(), part.destination.begin());
      return;
    }
    Arc<W>* out = part.destination.data();
    for (const Arc<W>& arc : part.arcs()) {
      *out++ = arc;
      *out++ = {arc.target, arc.source, W{0} - arc.weight};
    }
  }

  /// Fails where an entry contradicts the symmetry.
  void check_triangle(Part& part) {
    const auto arcs = part.arcs();
    const auto fail = [&](const Arc<W>& arc, std::string_view what) {
      textfile::fail_at_arc(
          lines_, part, static_cast<std::size_t>(&arc - arcs.data()),
          "entry (" + std::to_string(arc.source + 1) + ", " + std::to_string(arc.target + 1) + ") " + std::string(what),
          [&](Part& again) { read_part(again); });
    };
    for (const Arc<W>& arc : arcs) {
      if (arc.source == arc.target) {
        if (banner_.symmetry == Symmetry::skew)
          fail(arc, "on the diagonal, which must be empty in a skew-symmetric matrix");
        continue;
      }
      const bool upper = arc.source < arc.target;
      if (!upper_) upper_ = upper;
      if (upper != *upper_)
        fail(arc, upper ? "above the diagonal, but others are below it: a symmetric file lists each pair once"
                        : "below the diagonal, but others are above it: a symmetric file lists each pair once");
    }
  }

  bool exact_;
  GraphSink& sink_;
  textfile::Lines lines_;
  Banner banner_;
  Vertex vertices_ = 0;
  std::uint64_t entries_ = 0;  // as the size line says
  std::uint64_t size_line_ = 0;
  std::uint64_t read_ = 0;
  std::optional<bool> upper_;  // for a symmetric matrix: the side of the diagonal with its entries
};

class MatrixMarket {
 public:
  static constexpr PluginAbout about{
      .name = "matrix-market",
      .version = "1.0.0",
      .summary =
          "Reads and writes Matrix Market coordinate files (.mtx): real, integer, pattern; general, symmetric, skew.",
      .reference = "Boisvert, Pozo, Remington: The Matrix Market Exchange Formats, NISTIR 5935, 1996",
      .capabilities = capability::any_weights};
  static constexpr const char* suffixes = ".mtx";

  static Match sniff(std::string_view head) noexcept {
    if (textfile::same_word(head.substr(0, banner.size()), banner)) return {100, "it starts with %%MatrixMarket"};
    return {0, "no %%MatrixMarket in its first line"};
  }

  void load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
    with_weight_type(request.weights, [&]<WeightType W>() { Reader<W>(request, sink, context).read(); });
  }

  void save(const SaveRequest& request, RunContext& context) {
    writing::refuse_ids("matrix-market", request);
    writing::TextWriter out(*request.output, context);
    visit(request.graph->csr(), [&]<class W, class O>(const CsrView<W, O>& graph) {
      const char* const values = !request.weighted ? "pattern" : std::is_floating_point_v<W> ? "real" : "integer";
      out.put("%%MatrixMarket matrix coordinate ", values, " general\n");
      out.put(graph.vertices, ' ', graph.vertices, ' ', graph.edges, '\n');
      for (Vertex u = 0; u < graph.vertices; ++u)
        for (O e = graph.begin(u); e < graph.end(u); ++e) {
          out.put(u + 1, ' ', graph.targets[e] + 1);
          if (request.weighted) out.put(' ', graph.weights[e]);
          out.character('\n');
        }
    });
    out.finish();
    writing::note_two_arcs(request, context);
  }
};

}  // namespace
}  // namespace wayfront::matrix_market

WAYFRONT_PLUGIN(wayfront::matrix_market::MatrixMarket)
