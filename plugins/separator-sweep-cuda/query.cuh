// From a departure to what the kernel is told about a source.
#pragma once

#include <algorithm>
#include <cstdint>

#include "departure.hpp"
#include "device_structure.hpp"
#include "sweep.cuh"

namespace wayfront::separator_sweep_cuda {

/// Entries of the first node's table that are read: a column for each start, rounded up to whole words of 16 bytes.
template <WeightType W>
std::uint64_t first_columns(const separators::Departure<W>& departure, const Node& first) {
  return (departure.starts.size() * first.boundary_size + 3) / 4 * 4;
}

/// The way up and how its tables go into `rooms`; the rest is the caller's.
template <WeightType W>
Query<W> query_of(const separators::Departure<W>& departure, const DeviceStructure& structure, const Rooms& rooms) {
  const separators::Structure& host = structure.host();
  Query<W> query{};
  const std::uint64_t room_for_tables = (rooms.distances - rooms.path_tables) / sizeof(W);
  std::uint64_t room = 0;
  const auto add = [&](std::uint32_t x) {
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
    const std::uint64_t staged = query.path_nodes != 0 ? entries : first_columns(departure, node);
    if (room + staged <= room_for_tables) {
      it.room = static_cast<std::uint32_t>(room);
      room += staged;
    }
    query.rows += node.boundary_size;
    query.places = std::max(query.places, it.place + node.stride);
    ++query.path_nodes;
  };
  for (const std::uint32_t x : departure.path) add(x);
  // A source that does not reach the core has the root on its way all the same, where nothing is reached.
  if (departure.path.empty() && !host.nodes.empty()) add(0);
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
