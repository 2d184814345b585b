// What someone needs to repeat a measurement: commands, program, machine, seeds, digests of the graphs, the pipeline.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "record/result.hpp"

namespace wayfront::host {

/// Of one pipeline on one machine.
struct Repetition {
  std::vector<std::string> commands;
  std::vector<std::pair<std::string, std::string>> facts;  // what, and its value
  std::string pipeline;                                    // the whole text; "" in results of earlier versions
};

/// The processor with its caches, and each GPU with its multiprocessors, clock, L2 and bandwidth: what, and a text.
/// Reports of earlier versions tell less.
std::vector<std::pair<std::string, std::string>> hardware(const nlohmann::json& machine);

/// One for each pipeline whose results are among these, in their order.
std::vector<Repetition> repetitions_of(std::span<const Results> all);

/// A folded section, "How to repeat this", as HTML and as Markdown, which GitHub folds, too.
std::string repeat_html(std::span<const Results> all);
std::string repeat_markdown(std::span<const Results> all);

}  // namespace wayfront::host
