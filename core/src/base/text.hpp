// Texts that several rooms write for people and for tables.
#pragma once

#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

namespace wayfront::host {

/// "Did you mean": the candidate with the fewest edits from a mistyped word, or "" if none is close.
std::string nearest(std::string_view word, std::span<const std::string_view> candidates);

/// A share of 0 .. 1 in percent, three digits: "50 %", "0.0209 %"; "100 %" only for the whole. "-" for NaN.
std::string share_text(double share);

/// Without blanks and carriage returns at either end.
std::string_view trimmed(std::string_view text);

/// The number that the whole text is; nothing for anything else.
template <class T>
std::optional<T> number_of(std::string_view text) {
  T value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

/// A name of a file made of a text: its ASCII letters, digits and `kept`, and one `filler` for each run of others that is
/// not at the beginning.
std::string file_name_of(std::string_view text, char kept, char filler);

/// What stands in the quotes at the beginning of `rest`, with a quote for each two, as in CSV; `rest` becomes what
/// follows. Nothing if the second quote is missing.
std::optional<std::string> take_quoted(std::string_view& rest);

/// A field of a CSV file, in quotes if necessary.
std::string csv_field(std::string_view text);

}  // namespace wayfront::host
