#include "settings/diagnostics.hpp"

#include <algorithm>
#include <ranges>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace wayfront::host {

void Diagnostics::error(const Place& where, std::string_view message, ExitCode code) {
  code_ = errors_.empty() || code == code_ ? code : ExitCode::usage;
  const bool elsewhere = where.source != nullptr && *where.source != file_;
  std::string text;
  if (elsewhere)
    text = *where.source + ": ";
  else if (where.line != 0)
    text = fmt::format("{}:{}:{}: ", file_, where.line, where.column);
  else if (!file_.empty())
    text = file_ + ": ";
  text += fmt::format("error: {}", message);
  if (std::ranges::find(errors_, text, &Error::text) != errors_.end()) return;
  const Place place = elsewhere ? Place{} : where;
  const auto later = std::ranges::find_if(
      errors_, [&](const Error& it) { return elsewhere != it.elsewhere ? it.elsewhere : place < it.place; });
  errors_.insert(later, {elsewhere, place, std::move(text)});
}

std::string Diagnostics::text() const {
  return fmt::format("{}", fmt::join(errors_ | std::views::transform(&Error::text), "\n"));
}

void Diagnostics::throw_if_any() const {
  if (!empty()) throw ConfigurationErrors(code_, text());
}

}  // namespace wayfront::host
