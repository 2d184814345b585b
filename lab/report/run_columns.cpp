#include "report/run_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/available_memory.hpp"
#include "base/characters.hpp"
#include "base/json/json_text.hpp"
#include "base/text.hpp"
#include "report/overview.hpp"

namespace wayfront::host {
namespace {

double ratio(double part, double whole) { return whole > 0 ? part / whole : std::numeric_limits<double>::quiet_NaN(); }

std::string answers_text(const RunView& it) {
  const RunResult& run = it.run;
  const auto right =
      std::ranges::count_if(run.samples, [](const Sample& s) { return s.certificate.finding == Finding::right; });
  const auto cycles = std::ranges::count(run.samples, Outcome::negative_cycle, &Sample::outcome);
  if (run.samples.empty()) return std::string(name(run.status));
  std::string text = fmt::format("{}/{} right", right, run.samples.size());
  if (const DrawnRows rows = drawn_rows(run); rows.certified < rows.all)
    text += fmt::format(" ({} of {} rows)", rows.certified, rows.all);
  if (cycles > 0) text += ", negative cycle";
  if (run.status != RunStatus::ok) text += fmt::format(", {}", name(run.status));
  return text;
}

std::string proofs_text(const RunView& it) {
  const auto [proofs, comparisons] = std::pair(it.summary.proofs, it.summary.comparisons);
  if (proofs + comparisons == 0) return "-";
  if (comparisons == 0) return fmt::format("{} proofs", proofs);
  return fmt::format("{} proofs, {} comparisons", proofs, comparisons);
}

/// The median over the sources, and the smallest share if that is less than half of it.
std::string reach_text(const RunView& it) {
  const Reach& reach = it.summary.reach;
  const std::string median = share_text(reach.median);
  return reach.min < reach.median / 2 ? fmt::format("{}, min {}", median, share_text(reach.min)) : median;
}

bool is_judged(const RunView& it) { return !it.is_baseline && it.summary.comparison.verdict != Verdict::none; }

std::string verdict_text(const RunView& it) {
  if (!is_judged(it)) return it.is_baseline && !it.run.samples.empty() ? "baseline" : "-";
  const Comparison& compared = it.summary.comparison;
  return it.summary.rough ? rough_verdict_text(compared) : std::string(name(compared.verdict));
}

std::string quartiles_text(const RunView& it) {
  if (it.run.samples.empty()) return "-";
  const Spread& solve = it.summary.solve;
  return fmt::format("{} .. {}", duration_text(solve.first_quartile), duration_text(solve.third_quartile));
}

bool has_batches(const RunView& it) {
  return std::ranges::any_of(it.run.samples, [](const Sample& sample) { return sample.sources > 1; });
}
bool has_paid(const RunView& it) { return !it.paid.rival.empty(); }
bool has_device(const RunView& it) { return it.run.usage.device.peak != 0; }
bool has_ranks(const RunView& it) { return it.ranks.has_value(); }
bool has_work(const RunView& it) {
  return it.summary.relaxed_per_arc > 0 || it.summary.settled_per_vertex > 0 || it.summary.rounds > 0;
}

bool has_many(const RunView& it) { return it.summary.teps_deviation > 0; }
std::string teps_text(const RunView& it) {
  return fmt::format("{:.4g} +- {:.2g}", it.summary.teps, it.summary.teps_deviation);
}
bool has_counters(const RunView& it) { return !it.summary.counters.empty(); }

template <class Item>
struct Column {
  const char* title;
  std::string (*text)(const Item&);
  bool (*is_told)(const Item&);  // the column is there if it is of any row; null: always
  const char *key, *path;        // of the page, and of the value that it sorts by; null: not there
  const char* help = nullptr;
  int page_place = 9;                // the first ones on the page; the others follow in their order here
  const char* page_title = nullptr;  // null: as the title
  bool page_only = false;            // neither on the terminal nor in Markdown
};

using ColumnText = std::string (*)(const RunView&);

template <auto Member>
constexpr ColumnText duration = [](const RunView& it) { return duration_text(it.summary.*Member); };
template <auto Member>
constexpr ColumnText figure = [](const RunView& it) { return figure_text(it.summary.*Member); };
template <auto Member>
constexpr ColumnText solve = [](const RunView& it) { return duration_text(it.summary.solve.*Member); };
template <auto Member>
constexpr ColumnText memory = [](const RunView& it) {
  const std::uint64_t bytes = it.run.usage.device.*Member;
  return bytes == 0 ? std::string("-") : bytes_text(static_cast<double>(bytes));
};

template <auto Member>
constexpr ColumnText of_ranks = [](const RunView& it) {
  return it.ranks ? figure_text(static_cast<double>((*it.ranks).*Member)) : std::string("-");
};

constexpr Column<RunView> run_columns[] = {
    {"run", [](const RunView& it) { return on_one_line(it.run.label); }, nullptr, "label", "label", "Sort by name", 0},
    {"median", solve<&Spread::median>, nullptr, "median", "summary.solve_seconds.median", "Median solve time"},
    {"per source", duration<&Summary::per_source>, has_batches, "per_source", "summary.seconds_per_source",
     "Median of a call's time / its sources"},
    {"sources/s", figure<&Summary::sources_per_second>, has_batches, "sources_per_second", "summary.sources_per_second",
     "Of all calls together"},
    {"quartiles", quartiles_text, nullptr, "quartiles", "summary.solve_seconds.first_quartile"},
    {"min", solve<&Spread::min>, nullptr, "min", "summary.solve_seconds.min"},
    {"prepare", [](const RunView& it) { return it.run.samples.empty() ? "-" : duration_text(it.run.prepare); }, nullptr,
     "prepare", "prepare_seconds", "Once per graph"},
    {"pays after", [](const RunView& it) { return break_even_text(it.paid); }, has_paid, "pays_after",
     "summary.break_even.sources", "Sources from which preparing and solving take less time together than with "},
    {"GPU memory", memory<&DeviceBytes::peak>, has_device, "device_peak", "device_memory.peak_bytes",
     "Peak of what the plugin took from its devices"},
    {"expected", memory<&DeviceBytes::estimate>, has_device, "device_estimate", "device_memory.estimated_bytes",
     "What the plugin said before it took any"},
    {"MTEPS", figure<&Summary::mteps>, nullptr, "mteps", "summary.mteps",
     "Million edges of the graph / median time, without sources that reach under 1 % of the vertices"},
    {"TEPS", teps_text, has_many, nullptr, nullptr},
    {"reached", reach_text, nullptr, "reached", "summary.reached_share.median",
     "Share of the vertices that a source reached: median over the sources, and the smallest if it is less than half of "
     "that"},
    {"relaxed/arc", figure<&Summary::relaxed_per_arc>, has_work, "relaxed_per_arc", "summary.relaxed_per_arc",
     "Arcs looked at / arcs of the graph, median"},
    {"settled/vertex", figure<&Summary::settled_per_vertex>, has_work, "settled_per_vertex",
     "summary.settled_per_vertex", "Vertices scanned / vertices of the graph, median"},
    {"rounds", figure<&Summary::rounds>, has_work, "rounds", "summary.rounds",
     "Barriers between sets of relaxations, median"},
    {"counters", [](const RunView& it) { return on_one_line(it.summary.counters); }, has_counters, "counters",
     "summary.counters", "What the plugin counts besides, by names of its own, medians of a call"},
    {"messages", of_ranks<&RankSummary::messages>, has_ranks, "messages", "summary.ranks.messages",
     "Messages of a solve between ranks, mean", 9, nullptr, true},
    {"B/relaxed", of_ranks<&RankSummary::bytes_per_relaxed>, has_ranks, "bytes_per_relaxed_arc",
     "summary.ranks.bytes_per_relaxed_arc", "Bytes that ranks sent each other / arcs looked at", 9, nullptr, true},
    {"B/arc certified", of_ranks<&RankSummary::certificate_bytes_per_arc>, has_ranks, "certificate_bytes_per_arc",
     "summary.ranks.certificate_bytes_per_arc",
     "Bytes that ranks sent each other for the certificate / arcs of the graph", 9, nullptr, true},
    {"ghosts", of_ranks<&RankSummary::ghosts>, has_ranks, "ghosts", "summary.ranks.ghosts",
     "Vertices of others that the ranks' arcs lead to, all ranks together", 9, nullptr, true},
    {"bytes/rank", of_ranks<&RankSummary::peak_bytes>, has_ranks, "max_peak_bytes", "summary.ranks.max_peak_bytes",
     "Peak memory of the rank with the most", 9, nullptr, true},
    {"speedup", [](const RunView& it) { return figure_text(it.summary.comparison.ratio, "x"); }, nullptr, "speedup",
     "summary.speedup", "Median of baseline time / this time, pairs of one source and repeat", 2, "speed-up"},
    {"95 %", [](const RunView& it) { return is_judged(it) ? interval_text(it.summary.comparison.interval) : "-"; },
     nullptr, "interval", "summary.speedup_interval.0", "Bootstrap interval of the speed-up", 3, "95 % interval"},
    {"verdict", verdict_text, nullptr, "verdict", "summary.verdict", "Against the baseline, from paired times", 1},
    {"verify", duration<&Summary::verify>, nullptr, nullptr, nullptr},
    {"certified by", proofs_text, nullptr, nullptr, nullptr},
    {"answers", answers_text, nullptr, "samples", "sample_count",
     "Answers proved to be correct, or equal to one that was proved before, byte by byte"},
};

template <Verdict verdict>
constexpr std::string (*verdicts)(const Overall&) = [](const Overall& it) { return fmt::to_string(it.count(verdict)); };

constexpr Column<Overall> overall_columns[] = {
    {"run", [](const Overall& it) { return on_one_line(it.label); }, nullptr, "label", "label"},
    {"graphs", [](const Overall& it) { return fmt::to_string(it.graphs); }, nullptr, "graphs", "graphs"},
    {"speedup", [](const Overall& it) { return figure_text(it.speedup, "x"); }, nullptr, "speedup", "speedup",
     "Geometric mean over the graphs", 9, "speed-up"},
    {"faster", verdicts<Verdict::faster>, nullptr, "faster", "faster"},
    {"same", verdicts<Verdict::same>, nullptr, "same", "same"},
    {"slower", verdicts<Verdict::slower>, nullptr, "slower", "slower"},
    {"unclear", verdicts<Verdict::unclear>, nullptr, "unclear", "unclear"},
    {"TEPS", [](const Overall& it) { return figure_text(it.teps); }, nullptr, "teps", "teps",
     "Edges reached per second, harmonic mean"},
};

template <class Item>
std::vector<Column<Item>> told_columns(std::span<const Column<Item>> columns, const std::vector<Item>& items) {
  std::vector<Column<Item>> told;
  std::ranges::copy_if(columns, std::back_inserter(told), [&](const Column<Item>& column) {
    return column.is_told == nullptr || std::ranges::any_of(items, column.is_told);
  });
  return told;
}

template <class Item>
std::vector<Row> rows_of(std::span<const Column<Item>> columns, const std::vector<Item>& items) {
  std::vector<Row> rows(1 + items.size());
  for (const Column<Item>& column : told_columns(columns, items)) {
    if (column.page_only) continue;
    rows[0].emplace_back(column.title);
    for (std::size_t i = 0; i < items.size(); ++i) rows[i + 1].push_back(column.text(items[i]));
  }
  return rows;
}

/// The columns, and the texts of each item's cells.
template <class Item>
nlohmann::json page_table_of(std::span<const Column<Item>> all, const std::vector<Item>& items) {
  std::vector<Column<Item>> columns = told_columns(all, items);
  std::erase_if(columns, [](const Column<Item>& column) { return column.key == nullptr; });
  std::ranges::stable_sort(columns, {}, &Column<Item>::page_place);
  nlohmann::json list = nlohmann::json::array(), cells(items.size(), nlohmann::json::array());
  for (const Column<Item>& column : columns) {
    list.push_back({{"key", column.key},
                    {"title", column.page_title != nullptr ? column.page_title : column.title},
                    {"path", column.path}});
    if (column.help != nullptr) list.back()["help"] = column.help;
    for (std::size_t i = 0; i < items.size(); ++i) cells[i].push_back(column.text(items[i]));
  }
  return {{"columns", std::move(list)}, {"cells", std::move(cells)}};
}

}  // namespace

DrawnRows drawn_rows(const RunResult& run) {
  DrawnRows rows;
  for (const Sample& sample : run.samples) {
    if (!sample.certified || sample.repeat != run.samples.front().repeat) continue;
    rows.certified += *sample.certified;
    rows.all += sample.sources;
    rows.checked += sample.checked;
    rows.unchecked += sample.unchecked;
  }
  return rows;
}

std::optional<RankSummary> rank_summary(const Results& results, const RunResult& run) {
  double samples = 0, relaxed = 0, crossing = 0, certificate = 0;
  RankSummary it;
  for (const Sample& sample : run.samples) {
    if (!sample.ranks) continue;
    ++samples;
    it.messages += static_cast<double>(sample.ranks->solve.messages);
    it.bytes += static_cast<double>(sample.ranks->solve.bytes);
    certificate += static_cast<double>(sample.ranks->certificate.bytes);
    crossing += static_cast<double>(sample.ranks->crossing);
    relaxed += static_cast<double>(sample.work.relaxed);
  }
  if (samples == 0) return std::nullopt;
  it.bytes_per_relaxed = ratio(it.bytes, relaxed);
  it.bytes_per_crossing = ratio(it.bytes, crossing);
  it.certificate_bytes_per_arc = ratio(certificate / samples, static_cast<double>(results.edges));
  it.messages /= samples;
  it.bytes /= samples;
  std::set<std::string> hosts;
  for (const RankMember& member : run.ranks) {
    hosts.insert(member.host);
    it.ghosts += member.ghosts;
    it.share_bytes = std::max(it.share_bytes, member.share_bytes);
    it.peak_bytes = std::max(it.peak_bytes, member.peak_bytes);
  }
  it.ranks = run.ranks.size();
  it.machines = hosts.size();
  return it;
}

std::string ranks_line(const Results& results, const RunResult& run) {
  const std::optional<RankSummary> it = rank_summary(results, run);
  if (!it) return {};
  return fmt::format(
      "{} ranks on {} machine{} sent {} in {:.4g} messages a solve, {:.3g} bytes a relaxed arc, and {:.3g} bytes an "
      "arc to certify it; they have {} ghosts, and the largest took {} for a share of {}",
      it->ranks, it->machines, it->machines == 1 ? "" : "s", bytes_text(it->bytes), it->messages, it->bytes_per_relaxed,
      it->certificate_bytes_per_arc, it->ghosts, bytes_text(static_cast<double>(it->peak_bytes)),
      bytes_text(static_cast<double>(it->share_bytes)));
}

std::vector<RunView> run_views(const Results& results) {
  const RunResult* const baseline = baseline_of(results);
  const std::vector<BreakEven> paid = break_even(results);
  std::vector<RunView> views;
  for (const RunResult& run : results.runs)
    views.push_back(
        {run, &run == baseline, summarise(results, run, baseline), paid[views.size()], rank_summary(results, run)});
  return views;
}

std::vector<Row> run_rows(const Results& results) { return rows_of<RunView>(run_columns, run_views(results)); }

std::vector<Row> overall_rows(std::span<const Results> all) {
  const std::vector<Overall> items = over_graphs(all);
  return items.empty() ? std::vector<Row>() : rows_of<Overall>(overall_columns, items);
}

nlohmann::json page_table(const std::vector<RunView>& runs) {
  nlohmann::json table = page_table_of<RunView>(run_columns, runs);
  const auto rival = std::ranges::find_if(runs, has_paid);
  for (nlohmann::json& column : table["columns"])
    if (column["key"] == "pays_after") column["help"].get_ref<std::string&>() += rival->paid.rival;
  return table;
}

nlohmann::json overall_page_table(const std::vector<Overall>& all) {
  return page_table_of<Overall>(overall_columns, all);
}

const nlohmann::json& plain_value(const nlohmann::json& option) {
  return option.is_object() && option.contains("value") ? option.at("value") : option;
}

std::string option_text(const RunResult& run, const std::string& name) {
  if (!run.options.is_object() || !run.options.contains(name)) return {};
  return value_text(plain_value(run.options.at(name)));
}

std::vector<std::string> differing_options(std::span<const Results> all) {
  std::map<std::pair<std::string, std::string>, std::set<std::string>> values;  // by option and plugin
  for (const Results& results : all)
    for (const RunResult& run : results.runs)
      if (run.options.is_object())
        for (const auto& [name, option] : run.options.items())
          values[{name, run.plugin}].insert(option_text(run, name));
  std::vector<std::string> names;
  for (const auto& [key, found] : values)
    if (found.size() > 1 && (names.empty() || names.back() != key.first)) names.push_back(key.first);
  return names;
}

}  // namespace wayfront::host
