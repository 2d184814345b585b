// What is asked of a graph, as people write it in a pipeline file or on a command line: ids of the graph's file, words,
// bounds. What each part is called there, its default and its sentence are rows (question_rows.hpp).
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "certify/reduced/row_sample.hpp"
#include "graph/vertex_ids.hpp"

namespace wayfront::host {

/// Who asks: what is not said differs, and so do the names of parts in messages.
enum class Door : std::uint8_t { file, command };

/// Rows store into the members. Their values here are those of a pipeline file that says nothing.
struct Question {
  enum class Rule : std::uint8_t { listed, random, max_degree, all };

  Rule rule = Rule::random;
  std::vector<VertexId> sources{};  // listed
  std::string source_file{};        // the file that they stand in; "": none
  std::uint64_t random = 8;         // how many
  std::uint64_t seed = 1;
  /// What each random one must reach, including itself: up to 1 a share of the vertices, above it their number.
  double reaches = 0;
  std::vector<VertexId> targets{};  // the only vertices whose distances are wanted; empty: all
  std::string target_file{};
  double limit = std::numeric_limits<double>::infinity();
  std::uint64_t count = 0;  // only this many nearest vertices are wanted; 0: all
  std::uint64_t nearest = 0;  // one search from all sources together, for so many nearest ones; 0: from each
  bool reversed = false;    // distances to the sources, on the reversed graph
  bool predecessors = false;
  std::uint64_t batch = 1;            // sources of one call; 0: as many as suit the plugin and the memory
  std::uint64_t parallel = 1;         // sources of a call that instances solve at the same time; 0: chosen
  std::vector<std::string> reduce{};  // names of figures: no distances are wanted, only these of each row
  double within = std::numeric_limits<double>::quiet_NaN();  // the limit of the figure `within`; NaN: none is given
  bool check = false;                                        // a plugin that reduces rows checks them, too
  std::uint64_t sample_rows = 32;                            // see RowSampling
  std::uint64_t sample_beyond = RowSampling::all;
  std::uint64_t sample_seed = 1;

  bool operator==(const Question&) const = default;
};

/// How many rows are certified where not all are.
inline RowSampling sampling_of(const Question& question) {
  return {.rows = question.sample_rows, .seed = question.sample_seed, .whole_beyond = question.sample_beyond};
}

}  // namespace wayfront::host
