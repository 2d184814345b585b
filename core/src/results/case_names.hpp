// What tells results of one pipeline apart: graph and case.
#pragma once

#include <string>
#include <utility>

#include "results/result.hpp"

namespace wayfront::host {

/// What makes two results of one graph: its digest, or its name where there is none.
std::string graph_key(const Results& results);

/// What a pipeline of several graphs and problems calls this pair of them; "" where there is one.
std::string case_of(const Results& results);
/// What makes two results comparable: the graph and the case.
std::pair<std::string, std::string> case_key(const Results& results);

/// What a person calls a result: the graph, and the case in parentheses where there are several; in one line.
std::string case_name(const Results& results);

}  // namespace wayfront::host
