#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "base/errors.hpp"
#include "base/process.hpp"
#include "compare/comparison.hpp"
#include "journal/result_file.hpp"
#include "question/sources.hpp"
#include "run.hpp"
#include "settings/option_text.hpp"
#include "settings/settings.hpp"
#include "terminal.hpp"

namespace wayfront::app {
namespace {

std::string sources_text(const host::Question& question) {
  constexpr std::size_t max = 8;
  switch (question.rule) {
    case host::Question::Rule::random:
      return fmt::format("{} random sources{}, seed {}", question.random,
                         question.reaches > 0 ? fmt::format(" that reach {}", host::reach_text(question.reaches)) : "",
                         question.seed);
    case host::Question::Rule::max_degree:
      return "from the vertex with the most out-arcs";
    case host::Question::Rule::all:
      return "from all vertices";
    case host::Question::Rule::listed:
      break;
  }
  std::vector<std::string> shown;
  for (const host::VertexId& id : std::span(question.sources).first(std::min(max, question.sources.size())))
    shown.push_back(to_text(id));
  return fmt::format("{} source{}: {}{}", question.sources.size(), question.sources.size() == 1 ? "" : "s",
                     fmt::join(shown, ", "), question.sources.size() > max ? ", ..." : "");
}

/// Where the graph decides: 1, which plan_text() says.
std::uint64_t count_of(const host::Question& question) {
  if (question.rule == host::Question::Rule::all) return 1;
  if (question.rule == host::Question::Rule::max_degree) return 1;
  return question.rule == host::Question::Rule::listed ? question.sources.size() : question.random;
}

std::string text_of(const host::Question& question) {
  std::string text = sources_text(question);
  if (question.nearest) text = "from the nearest of: " + text;
  if (question.reversed) text += ", against the arcs";
  if (question.batch > 1) text += fmt::format(", {} in a call", question.batch);
  if (question.batch == 0) text += ", many in a call";
  if (std::isfinite(question.limit)) text += fmt::format(", distances up to {}", question.limit);
  if (!question.targets.empty()) text += fmt::format(", to {} targets", question.targets.size());
  if (question.count != 0) text += fmt::format(", the {} nearest vertices", question.count);
  if (!question.reduce.empty()) text += ", reduced to figures of each row";
  return text;
}

std::uint64_t calls_of(const host::Question& question) {
  if (question.nearest || question.batch == 0) return 1;  // or some more, where memory holds fewer rows
  return (count_of(question) + question.batch - 1) / question.batch;
}

/// " name=value" for each option that is set.
std::string set_options(const host::Settings& settings) {
  std::string text;
  const nlohmann::json set = host::set_values(settings.rows(), settings.to_json());
  for (const auto& [name, value] : set.items()) text += fmt::format(" {}={}", name, value.dump());
  return text;
}

std::string graph_text(const host::PlannedCase& planned) {
  if (!planned.graph.path.empty()) return planned.graph.path.string();
  return planned.graph.loader + (planned.loader_options == nullptr ? "" : set_options(*planned.loader_options));
}

std::string run_text(const host::PlannedRun& run, bool baseline) {
  const std::string options = set_options(run.options);
  return fmt::format("  {}{}: {} {}{}\n", run.label, baseline ? " (baseline)" : "", run.plugin.about().name,
                     run.plugin.about().version, options);
}

/// The results in the folder; none if it is missing or not readable.
std::vector<host::Results> earlier_results(const std::filesystem::path& directory) try {
  if (directory.empty()) return {};
  return host::read_results(directory).results;
} catch (const host::UserError&) {
  return {};
}

/// Seconds of one solve with everything around it, by earlier samples of runs with this label, preferably of the same
/// case; or nothing.
std::optional<double> expected_seconds(const std::vector<host::Results>& known, const std::string& case_label,
                                       const std::string& label) {
  std::vector<double> own, others;
  for (const host::Results& results : known)
    for (const host::RunResult& run : results.runs)
      if (run.label == label)
        for (const host::Sample& sample : run.samples) {
          const double one = sample.solve + sample.host + sample.verify;
          if (std::isfinite(one)) (results.case_label() == case_label ? own : others).push_back(one);
        }
  if (own.empty()) own.swap(others);
  return own.empty() ? std::nullopt : std::optional(host::quantile(std::move(own), 0.5));
}

}  // namespace

std::string plan_text(const host::Pipeline& pipeline) {
  const host::MeasurePlan& plan = pipeline.measure;
  const std::vector<host::Results> earlier = earlier_results(pipeline.report.directory);
  std::string text;
  std::uint64_t solves = 0, guessed = 0;
  double expected = 0;
  for (const host::PlannedCase& planned : pipeline.cases) {
    const std::uint64_t each = plan.warmups + plan.repeats * calls_of(planned.question);
    text += fmt::format("{}{}: weights {}, {}, {}\n", planned.label.empty() ? "" : planned.label + ": ",
                        graph_text(planned), host::name(planned.graph.weights), text_of(planned.question),
                        planned.question.predecessors ? "with predecessors" : "no predecessors");
    // The first run if --filter removed the baseline.
    const auto baseline = std::ranges::find_if(planned.runs, [&](std::size_t i) { return pipeline.runs[i].baseline; });
    const std::size_t reference = baseline != planned.runs.end() ? *baseline : planned.runs.front();
    for (const std::size_t index : planned.runs) {
      const host::PlannedRun& run = pipeline.runs[index];
      text += run_text(run, index == reference);
      solves += each;
      if (const auto seconds = expected_seconds(earlier, planned.label, run.label)) {
        expected += *seconds * static_cast<double>(each);
        guessed += each;
      }
    }
  }
  text += fmt::format("{} warm-up(s) and {} repeat(s) from each source, {} thread(s), isolation \"{}\"\n", plan.warmups,
                      plan.repeats, plan.threads != 0 ? plan.threads : host::available_processors(),
                      plan.workers ? "process" : "none");
  if (!pipeline.report.directory.empty()) text += fmt::format("results go to {}\n", pipeline.report.directory.string());
  double max = static_cast<double>(solves) * plan.rules.timeout;
  if (plan.rules.total_timeout > 0) max = std::min(max, plan.rules.total_timeout);
  const auto from_all = [](const host::PlannedCase& it) {
    return it.question.rule == host::Question::Rule::all && it.question.batch == 1;
  };
  if (std::ranges::any_of(pipeline.cases, from_all))
    return text + "the number of solves depends on the number of vertices\n";
  text += fmt::format("at most {} solves", solves);
  if (guessed > 0)
    text += fmt::format("; about {}, estimated from earlier samples{}",
                        duration(expected * static_cast<double>(solves) / static_cast<double>(guessed)),
                        guessed < solves ? " of some runs" : "");
  text += fmt::format("; the timeouts limit this to {}, without loading and preparing\n", duration(max));
  return text;
}

}  // namespace wayfront::app
