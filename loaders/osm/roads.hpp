// Which ways are roads for cars, in which directions, and how fast.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace wayfront::osm {

/// Classes of highways and their speeds in km/h.
using Speeds = std::map<std::string, double, std::less<>>;

/// Those for cars: from motorways to living streets.
Speeds speeds_for_cars();
/// Of a text of lines CLASS KMH. Throws BadInput "LINE: what".
Speeds read_speeds(std::string_view text);

/// The value of a way's tag, or null.
using Tag = std::function<const char*(const char* key)>;

struct Road {
  bool forward = false, backward = false;  // neither: no road
  double kmh = 0;
  bool unknown_oneway = false;  // a value that says nothing about directions
};

Road road_of(const Tag& tag, const Speeds& speeds);

/// "50", "30 mph", "walk"; 0 for a text that names no speed.
double speed_of(std::string_view sign);

}  // namespace wayfront::osm
