#include "pipeline/pipeline_values.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/byte_count.hpp"
#include "base/characters.hpp"

namespace wayfront::host {

std::string plan_label(const Settings& all, const char* table, const std::string& given, Diagnostics& diagnostics) {
  if (on_one_line(given) != given)
    diagnostics.error(all.place("label"),
                      fmt::format("[{}]: 'label' must be one line without control characters", table));
  return given;
}

std::uint64_t plan_bytes(const Settings& all, const char* table, const char* key, const std::string& text,
                         double gigabytes, std::string_view forms, Diagnostics& diagnostics) {
  const toml::node* const given = all.node(key);
  if (given == nullptr || !given->is_string()) return static_cast<std::uint64_t>(gigabytes * 1e9);
  const bool allowed = !text.ends_with('%') || forms.find('%') != forms.npos;
  if (const auto count = allowed ? parse_byte_count(text) : std::nullopt) return *count;
  diagnostics.error(all.place(key), fmt::format("[{}]: '{}' must be a number of GB or a size such as {}, but is \"{}\"",
                                                table, key, forms, text));
  return 0;
}

}  // namespace wayfront::host
