// Reads one METIS file, vertex by vertex.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "header.hpp"
#include "opposites.hpp"
#include "text/fields.hpp"
#include "text/lines.hpp"
#include "text/numbers.hpp"
#include "text/scan.hpp"
#include "wayfront/run.hpp"

namespace wayfront::metis {

using textfile::next_field;
using textfile::shown;

/// The meaning of an entry in a vertex's list.
enum class Entries : std::uint8_t { both, directed, upper };

inline constexpr std::uint64_t block_arcs = std::uint64_t{1} << 16;

inline std::uint32_t read_id(std::string_view field, std::string_view what) {
  std::uint64_t value = 0;
  const char* const end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(field.data(), end, value);
  if (stop != end || field.empty() || error == std::errc::invalid_argument)
    throw BadInput("'" + shown(field) + "' is not " + std::string(what));
  if (error != std::errc() || value > std::numeric_limits<std::uint32_t>::max())
    throw BadInput("'" + shown(field) + "' is too large for " + std::string(what));
  return static_cast<std::uint32_t>(value);
}

template <WeightType W>
class Reader {
 public:
  Reader(Entries entries, const LoadRequest& request, GraphSink& sink, RunContext& context)
      : entries_(entries),
        exact_(request.exact),
        sink_(sink),
        context_(context),
        lines_("metis", *request.input, context) {}

  /// Throws BadInput with "metis: FILE:LINE: " in front.
  void read() {
    std::string_view line;
    bool found = false;
    while (!found && next_line(line)) found = !textfile::trimmed(line).empty();
    if (!found) lines_.fail_in_file("no header line N M; it is not a METIS file");
    header_line_ = lines_.line();
    lines_.placed([&] {
      header_ = read_header(line);
      textfile::check_vertices(header_.vertices);
      const std::uint64_t size = lines_.input().size();
      textfile::check_count(header_.vertices, "vertices", 1, size);
      textfile::check_count(header_.edges, "edges", header_.may_be_dimacs10 ? 2 : 4, size);
    });
    if (entries_ == Entries::both && !header_.may_be_dimacs10)
      read_at_once();
    else
      read_after_counting();
  }

 private:
  struct Entry {
    std::uint32_t id;  // as in the file
    W weight;
  };
  /// The list of one vertex as in the file.
  struct List {
    std::uint64_t line;
    std::vector<Entry> entries;
  };
  /// Lists that are kept until their number of entries is known.
  class Kept {
   public:
    void add(const List& list) {
      entries_.insert(entries_.end(), list.entries.begin(), list.entries.end());
      ends_.push_back(entries_.size());
      lines_.push_back(list.line);
    }
    std::uint64_t entries() const { return entries_.size(); }
    std::uint64_t line(Vertex v) const { return lines_[v]; }
    std::span<const Entry> list(Vertex v) const {
      const std::size_t begin = v == 0 ? 0 : ends_[v - 1];
      return std::span(entries_).subspan(begin, ends_[v] - begin);
    }

   private:
    std::vector<Entry> entries_;
    std::vector<std::size_t> ends_;
    std::vector<std::uint64_t> lines_;
  };

  /// The next line that is not a comment.
  bool next_line(std::string_view& line) {
    while (lines_.next(line))
      if (!line.starts_with('%')) return true;
    return false;
  }

  /// "the header (line 3) says 5 edges"
  std::string header_says(std::uint64_t count, const char* what) const {
    return "the header (line " + std::to_string(header_line_) + ") says " + std::to_string(count) + ' ' + what;
  }

  /// The list of `vertex`, which is the next one.
  void next_list(Vertex vertex, List& list) {
    if (vertex % 4096 == 0) context_.throw_if_cancelled();
    std::string_view line;
    if (!next_line(line))
      lines_.fail_in_file(header_says(header_.vertices, "vertices") + ", but the lists end after " +
                          std::to_string(vertex) + "; it is truncated, or the header is wrong");
    list.line = lines_.line();
    list.entries.clear();
    lines_.placed([&] { read_entries(line, list.entries); });
  }

  void read_entries(std::string_view line, std::vector<Entry>& entries) const {
    // "100" may mean sizes or not: read_after_counting decides
    const std::uint64_t skipped = header_.may_be_dimacs10 ? 0 : header_.skipped;
    for (std::uint64_t i = 0; i < skipped; ++i) {
      const std::string_view field = next_field(line);
      if (field.empty())
        throw BadInput("the line has " + std::to_string(i) + " numbers; by FMT, " + std::to_string(skipped) +
                       " sizes and weights of the vertex come first");
    }
    line = read_short_entries(line, entries);
    for (std::string_view field = next_field(line); !field.empty(); field = next_field(line)) {
      Entry entry{read_id(field, "the number of a neighbour"), W{}};
      if (header_.weighted) {
        const std::string_view weight = next_field(line);
        if (weight.empty()) throw BadInput("no weight after the last neighbour, " + shown(field));
        entry.weight = textfile::read_weight<W>(weight, {.exact = exact_});
      }
      entries.push_back(entry);
    }
  }

  /// Entries in the usual form, one blank before each number. Returns the rest of the line: nothing, or what is wrong, has
  /// another form, or is too close to the end of what may be read.
  std::string_view read_short_entries(std::string_view line, std::vector<Entry>& entries) const {
    constexpr std::ptrdiff_t looked_at = 72;  // bytes: a number of up to eight digits, and a weight with a point
    const char* const end = line.data() + line.size();
    const char* const readable = lines_.readable();
    const char* at = line.data();
    const auto ends_number = [&](const char* behind) { return behind == end || *behind == ' '; };
    while (at != end && readable - at >= looked_at) {
      const char* next = at + (*at == ' ' ? 1 : 0);
      const textfile::Digits id = textfile::read_digits(next);
      next += id.count;
      if (id.count == 0 || !ends_number(next)) break;
      Entry entry{id.value, W{}};
      if (header_.weighted &&
          (next == end || !textfile::scan_weight<W>(++next, end, entry.weight) || !ends_number(next)))
        break;
      entries.push_back(entry);
      at = next;
    }
    return {at, static_cast<std::size_t>(end - at)};
  }

  void check_no_more() {
    for (std::string_view line; next_line(line);)
      if (!textfile::trimmed(line).empty())
        lines_.fail("a line after that of the last vertex; " + header_says(header_.vertices, "vertices"));
  }

  /// The usual files: the header gives the number of entries.
  void read_at_once() {
    begin(2 * header_.edges, false, true);
    List list;
    for (Vertex v = 0; v < header_.vertices; ++v) {
      next_list(v, list);
      take(v, list.line, list.entries);
    }
    check_no_more();
    const std::uint64_t given = announced_ - block_.size();
    if (given != arcs_)
      lines_.fail_in_file(header_says(header_.edges, "edges") + ", but " + std::to_string(given / 2) + " are listed");
  }

  /// All others: the meaning of the entries is known only when all of them have been read.
  void read_after_counting() {
    Kept kept;
    List list;
    const auto vertices = static_cast<Vertex>(header_.vertices);
    for (Vertex v = 0; v < vertices; ++v) {
      next_list(v, list);
      kept.add(list);
    }
    check_no_more();
    const bool dimacs10 = header_.may_be_dimacs10 && kept.entries() == header_.edges;
    const bool sizes = header_.may_be_dimacs10 && !dimacs10;
    const std::uint64_t skipped = sizes ? 1 : 0;
    const std::uint64_t entries = kept.entries() - std::min(kept.entries(), skipped * vertices);
    const auto without_size = [&](Vertex v) {
      const std::span<const Entry> all = kept.list(v);
      if (all.size() < skipped)
        lines_.fail_at(kept.line(v), "the line is empty; by FMT, the size of the vertex comes first");
      return all.subspan(skipped);
    };
    const bool counted_twice = entries % 2 == 0 && entries / 2 == header_.edges;
    const bool counted_once = entries == header_.edges && (dimacs10 || entries_ != Entries::both);
    if (!counted_twice && !counted_once)
      lines_.fail_in_file(header_says(header_.edges, "edges") + ", but the lists have " +
                          std::to_string(kept.entries()) +
                          (sizes ? " entries: neither that number, as in the 10th DIMACS challenge, nor two for each "
                                   "edge and a size for each vertex, as in METIS"
                                 : " entries"));
    std::uint64_t arcs = entries;
    if (entries_ == Entries::upper) {
      arcs = 0;
      for (Vertex v = 0; v < vertices; ++v)
        arcs += static_cast<std::uint64_t>(
            std::ranges::count_if(without_size(v), [&](const Entry& it) { return it.id > v; }));
    }
    begin(arcs, entries_ == Entries::directed, entries_ == Entries::both);
    for (Vertex v = 0; v < vertices; ++v) take(v, kept.line(v), without_size(v));
  }

  void begin(std::uint64_t arcs, bool directed, bool both_ways) {
    arcs_ = arcs;
    const GraphHeader header{.vertices = static_cast<Vertex>(header_.vertices),
                             .arcs = arcs,
                             .directed = directed,
                             .weighted = header_.weighted,
                             .first_id = 1};
    if (both_ways)
      sink_.begin_both_ways(header);
    else
      sink_.begin(header);
    if (both_ways) opposites_.emplace(header.vertices);
  }

  /// Passes on the arcs of one vertex.
  void take(Vertex vertex, std::uint64_t line, std::span<const Entry> entries) {
    own_.clear();
    for (const Entry& entry : entries) {
      const Arc<W> arc = arc_of(vertex, line, entry);
      if (entries_ == Entries::upper && arc.target < vertex) continue;
      if (announced_ == arcs_ && block_.empty())
        lines_.fail_at(line, "more than the " + std::to_string(header_.edges) + " edges that the header (line " +
                                 std::to_string(header_line_) + ") says, each of them listed twice");
      own_.push_back(arc);
      add(arc);
    }
    if (!opposites_) return;
    for (const Arc<W>& arc : own_) opposites_->note(arc);
    if (opposites_->complete(vertex)) return;
    if (!block_.empty()) blocks_.back() = blocks_.back().first(blocks_.back().size() - block_.size());
    lines_.fail_at(line,
                   missing_opposite<W>(vertex, own_, blocks_) + "; entries = \"directed\" reads every entry as an arc");
  }

  Arc<W> arc_of(Vertex vertex, std::uint64_t line, const Entry& entry) const {
    const auto entry_of = [&] { return "vertex " + std::to_string(vertex + 1) + " lists "; };
    if (entry.id == 0) lines_.fail_at(line, entry_of() + "0: ids start at 1");
    if (entry.id > header_.vertices)
      lines_.fail_at(line, entry_of() + std::to_string(entry.id) + ", but the header says " +
                               std::to_string(header_.vertices) + " vertices");
    const Vertex target = entry.id - 1;
    if (target == vertex && entries_ == Entries::both && !header_.may_be_dimacs10)
      lines_.fail_at(line, entry_of() + "itself; METIS files have no loops, unless FMT is 100 and M counts entries");
    return {vertex, target, entry.weight};
  }

  void add(const Arc<W>& arc) {
    if (block_.empty()) {
      const std::uint64_t size = std::min(block_arcs, arcs_ - announced_);
      block_ = sink_.arcs<W>(size);
      blocks_.emplace_back(block_);
      announced_ += size;
    }
    block_.front() = arc;
    block_ = block_.subspan(1);
  }

  Entries entries_;
  bool exact_;
  GraphSink& sink_;
  RunContext& context_;
  textfile::Lines lines_;
  Header header_;
  std::uint64_t header_line_ = 0;
  std::uint64_t arcs_ = 0;       // expected number
  std::uint64_t announced_ = 0;  // of them, those for which the sink gave room
  std::span<Arc<W>> block_;      // the part of that room which is still to be written
  std::vector<std::span<const Arc<W>>> blocks_;
  std::vector<Arc<W>> own_;  // of the vertex at hand
  std::optional<Opposites<W>> opposites_;
};

}  // namespace wayfront::metis
