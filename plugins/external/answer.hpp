// The distances that a peer wrote, as those of the graph's type.
#pragma once

#include <filesystem>

#include "wayfront/run.hpp"

namespace wayfront::external {

/// Reads the file of distances into `output`. Each number is converted exactly: infinity, and the largest number of an
/// integer type, are "unreached". Throws Failure, about `peer`, if the file is not a row of numbers as long as the
/// graph, or if the graph's type does not have one of the numbers.
void read_distances(const std::filesystem::path& file, std::string_view peer, Output& output);

}  // namespace wayfront::external
