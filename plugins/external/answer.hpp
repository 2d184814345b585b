// The distances that a peer wrote, as those of the graph's type.
#pragma once

#include <filesystem>

#include "wayfront/run.hpp"

namespace wayfront::external {

/// Reads the file of distances into `output`. Each number is converted exactly: infinity, and the largest number of an
/// integer type, are "unreached". Throws Failure, about `peer`, where the file is not of a row of numbers as long as
/// the graph, or where a number is none of the graph's type.
void read_distances(const std::filesystem::path& file, std::string_view peer, Output& output);

}  // namespace wayfront::external
