// From a departure to what the kernel is told about a source.
#pragma once

#include <algorithm>
#include <cstdint>

#include "departure.hpp"
#include "device_structure.hpp"
#include "sweep.cuh"

namespace wayfront::separator_sweep_cuda {

/// The way up and how its tables go into `rooms`; the rest is the caller's.
template <WeightType W>
Query<W> query_of(const separators::Departure<W>& departure, const DeviceStructure& structure, const Rooms& rooms) {
  const separators::Structure& host = structure.host();
  Query<W> query{};
  const std::uint64_t room_for_tables = (rooms.distances - rooms.path_tables) / sizeof(W);
  std::uint64_t room = 0;
  for (const std::uint32_t x : departure.path) {
    const Node& node = host.nodes[x];
    PathNode& it = query.path[query.path_nodes];
    it = {.table_start = node.table_start,
          .inner_start = node.inner_start,
          .boundary_start = node.boundary_start,
          .node = x,
          .step = node.step,
          .first = node.first,
          .size = node.size,
          .stride = node.stride,
          .rows = node.boundary_size,
          .place = structure.paths().places[x],
          .path_row = query.rows,
          .room = not_staged};
    const std::uint64_t entries = std::uint64_t{node.boundary_size} * node.stride;
    if (query.path_nodes != 0 && room + entries <= room_for_tables) {  // of the first node's, few columns are read
      it.room = static_cast<std::uint32_t>(room);
      room += entries;
    }
    query.rows += node.boundary_size;
    query.places = std::max(query.places, it.place + node.stride);
    ++query.path_nodes;
  }
  for (const auto& start : departure.starts) {
    const std::uint32_t x = host.node_of[start.position];
    const std::uint32_t column = start.position - host.nodes[x].first;
    query.start[query.starts++] = {.place = structure.paths().places[x] + column,
                                   .column = x == departure.path.front() ? column : separators::no_node,
                                   .distance = start.distance};
  }
  return query;
}

}  // namespace wayfront::separator_sweep_cuda
