#include "rooms.hpp"

#include <algorithm>
#include <string>

#include "wayfront/cuda/error.hpp"
#include "wayfront/status.hpp"

namespace wayfront::separator_sweep_cuda {

namespace {

constexpr std::uint64_t max_map = 48 << 10;  // a longer one is read where it is
constexpr std::uint64_t max_path_tables = 24 << 10;

void require(std::uint64_t bytes, std::uint64_t available) {
  if (bytes <= available) return;
  throw Unsupported("separator-sweep-cuda: a block needs " + std::to_string(bytes) +
                    " bytes of shared memory for distances on this graph, and has " + std::to_string(available));
}

constexpr std::uint64_t rounded_up(std::uint64_t bytes) { return (bytes + 127) / 128 * 128; }

/// All but the tables of the way down, for `distances` of a block, with `after_map` bytes for others behind the map; too
/// much where `end` is above `available`.
Rooms rooms_for(const DeviceStructure& structure, std::size_t entry_bytes, std::uint64_t distances,
                std::uint64_t after_map, std::uint64_t available) {
  std::uint64_t end = 0;
  const auto room = [&](std::uint64_t bytes) {
    const std::uint64_t start = end;
    end += rounded_up(bytes);
    return static_cast<std::uint32_t>(start);
  };
  Rooms rooms{};
  const std::uint64_t map_bytes = std::uint64_t{structure.shares().pitch} * sizeof(std::uint32_t);
  rooms.map = map_bytes <= max_map ? room(map_bytes) : not_staged;
  room(after_map);
  const Paths& paths = structure.paths();
  rooms.path_rows = room(std::uint64_t{paths.max_rows} * sizeof(std::uint32_t));
  rooms.way = room(std::uint64_t{paths.max_places} * entry_bytes);
  rooms.lists = room(std::uint64_t{paths.max_places} * sizeof(std::uint32_t));
  const std::uint64_t need = end + rounded_up(distances * entry_bytes);
  const std::uint64_t left = need < available ? available - need : 0;
  rooms.path_tables = room(std::min({paths.max_table_entries * entry_bytes, max_path_tables, left / 256 * 128}));
  rooms.distances = room(distances * entry_bytes);
  rooms.tables = rooms.end = static_cast<std::uint32_t>(end);
  return rooms;
}

}  // namespace

std::uint32_t max_shared_bytes(int device) {
  constexpr std::uint32_t declared = 4096;
  int in_block = 0;
  WAYFRONT_CUDA(cudaDeviceGetAttribute(&in_block, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  return static_cast<std::uint32_t>(in_block) - declared;
}

Rooms rooms_of(const DeviceStructure& structure, std::size_t entry_bytes) {
  const std::uint64_t available = max_shared_bytes(structure.device());
  Rooms rooms = rooms_for(structure, entry_bytes, structure.shares().max_distances, 0, available);
  require(rooms.end, available);
  std::uint64_t tables = 0;
  for (const std::uint64_t entries : structure.shares().max_tables) tables += entries * entry_bytes;
  rooms.end += static_cast<std::uint32_t>(std::min(rounded_up(tables), (available - rooms.end) / 128 * 128));
  return rooms;
}

TileRooms tile_rooms_of(const DeviceStructure& structure, std::size_t entry_bytes, unsigned lanes,
                        std::uint32_t chunk_bytes, std::uint64_t square_bytes) {
  constexpr std::uint64_t max_strips = 24 << 10;
  const std::uint64_t available = max_shared_bytes(structure.device());
  TileRooms rooms{};
  const std::uint64_t strips = rounded_up(std::uint64_t{structure.shares().max_strips} * sizeof(Strip));
  rooms.up =
      rooms_for(structure, entry_bytes, structure.paths().max_places, strips <= max_strips ? strips : 0, available);
  std::uint64_t end = rooms.up.path_rows;  // what follows is used again on the way down
  rooms.strips = strips <= max_strips ? static_cast<std::uint32_t>(end - strips) : not_staged;
  rooms.chunks = static_cast<std::uint32_t>(end);
  end += chunk_bytes;
  rooms.locals = static_cast<std::uint32_t>(end);
  if (std::max({end, std::uint64_t{rooms.up.end}, square_bytes}) > available) return {};
  end = std::min(end + rounded_up(std::uint64_t{structure.shares().max_upper} * lanes * entry_bytes),
                 available / 128 * 128);
  rooms.end = static_cast<std::uint32_t>(std::max({end, std::uint64_t{rooms.up.end}, square_bytes}));
  return rooms;
}

}  // namespace wayfront::separator_sweep_cuda
