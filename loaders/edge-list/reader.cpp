#include "reader.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "columns.hpp"
#include "text/fields.hpp"
#include "text/numbers.hpp"
#include "wayfront/status.hpp"

namespace wayfront::edge_list {
namespace {

using textfile::Fields;

constexpr std::size_t shortest_line = std::string_view("1 1\n").size();
constexpr std::size_t shortest_neighbour = std::string_view(" 1").size();

/// An id that no arc can hold as it is.
struct LargeId {};

std::string text(std::uint64_t number) { return std::to_string(number); }

}  // namespace

template <WeightType W>
void Reader<W>::read() {
  opening_ = read_opening(lines_, options_);
  companions_ = read_companions(lines_.input(), context_);
  sink_.begin({.arcs = unknown_arcs});
  if (companions_.vertices && opening_.names && opening_.columns != 0)
    lines_.fail_at(opening_.first_arc_line, "an arc of names, but the file beside it lists vertices by numbers");
  if (!opening_.first_arc.empty()) read_first_arc();
  lines_.template rest<Part>([&](Part& part) { parse(part); }, [&](Part& part) { join(part); },
                             [&](Part& part) { finish(part); });
  check_counts();
  number();
}

template <WeightType W>
void Reader<W>::parse(Part& part) const {
  part.numbers.clear();
  part.names.clear();
  part.mapped = opening_.names;
  try {
    read_lines(part);
  } catch (const LargeId&) {
    part.mapped = true;
    part.lines = 0;
    read_lines(part);
  }
  part.most = 0;
  part.least = no_vertex;
  if (part.mapped) return;
  for (const Arc<W>& arc : part.arcs()) {
    part.most = std::max({part.most, arc.source, arc.target});
    part.least = std::min({part.least, arc.source, arc.target});
  }
}

template <WeightType W>
void Reader<W>::read_lines(Part& part) const {
  const auto each = [&](std::string_view line) { read_line(line, part); };
  const textfile::LineForm form{.separator = opening_.exact_separator};
  const std::size_t columns = opening_.columns;
  const std::size_t weight = opening_.weight_column;
  part.alone.clear();
  if (opening_.neighbours) {
    part.start(part.text.size() / shortest_neighbour + 1);
    textfile::each_line(part, [&](std::string_view line) { read_neighbours(line, part); });
  } else if (part.mapped || (weight != 0 && weight != 3)) {
    part.start(part.text.size() / shortest_line + 1);
    textfile::each_line(part, each);
  } else if (weight == 0) {
    if (columns == 2)
      part.template read_lines<Fields::source_target>(form, shortest_line, each);
    else
      part.template read_lines<Fields::source_target_more>(form, shortest_line, each);
  } else if (columns == 3) {
    part.template read_lines<Fields::source_target_weight>(form, shortest_line, each);
  } else {
    part.template read_lines<Fields::source_target_weight_more>(form, shortest_line, each);
  }
}

template <WeightType W>
void Reader<W>::read_line(std::string_view line, Part& part) const {
  check_line_end(line);
  if (is_comment(line)) return;
  const Columns columns(line, opening_.separator);
  const std::size_t needed = std::max<std::size_t>(opening_.weight_column, 2);
  const bool exact = opening_.columns == needed;
  if (columns.size() < needed || (exact && columns.size() != needed))
    throw BadInput("a line of " + text(columns.size()) + (columns.size() == 1 ? " field" : " fields") +
                   ", but the first arc (line " + text(opening_.first_arc_line) + ") has " + text(opening_.columns));
  W value{};
  if (opening_.weight_column != 0) {
    const std::string_view weight = columns[opening_.weight_column - 1];
    if (weight.empty()) throw BadInput("an empty field where the weight is expected");
    value = textfile::read_weight<W>(weight, textfile::Reals::whole_ones);
  }
  add_arc(columns[0], columns[1], value, part);
}

template <WeightType W>
void Reader<W>::read_neighbours(std::string_view line, Part& part) const {
  check_line_end(line);
  if (is_comment(line)) return;
  const std::string_view source = textfile::next_field(line);
  std::string_view target = textfile::next_field(line);
  if (target.empty()) {
    if (!opening_.names && read_id(source) >= no_vertex && !part.mapped) throw LargeId();
    part.alone.push_back({part.arcs().size(), source});
  }
  for (; !target.empty(); target = textfile::next_field(line)) {
    W weight{};
    if (opening_.weight_column != 0) {
      const std::size_t comma = target.find(',');
      if (comma == target.npos)
        throw BadInput("'" + textfile::shown(target) +
                       "' is no TARGET,WEIGHT, as in the first line of neighbours (line " +
                       text(opening_.first_arc_line) + ")");
      weight = textfile::read_weight<W>(target.substr(comma + 1), textfile::Reals::whole_ones);
      target = target.substr(0, comma);
    }
    add_arc(source, target, weight, part);
  }
}

template <WeightType W>
void Reader<W>::add_arc(std::string_view source, std::string_view target, W weight, Part& part) const {
  Arc<W> arc{0, 0, weight};
  if (opening_.names) {
    if (source.empty() || target.empty()) throw BadInput("an empty field where a vertex is expected");
    part.names.insert(part.names.end(), {source, target});
  } else {
    const std::uint64_t from = read_id(source);
    const std::uint64_t to = read_id(target);
    if (part.mapped) {
      part.numbers.insert(part.numbers.end(), {from, to});
    } else {
      if (std::max(from, to) >= no_vertex) throw LargeId();
      arc.source = static_cast<Vertex>(from);
      arc.target = static_cast<Vertex>(to);
    }
  }
  part.add(arc);
}

template <WeightType W>
void Reader<W>::join(Part& part) {
  const Arcs arcs = part.arcs();
  if (opening_.arcs && arcs.size() > *opening_.arcs - count_)
    textfile::fail_at_arc(lines_, part, *opening_.arcs - count_,
                          "arc " + text(*opening_.arcs + 1) + ", but line " + text(opening_.arcs_line) + " says " +
                              text(*opening_.arcs) + " arcs",
                          [&](Part& again) { parse(again); });
  if (part.mapped || mapped_) {
    if (!mapped_) raw_ = arcs_.size();
    mapped_ = true;
    map_ends(part);
  } else {
    for (const auto& it : part.alone) {
      alone_.push_back(static_cast<Vertex>(read_id(it.id)));
      part.most = std::max(part.most, alone_.back());
      part.least = std::min(part.least, alone_.back());
    }
  }
  most_ = std::max(most_, part.most);
  most_of_rest_ = std::max(most_of_rest_, part.most);
  least_ = std::min(least_, part.least);
  part.destination = sink_.arcs<W>(arcs.size());
  if (!arcs.empty()) arcs_.push_back(part.destination);
  count_ += arcs.size();
}

template <WeightType W>
void Reader<W>::map_ends(Part& part) {
  const Arcs arcs = part.arcs();
  auto alone = part.alone.begin();
  const auto those_before = [&](std::size_t arc) {
    for (; alone != part.alone.end() && alone->arcs_before <= arc; ++alone)
      opening_.names ? names_.of(alone->id) : numbers_.of(read_id(alone->id));
  };
  for (std::size_t i = 0; i < arcs.size(); ++i) {
    those_before(i);
    if (opening_.names)
      arcs[i].source = names_.of(part.names[2 * i]), arcs[i].target = names_.of(part.names[2 * i + 1]);
    else if (part.mapped)
      arcs[i].source = numbers_.of(part.numbers[2 * i]), arcs[i].target = numbers_.of(part.numbers[2 * i + 1]);
    else
      arcs[i].source = numbers_.of(arcs[i].source), arcs[i].target = numbers_.of(arcs[i].target);
  }
  those_before(arcs.size());
}

template <WeightType W>
void Reader<W>::finish(Part& part) const {
  std::ranges::copy(part.arcs(), part.destination.begin());
}

/// The first arc was looked at before it was known to be one.
template <WeightType W>
void Reader<W>::read_first_arc() {
  const std::string line = opening_.first_arc + '\n';
  Part part;
  static_cast<textfile::Part&>(part) = {.text = line, .readable = line.data() + line.size()};
  try {
    parse(part);
    join(part);
  } catch (const BadInput& error) {
    lines_.fail_at(opening_.first_arc_line, error.what());
  }
  finish(part);
  most_of_rest_ = 0;
}

template <WeightType W>
void Reader<W>::check_counts() {
  check_snap_edges();
  if (opening_.arcs && count_ != *opening_.arcs)
    lines_.fail_in_file("line " + text(opening_.arcs_line) + " says " + text(*opening_.arcs) +
                        " arcs, but the file has " + text(count_) + "; it is cut off, or the count is wrong");
  if (opening_.doubtful_arcs && !mapped_ && count_ > 1 && *opening_.doubtful_arcs == count_ - 1 &&
      most_of_rest_ <= opening_.doubtful_vertices)
    lines_.fail_at(opening_.first_arc_line,
                   "'" + textfile::shown(opening_.first_arc) +
                       "' may be an arc or the counts of vertices and arcs, as " + text(count_ - 1) +
                       " arcs follow; say loader = \"edge-list\" and options = { header = \"none\" }, or \"counts\"");
}

/// SNAP's files of undirected graphs have an edge in one line or in two, and a loop in one.
template <WeightType W>
void Reader<W>::check_snap_edges() {
  if (!opening_.snap_edges || opening_.neighbours || count_ == *opening_.snap_edges) return;
  const std::uint64_t edges = *opening_.snap_edges;
  if (count_ > edges && count_ - edges <= edges) {
    std::uint64_t loops = 0;
    for (const Arcs arcs : arcs_)
      loops += static_cast<std::uint64_t>(
          std::ranges::count_if(arcs, [](const Arc<W>& arc) { return arc.source == arc.target; }));
    const std::uint64_t missing = edges - (count_ - edges);
    if (missing == 0 || missing == loops) return;
  }
  lines_.fail_in_file("line " + text(opening_.snap_line) + " says " + text(edges) + " edges, but the file has " +
                      text(count_) + " arcs; it is cut off, or the comment is wrong; header = \"none\" reads it all " +
                      "the same");
}

template <WeightType W>
template <class F>
void Reader<W>::each_arc(F&& f) {
  // Parts are small, so they are the chunks.
  context_.parallel_for(arcs_.size(), 16, [&](std::uint64_t begin, std::uint64_t end) {
    context_.throw_if_cancelled();
    for (std::uint64_t i = begin; i < end; ++i)
      for (Arc<W>& arc : arcs_[i]) f(arc);
  });
}

template <WeightType W>
void Reader<W>::number() {
  Vertex vertices = 0;
  if (opening_.names) {
    vertices = static_cast<Vertex>(names_.names().size());
    if (options_.ids_from >= 0) lines_.fail_in_file("ids_from is for ids that are numbers, but these are names");
    if (opening_.vertices && *opening_.vertices != vertices)
      lines_.fail_in_file("line " + text(opening_.vertices_line) + " says " + text(*opening_.vertices) +
                          " vertices, but " + text(vertices) + " names occur");
  } else if (mapped_) {
    vertices = number_mapped();
  } else {
    const auto& listed = companions_.vertices;
    bool large = false;
    if (listed && !listed->empty()) {
      large = listed->back() >= no_vertex;
      least_ = static_cast<Vertex>(std::min<std::uint64_t>(least_, listed->front()));
      most_ = large ? most_ : std::max(most_, static_cast<Vertex>(listed->back()));
    }
    constexpr std::uint64_t bits_per_arc = 64;  // a set of bits larger than that takes more memory than a map
    if (large)
      vertices = number_mapped();
    else if (options_.ids_from >= 0 || opening_.vertices)
      vertices = number_all();
    else if (least_ > most_)
      vertices = 0;  // no ids at all
    else if (most_ - least_ <= bits_per_arc * (count_ + 256))
      vertices = number_those_there();
    else
      vertices = number_mapped();
  }
  GraphHeader header;
  header.vertices = vertices;
  header.arcs = count_;
  header.weighted = opening_.weight_column != 0 || count_ == 0;  // no arc lacks one
  header.first_id = first_id_;
  header.directed = options_.edges == Edges::automatic ? companions_.directed.value_or(opening_.directed.value_or(true))
                                                       : options_.edges == Edges::directed;
  sink_.finish(header);
  if (opening_.names) sink_.names(names_.names());
}

template <WeightType W>
Vertex Reader<W>::number_all() {
  std::uint64_t vertices = 0;
  if (opening_.vertices) {
    // Ids count from 0 as long as they can.
    first_id_ = options_.ids_from >= 0 ? static_cast<std::uint64_t>(options_.ids_from)
                : opening_.first_id    ? *opening_.first_id
                : count_ != 0 && most_ >= *opening_.vertices && least_ > 0 ? 1
                                                                           : 0;
    vertices = textfile::check_vertices(*opening_.vertices);
    if (count_ != 0 && most_ >= first_id_ && most_ - first_id_ >= vertices)
      lines_.fail_in_file("vertex " + text(most_) + ", but line " + text(opening_.vertices_line) + " says " +
                          text(vertices) + " vertices");
  } else {
    first_id_ = static_cast<std::uint64_t>(options_.ids_from);
    vertices = count_ == 0 || most_ < first_id_ ? 0 : textfile::check_vertices(most_ - first_id_ + 1);
  }
  if (count_ != 0 && least_ < first_id_) {
    const bool by_option = options_.ids_from >= 0;
    lines_.fail_in_file("vertex " + text(least_) +
                        (by_option ? ", but ids_from = "
                                   : ", but line " + text(opening_.vertices_line) + " says that they count from ") +
                        text(first_id_));
  }
  if (first_id_ != 0) {
    const auto first = static_cast<Vertex>(first_id_);
    each_arc([first](Arc<W>& arc) { arc.source -= first, arc.target -= first; });
  }
  return static_cast<Vertex>(vertices);
}

template <WeightType W>
Vertex Reader<W>::number_those_there() {
  const auto& listed = companions_.vertices;
  RankedSet set(least_, most_);
  each_arc([&](const Arc<W>& arc) { set.add(arc.source), set.add(arc.target); });
  for (const Vertex id : alone_) set.add(id);
  if (listed) {
    for (const std::uint64_t id : *listed) set.add(static_cast<Vertex>(id));
    set.rank();
    if (set.size() != listed->size()) {
      const auto numbers = set.numbers();
      const auto stranger = std::ranges::mismatch(numbers, *listed).in1;
      lines_.fail_in_file("vertex " + text(*stranger) + " has arcs, but the file .v beside it does not list it");
    }
  } else {
    set.rank();
  }
  const Vertex vertices = textfile::check_vertices(set.size());
  if (set.has_all()) {
    first_id_ = least_;
    const Vertex least = least_;
    if (least != 0) each_arc([least](Arc<W>& arc) { arc.source -= least, arc.target -= least; });
    return vertices;
  }
  each_arc([&](Arc<W>& arc) { arc.source = set.rank_of(arc.source), arc.target = set.rank_of(arc.target); });
  sink_.ids(set.numbers());
  return vertices;
}

/// Arcs from before the first large id.
template <WeightType W>
void Reader<W>::map_raw_arcs() {
  const std::size_t raw = mapped_ ? raw_ : arcs_.size();
  for (std::size_t i = 0; i < raw; ++i)
    for (Arc<W>& arc : arcs_[i]) arc.source = numbers_.of(arc.source), arc.target = numbers_.of(arc.target);
  for (const Vertex id : alone_) numbers_.of(id);
}

template <WeightType W>
Vertex Reader<W>::number_mapped() {
  if (options_.ids_from >= 0)
    lines_.fail_in_file("ids_from makes every number up to the largest id a vertex, but there are ids above 2^32");
  if (opening_.vertices)
    lines_.fail_in_file("ids above 2^32, but line " + text(opening_.vertices_line) + " says " +
                        text(*opening_.vertices) + " vertices");
  map_raw_arcs();
  const std::size_t with_arcs = numbers_.numbers().size();
  if (companions_.vertices) {
    for (const std::uint64_t id : *companions_.vertices) numbers_.of(id);
    if (numbers_.numbers().size() != companions_.vertices->size())
      for (const std::uint64_t id : numbers_.numbers().first(with_arcs))
        if (!std::ranges::binary_search(*companions_.vertices, id))
          lines_.fail_in_file("vertex " + text(id) + " has arcs, but the file .v beside it does not list it");
  }
  const std::span<const std::uint64_t> numbers = numbers_.numbers();
  std::vector<Vertex> ascending(numbers.size());
  std::iota(ascending.begin(), ascending.end(), Vertex{0});
  std::ranges::sort(ascending, {}, [&](Vertex v) { return numbers[v]; });
  std::vector<Vertex> rank(numbers.size());
  std::vector<std::uint64_t> ids(numbers.size());
  for (Vertex v = 0; v < numbers.size(); ++v) rank[ascending[v]] = v, ids[v] = numbers[ascending[v]];
  each_arc([&](Arc<W>& arc) { arc.source = rank[arc.source], arc.target = rank[arc.target]; });
  sink_.ids(ids);
  return static_cast<Vertex>(ids.size());
}

template class Reader<std::int32_t>;
template class Reader<float>;

}  // namespace wayfront::edge_list
