// Reads one edge list: the opening, then arcs in parts, whose ids become vertices when all are known.
//
// Ids below 2^32 - 1 stand in the arcs as they are until the end. From the first larger one on, and for names, they go
// through a map as the parts are joined.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "companions.hpp"
#include "edge_list.hpp"
#include "numbering.hpp"
#include "opening.hpp"
#include "text/arcs.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::edge_list {

template <WeightType W>
class EdgePart : public textfile::ArcPart<W> {
 public:
  bool mapped = false;  // the arcs' ends stand in one of these, two for each arc
  std::vector<std::uint64_t> numbers{};
  std::vector<std::string_view> names{};
  struct Alone {  // a vertex in front of no neighbours
    std::size_t arcs_before;
    std::string_view id;
  };
  std::vector<Alone> alone{};
  Vertex most = 0;  // the largest end, and the least one
  Vertex least = no_vertex;
};

template <WeightType W>
class Reader {
 public:
  Reader(const Options& options, Input& input, GraphSink& sink, RunContext& context)
      : options_(options), sink_(sink), context_(context), lines_("edge-list", input, context) {}

  /// Throws BadInput with "edge-list: FILE:LINE: " in front.
  void read();

 private:
  using Part = EdgePart<W>;
  using Arcs = std::span<Arc<W>>;

  void parse(Part& part) const;
  void read_lines(Part& part) const;
  void read_line(std::string_view line, Part& part) const;
  void read_neighbours(std::string_view line, Part& part) const;
  void add_arc(std::string_view source, std::string_view target, W weight, Part& part) const;
  void join(Part& part);
  void map_ends(Part& part);
  void finish(Part& part) const;
  void read_first_arc();

  void check_counts();
  void check_snap_edges();
  void number();
  Vertex number_all();          // every id of a range is a vertex
  Vertex number_those_there();  // those that occur, by a set of bits
  Vertex number_mapped();       // likewise, by a map
  void map_raw_arcs();
  template <class F>
  void each_arc(F&& f);  // f(arc), for all, on all threads

  const Options& options_;
  GraphSink& sink_;
  RunContext& context_;
  textfile::Lines lines_;
  Opening opening_;
  Companions companions_;

  std::vector<Arcs> arcs_;  // all that were given, in order
  std::uint64_t count_ = 0;
  std::size_t raw_ = 0;  // of arcs_, the first so many hold ids as they are
  bool mapped_ = false;
  NumberMap numbers_;
  NameMap names_;
  Vertex most_ = 0;  // of the ids as they are
  Vertex least_ = no_vertex;
  Vertex most_of_rest_ = 0;  // without the first arc
  std::uint64_t first_id_ = 0;
  std::vector<Vertex> alone_;  // vertices in front of no neighbours, ids as they are
};

}  // namespace wayfront::edge_list
