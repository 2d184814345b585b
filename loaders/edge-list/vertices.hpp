// Which ids of an edge list are vertices, and the arcs between them, once all arcs have been read.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "companions.hpp"
#include "edge_list.hpp"
#include "ids/numbering.hpp"
#include "ids/rank_ends.hpp"
#include "opening.hpp"
#include "text/lines.hpp"
#include "text/numbers.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"
#include "wayfront/status.hpp"

namespace wayfront::edge_list {

using ids::NameMap;
using ids::NumberMap;
using ids::RankedSet;

/// All arcs of a file. Their ends are ids, or indices in one of the maps.
template <WeightType W>
struct CollectedArcs {
  std::vector<std::span<Arc<W>>> blocks{};  // in order
  std::uint64_t count = 0;
  std::size_t raw = 0;  // number of leading blocks that contain ids; all blocks if `mapped` is false
  bool mapped = false;
  NumberMap numbers{};
  NameMap names{};
  Vertex max = 0;  // of the unmapped ids
  Vertex min = no_vertex;
  std::vector<Vertex> alone{};  // vertices without neighbours, as unmapped ids
};

template <WeightType W>
class VertexNumbering {
 public:
  VertexNumbering(const Options& options, const Opening& opening, const Companions& companions,
                  const textfile::Lines& lines, CollectedArcs<W>& arcs, GraphSink& sink, RunContext& context)
      : options_(options),
        opening_(opening),
        companions_(companions),
        lines_(lines),
        arcs_(arcs),
        sink_(sink),
        context_(context) {}

  /// Converts the arcs' ends to vertices, and passes everything except the arcs to the sink. Throws BadInput with a
  /// place.
  void number() {
    const Vertex vertices = opening_.names ? number_names() : number_numbers();
    GraphHeader header;
    header.vertices = vertices;
    header.arcs = arcs_.count;
    header.weighted = opening_.weight_column != 0 || arcs_.count == 0;  // no arc lacks one
    header.first_id = first_id_;
    header.directed = options_.edges == Edges::automatic
                          ? companions_.directed.value_or(opening_.directed.value_or(true))
                          : options_.edges == Edges::directed;
    if (!header.directed && opening_.reverse_column != 0)
      lines_.fail_in_file(
          "edges are undirected, and so have one weight both ways; leave out 'reverse', or say edges = \"directed\"");
    sink_.finish(header);
    if (opening_.names) sink_.names(arcs_.names.names());
  }

 private:
  Vertex number_names() {
    const auto vertices = static_cast<Vertex>(arcs_.names.names().size());
    if (options_.ids_from >= 0) lines_.fail_in_file("ids_from is for ids that are numbers, but these are names");
    if (opening_.vertices && *opening_.vertices != vertices)
      lines_.fail_in_file("line " + std::to_string(opening_.vertices_line) + " says " +
                          std::to_string(*opening_.vertices) + " vertices, but " + std::to_string(vertices) +
                          " names occur");
    return vertices;
  }

  Vertex number_numbers() {
    constexpr std::uint64_t bits_per_arc = 64;  // a larger bit set takes more memory than a map
    if (arcs_.mapped) return number_mapped();
    if (const auto& listed = companions_.vertices; listed && !listed->empty()) {
      arcs_.min = static_cast<Vertex>(std::min<std::uint64_t>(arcs_.min, listed->front()));
      if (listed->back() >= no_vertex) return number_mapped();
      arcs_.max = std::max(arcs_.max, static_cast<Vertex>(listed->back()));
    }
    if (options_.ids_from >= 0 || opening_.vertices) return number_all();
    if (arcs_.min > arcs_.max) return 0;  // no ids at all
    if (arcs_.max - arcs_.min <= bits_per_arc * (arcs_.count + 256)) return number_those_there();
    return number_mapped();
  }

  /// Every id of a range is a vertex.
  Vertex number_all() {
    std::uint64_t vertices = 0;
    if (opening_.vertices) {
      // Ids count from 0 if possible.
      first_id_ = options_.ids_from >= 0 ? static_cast<std::uint64_t>(options_.ids_from)
                  : opening_.first_id    ? *opening_.first_id
                  : arcs_.count != 0 && arcs_.max >= *opening_.vertices && arcs_.min > 0 ? 1
                                                                                         : 0;
      vertices = textfile::check_vertices(*opening_.vertices);
      if (arcs_.count != 0 && arcs_.max >= first_id_ && arcs_.max - first_id_ >= vertices)
        lines_.fail_in_file("vertex " + std::to_string(arcs_.max) + ", but line " +
                            std::to_string(opening_.vertices_line) + " says " + std::to_string(vertices) + " vertices");
    } else {
      first_id_ = static_cast<std::uint64_t>(options_.ids_from);
      vertices = arcs_.count == 0 || arcs_.max < first_id_ ? 0 : textfile::check_vertices(arcs_.max - first_id_ + 1);
    }
    if (arcs_.count != 0 && arcs_.min < first_id_) {
      const bool by_option = options_.ids_from >= 0;
      lines_.fail_in_file(
          "vertex " + std::to_string(arcs_.min) +
          (by_option ? ", but ids_from = "
                     : ", but line " + std::to_string(opening_.vertices_line) + " says that they count from ") +
          std::to_string(first_id_));
    }
    if (first_id_ != 0) {
      const auto first = static_cast<Vertex>(first_id_);
      each_arc([first](Arc<W>& arc) { arc.source -= first, arc.target -= first; });
    }
    return static_cast<Vertex>(vertices);
  }

  /// Those that occur, with a bit set.
  Vertex number_those_there() {
    const auto& listed = companions_.vertices;
    RankedSet set(arcs_.min, arcs_.max);
    each_arc([&](const Arc<W>& arc) { set.add(arc.source), set.add(arc.target); });
    for (const Vertex id : arcs_.alone) set.add(id);
    if (listed)
      for (const std::uint64_t id : *listed) set.add(static_cast<Vertex>(id));
    set.rank();
    if (listed && set.size() != listed->size()) {
      const auto numbers = set.numbers();
      fail_unlisted(*std::ranges::mismatch(numbers, *listed).in1);
    }
    const Vertex vertices = textfile::check_vertices(set.size());
    if (set.has_all()) {
      first_id_ = arcs_.min;
      const Vertex min = arcs_.min;
      if (min != 0) each_arc([min](Arc<W>& arc) { arc.source -= min, arc.target -= min; });
      return vertices;
    }
    each_arc([&](Arc<W>& arc) { arc.source = set.rank_of(arc.source), arc.target = set.rank_of(arc.target); });
    sink_.ids(set.numbers());
    return vertices;
  }

  /// Likewise, with a map.
  Vertex number_mapped() {
    if (options_.ids_from >= 0)
      lines_.fail_in_file("ids_from makes every number up to the largest id a vertex, but there are ids above 2^32");
    if (opening_.vertices)
      lines_.fail_in_file("ids above 2^32, but line " + std::to_string(opening_.vertices_line) + " says " +
                          std::to_string(*opening_.vertices) + " vertices");
    map_raw_arcs();
    const std::size_t with_arcs = arcs_.numbers.numbers().size();
    if (companions_.vertices) {
      for (const std::uint64_t id : *companions_.vertices) arcs_.numbers.of(id);
      if (arcs_.numbers.numbers().size() != companions_.vertices->size())
        for (const std::uint64_t id : arcs_.numbers.numbers().first(with_arcs))
          if (!std::ranges::binary_search(*companions_.vertices, id)) fail_unlisted(id);
    }
    const std::span<const std::uint64_t> numbers = arcs_.numbers.numbers();
    const ids::Ranking ranking = ids::ranking_of(numbers);
    if (!ranking.places.empty())
      each_arc([&](Arc<W>& arc) { arc.source = ranking.places[arc.source], arc.target = ranking.places[arc.target]; });
    sink_.ids(ranking.ids);
    return static_cast<Vertex>(ranking.ids.size());
  }

  [[noreturn]] void fail_unlisted(std::uint64_t id) const {
    lines_.fail_in_file("vertex " + std::to_string(id) + " has arcs, but the .v file next to it does not list it");
  }

  /// Arcs from before the first large id.
  void map_raw_arcs() {
    const std::size_t raw = arcs_.mapped ? arcs_.raw : arcs_.blocks.size();
    for (std::size_t i = 0; i < raw; ++i)
      for (Arc<W>& arc : arcs_.blocks[i])
        arc.source = arcs_.numbers.of(arc.source), arc.target = arcs_.numbers.of(arc.target);
    for (const Vertex id : arcs_.alone) arcs_.numbers.of(id);
  }

  /// Calls f(arc) for all arcs, on all threads.
  template <class F>
  void each_arc(F&& f) {
    // Parts are small, so they are the chunks.
    context_.parallel_for(arcs_.blocks.size(), 16, [&](std::uint64_t begin, std::uint64_t end) {
      context_.throw_if_cancelled();
      for (std::uint64_t i = begin; i < end; ++i)
        for (Arc<W>& arc : arcs_.blocks[i]) f(arc);
    });
  }

  const Options& options_;
  const Opening& opening_;
  const Companions& companions_;
  const textfile::Lines& lines_;
  CollectedArcs<W>& arcs_;
  GraphSink& sink_;
  RunContext& context_;
  std::uint64_t first_id_ = 0;
};

}  // namespace wayfront::edge_list
