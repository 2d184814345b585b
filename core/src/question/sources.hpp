// The vertices that a question starts from.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "certify/asked.hpp"
#include "graph/vertex_ids.hpp"
#include "question/question.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Advice if sources of a directed graph reach little, as the part of a sentence after "if".
inline constexpr std::string_view read_as_undirected =
    "each line of the file is an undirected edge, set [graph] loader = \"edge-list\", options = { edges = "
    "\"undirected\" }";

/// "25 % of the vertices", or "100000 vertices".
std::string reach_text(double reaches);

/// The vertices with these ids, in their order. Throws UserError (usage), which begins with `what`, for an id that the
/// graph does not have. Searching names takes time linear in the graph for each.
std::vector<Vertex> vertices_of(std::span<const VertexId> wanted, Vertex vertices, const VertexIds& ids,
                                std::string_view what);

/// Each of them once, where it is first.
std::vector<Vertex> distinct(std::span<const Vertex> listed);
/// How many of the first `most` come before one that is listed again: what one call of a plugin may have.
std::size_t distinct_count(std::span<const Vertex> listed, std::size_t most);

/// Vertices (0-based), in order. Random ones are distinct, have out-degree > 0 and reach what `question.reaches` says;
/// of several vertices with the max out-degree, the first is taken; all are in the order of their ids. There are fewer
/// than `question.random` if no more such vertices are found: the searches that find too little visit at most 32 times
/// the size of the graph. `ids` are the graph's; `directed` false: the graph has each arc in both directions. Does not depend on the number of threads.
/// Throws UserError (usage) for an unknown id, and if there is no vertex to start from; Cancelled.
std::vector<Vertex> choose_sources(const Question& question, const Graph& graph, bool directed, const VertexIds& ids,
                                   RunContext& context, Door door = Door::file);

// A question once the graph is known: the one place where ids become vertices.

/// Targets are as listed: a vertex may be there again. With `nearest` the last vertex of the graph is the virtual
/// source; the question's `count` does not include it. Throws UserError (usage), which names the part of the question
/// as `door` does, if the graph has no such question. Sources are chosen by choose_sources().
Asked resolve(const Question& question, const GraphInfo& graph, const VertexIds& ids, Door door);

/// Why no search can stop early, for the reader; "" if one can, or if all distances are wanted.
std::string early_stop_note(const Asked& asked, const GraphInfo& graph);

}  // namespace wayfront::host
