// Which ids of an edge list are vertices, and the arcs between them, once all arcs have been read.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "companions.hpp"
#include "edge_list.hpp"
#include "ids/numbering.hpp"
#include "opening.hpp"
#include "text/lines.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"

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
  void number();

 private:
  Vertex number_names();
  Vertex number_numbers();
  Vertex number_all();          // every id of a range is a vertex
  Vertex number_those_there();  // those that occur, with a bit set
  Vertex number_mapped();       // likewise, with a map
  void map_raw_arcs();
  template <class F>
  void each_arc(F&& f);  // calls f(arc) for all arcs, on all threads

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
