// How a block's shared memory is divided.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device_structure.hpp"

namespace wayfront::separator_sweep_cuda {

inline constexpr std::uint32_t not_staged = 0xffff'ffffU;

/// What kernels may be given at most beside what they declare. Set this for each of them: the limit belongs to the
/// process, and other instances must be able to ask for more than this one.
std::uint32_t max_shared_bytes(int device);

/// Offsets of a block's shared memory, in bytes.
struct Rooms {
  std::uint32_t map;        // not_staged: it is read where it is
  std::uint32_t path_rows;  // places of the path's boundaries
  std::uint32_t path_tables;
  std::uint32_t distances;
  std::uint32_t way;    // distances on the way up
  std::uint32_t lists;  // which of those are reached
  std::uint32_t tables;
  std::uint32_t end;  // of the tables, and of all
};

/// For distances of `entry_bytes`. Throws Unsupported where a block has too little.
Rooms rooms_of(const DeviceStructure& structure, std::size_t entry_bytes);

/// For tiles of `lanes` sources, with `chunk_bytes` and `square_bytes` for all warps of a block.
struct TileRooms {
  Rooms up;              // for the way up; `distances` are those of the path
  std::uint32_t strips;  // of the block; not_staged: they are read where they are
  std::uint32_t chunks;  // of tables, for each warp
  std::uint32_t locals;  // distances of a block's nodes but for the last step's, if they fit
  std::uint32_t end;     // of these, and of all; 0: a block has too little, and sources go one by one
};
TileRooms tile_rooms_of(const DeviceStructure& structure, std::size_t entry_bytes, unsigned lanes,
                        std::uint32_t chunk_bytes, std::uint64_t square_bytes);

}  // namespace wayfront::separator_sweep_cuda
