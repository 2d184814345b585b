// Numbers as texts.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace wayfront::host {

/// The number that the whole text is, without blanks; nothing if it is none, or does not fit.
template <class T>
std::optional<T> number_in(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

}  // namespace wayfront::host
