#include "compare/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "base/characters.hpp"

namespace wayfront::host {
namespace {

/// How much longer a first solve takes than later ones from the same source. Limits for a note: twice as long, and
/// longer than clocks and cold caches explain for a short solve.
constexpr double noticed_ratio = 2, noticed_seconds = 20e-6;
/// A machine that is busy during the first repeat slows down all runs, but at most by this factor.
constexpr double max_drift = 3;
/// Sources that a judgement needs, and the share of them that must agree.
constexpr std::size_t fewest_sources = 3;
constexpr double agreeing = 0.75;

/// Legitimate processor time between calls: threads that look for more work before they sleep, per call and thread, and
/// thread, unless there is but one; sending each answer; and what a process does now and then.
constexpr double idle_seconds = 0.3e-3, sending_seconds = 0.05e-3, any_seconds = 0.02;
constexpr double noticed_share = 0.1;

struct FirstSolve {
  double seconds = 0, later = 0;  // later: the median of the other repeats
  double ratio() const { return seconds / later; }
};

/// For each source except the first, which warm-ups may have solved before.
std::map<VertexId, FirstSolve> first_solves(const Results& results, const RunResult& run) {
  std::map<VertexId, std::pair<double, std::vector<double>>> times;
  for (const Sample& sample : run.samples) {
    if (!results.sources.empty() && sample.source == results.sources.front()) continue;
    auto& [first, later] = times[sample.source];
    if (sample.repeat == 1)
      first = sample.solve;
    else
      later.push_back(sample.solve);
  }
  std::map<VertexId, FirstSolve> found;
  for (const auto& [source, all] : times) {
    const FirstSolve it{all.first, quantile(all.second, 0.5)};
    if (it.seconds > 0 && it.later > 0) found.emplace(source, it);
  }
  return found;
}

/// The factor by which first solves from `source` were slower in every run: at least 1.
double drift(const std::vector<std::map<VertexId, FirstSolve>>& all, std::size_t without, const VertexId& source) {
  double min = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (const auto it = all[i].find(source); i != without && it != all[i].end())
      min = std::min(min, it->second.ratio());
  return min < 1 || min == std::numeric_limits<double>::infinity() ? 1 : std::min(min, max_drift);
}

std::vector<std::string> kept_answers(const Results& results) {
  std::vector<std::map<VertexId, FirstSolve>> all;
  for (const RunResult& run : results.runs) all.push_back(first_solves(results, run));
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<double> ratios;
    for (const auto& [source, it] : all[i])
      if (it.ratio() >= noticed_ratio * drift(all, i, source) && it.seconds - it.later >= noticed_seconds)
        ratios.push_back(it.ratio());
    if (all[i].size() < fewest_sources ||
        static_cast<double>(ratios.size()) < agreeing * static_cast<double>(all[i].size()))
      continue;
    notes.push_back(
        fmt::format("{}: the first solve from a source took {:.3g} times as long as the later ones ({} of {} sources): "
                    "does it keep answers?",
                    on_one_line(results.runs[i].label), quantile(ratios, 0.5), ratios.size(), all[i].size()));
  }
  return notes;
}

std::vector<std::string> work_on_no_clock(const Results& results) {
  std::vector<std::string> notes;
  for (const RunResult& run : results.runs) {
    double solves = 0;
    for (const Sample& sample : run.samples) solves += sample.solve;
    const double calls = static_cast<double>(run.samples.size()) + 1;  // and the one that prepares
    if (run.usage.opening > fair_opening_seconds)
      notes.push_back(fmt::format(
          "{}: opening its file and making its instance used {:.3g} s of processor time: does it work outside of "
          "its calls?",
          on_one_line(run.label), run.usage.opening));
    const double outside = run.usage.outside;
    // 1 where the pipeline does not say.
    const double threads = std::max(1.0, number_at(results.pipeline, "/measure/threads/value"));
    const double each = sending_seconds + (threads > 1 ? threads * idle_seconds : 0);
    if (outside <= noticed_share * solves || outside <= any_seconds + calls * each) continue;
    notes.push_back(
        fmt::format("{}: its process used {:.3g} s of processor time between its calls, while others were measured; "
                    "its solves took {:.3g} s: does it work outside of its calls?",
                    on_one_line(run.label), outside, solves));
  }
  return notes;
}

}  // namespace

std::vector<std::string> fairness_notes(const Results& results) {
  // A machine that was busy for the first repeat makes first solves slow, too.
  std::vector<std::string> notes = doubts_of(results).empty() ? kept_answers(results) : std::vector<std::string>();
  std::ranges::move(work_on_no_clock(results), std::back_inserter(notes));
  return notes;
}

}  // namespace wayfront::host
