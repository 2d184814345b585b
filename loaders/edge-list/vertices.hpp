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

/// All arcs of a file. Their ends are ids, or indices in one of the maps.
template <WeightType W>
struct CollectedArcs {
  std::vector<std::span<Arc<W>>> blocks{};  // in order
  std::uint64_t count = 0;
  std::size_t raw = 0;  // number of leading blocks that contain ids; all blocks if `mapped` is false
  bool mapped = false;
  ids::NumberMap numbers{};
  ids::NameMap names{};
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
    const ids::Numbering found = opening_.names ? number_names() : number_numbers();
    const bool directed = options_.edges == Edges::automatic
                              ? companions_.directed.value_or(opening_.directed.value_or(true))
                              : options_.edges == Edges::directed;
    if (!directed && opening_.reverse_column != 0)
      lines_.fail_in_file(
          "edges are undirected, and so have one weight both ways; leave out 'reverse', or say edges = \"directed\"");
    sink_.finish({.vertices = found.vertices,
                  .arcs = arcs_.count,
                  .directed = directed,
                  .weighted = opening_.weight_column != 0 || arcs_.count == 0,  // no arc lacks one
                  .first_id = found.first_id});
    if (opening_.names) sink_.names(arcs_.names.names());
    if (!found.ids.empty()) sink_.ids(found.ids);
  }

 private:
  ids::Numbering number_names() {
    const auto vertices = static_cast<Vertex>(arcs_.names.names().size());
    if (options_.ids_from >= 0) lines_.fail_in_file("ids_from is for ids that are numbers, but these are names");
    if (opening_.vertices && *opening_.vertices != vertices)
      lines_.fail_in_file("line " + std::to_string(opening_.vertices_line) + " says " +
                          std::to_string(*opening_.vertices) + " vertices, but " + std::to_string(vertices) +
                          " names occur");
    return {.vertices = vertices};
  }

  ids::Numbering number_numbers() {
    if (arcs_.mapped) return number_mapped();
    if (const auto& listed = companions_.vertices; listed && !listed->empty()) {
      arcs_.min = static_cast<Vertex>(std::min<std::uint64_t>(arcs_.min, listed->front()));
      if (listed->back() >= no_vertex) return number_mapped();
      arcs_.max = std::max(arcs_.max, static_cast<Vertex>(listed->back()));
    }
    if (options_.ids_from >= 0 || opening_.vertices) return number_all();
    if (arcs_.min > arcs_.max) return {};  // no ids at all
    return ids::are_dense(arcs_.min, arcs_.max, arcs_.count) ? number_those_there() : number_mapped();
  }

  /// Every id of a range is a vertex.
  ids::Numbering number_all() {
    std::uint64_t vertices = 0, first_id = 0;
    if (opening_.vertices) {
      // Ids count from 0 if possible.
      first_id = options_.ids_from >= 0 ? static_cast<std::uint64_t>(options_.ids_from)
                 : opening_.first_id    ? *opening_.first_id
                 : arcs_.count != 0 && arcs_.max >= *opening_.vertices && arcs_.min > 0 ? 1
                                                                                        : 0;
      vertices = textfile::check_vertices(*opening_.vertices);
      if (arcs_.count != 0 && arcs_.max >= first_id && arcs_.max - first_id >= vertices)
        lines_.fail_in_file("vertex " + std::to_string(arcs_.max) + ", but line " +
                            std::to_string(opening_.vertices_line) + " says " + std::to_string(vertices) + " vertices");
    } else {
      first_id = static_cast<std::uint64_t>(options_.ids_from);
      vertices = arcs_.count == 0 || arcs_.max < first_id ? 0 : textfile::check_vertices(arcs_.max - first_id + 1);
    }
    if (arcs_.count != 0 && arcs_.min < first_id) {
      const bool by_option = options_.ids_from >= 0;
      lines_.fail_in_file(
          "vertex " + std::to_string(arcs_.min) +
          (by_option ? ", but ids_from = "
                     : ", but line " + std::to_string(opening_.vertices_line) + " says that they count from ") +
          std::to_string(first_id));
    }
    if (const auto first = static_cast<Vertex>(first_id); first != 0)
      ids::each_end<W>(arcs_.blocks, context_, [first](Vertex& end) { end -= first; });
    return {.vertices = static_cast<Vertex>(vertices), .first_id = first_id};
  }

  /// Those that occur, with a bit set.
  ids::Numbering number_those_there() {
    const auto& listed = companions_.vertices;
    ids::RankedSet set(arcs_.min, arcs_.max);
    for (const Vertex id : arcs_.alone) set.add(id);
    if (listed)
      for (const std::uint64_t id : *listed) set.add(static_cast<Vertex>(id));
    ids::Numbering found = ids::rank_ends<W>(arcs_.blocks, set, context_);
    if (listed && set.size() != listed->size()) {
      const auto numbers = set.numbers();
      fail_unlisted(*std::ranges::mismatch(numbers, *listed).in1);
    }
    textfile::check_vertices(set.size());
    return found;
  }

  /// Likewise, with a map.
  ids::Numbering number_mapped() {
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
    return ids::rank_mapped_ends<W>(arcs_.blocks, arcs_.numbers.numbers(), context_);
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

  const Options& options_;
  const Opening& opening_;
  const Companions& companions_;
  const textfile::Lines& lines_;
  CollectedArcs<W>& arcs_;
  GraphSink& sink_;
  RunContext& context_;
};

}  // namespace wayfront::edge_list
