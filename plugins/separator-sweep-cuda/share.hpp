// What each block of the sweep's kernel works out, as words that it reads.
//
// A block gets nodes whose tables are about its share of all entries, side by side in the order of a depth-first walk.
// It also works out all ancestors of its nodes, which other blocks do as well: so it needs nothing from them on the way
// down, and the grid has to meet only once, before answers are gathered. Of the root, whose table is the largest, it
// works out only the columns that its other nodes touch. Each position is *published* by one block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "structure.hpp"

namespace wayfront::separator_sweep_cuda {

inline constexpr unsigned max_steps = 16;  // of structures; real ones have four or five

/// Up to 32 rows and 32 columns of one node's table: work for a warp.
struct Piece {
  std::uint32_t table;  // first entry, from the step's first
  std::uint32_t ways;   // first row in the list of the step's ways
  std::uint32_t own;    // first column in the block's distances
  std::uint16_t stride;
  std::uint8_t rows;
  std::uint8_t columns;
};
static_assert(sizeof(Piece) == 16);

/// Up to 8 columns of one node's table, with all rows: work for a warp that has several sources.
struct Strip {
  std::uint32_t table;     // first entry, from the step's first
  std::uint32_t ways;      // first row in the list of the step's ways
  std::uint32_t own;       // first column in the block's distances
  std::uint32_t position;  // likewise
  std::uint32_t node;
  std::uint32_t rows;
  std::uint32_t stride;
  std::uint32_t columns;
};
static_assert(sizeof(Strip) == 32);

/// Nodes of one step, the root's step excepted.
struct StepShare {
  std::uint64_t table_start;           // of the first node
  std::uint32_t table_entries;         // of all nodes
  std::uint32_t first_node, end_node;  // that the block works out
  std::uint32_t first, end;            // their positions
  std::uint32_t local;                 // place of the first one in the block's distances
  std::uint32_t own_first, own_end;    // positions that it publishes
  std::uint32_t ways;                  // word of the map: places in the block's distances, by row of each table
  std::uint32_t pieces, piece_count;   // word of the map; how many
  std::uint32_t strips, strip_count;   // the first one of the block's; how many
};
static_assert(sizeof(StepShare) == 64);

/// The first words of a block's map. Words of the map are counted from its start; then a StepShare for each step after
/// the root's.
struct ShareHead {
  std::uint32_t columns, column_count;  // of the root: positions, in the order of the block's first distances
  std::uint32_t own_columns;            // the first ones of these are published
  std::uint32_t steps;                  // the root's excepted
};
static_assert(sizeof(ShareHead) == 16);

struct Shares {
  std::uint32_t blocks = 0;
  std::uint32_t pitch = 0;                  // words of a map, a multiple of 4
  std::uint32_t max_distances = 0;          // that a block works out
  std::uint32_t max_upper = 0;              // of these, but for the last step
  std::vector<std::uint32_t> maps;          // blocks x pitch
  std::vector<Strip> strips;                // of all blocks
  std::vector<std::uint32_t> strip_starts;  // by block, and where the last one's end
  std::uint32_t max_strips = 0;             // of any block
  std::vector<std::uint64_t> max_tables;    // by step: entries, of any block
};

Shares shares_of(const separators::Structure& structure, std::uint32_t blocks);

/// The way from a node to the root. What is known there lies in one piece, the root's part first: so a position has the
/// same place on the ways from all nodes below it.
struct Paths {
  std::vector<std::uint32_t> places;     // by node: where its separator's part starts
  std::vector<std::uint32_t> up_places;  // by entry of Structure::boundaries: of that position
  std::uint32_t max_places = 0;          // of any node's way
  std::uint32_t max_rows = 0;            // of boundaries, of all nodes of a way
  std::uint64_t max_table_entries = 0;   // likewise, but the first node's
};
Paths paths_of(const separators::Structure& structure);

}  // namespace wayfront::separator_sweep_cuda
