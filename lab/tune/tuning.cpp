#include "tune/tuning.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <ranges>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/characters.hpp"
#include "base/errors.hpp"
#include "base/process.hpp"
#include "engine/choice/choice.hpp"
#include "graph/rows_view.hpp"
#include "measure/experiment.hpp"
#include "measure/observer.hpp"
#include "pipeline/pipeline.hpp"
#include "settings/option_text.hpp"

namespace wayfront::host {

std::string text_of(const TriedOptions& options, std::string_view separator) {
  std::string text;
  for (const auto& [name, value] : options)
    text += fmt::format("{}{} = {}", text.empty() ? "" : separator, name, value);
  return text;
}

namespace {

/// What the row names itself.
std::vector<std::string> named_values(const OptionRow& row, const GraphInfo& graph) {
  constexpr std::string_view times_mean = "mean_weight *";
  std::string_view left = row.trials;
  const bool by_mean = left.starts_with(times_mean);
  if (by_mean) left.remove_prefix(times_mean.size());
  const double mean = graph.mean_weight == 0 ? 1 : std::abs(graph.mean_weight);
  std::vector<std::string> values;
  for (const auto part : std::views::split(left, ',')) {
    std::string value(part.begin(), part.end());
    value.erase(0, value.find_first_not_of(' '));
    double factor = 0;  // what is no number stays as it is, and is refused with its option
    const bool is_number = std::from_chars(value.data(), value.data() + value.size(), factor).ec == std::errc();
    values.push_back(by_mean && is_number ? fmt::format("{:.6g}", std::max(factor * mean, 1e-30)) : std::move(value));
  }
  return values;
}

/// What follows from a row alone.
std::vector<std::string> guessed_values(const OptionRow& row) {
  const OptionValue& usual = row.default_value;
  std::vector<std::string> values;
  if (row.type == OptionType::boolean) values.emplace_back(usual.boolean ? "false" : "true");
  if (row.type == OptionType::choice)
    for (const wayfront::Choice& word : std::span(row.choices).first(row.choice_count))
      if (word.value != usual.integer) values.push_back(as_toml(word.name));
  if (row.type == OptionType::integer)
    for (const std::int64_t value : {usual.integer / 2, usual.integer * 2})
      if (value != usual.integer && value != 0 && value >= row.integers.min && value <= row.integers.max)
        values.push_back(fmt::to_string(value));
  if (row.type == OptionType::real)
    for (const double value : {usual.real / 2, usual.real * 2})
      if (value != usual.real && value >= row.reals.min && value <= row.reals.max)
        values.push_back(fmt::format("{:.6g}", value));
  return values;
}

/// As many as a verdict needs pairs of times, each from another source.
void require_sources(const LoadedGraph& loaded) {
  const ArcsView arcs = arcs_view(loaded.graph->csr());
  const auto sources =
      std::ranges::count_if(std::views::iota(Vertex{0}, arcs.vertices), [&](Vertex v) { return arcs.degree(v) > 0; });
  if (static_cast<std::size_t>(sources) < min_pairs)
    throw UserError(
        ExitCode::usage,
        fmt::format("{}: tuning needs times from {} sources, and the graph has {} (vertices with out-arcs); "
                    "keep the defaults, or tune on a larger graph of its kind",
                    loaded.name, min_pairs, sources));
}

/// Fewer solves than planned are made where a run ends early or the graph has fewer sources.
struct SolveCounter : Observer {
  void progress(std::uint64_t /*done*/, std::uint64_t /*total*/, std::string_view /*label*/) override { ++solves; }
  std::uint64_t solves = 0;
};

/// How a pipeline names the plugin, wherever the pipeline lies.
std::string plugin_text(const TuneRequest& request, const PluginRegistry& plugins) {
  const Plugin& plugin = *request.plugin;
  const bool named = plugins.look_up(PluginKind::algorithm, plugin.about().name) == &plugin;
  return as_toml(named ? plugin.about().name : std::filesystem::absolute(plugin.file).lexically_normal().string());
}

/// "1.200 times as fast as the defaults, 5 pairs, 95 % interval 1.190 .. 1.210, faster".
std::string evidence_text(const Comparison& it) {
  if (it.pairs == 0) return "not measured";
  std::string text =
      fmt::format("{:.3f} times as fast as the defaults, {} pair{}", it.ratio, it.pairs, it.pairs == 1 ? "" : "s");
  if (it.pairs >= min_pairs)
    text += fmt::format(", 95 % interval {:.3f} .. {:.3f}, {}", it.interval.low, it.interval.high, name(it.verdict));
  return text;
}

/// The same of all its pairs, and what a longer preparation takes.
std::string trial_text(const Trial& it, const Tuned& tuned, bool apart) {
  if (!it.failure.empty()) return on_one_line(it.failure);
  std::string text = evidence_text(compare(it.ratios, apart));
  if (it.ratio() > 1 && it.pays_from > 1)
    text += fmt::format("; preparing takes {} instead of {}, which pays from {:.0f} sources on", time_text(it.prepare),
                        time_text(tuned.prepare), it.pays_from);
  return text;
}

}  // namespace

std::vector<TriedOptions> options_to_try(const Plugin& plugin, const GraphInfo& graph) {
  const std::span<const OptionRow> rows = plugin.options();
  const bool named = std::ranges::any_of(rows, [](const OptionRow& row) { return row.trials != nullptr; });
  std::multimap<std::size_t, TriedOptions> by_turn;  // in the order of the rows within a turn
  for (const OptionRow& row : rows) {
    if (named && row.trials == nullptr) continue;
    std::size_t turn = 0;
    for (const std::string& value : named ? named_values(row, graph) : guessed_values(row))
      by_turn.emplace(turn++, TriedOptions{{row.name, value}});
  }
  const auto all = std::views::values(by_turn);
  return {all.begin(), all.end()};
}

void measure_round(TuneRound& round, const TuneRequest& request, const PluginRegistry& plugins) {
  std::string text = fmt::format(
      "[graph]\npath = {}\n[problem]\nsources = {{ random = {}, seed = {} }}\n"
      "[measure]\nwarmups = 1\nrepeats = 1\nseed = {}\nthreads = {}\ntimeout = {}\nwork = false\n",
      as_toml(request.graph->name), round.sources, round.seed, round.seed, request.threads, request.timeout);
  for (std::size_t i = 0; i < round.options.size(); ++i)
    text += fmt::format("[[run]]\nplugin = {}\nlabel = \"{}\"\n[run.options]\n{}\n", plugin_text(request, plugins), i,
                        text_of(round.options[i], "\n"));
  Pipeline pipeline = parse_pipeline_text(text, "tune", plugins);
  pipeline.measure.workers = !request.program.empty();
  pipeline.cases.front().given = request.graph;
  SolveCounter counter;
  round.results = Experiment(pipeline, plugins, request.program, counter).execute(pipeline.cases.front());
  round.solves = counter.solves;
}

Tuned tune(const TuneRequest& request, const PluginRegistry& plugins) {
  const std::vector<TriedOptions> options = options_to_try(*request.plugin, request.graph->graph->info());
  if (options.empty())
    throw UserError(ExitCode::usage,
                    fmt::format("plugin '{}' has no options that could be tried", request.plugin->about().name));
  require_sources(*request.graph);
  return search_options(request, options, [&](TuneRound& round) { measure_round(round, request, plugins); });
}

std::string tuned_toml(const Tuned& tuned, const TuneRequest& request, const PluginRegistry& plugins) {
  const GraphInfo& info = request.graph->graph->info();
  std::string text = fmt::format("# Options of {} {} for {} ({} vertices, {} arcs), from {} solves with {} threads.\n",
                                 request.plugin->about().name, request.plugin->about().version,
                                 on_one_line(request.graph->name), info.vertices, info.edges, tuned.solves,
                                 request.threads != 0 ? request.threads : available_processors());
  const std::string best = text_of(tuned.tried.front().options);
  if (tuned.why_not.empty())
    text += fmt::format("# {} is faster than the defaults. Two batches of new sources confirm it:\n", best);
  else
    text +=
        fmt::format("# The defaults stay. The best of the others is {}, but {}.\n", best, on_one_line(tuned.why_not));
  for (const Comparison& batch : tuned.batches) text += fmt::format("#   {}\n", evidence_text(batch));
  text += "# Tried:\n";
  for (const Trial& it : tuned.tried)
    text += fmt::format("#   {}: {}\n", text_of(it.options), trial_text(it, tuned, !request.program.empty()));
  text += fmt::format("\n[[run]]\nplugin = {}\n", plugin_text(request, plugins));
  if (tuned.why_not.empty()) text += fmt::format("\n[run.options]\n{}\n", text_of(tuned.tried.front().options, "\n"));
  return text;
}

}  // namespace wayfront::host
