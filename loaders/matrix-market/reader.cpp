#include "reader.hpp"

#include <algorithm>
#include <string>
#include <type_traits>

#include "text/fields.hpp"
#include "text/numbers.hpp"
#include "wayfront/run.hpp"
#include "wayfront/status.hpp"

namespace wayfront::matrix_market {
namespace {

using textfile::next_field;

constexpr std::size_t shortest_entry = std::string_view("1 1\n").size();

}  // namespace

template <WeightType W>
void Reader<W>::read() {
  std::string_view line;
  if (!lines_.next(line)) lines_.fail_in_file("is empty");
  lines_.placed([&] { banner_ = read_banner(line); });
  read_size();
  lines_.template rest<Part>([&](Part& part) { read_part(part); }, [&](Part& part) { join(part); },
                             [&](Part& part) { finish(part); });
  if (read_ != entries_)
    lines_.fail_in_file("the size line (line " + std::to_string(size_line_) + ") says " + std::to_string(entries_) +
                        " entries, but the file has " + std::to_string(read_) +
                        "; it is truncated, or the size line is wrong");
}

template <WeightType W>
void Reader<W>::read_size() {
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

template <WeightType W>
void Reader<W>::read_part(Part& part) const {
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

template <WeightType W>
void Reader<W>::read_entry(std::string_view line, Part& part) const {
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

template <WeightType W>
void Reader<W>::join(Part& part) {
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

template <WeightType W>
void Reader<W>::check_triangle(Part& part) {
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

template <WeightType W>
void Reader<W>::finish(Part& part) const {
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

template class Reader<std::int32_t>;
template class Reader<float>;
template class Reader<std::int64_t>;
template class Reader<double>;

}  // namespace wayfront::matrix_market
