// mode = "nearest": which of the sources is the nearest of each vertex.
#pragma once

#include <span>
#include <vector>

#include "wayfront/graph.hpp"

namespace wayfront::host {

/// The labels (certify/labels.hpp) of the graph's own vertices: of all but `root`, the virtual vertex, which is the last.
std::vector<Vertex> nearest_sources(std::span<const Vertex> tree, Vertex root);

}  // namespace wayfront::host
