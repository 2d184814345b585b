// Distances of all ranks in one NumPy file: each rank writes and reads the rows of its own vertices.
#pragma once

#include <filesystem>
#include <vector>

#include "ranks.hpp"
#include "slice.hpp"

namespace wayfront::ranks {

/// One file that all ranks see, or with "{rank}" in its name a file for each, numbered from 1, with that rank's rows. An
/// existing file is replaced. All ranks together. Throws UserError (ExitCode::failed_run), the same on all.
template <WeightType W>
void write_answer(const std::filesystem::path& name, const std::vector<W>& distances, const WholeGraph& graph,
                  const Ranks& ranks);

/// This rank's rows of such a file, of the type of the weights. All ranks together. Throws UserError (ExitCode::input),
/// the same on all.
template <WeightType W>
std::vector<W> read_answer(const std::filesystem::path& name, const WholeGraph& graph, const Ranks& ranks);

}  // namespace wayfront::ranks
