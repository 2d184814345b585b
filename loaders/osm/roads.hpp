// Which ways are roads for cars, in which directions, and how fast.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <system_error>

#include "text/fields.hpp"
#include "wayfront/status.hpp"

namespace wayfront::osm {

/// Classes of highways and their speeds in km/h.
using Speeds = std::map<std::string, double, std::less<>>;

inline double number_of(std::string_view text) {
  double number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() && read.ptr == text.data() + text.size() ? number : 0;
}

inline constexpr double max_kmh = 1000;

/// Those for cars: from motorways to living streets.
inline Speeds speeds_for_cars() {
  return {{"motorway", 110},     {"motorway_link", 60}, {"trunk", 90},        {"trunk_link", 50},
          {"primary", 70},       {"primary_link", 45},  {"secondary", 60},    {"secondary_link", 40},
          {"tertiary", 50},      {"tertiary_link", 35}, {"unclassified", 45}, {"residential", 30},
          {"living_street", 10}, {"road", 30},          {"service", 15}};
}

/// Of a text of lines CLASS KMH. Throws BadInput "LINE: what".
inline Speeds read_speeds(std::string_view text) {
  Speeds speeds;
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    std::string_view line = textfile::next_line(text);
    const std::string_view name = textfile::next_field(line), speed = textfile::next_field(line);
    if (name.empty() || name.starts_with('#')) continue;
    const double kmh = number_of(speed);
    if (!(kmh > 0 && kmh <= max_kmh) || !textfile::next_field(line).empty())
      throw BadInput(std::to_string(number) + ": '" + textfile::shown(name) + ' ' + textfile::shown(speed) +
                     "' is not a class of highways and a speed in km/h, as in \"residential 30\"");
    if (!speeds.emplace(name, kmh).second)
      throw BadInput(std::to_string(number) + ": the class '" + textfile::shown(name) + "' a second time");
  }
  if (speeds.empty()) throw BadInput("1: no class of highways");
  return speeds;
}

/// The value of a way's tag, or null.
using Tag = std::function<const char*(const char* key)>;

inline bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

inline std::string_view value(const Tag& tag, const char* key) {
  const char* const it = tag(key);
  return it == nullptr ? std::string_view() : it;
}

/// The tag that says most about cars decides.
inline bool is_closed(const Tag& tag) {
  for (const char* const key : {"motorcar", "motor_vehicle", "vehicle", "access"})
    if (const std::string_view it = value(tag, key); !it.empty())
      return is_one_of(it, {"no", "private", "agricultural", "forestry", "emergency", "military", "psv", "bus"});
  return false;
}

struct Road {
  bool forward = false, backward = false;  // neither: no road
  double kmh = 0;
  bool unknown_oneway = false;  // a value that says nothing about directions
};

/// "50", "30 mph", "walk"; 0 for a text that names no speed.
inline double speed_of(std::string_view sign) {
  constexpr double mile = 1.609344, walking = 5;
  const std::string_view number = textfile::next_field(sign), unit = textfile::next_field(sign);
  if (number == "walk" && unit.empty()) return walking;
  const double factor = unit.empty() || unit == "km/h" || unit == "kmh" || unit == "kph" ? 1 : unit == "mph" ? mile : 0;
  const double kmh = number_of(number) * factor;
  return kmh > 0 && kmh <= max_kmh ? kmh : 0;
}

inline Road road_of(const Tag& tag, const Speeds& speeds) {
  const std::string_view highway = value(tag, "highway");
  const auto found = speeds.find(highway);
  if (highway.empty() || found == speeds.end() || value(tag, "area") == "yes" || is_closed(tag)) return {};
  Road road{.forward = true, .backward = true, .kmh = found->second};
  if (const double sign = speed_of(value(tag, "maxspeed")); sign != 0) road.kmh = sign;
  const std::string_view oneway = value(tag, "oneway");
  if (is_one_of(oneway, {"yes", "1", "true"})) {
    road.backward = false;
  } else if (is_one_of(oneway, {"-1", "reverse"})) {
    road.forward = false;
  } else if (oneway.empty()) {
    if (highway == "motorway" || is_one_of(value(tag, "junction"), {"roundabout", "circular"})) road.backward = false;
  } else {
    road.unknown_oneway = !is_one_of(oneway, {"no", "0", "false"});
  }
  return road;
}

}  // namespace wayfront::osm
