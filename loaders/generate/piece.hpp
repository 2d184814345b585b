// A piece of a generated graph, for programs that make a graph together, each its own part.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "options.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/options.hpp"

namespace wayfront::generate {

/// The option rows of the loader `generate`; they store into Options.
std::span<const OptionRow> option_rows();

/// What make_piece says of the whole graph.
struct PieceHeader {
  GraphHeader graph;           // its arcs are unknown_arcs where only making them tells
  std::uint64_t pieces = 0;    // one behind the other they are all arcs
  std::uint64_t max_arcs = 0;  // of a piece
};

/// Makes piece `number` of the arcs that the loader would give, in their order, into `arcs`; none from the last piece on.
/// Pieces have `size` arcs; where arcs have no numbers (road), a piece is a strip of the graph, whatever `size` is. Throws
/// BadInput for options that contradict each other, and for kinds whose arcs cannot be made apart from each other.
template <WeightType W>
PieceHeader make_piece(const Options& options, std::uint64_t number, std::uint64_t size, std::vector<Arc<W>>& arcs);

}  // namespace wayfront::generate
