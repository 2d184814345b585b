#include "base/byte_count.hpp"

#include <unistd.h>

#include <charconv>
#include <utility>

namespace wayfront::host {
namespace {

constexpr double kilo = 1e3, kibi = 1024;

/// The unit in bytes, or 0.
double unit_of(std::string_view unit) {
  constexpr std::pair<std::string_view, double> units[] = {{"B", 1},
                                                           {"kB", kilo},
                                                           {"MB", kilo * kilo},
                                                           {"GB", kilo * kilo * kilo},
                                                           {"TB", kilo * kilo * kilo * kilo},
                                                           {"KiB", kibi},
                                                           {"MiB", kibi * kibi},
                                                           {"GiB", kibi * kibi * kibi},
                                                           {"TiB", kibi * kibi * kibi * kibi}};
  for (const auto& [name, bytes] : units)
    if (name == unit) return bytes;
  if (unit != "%") return 0;
  constexpr double percent = 0.01;
  return percent * static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGE_SIZE));
}

}  // namespace

std::optional<std::uint64_t> parse_byte_count(std::string_view text) {
  double count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc()) return {};
  std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  if (unit.starts_with(' ')) unit.remove_prefix(1);
  constexpr double whole = 100;
  if (unit == "%" && count > whole) return {};
  const double bytes = count * unit_of(unit);
  constexpr double max = 1e18;
  if (!(bytes >= 1 && bytes < max)) return {};
  return static_cast<std::uint64_t>(bytes);
}

}  // namespace wayfront::host
