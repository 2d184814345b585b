#include "report/option_columns.hpp"

#include <map>
#include <set>
#include <utility>

#include "base/json/json_text.hpp"

namespace wayfront::host {

std::string option_text(const RunResult& run, const std::string& name) {
  if (!run.options.is_object() || !run.options.contains(name)) return {};
  const nlohmann::json& option = run.options.at(name);
  const nlohmann::json& value = option.is_object() && option.contains("value") ? option.at("value") : option;
  return value_text(value);
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
