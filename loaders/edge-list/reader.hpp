// Reads one edge list: the opening, then arcs in parts, whose ids become vertices when all are known.
//
// Ids below 2^32 - 1 are stored in the arcs until the end. From the first larger id on, and for names, a map translates
// them while the parts are joined.
#pragma once

#include <span>

#include "companions.hpp"
#include "edge_list.hpp"
#include "opening.hpp"
#include "parser.hpp"
#include "vertices.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::edge_list {

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
  void read();

 private:
  using Part = EdgePart<W>;
  using Arcs = std::span<Arc<W>>;

  void join(Part& part);
  void map_ends(Part& part);
  void finish(Part& part) const;
  void read_first_arc();
  void check_counts();
  void note_directions();
  void check_snap_edges();

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

}  // namespace wayfront::edge_list
