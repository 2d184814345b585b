#include "load/tables/missing_weights.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <string>
#include <system_error>

#include "base/errors.hpp"
#include "settings/argument_value.hpp"
#include "settings/diagnostics.hpp"
#include "settings/settings.hpp"
#include "settings/value.hpp"

namespace wayfront::host {

WeightRule plan_weight_rule(const GraphInputTable& table, Value given, Diagnostics& diagnostics) {
  WeightRule rule;
  rule.kind = table.named_rule;
  if (!given || !given.is_table()) return rule;

  const auto fail = [&](std::string_view key, std::string_view text) {
    const Value value = given.get(key);
    diagnostics.error(value ? value.place() : given.place(), fmt::format("missing_weights: {}", text));
  };
  const auto has = [&](std::string_view key) { return static_cast<bool>(given.get(key)); };
  const bool constant = has("constant");
  const bool uniform = has("uniform");
  const bool euclidean = has("euclidean");
  if (constant + uniform + euclidean != 1) fail("", "needs one of 'constant', 'uniform' and 'euclidean'");
  if (has("seed") && !uniform) fail("seed", "'seed' belongs to 'uniform'");
  if (has("scale") && !euclidean) fail("scale", "'scale' belongs to 'euclidean'");
  const auto is_whole = [](double x) { return x == std::trunc(x) && std::abs(x) <= 9'007'199'254'740'992; };  // 2^53
  const auto check_rule = [&](std::string_view key) {
    try {
      check(rule, kind_of(table.weights).value_or(kind_for(rule)));
    } catch (const UserError& fault) {
      diagnostics.error(given.get(key).place(), fault.what());
    }
  };
  if (constant) {
    rule.kind = WeightRule::Kind::constant;
    rule.constant = table.constant;
    check_rule("constant");
  }
  if (uniform) {
    rule.kind = WeightRule::Kind::uniform;
    rule.seed = table.seed;
    if (table.uniform.size() != 2 || !is_whole(table.uniform[0]) || !is_whole(table.uniform[1])) {
      fail("uniform", "'uniform' must be two integers, the min and the max weight, such as [1, 100]");
    } else {
      rule.min = static_cast<std::int64_t>(table.uniform[0]);
      rule.max = static_cast<std::int64_t>(table.uniform[1]);
      check_rule("uniform");
    }
  }
  if (euclidean) {
    rule.kind = WeightRule::Kind::euclidean;
    rule.coordinates = table.euclidean;
    rule.scale = table.scale;
    if (table.euclidean.empty()) fail("euclidean", "'euclidean' must name a DIMACS .co file");
  }
  return rule;
}

namespace {

/// Converts a rule on the command line to TOML: "constant=1" and "7" become "{ constant = 1 }", "{ constant = 7 }".
std::string rule_as_toml(std::string_view text) {
  const std::size_t word = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz ");
  if (word != 0 && word != text.npos && text[word] == '=') return fmt::format("{{ {} }}", text);
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc() && stop == end && std::isfinite(value)) return fmt::format("{{ constant = {} }}", text);
  return std::string(text);
}

}  // namespace

WeightRule parse_weight_rule(std::string_view text, WeightChoice weights, std::string_view where) {
  Diagnostics diagnostics;
  GraphInputTable table;
  table.weights = weights;
  WeightRule rule;
  if (const auto argument = parse_argument(rule_as_toml(text), where, diagnostics)) {
    const Value value = argument->root().get("value");
    const Settings::Entry entry{"missing_weights", value.place(), value};
    const Settings settings = Settings::from(weight_rule_rows(), {&entry, 1}, value.place(), "rule", diagnostics);
    settings.store(&table);
    rule = plan_weight_rule(table, value, diagnostics);
  }
  diagnostics.throw_if_any();
  return rule;
}

}  // namespace wayfront::host
