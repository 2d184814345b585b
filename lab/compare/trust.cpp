#include "compare/summary.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

namespace wayfront::host {
namespace {

struct MachineUse {
  double counted = 0;             // seconds, of the readings with processor times
  double others = 0, stolen = 0;  // processor seconds
  double max_load = 0;
  std::size_t readings = 0, throttled = 0;  // of the readings with throttling counts
};

MachineUse machine_use(const std::vector<MachineReading>& readings) {
  MachineUse use;
  for (const MachineReading& it : readings) {
    use.max_load = std::max(use.max_load, it.load.value_or(0));
    if (it.throttles) {
      ++use.readings;
      use.throttled += *it.throttles != 0 ? 1 : 0;
    }
    if (!it.others) continue;
    use.counted += it.seconds;
    use.others += *it.others * it.seconds;
    use.stolen += it.stolen.value_or(0) * it.seconds;
  }
  return use;
}

unsigned count_at(const nlohmann::json& json, const char* path, unsigned otherwise) {
  const double count = number_at(json, path);
  return count >= 1 ? static_cast<unsigned>(count) : otherwise;
}

void doubt_processors(std::vector<Doubt>& found, const Results& results, const MachineUse& use) {
  if (!(use.counted > 0)) return;
  const unsigned processors = count_at(results.machine, "/threads", 1);
  const unsigned needed = std::min(processors, count_at(results.pipeline, "/measure/threads/value", processors));
  const auto too_much = [&](double seconds, double share) {
    return seconds > share * needed * use.counted + trust_limits.resolution;
  };
  const double disturbing = use.others - (processors - needed) * use.counted;  // the others may use those
  if (too_much(disturbing, trust_limits.others))
    found.push_back(
        {fmt::format("other processes used {:.2f} of {} processors{} (load average up to {:.1f})",
                     use.others / use.counted, processors,
                     needed < processors ? fmt::format(", of which the runs need {}", needed) : "", use.max_load),
         needed > 1 ? "end other programs, or wait for them, and measure again; fewer threads (measure.threads) leave "
                      "processors for them"
                    : "end other programs, or wait for them, and measure again"});
  if (too_much(use.stolen, trust_limits.stolen))
    found.push_back({fmt::format("the hypervisor gave {:.1f} % of the time of {} processors to others (steal)",
                                 100 * use.stolen / (use.counted * processors), processors),
                     "measure on processors that no other virtual machine uses"});
}

/// Two answers to one question can both be certified where a negative cycle is lost in rounding.
void doubt_answers(std::vector<Doubt>& found, const Results& results) {
  std::map<VertexId, std::pair<const RunResult*, const Sample*>> first;
  for (const RunResult& run : results.runs)
    for (const Sample& sample : run.samples) {
      const auto& [other, answer] = first.try_emplace(sample.source, &run, &sample).first->second;
      if (same_answer(sample, *answer)) continue;
      const bool drawn = sample.certified || answer->certified;
      found.push_back({fmt::format("'{}' and '{}' have different answers from source {}{}", other->label, run.label,
                                   sample.source, drawn ? "" : ", each certified"),
                       drawn ? "certify all rows (sample_rows = \"all\")"
                             : "a cycle may be lost in rounding: use integers, or weights = \"float64\""});
      return;
    }
}

}  // namespace

std::vector<Doubt> doubts(const Results& results, const std::optional<Comparison>& control) {
  std::vector<Doubt> found;
  const MachineUse use = machine_use(results.readings.machine);
  doubt_answers(found, results);
  doubt_processors(found, results, use);
  if (static_cast<double>(use.throttled) > trust_limits.throttled * static_cast<double>(use.readings))
    found.push_back(
        {fmt::format("processors were slowed down by heat in {} of {} readings", use.throttled, use.readings),
         "let the machine cool down, or switch its turbo off"});
  if (control && control->pairs >= min_pairs && control->verdict != Verdict::same)
    found.push_back({fmt::format("the baseline against itself is '{}', not 'same': {:.3g}x, between {:.3g} and {:.3g}",
                                 name(control->verdict), control->ratio, control->interval.low, control->interval.high),
                     "use more repeats or a larger graph, so that times scatter less"});
  return found;
}

std::string reasons_text(const std::vector<Doubt>& doubts) {
  std::vector<std::string> all;
  for (const Doubt& it : doubts) all.push_back(it.reason);
  return fmt::format("{}", fmt::join(all, "; "));
}

std::string advice_text(const std::vector<Doubt>& doubts) {
  std::vector<std::string> all;
  for (const Doubt& it : doubts)
    if (std::ranges::find(all, it.advice) == all.end()) all.push_back(it.advice);
  return fmt::format("{}", fmt::join(all, "; "));
}

}  // namespace wayfront::host
