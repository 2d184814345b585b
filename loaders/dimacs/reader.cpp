#include "reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <system_error>
#include <type_traits>

#include "digits.hpp"
#include "fields.hpp"
#include "wayfront/run.hpp"
#include "wayfront/status.hpp"

namespace wayfront::dimacs {
namespace {

constexpr std::uint64_t block_arcs = std::uint64_t{1} << 16;

/// The weight at `at`, which moves behind it. False where it has not the short form: left to read_weight.
template <WeightType W>
bool short_weight(const char*& at, const char* end, W& weight) {
  const char* const begin = at;
  const bool negative = *at == '-';
  at += negative ? 1 : 0;
  const Digits digits = read_digits(at);
  at += digits.count;
  const auto value = static_cast<std::int32_t>(digits.value);
  weight = static_cast<W>(negative ? -value : value);
  if (digits.count == 0) return false;
  if constexpr (std::is_same_v<W, float>) {
    if (*at == '\n' || *at == '\r') return true;
    const auto [stop, error] = std::from_chars(begin, end, weight);
    at = stop;
    weight += 0.0F;  // no -0
    return error == std::errc() && std::isfinite(weight);
  }
  return true;
}

}  // namespace

template <WeightType W>
template <typename Reader<W>::Format format>
const char* Reader<W>::read_short_lines(const char* at, const char* end) {
  constexpr bool weighted = format == Format::arcs;
  // "a U V W\r\n" with eight digits each and a sign; read_digits may look at all of its eight bytes.
  constexpr std::ptrdiff_t longest = 40;
  const Vertex vertices = header_.vertices;
  Arc<W>* out = block_.data();
  Arc<W>* out_end = out + block_.size();
  const char* line = at;
  std::uint64_t lines = 0;
  while (end - line >= longest) {
    at = line;
    if constexpr (weighted) {
      if (at[0] != 'a' || at[1] != ' ') break;
      at += 2;
    }
    const Digits from = read_digits(at);
    at += from.count;
    if (*at != ' ') break;
    const Digits to = read_digits(++at);
    at += to.count;
    // Without a digit `value` may be anything, so the counts are looked at as well. An id of 0 wraps around.
    const bool right = (from.count != 0) & (to.count != 0) & (from.value - 1 < vertices) & (to.value - 1 < vertices);
    if (!right) break;
    W weight{};
    if constexpr (weighted) {
      if (*at != ' ' || !short_weight<W>(++at, end, weight)) break;
    }
    at += *at == '\r' ? 1 : 0;
    if (*at != '\n') break;
    if (out == out_end) [[unlikely]] {
      if (announced_ == header_.arcs) break;
      next_block();
      out = block_.data();
      out_end = out + block_.size();
    }
    *out++ = {from.value - 1, to.value - 1, weight};
    line = at + 1;
    ++lines;
  }
  block_ = {out, out_end};
  line_ += lines;
  return line;
}

template <WeightType W>
void Reader<W>::read() {
  for (std::string_view piece = input_.lines(); !piece.empty(); piece = input_.lines()) {
    context_.throw_if_cancelled();
    const char* at = piece.data();
    const char* const end = at + piece.size();
    while (at != end) {
      if (format_ == Format::arcs) at = read_short_lines<Format::arcs>(at, end);
      if (format_ == Format::edges) at = read_short_lines<Format::edges>(at, end);
      if (at == end) break;
      const char* const stop = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
      ++line_;
      try {
        read_line({at, stop});
      } catch (const BadInput& error) {
        throw BadInput(file() + ":" + std::to_string(line_) + ": " + error.what());
      }
      at = stop + 1;
    }
  }
  if (format_ == Format::unknown || announced_ != header_.arcs || !block_.empty()) fail_at_end();
}

template <WeightType W>
void Reader<W>::fail_at_end() const {
  if (format_ == Format::unknown)
    throw BadInput(file() + ": no header line \"p sp VERTICES ARCS\"; it is no DIMACS file, or it is cut off");
  throw BadInput(file() + ": the header (line " + std::to_string(header_line_) + ") says " +
                 std::to_string(header_.arcs) + " arcs, but the file has " +
                 std::to_string(announced_ - block_.size()) + "; it is cut off, or the header is wrong");
}

template <WeightType W>
void Reader<W>::read_line(std::string_view line) {
  std::string_view rest = line;
  const std::string_view first = next_field(rest);
  if (first.empty() || first[0] == 'c') return;
  if (first == "p") return read_header(rest);
  const bool arc = first == "a";
  const bool edge = first.find_first_not_of("0123456789") == first.npos;
  if (format_ == Format::unknown) {
    if (arc || edge) throw BadInput("an arc before the header line \"p sp VERTICES ARCS\"");
    throw BadInput("a line that starts with '" + shown(first) + "'; DIMACS lines start with c, p or a");
  }
  if (format_ == Format::arcs) {
    if (!arc) throw BadInput("a line that starts with '" + shown(first) + "'; after \"p sp\", lines start with a or c");
    const Vertex source = read_vertex(next_field(rest), header_.vertices, "from");
    const Vertex target = read_vertex(next_field(rest), header_.vertices, "to");
    const W weight = read_weight<W>(next_field(rest));
    return add({source, target, weight}, rest);
  }
  const bool negative = first.size() > 1 && first[0] == '-' && first.find_first_not_of("0123456789", 1) == first.npos;
  if (!edge && !negative)
    throw BadInput("a line that starts with '" + shown(first) +
                   "'; after \"p tw\", lines are two ids, or start with c");
  const Vertex source = read_vertex(first, header_.vertices, "from");
  add({source, read_vertex(next_field(rest), header_.vertices, "to"), W{}}, rest);
}

template <WeightType W>
void Reader<W>::add(const Arc<W>& arc, std::string_view rest) {
  if (const std::string_view more = next_field(rest); !more.empty())
    throw BadInput("'" + shown(more) + "' after the end of the arc");
  next_arc() = arc;
}

template <WeightType W>
void Reader<W>::read_header(std::string_view fields) {
  if (format_ != Format::unknown)
    throw BadInput("a second header line; the first is line " + std::to_string(header_line_));
  const std::string_view problem = next_field(fields);
  if (problem != "sp" && problem != "tw")
    throw BadInput("a header of problem '" + shown(problem) +
                   "'; read are \"p sp VERTICES ARCS\" and \"p tw VERTICES EDGES\"");
  const std::uint64_t vertices = read_count(next_field(fields), "vertices");
  const std::uint64_t arcs = read_count(next_field(fields), "arcs");
  if (const std::string_view more = next_field(fields); !more.empty())
    throw BadInput("'" + shown(more) + "' after the end of the header");
  constexpr std::uint64_t most_vertices = no_vertex - 1;
  if (vertices > most_vertices)
    throw BadInput(std::to_string(vertices) + " vertices, but ids have 32 bits: at most " +
                   std::to_string(most_vertices));
  const bool weighted = problem == "sp";
  check_arc_count(arcs, weighted ? std::strlen("a 1 1 0\n") : std::strlen("1 1\n"));
  format_ = weighted ? Format::arcs : Format::edges;
  header_line_ = line_;
  header_ = {.vertices = static_cast<Vertex>(vertices),
             .arcs = arcs,
             .directed = weighted,
             .weighted = weighted,
             .first_id = 1};
  sink_.begin(header_);
}

template <WeightType W>
void Reader<W>::check_arc_count(std::uint64_t arcs, std::uint64_t shortest_line) const {
  const std::uint64_t size = input_.size();
  if (size == 0) return;  // unknown
  const std::uint64_t most = (size + 1) / shortest_line;
  if (arcs > most)
    throw BadInput("the header says " + std::to_string(arcs) + " arcs, but the file's " + std::to_string(size) +
                   " bytes hold at most " + std::to_string(most) + "; it is cut off, or the header is wrong");
}

template <WeightType W>
Arc<W>& Reader<W>::next_arc() {
  if (block_.empty()) {
    if (announced_ == header_.arcs)
      throw BadInput("arc " + std::to_string(announced_ + 1) + ", but the header (line " +
                     std::to_string(header_line_) + ") says " + std::to_string(header_.arcs) + " arcs");
    next_block();
  }
  Arc<W>& arc = block_.front();
  block_ = block_.subspan(1);
  return arc;
}

template <WeightType W>
void Reader<W>::next_block() {
  const std::uint64_t size = std::min(block_arcs, header_.arcs - announced_);
  block_ = sink_.arcs<W>(size);
  announced_ += size;
}

template class Reader<std::int32_t>;
template class Reader<float>;

}  // namespace wayfront::dimacs
