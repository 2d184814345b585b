#include "tune/tunable_options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "settings/option_text.hpp"

namespace wayfront::host {
namespace {

std::string times_mean(std::string_view factor, double mean) {
  double number = 1;
  std::from_chars(factor.data(), factor.data() + factor.size(), number);
  return fmt::format("{:.6g}", std::max(number * (mean > 0 ? mean : 1), 1e-30));
}

/// What follows from a row alone.
std::vector<std::string> values_of(const OptionRow& row) {
  const OptionValue& usual = row.default_value;
  std::vector<std::string> values;
  switch (row.type) {
    case OptionType::boolean:
      values.emplace_back(usual.boolean ? "false" : "true");
      break;
    case OptionType::choice:
      for (const wayfront::Choice& word : std::span(row.choices).first(row.choice_count))
        if (word.value != usual.integer) values.push_back(as_toml(word.name));
      break;
    case OptionType::integer:
      for (const std::int64_t value : {usual.integer / 2, usual.integer * 2})
        if (value != usual.integer && value != 0 && value >= row.integers.min && value <= row.integers.max)
          values.push_back(fmt::to_string(value));
      break;
    case OptionType::real:
      for (const double value : {usual.real / 2, usual.real * 2})
        if (value != usual.real && value >= row.reals.min && value <= row.reals.max)
          values.push_back(fmt::format("{:.6g}", value));
      break;
    default:
      break;
  }
  return values;
}

}  // namespace

std::span<const TunableOption> tunable_options() {
  static const std::vector<TunableOption> table = {
      {"dijkstra", "queue", {"\"dary\"", "\"radix\""}},
      {"delta-stepping", "delta", {"2", "8", "1", "20", "0.3", "60"}, true},
      {"delta-stepping", "fusion", {"100", "10000", "0"}},
      {"delta-stepping", "bounded", {"false"}},
      {"delta-stepping", "threads", {"1"}},
      {"rho-stepping", "rho", {"1000", "10000", "100000"}},
      {"rho-stepping", "fusion", {"100", "10000", "0"}},
      {"rho-stepping", "bounded", {"false"}},
      {"rho-stepping", "threads", {"1"}},
      {"stepping-bellman-ford", "fusion", {"100", "1000", "10000"}},
      {"stepping-bellman-ford", "threads", {"1"}},
      {"cpu-bellman-ford", "variant", {"\"mask\""}},
      {"cpu-bellman-ford", "density", {"0.001", "0.1"}},
      {"cpu-bellman-ford", "alone", {"64", "4096", "100000"}},
      {"bellman-ford", "representation", {"\"edge_list\""}},
      {"separator-sweep", "leaf_size", {"16", "64", "128"}},
      {"near-far", "delta_constant", {"16", "64", "32", "128", "8", "256"}},
      {"near-far", "hops", {"16", "256", "1"}},
      {"near-far", "block_size", {"512", "256", "1024"}},
      {"near-far", "mapping", {"\"heads\"", "\"scan\""}},
      {"near-far", "core", {"0", "8"}},
      {"push-pull", "pull_share", {"0.05", "0.3"}},
      {"push-pull", "piece", {"32", "128"}},
      {"hbf", "block_size", {"512", "256"}},
      {"hbf", "alone", {"512", "8192", "0"}},
      {"hbf", "dedup", {"\"lookup\"", "\"stamp\""}},
      {"hbf", "mapping", {"\"virtual_warp\""}},
      {"hbf", "edge_classes", {"\"none\""}},
      {"adds", "delta_constant", {"4", "16", "64"}},
      {"adds", "local_hops", {"16", "256"}},
      {"adds", "worker_threads", {"256", "1024"}},
      {"adds", "buckets", {"16", "64"}},
      {"edge-bellman-ford", "edges_per_thread", {"1", "2", "8"}},
      {"edge-bellman-ford", "block_size", {"128", "512", "1024"}},
      {"edge-bellman-ford", "mapping", {"\"vertex_in\"", "\"vertex_out\""}},
      {"crauser", "block_size", {"256", "1024"}},
      {"crauser", "carveout", {"0", "50", "100"}},
      {"crauser", "threads_per_sm", {"512", "2048"}},
      {"crauser", "criterion", {"\"martin\""}},
  };
  return table;
}

std::string text_of(const std::vector<OptionTrial>& options) {
  if (options.empty()) return "the defaults";
  std::string text;
  for (const OptionTrial& it : options) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", it.option, it.value);
  return text;
}

std::vector<OptionTrial> trials_of(const Plugin& plugin, const GraphInfo& graph) {
  std::vector<std::vector<OptionTrial>> by_option;
  const auto is_of_plugin = [&](const TunableOption& it) { return plugin.about().name == std::string_view(it.plugin); };
  for (const TunableOption& it : tunable_options()) {
    if (!is_of_plugin(it)) continue;
    std::vector<OptionTrial>& values = by_option.emplace_back();
    for (const char* const value : it.values)
      values.push_back({it.option, it.by_mean_weight ? times_mean(value, std::abs(graph.mean_weight)) : value});
  }
  if (by_option.empty())
    for (const OptionRow& row : plugin.options()) {
      std::vector<OptionTrial>& values = by_option.emplace_back();
      for (const std::string& value : values_of(row)) values.push_back({row.name, value});
    }
  std::vector<OptionTrial> trials;
  for (std::size_t turn = 0, before = 0; turn == 0 || trials.size() != before; ++turn) {
    before = trials.size();
    for (const std::vector<OptionTrial>& values : by_option)
      if (turn < values.size()) trials.push_back(values[turn]);
  }
  return trials;
}

}  // namespace wayfront::host
