// Parallel BGL's headers: <boost/graph/use_mpi.hpp> has to come before any other of Boost.Graph.
#pragma once

// clang-format off
#include <boost/graph/use_mpi.hpp>
#include <map>
#include <boost/property_map/property_map.hpp>
#include <boost/graph/distributed/mpi_process_group.hpp>
#include <boost/graph/distributed/compressed_sparse_row_graph.hpp>
#include <boost/graph/distributed/crauser_et_al_shortest_paths.hpp>
#include <boost/graph/distributed/delta_stepping_shortest_paths.hpp>
#include <boost/graph/distributed/eager_dijkstra_shortest_paths.hpp>
// clang-format on
