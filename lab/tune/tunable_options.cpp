#include "tune/tuning.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <ranges>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "settings/option_text.hpp"

namespace wayfront::host {
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

std::string text_of(const std::vector<OptionTrial>& options) {
  if (options.empty()) return "the defaults";
  std::string text;
  for (const OptionTrial& it : options) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", it.option, it.value);
  return text;
}

std::vector<OptionTrial> trials_of(const Plugin& plugin, const GraphInfo& graph) {
  const std::span<const OptionRow> rows = plugin.options();
  const bool named = std::ranges::any_of(rows, [](const OptionRow& row) { return row.trials != nullptr; });
  std::vector<std::vector<OptionTrial>> by_option;
  for (const OptionRow& row : rows) {
    if (named && row.trials == nullptr) continue;
    std::vector<OptionTrial>& values = by_option.emplace_back();
    for (std::string& value : named ? named_values(row, graph) : values_of(row))
      values.push_back({row.name, std::move(value)});
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
