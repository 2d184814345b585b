// A piece of a generated graph, for programs that make a graph together, each its own part.
#pragma once

#include <cstdint>
#include <span>

#include "options.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/options.hpp"

namespace wayfront::generate {

/// The option rows of the loader `generate`; they store into Options.
std::span<const OptionRow> option_rows();

/// The arcs first .. first + count - 1 of those that the loader would give, as far as there are so many, into `arcs`, which
/// has room for them. Returns the header of the whole graph, of which count = 0 asks alone. Throws BadInput for options
/// that contradict each other, and for kinds whose arcs cannot be made apart from each other.
template <WeightType W>
GraphHeader make_piece(const Options& options, std::uint64_t first, std::span<Arc<W>> arcs);

}  // namespace wayfront::generate
