// Answers that are longer than what was asked for: the rest is cut off, so that equal questions have equal answers.
#pragma once

#include <cstdint>

#include "certify/asked.hpp"
#include "certify/crew.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Turns every entry of a row that the question does not want into unreached<W> and its predecessor into no_vertex;
/// exact_to becomes the distance of the cut. Only for a row that the certificate has found right. Does nothing where the
/// outcome is a negative cycle. With negative weights, a predecessor that is kept may itself be cut off.
void cut(const Graph& graph, const Problem& question, Output& output, std::uint32_t row, Crew crew);

}  // namespace wayfront::host
