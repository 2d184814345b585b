#include "settings/diagnostics.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace wayfront::host {

void Diagnostics::error(const toml::source_region& where, std::string_view message, ExitCode code) {
  code_ = errors_.empty() || code == code_ ? code : ExitCode::usage;
  const bool elsewhere = where.path != nullptr && *where.path != file_;
  std::string text;
  if (elsewhere)
    text = *where.path + ": ";
  else if (where.begin.line != 0)
    text = fmt::format("{}:{}:{}: ", file_, where.begin.line, where.begin.column);
  else if (!file_.empty())
    text = file_ + ": ";
  text += fmt::format("error: {}", message);
  if (std::ranges::find(errors_, text, &Error::text) != errors_.end()) return;
  const toml::source_position position = elsewhere ? toml::source_position{} : where.begin;
  const auto later = std::ranges::find_if(
      errors_, [&](const Error& it) { return elsewhere != it.elsewhere ? it.elsewhere : position < it.position; });
  errors_.insert(later, {elsewhere, position, std::move(text)});
}

std::string Diagnostics::text() const {
  std::string all;
  for (const Error& error : errors_) {
    if (!all.empty()) all += '\n';
    all += error.text;
  }
  return all;
}

void Diagnostics::throw_if_any() const {
  if (!empty()) throw ConfigurationErrors(code_, text());
}

}  // namespace wayfront::host
