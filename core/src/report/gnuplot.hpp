// Data and scripts for gnuplot, for figures in papers: .dat files with a comment that names their columns, and a .gp
// for each that makes a PDF of it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "results/result.hpp"

namespace wayfront::host {

/// Creates the directory, writes into it and returns the number of plots: per graph the speedups, the spread of the
/// times, where the time goes and each traced run's rounds; for several graphs time against size. Throws UserError
/// (usage).
std::size_t write_gnuplot(std::span<const Results> all, const std::filesystem::path& directory);

}  // namespace wayfront::host
