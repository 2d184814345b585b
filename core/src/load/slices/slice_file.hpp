// A slice of a graph as a file: the arcs out of a range of vertices, for one of several processes that solve together.
// `wayfront split` writes all slices of a graph; wayfront-rank opens its own, so no machine needs the whole.
//
// A header of fixed size, then the bounds of all slices, the slice's offsets, targets and weights, each at the next
// multiple of 64 bytes. Numbers are in the byte order of the machine that wrote them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include "load/graph_file_layout.hpp"
#include "load/loaded_graph.hpp"

namespace wayfront::host {

inline constexpr std::string_view slice_magic{"\x93WFS\r\n\x1a\n", 8};
inline constexpr std::uint32_t slice_version = 1;
inline constexpr std::uint64_t max_slices = 4096;

struct SliceHeader : FileHead {
  std::uint8_t weights;   // WeightKind
  std::uint8_t directed;  // whether the input was
  std::uint8_t weighted;  // whether the input had weights
  std::uint8_t reserved[5];
  std::uint64_t slices;
  std::uint64_t slice;      // of this file, from 0
  std::uint64_t first_arc;  // the position of its first arc in the whole graph
  std::uint64_t own_edges;
  Hash128 content;         // XXH3-128 of everything behind the header
  std::uint64_t checksum;  // XXH3-64 of all bytes before it
};
static_assert(sizeof(SliceHeader) == 152);

/// How vertices are dealt out: slices of about as many vertices, or of about as many arcs.
enum class Balance : std::uint8_t { arcs, vertices };

/// The first vertex of each slice, and behind them the number of vertices. `offset_of(v)` is the number of arcs out of
/// the vertices before v.
template <class OffsetOf>
std::vector<std::uint64_t> slice_bounds(std::uint64_t vertices, std::uint64_t edges, std::uint64_t slices,
                                        Balance balance, const OffsetOf& offset_of) {
  std::vector<std::uint64_t> bounds(slices + 1, vertices);
  for (std::uint64_t i = 0; i < slices; ++i) {
    const std::uint64_t all = balance == Balance::vertices ? vertices : edges;
    bounds[i] = static_cast<std::uint64_t>(static_cast<unsigned __int128>(all) * i / slices);
    if (balance == Balance::vertices || i == 0) continue;
    const auto later = std::views::iota(static_cast<Vertex>(bounds[i - 1]), static_cast<Vertex>(vertices));
    bounds[i] = bounds[i - 1] +
                static_cast<std::uint64_t>(std::ranges::lower_bound(later, bounds[i], {}, offset_of) - later.begin());
  }
  return bounds;
}

/// Where the arrays of a slice begin in its file.
struct SliceSections {
  std::uint64_t bounds, offsets, targets, weights, end;
};
SliceSections sections_of(const SliceHeader& header, std::uint64_t own_vertices);

/// What is wrong with the first bytes of a file of `file_bytes` bytes, as a sentence; "" if nothing is.
std::string header_fault(const SliceHeader& header, std::uint64_t file_bytes);

/// "ny.wfs" is the name of all slices: slice 0 of 4 is "ny.1-of-4.wfs".
std::filesystem::path slice_path(const std::filesystem::path& name, std::uint64_t slice, std::uint64_t slices);

/// Writes slice by slice; the arrays of a mapped graph are read once, from the first to the last. Throws UserError
/// (ExitCode::failed_run) where a file cannot be written; those before it stay.
void write_slices(const LoadedGraph& loaded, const std::filesystem::path& name, std::uint64_t slices, Balance balance);

}  // namespace wayfront::host
