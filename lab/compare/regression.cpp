#include "compare/regression.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/characters.hpp"
#include "base/errors.hpp"
#include "base/text.hpp"
#include "compare/summary.hpp"

namespace wayfront::host {
namespace {

[[noreturn]] void refuse_comparison(const std::string& why) { throw UserError(ExitCode::usage, why); }

const RunResult* run_called(const Results& results, std::string_view label) {
  const auto found = std::ranges::find(results.runs, label, &RunResult::label);
  return found == results.runs.end() ? nullptr : &*found;
}

/// If several results are of one case, the last counts: it is the newest.
std::map<std::pair<std::string, std::string>, const Results*> by_case(const std::vector<Results>& all) {
  std::map<std::pair<std::string, std::string>, const Results*> cases;
  for (const Results& results : all) cases[case_key(results)] = &results;
  return cases;
}

struct Pair {
  const Results* before;
  const Results* after;
};

/// The results of both sides that belong together, and the unmatched ones of each side.
struct Matches {
  std::vector<Pair> pairs;
  std::vector<const Results*> only_before, only_after;
};

using Related = bool (*)(const Results&, const Results&);

bool same_sources(const Results& a, const Results& b) { return std::ranges::is_permutation(a.sources, b.sources); }

bool share_a_source(const Results& a, const Results& b) {
  return std::ranges::find_first_of(a.sources, b.sources) != a.sources.end();
}

/// Pairs the unmatched results of the same graph if `related` finds exactly one counterpart in both directions.
void match_related(Matches& it, Related related) {
  const auto partners = [&](const Results& one, const std::vector<const Results*>& others) {
    std::vector<const Results*> found;
    std::ranges::copy_if(others, std::back_inserter(found), [&](const Results* other) {
      return graph_key(one) == graph_key(*other) && related(one, *other);
    });
    return found;
  };
  std::vector<Pair> made;
  for (const Results* const before : it.only_before) {
    const auto afters = partners(*before, it.only_after);
    if (afters.size() == 1 && partners(*afters[0], it.only_before).size() == 1) made.push_back({before, afters[0]});
  }
  for (const Pair& pair : made) {
    std::erase(it.only_before, pair.before);
    std::erase(it.only_after, pair.after);
    it.pairs.push_back(pair);
  }
}

/// First by graph and name of the case; then by graph and sources, because a pipeline with one case has no name for it,
/// and names may differ between pipelines.
Matches match(const std::vector<Results>& before, const std::vector<Results>& after) {
  Matches it;
  auto news = by_case(after);
  for (const auto& [key, old] : by_case(before)) {
    const auto now = news.find(key);
    if (now == news.end()) {
      it.only_before.push_back(old);
      continue;
    }
    it.pairs.push_back({old, now->second});
    news.erase(now);
  }
  for (const auto& [key, now] : news) it.only_after.push_back(now);
  match_related(it, same_sources);
  match_related(it, share_a_source);
  return it;
}

/// "x.gr (digest 0123), y.gr (digest 4567)".
std::string graphs_of(const std::vector<Results>& all) {
  std::set<std::string> names;
  for (const Results& results : all) {
    const std::string digest = results.graph_digest();
    names.insert(case_name(results) + (digest.empty() ? "" : fmt::format(" (digest {})", digest)));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

/// A sentence about `results` of `file`, for which `other_file`, with `others`, has no counterpart.
std::string only_in(const Results& results, std::string_view file, const std::vector<Results>& others,
                    std::string_view other_file) {
  const std::string graph = graph_key(results);
  if (std::ranges::none_of(others, [&](const Results& other) { return graph_key(other) == graph; }))
    return fmt::format("{} is only in {}", case_name(results), file);
  return fmt::format(
      "{} of {} has no counterpart in {}, which has the same graph: no case there, or more than one, has its name or "
      "its sources",
      case_name(results), file, other_file);
}

void check_baseline(const Results& results, std::string_view baseline, std::string_view file) {
  if (baseline.empty() || run_called(results, baseline) != nullptr) return;
  std::vector<std::string_view> labels;
  for (const RunResult& run : results.runs) labels.push_back(run.label);
  const std::string near = nearest(baseline, labels);
  refuse_comparison(fmt::format(
      "--baseline: {} has no run labelled '{}'{}; {}", file, baseline,
      results.graph.is_object() ? fmt::format(" on {}", case_name(results)) : "",
      near.empty() ? fmt::format("there are: {}", fmt::join(labels, ", ")) : fmt::format("did you mean '{}'?", near)));
}

/// `run` with each time divided by the baseline's for the same source and repeat; samples without such a time are left
/// out.
RunResult relative_to(const RunResult& run, const RunResult& baseline) {
  std::map<std::pair<VertexId, unsigned>, double> times;
  for (const Sample& sample : baseline.samples) times[{sample.source, sample.repeat}] = sample.solve;
  RunResult it;
  for (const Sample& sample : run.samples) {
    const auto time = times.find({sample.source, sample.repeat});
    if (time == times.end() || !(time->second > 0)) continue;
    it.samples.push_back(sample);
    it.samples.back().solve /= time->second;
  }
  return it;
}

/// Whether the answers of both from one source have to be equal. In batches they depend on the other sources, too.
bool ask_the_same(const Results& before, const Results& after) {
  constexpr const char* rules[] = {"/problem/batch/value", "/problem/count/value", "/problem/direction/value",
                                   "/problem/limit/value", "/problem/mode/value",  "/problem/targets/value",
                                   "/output/reduce/value", "/output/within/value"};
  if (json_at(before.pipeline, "/problem/batch/set") == true && before.sources != after.sources) return false;
  return std::ranges::all_of(
      rules, [&](const char* rule) { return json_at(before.pipeline, rule) == json_at(after.pipeline, rule); });
}

/// A source from which the two have different answers, if there is one.
std::optional<VertexId> source_that_differs(const RunResult& old, const RunResult& now) {
  std::map<VertexId, const Sample*> answers;
  for (const Sample& sample : old.samples) answers.try_emplace(sample.source, &sample);
  for (const Sample& sample : now.samples)
    if (const auto it = answers.find(sample.source); it != answers.end() && !same_answer(*it->second, sample))
      return sample.source;
  return std::nullopt;
}

Change change_of(const Results& before, const Results& after, const RunResult& old, const RunResult& now,
                 std::string_view baseline, bool doubted) {
  Change it;
  it.graph = case_name(before);
  it.label = old.label;
  it.before = quantile(of_samples(old, &Sample::solve), 0.5);
  it.after = quantile(of_samples(now, &Sample::solve), 0.5);
  it.fails_now = now.status != RunStatus::ok && now.status != RunStatus::interrupted && old.status == RunStatus::ok;
  if (it.fails_now) it.reason = fmt::format("{} now: {}", name(now.status), now.reason);
  const auto source = source_that_differs(old, now);
  const bool same_question = ask_the_same(before, after);
  if (source && same_question && !it.fails_now) {
    it.fails_now = true;
    it.reason = fmt::format("its answer from source {} is not that of before", *source);
  }
  const auto compared = [&](const RunResult& a, const RunResult& b) {
    it.comparison = compare(paired_ratios(a, b), true);
  };
  if (baseline.empty())
    compared(old, now);
  else
    compared(relative_to(old, *run_called(before, baseline)), relative_to(now, *run_called(after, baseline)));
  if (doubted && it.comparison.verdict != Verdict::none) it.comparison.verdict = Verdict::unclear;
  if (it.comparison.pairs == 0 && it.reason.empty())
    it.reason = source && !same_question ? "its answers are to another question than before"
                                         : "no samples from the same source and repeat";
  return it;
}

/// Whether there is any sample.
bool add_doubts(Changes& changes, const Results& results, std::string_view file) {
  const std::vector<Doubt> found = doubts_of(results);
  if (found.empty()) return false;
  changes.doubts.push_back(fmt::format("do not trust the verdicts of {}, which are 'unclear': in {} {}. What helps: {}",
                                       case_name(results), file, reasons_text(found), advice_text(found)));
  return true;
}

}  // namespace

Changes changes_between(const std::vector<Results>& before, const std::vector<Results>& after,
                        std::string_view baseline, std::string_view before_name, std::string_view after_name) {
  Changes it;
  const Matches matches = match(before, after);
  for (const Results* const old : matches.only_before)
    it.notes.push_back(only_in(*old, before_name, after, after_name));
  for (const Pair& pair : matches.pairs) {
    const Results &old = *pair.before, &now = *pair.after;
    check_baseline(old, baseline, before_name);
    check_baseline(now, baseline, after_name);
    const bool old_doubted = add_doubts(it, old, before_name), now_doubted = add_doubts(it, now, after_name);
    if (old.case_label() != now.case_label())
      it.notes.push_back(
          fmt::format("{} of {} is compared with {} of {}: they have the same graph and the same sources",
                      case_name(old), before_name, case_name(now), after_name));
    for (const RunResult& run : old.runs) {
      if (run.label == baseline) continue;
      const RunResult* const other = run_called(now, run.label);
      if (other == nullptr)
        it.notes.push_back(fmt::format("'{}' is only in {}", on_one_line(run.label), before_name));
      else
        it.changes.push_back(change_of(old, now, run, *other, baseline, old_doubted || now_doubted));
    }
    for (const RunResult& run : now.runs)
      if (run_called(old, run.label) == nullptr)
        it.notes.push_back(fmt::format("'{}' is only in {}", on_one_line(run.label), after_name));
  }
  for (const Results* const now : matches.only_after)
    it.notes.push_back(only_in(*now, after_name, before, before_name));
  if (matches.pairs.empty()) {
    const bool common = std::ranges::any_of(before, [&](const Results& old) {
      return std::ranges::any_of(after, [&](const Results& now) { return graph_key(now) == graph_key(old); });
    });
    refuse_comparison(
        common ? fmt::format("no case can be compared; {}", fmt::join(it.notes, "; "))
               : fmt::format("different graphs: {} has {}, and {} has {}; times of different graphs cannot be "
                             "compared",
                             before_name, graphs_of(before), after_name, graphs_of(after)));
  }
  if (it.changes.empty())
    refuse_comparison(
        fmt::format("{} and {} have no run with the same label on the same graph", before_name, after_name));
  return it;
}

double parse_percentage(std::string_view text, std::string_view option) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string_view rest(end, text.data() + text.size());
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  if (error != std::errc() || rest != "%" || !(number >= 0) || !(number <= 1e6))
    refuse_comparison(fmt::format("{} must be a percentage such as 5%, but is '{}'", option, text));
  return number / 100;
}

bool is_regression(const Change& change, double threshold) {
  if (change.fails_now) return true;
  return change.comparison.verdict == Verdict::slower && 1 / change.comparison.ratio > 1 + threshold;
}

}  // namespace wayfront::host
