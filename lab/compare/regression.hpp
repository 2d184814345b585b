// Two results of the same pipeline, an older and a newer one: which runs became slower.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compare/comparison.hpp"
#include "record/result.hpp"

namespace wayfront::host {

/// One run that both results have on one graph.
struct Change {
  std::string graph;  // its name and case
  std::string label;
  double before = 0, after = 0;  // median seconds
  Comparison comparison;         // before / after: above 1 is faster now
  bool fails_now = false;        // but did not before, or has another answer
  std::string reason;            // how it fails, or why there is no comparison
};

struct Changes {
  std::vector<Change> changes;
  /// The graphs whose verdicts cannot be trusted, why, and what helps, one sentence each: either result was measured on
  /// a busy machine, or its baseline differs from itself. Those verdicts are unclear.
  std::vector<std::string> doubts;
  std::vector<std::string> notes;  // what has no counterpart, one sentence each
};

/// Results are matched by the graph's digest and the name of the case, the rest by digest and sources; runs by their
/// label, samples by source and repeat. With a `baseline`, a label, each time is first divided by the baseline's for
/// the same source and repeat. Throws UserError (usage) if there is nothing in common, or no such baseline;
/// `before_name` and `after_name` are the names of the two in messages.
Changes changes_between(const std::vector<Results>& before, const std::vector<Results>& after,
                        std::string_view baseline, std::string_view before_name, std::string_view after_name);

/// "5%" as 0.05; also "5 %" and "0.5%". Throws UserError (usage).
double parse_percentage(std::string_view text, std::string_view option);

/// Whether `change` is significantly slower, by more than `threshold` (0.05 is 5 %), or fails now but did not before.
bool is_regression(const Change& change, double threshold);

}  // namespace wayfront::host
