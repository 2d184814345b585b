#include "report/figures/texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "base/text.hpp"

namespace wayfront::host {
namespace {

constexpr const char* unit_blank = "\u00a0";  // the unit stays on the line of its number

template <std::size_t N>
std::string with_unit(double value, const std::array<std::pair<double, const char*>, N>& units) {
  const auto unit = std::ranges::find_if(units, [&](const auto& it) { return std::abs(value) >= it.first; });
  const auto& [size, name] = unit == units.end() ? units.back() : *unit;
  return digits_text(value / size) + (*name == '\0' ? "" : unit_blank) + name;
}

}  // namespace

std::string digits_text(double value, int count) {
  if (value == 0) return "0";
  if (!std::isfinite(value)) return "\u2013";
  const double rounded = std::strtod(fmt::format("{:.{}e}", value, count - 1).c_str(), nullptr);
  const int decimals = std::max(0, count - 1 - static_cast<int>(std::floor(std::log10(std::abs(rounded)))));
  std::string text = fmt::format("{:.{}f}", rounded, decimals);
  if (decimals > 0) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text;
}

std::string seconds_text(double value) {
  if (value == 0) return fmt::format("0{}s", unit_blank);
  return with_unit(
      value, std::array{std::pair{1.0, "s"}, std::pair{1e-3, "ms"}, std::pair{1e-6, "\u00b5s"}, std::pair{1e-9, "ns"}});
}

std::string ratio_text(double value, int count) { return digits_text(value, count) + "\u00d7"; }

std::string compact_text(double value) {
  return with_unit(value,
                   std::array{std::pair{1e9, "G"}, std::pair{1e6, "M"}, std::pair{1e3, "k"}, std::pair{1.0, ""}});
}

std::string xml_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += static_cast<unsigned char>(c) < 0x20 && c != '\n' ? ' ' : c;
  }
  return out;
}

std::string name_of_file(std::string_view text) {
  constexpr std::size_t max = 60;
  std::string out = file_name_of(text, '-', '_');
  out.resize(std::min(out.size(), max));
  while (!out.empty() && out.back() == '_') out.pop_back();
  return out;
}

}  // namespace wayfront::host
