// Distances on their way over the bus. Where nearly all of them are small integers, they go as codes of one, two or four
// bytes; what is farther goes in a list.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "wayfront/graph.hpp"
#include "wayfront/host_device.hpp"

namespace wayfront::push_pull {

/// Of a whole answer.
enum class Format : std::uint32_t { whole, one_byte, two_bytes, four_bytes };

inline constexpr unsigned formats = 4;

/// The formats of codes that are shorter than a W: up to this one, without `whole`. Floats have none.
template <WeightType W>
inline constexpr unsigned code_formats = std::is_floating_point_v<W> ? 0
                                         : sizeof(W) == 8            ? 3
                                                                     : 2;

/// Code is an unsigned type.
template <class Code>
inline constexpr Code no_path_code = static_cast<Code>(~Code{0});
template <class Code>
inline constexpr Code listed_code = static_cast<Code>(~Code{0} - 1);

/// A distance that its code does not say.
template <WeightType W>
struct Listed {
  W distance;
  Vertex vertex;
};

inline constexpr std::uint32_t piece_vertices = 4096;  // that a block codes in one go

/// What a kernel needs to write an answer as codes, in the host's memory.
template <WeightType W>
struct CodesView {
  unsigned char* codes;        // null: the answer is wanted whole
  std::uint32_t* pieces;       // each is set to the solve's number and the format when the codes of a piece are there
  std::uint32_t coded_pieces;  // those behind are written whole
  Listed<W>* list;
  std::uint32_t list_room;
  std::uint32_t number;  // of the solve; leaves two bits for the format

  WAYFRONT_HD std::uint32_t stamp(Format format) const { return number << 2 | static_cast<std::uint32_t>(format); }
};

}  // namespace wayfront::push_pull
