// What distinguishes results of one pipeline: graph and case.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "record/result.hpp"

namespace wayfront::host {

/// Identifies the graph of a result: its digest, or its name if there is none.
std::string graph_key(const Results& results);

/// The name of this pair in a pipeline with several graphs and problems; "" if there is only one.
std::string case_of(const Results& results);
/// Results with the same key are comparable: the graph and the case.
std::pair<std::string, std::string> case_key(const Results& results);

/// The name of a result for people: the graph, and the case in parentheses if there are several; in one line.
std::string case_name(const Results& results);

/// The same in short: the case alone if there are several, unless another of `all` has such a case on another graph.
std::string short_case_name(const Results& results, std::span<const Results> all);

/// The results with the plugins that were called in the labels of their runs, "johnson with bellman-ford-tarjan and
/// dijkstra": for people. One label stays one label: it has what any of its runs called.
std::vector<Results> with_called(std::span<const Results> all);

}  // namespace wayfront::host
