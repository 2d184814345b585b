// Reads one edge list: the opening, then arcs in parts, whose ids become vertices when all are known.
//
// Ids below 2^32 - 1 are stored in the arcs until the end. From the first larger id on, and for names, a map translates
// them while the parts are joined.
#include "edge_list.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "column_choice.hpp"
#include "columns.hpp"
#include "companions.hpp"
#include "opening.hpp"
#include "parser.hpp"
#include "text/fields.hpp"
#include "vertices.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"
#include "wayfront/status.hpp"

namespace wayfront::edge_list {
namespace {

/// How many pairs of vertices have arcs in one direction; 0 if some have them in both. Examines some thousand pairs, or all
/// in a small list. A hash of both ends chooses them, so that an arc and its reverse are both examined. Self-loops do not
/// count. One pass, without a copy of the arcs.
template <WeightType W>
std::size_t one_way_pairs(const CollectedArcs<W>& arcs, RunContext& context) {
  struct Looked {
    std::uint64_t pair;  // the smaller end, then the larger one
    bool upwards;
    auto operator<=>(const Looked&) const = default;
  };
  constexpr std::uint64_t max_pairs = std::uint64_t{1} << 14;
  const auto mixed = [](std::uint64_t pair) {
    pair *= 0x9e37'79b9'7f4a'7c15U;
    return pair ^ (pair >> 32);
  };
  const std::uint64_t mask = std::bit_ceil(arcs.count / max_pairs + 1) - 1;
  std::mutex mutex;
  std::vector<Looked> all;
  context.parallel_for(arcs.blocks.size(), 16, [&](std::uint64_t begin, std::uint64_t end) {
    context.throw_if_cancelled();
    std::vector<Looked> some;
    for (std::uint64_t i = begin; i < end; ++i)
      for (const Arc<W>& arc : arcs.blocks[i]) {
        const std::uint64_t low = std::min(arc.source, arc.target), high = std::max(arc.source, arc.target);
        const std::uint64_t pair = low << 32 | high;
        if ((mixed(pair) & mask) == 0 && low != high) some.push_back({pair, arc.source == low});
      }
    const std::scoped_lock lock(mutex);
    all.insert(all.end(), some.begin(), some.end());
  });
  std::ranges::sort(all);
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool again = i != 0 && all[i].pair == all[i - 1].pair;
    if (again && all[i].upwards != all[i - 1].upwards) return 0;
    pairs += again ? 0 : 1;
  }
  return pairs;
}

template <WeightType W>
class Reader {
 public:
  Reader(const Options& options, const LoadRequest& request, GraphSink& sink, RunContext& context)
      : options_(options),
        sink_(sink),
        context_(context),
        lines_("edge-list", *request.input, context),
        parser_(opening_, request.exact) {}

  /// Throws BadInput with "edge-list: FILE:LINE: " in front.
  void read() {
    opening_ = read_opening(lines_, options_);
    companions_ = read_companions(lines_.input(), context_);
    for (const std::string& sentence : opening_.reading) sink_.note(Note::reading, sentence);
    sink_.begin({.arcs = unknown_arcs});
    if (companions_.vertices && opening_.names && opening_.columns != 0)
      lines_.fail_at(opening_.first_arc_line, "an arc of names, but the file next to it lists vertices by numbers");
    if (!opening_.first_arc.empty()) read_first_arc();
    lines_.rest<Part>([&](Part& part) { parser_.parse(part); }, [&](Part& part) { join(part); },
                      [&](Part& part) { finish(part); });
    check_counts();
    if (!opening_.doubt.empty()) sink_.note(Note::doubt, opening_.doubt);
    if (opening_.comments != 0 && !opening_.header.empty())
      sink_.note(Note::doubt,
                 "lines below the header that begin with # or % are comments, but have the columns of arcs (" +
                     std::to_string(opening_.comments) + " of them); put such names in double quotes");
    VertexNumbering<W>(options_, opening_, companions_, lines_, arcs_, sink_, context_).number();
    note_directions();
  }

 private:
  using Part = EdgePart<W>;
  using Arcs = std::span<Arc<W>>;

  void join(Part& part) {
    const Arcs arcs = part.arcs();
    if (opening_.arcs && arcs.size() > *opening_.arcs - arcs_.count)
      textfile::fail_at_arc(lines_, part, *opening_.arcs - arcs_.count,
                            "arc " + std::to_string(*opening_.arcs + 1) + ", but line " +
                                std::to_string(opening_.arcs_line) + " says " + std::to_string(*opening_.arcs) +
                                " arcs",
                            [&](Part& again) { parser_.parse(again); });
    if (part.mapped || arcs_.mapped) {
      if (!arcs_.mapped) arcs_.raw = arcs_.blocks.size();
      arcs_.mapped = true;
      map_ends(part);
    } else {
      for (const auto& it : part.alone) {
        arcs_.alone.push_back(static_cast<Vertex>(read_id(it.id)));
        part.max = std::max(part.max, arcs_.alone.back());
        part.min = std::min(part.min, arcs_.alone.back());
      }
    }
    opening_.comments += part.comments;
    arcs_.max = std::max(arcs_.max, part.max);
    max_of_rest_ = std::max(max_of_rest_, part.max);
    arcs_.min = std::min(arcs_.min, part.min);
    part.destination = sink_.arcs<W>(arcs.size());
    if (!arcs.empty()) arcs_.blocks.push_back(part.destination);
    arcs_.count += arcs.size();
  }

  void map_ends(Part& part) {
    const Arcs arcs = part.arcs();
    auto alone = part.alone.begin();
    const auto those_before = [&](std::size_t arc) {
      for (; alone != part.alone.end() && alone->arcs_before <= arc; ++alone)
        opening_.names ? arcs_.names.of(alone->id) : arcs_.numbers.of(read_id(alone->id));
    };
    constexpr std::size_t ahead = 12;  // ends whose place in the map is fetched before it is needed
    const auto map = [&](const auto& ends, auto& places) {
      for (std::size_t i = 0; i < arcs.size(); ++i) {
        those_before(i);
        for (std::size_t next = 2 * i + ahead; next < std::min(2 * i + ahead + 2, ends.size()); ++next)
          places.prefetch(ends[next]);
        const bool same_source = i != 0 && ends[2 * i] == ends[2 * i - 2];
        arcs[i].source = same_source ? arcs[i - 1].source : places.of(ends[2 * i]);
        arcs[i].target = places.of(ends[2 * i + 1]);
      }
    };
    if (opening_.names) {
      map(part.names, arcs_.names);
    } else if (part.mapped) {
      map(part.numbers, arcs_.numbers);
    } else {
      for (std::size_t i = 0; i < arcs.size(); ++i) {
        those_before(i);
        arcs[i].source = arcs_.numbers.of(arcs[i].source);
        arcs[i].target = arcs_.numbers.of(arcs[i].target);
      }
    }
    those_before(arcs.size());
  }

  void finish(Part& part) const { std::ranges::copy(part.arcs(), part.destination.begin()); }

  /// The first line was examined before it was known to be an arc.
  void read_first_arc() {
    const std::string line = opening_.first_arc + '\n';
    Part part;
    static_cast<textfile::Part&>(part) = {.text = line, .readable = line.data() + line.size()};
    try {
      parser_.parse(part);
      join(part);
    } catch (const BadInput& error) {
      lines_.fail_at(opening_.first_arc_line, error.what(), error.code());
    }
    finish(part);
    max_of_rest_ = 0;
  }

  void check_counts() {
    check_snap_edges();
    if (opening_.arcs && arcs_.count != *opening_.arcs)
      lines_.fail_in_file(
          "line " + std::to_string(opening_.arcs_line) + " says " + std::to_string(*opening_.arcs) +
          " arcs, but the file has " + std::to_string(arcs_.count) + "; it is truncated, or the count is wrong" +
          (opening_.counts_by_shape ? "; if that line is an arc, say header = \"none\", and if all lines "
                                      "are vertices with their neighbours, lines = \"neighbours\""
                                    : ""));
    if (opening_.doubtful_arcs && !arcs_.mapped && arcs_.count > 1 && *opening_.doubtful_arcs == arcs_.count - 1 &&
        max_of_rest_ <= opening_.doubtful_vertices)
      lines_.fail_at(opening_.first_arc_line,
                     "'" + textfile::shown(opening_.first_arc) +
                         "' may be an arc or the counts of vertices and arcs, as " + std::to_string(arcs_.count - 1) +
                         " arcs follow; say loader = \"edge-list\" and options = { header = \"none\" }, or \"counts\"");
  }

  /// Adds a note if a list that is read as directed has each edge only in one direction.
  void note_directions() {
    constexpr std::uint64_t fewest = 16;  // pairs; with fewer, it may be chance
    const bool marked = !opening_.undirected_mark.empty();
    if (options_.edges != Edges::automatic || companions_.directed || opening_.directed) return;
    if (!marked && (opening_.says_directed || arcs_.count < fewest)) return;
    if (one_way_pairs(arcs_, context_) < (marked ? 1 : fewest)) return;
    sink_.note(Note::doubt,
               (marked ? opening_.undirected_mark + ", and " : std::string()) +
                   "no arc has its reverse, as in a list that has each undirected edge once, but it is read "
                   "as directed; if edges are undirected, say " +
                   how_to_set("edges", "\"undirected\"") + "; \"directed\" ends this note");
  }

  /// SNAP's files of undirected graphs have one or two lines per edge, and one per self-loop.
  void check_snap_edges() {
    if (!opening_.snap_edges || opening_.neighbours || arcs_.count == *opening_.snap_edges) return;
    const std::uint64_t edges = *opening_.snap_edges;
    if (arcs_.count > edges && arcs_.count - edges <= edges) {
      std::uint64_t loops = 0;
      for (const Arcs arcs : arcs_.blocks)
        loops += static_cast<std::uint64_t>(
            std::ranges::count_if(arcs, [](const Arc<W>& arc) { return arc.source == arc.target; }));
      const std::uint64_t missing = edges - (arcs_.count - edges);
      if (missing == 0 || missing == loops) return;
    }
    lines_.fail_in_file("line " + std::to_string(opening_.snap_line) + " says " + std::to_string(edges) +
                        " edges, but the file has " + std::to_string(arcs_.count) +
                        " arcs; it is truncated, or the comment is wrong; header = \"none\" reads it anyway");
  }

  const Options& options_;
  GraphSink& sink_;
  RunContext& context_;
  textfile::Lines lines_;
  Opening opening_{};
  Companions companions_{};
  Parser<W> parser_;
  CollectedArcs<W> arcs_{};
  Vertex max_of_rest_ = 0;  // the largest id without the first arc
};

}  // namespace

void EdgeList::load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
  with_weight_type(request.weights, [&]<WeightType W>() { Reader<W>(options_, request, sink, context).read(); });
}

}  // namespace wayfront::edge_list
