// OpenStreetMap files, .osm.pbf and .osm: the roads for cars. A vertex is a node of a road, and each two neighbours on a way are
// joined by an arc, or by one in each direction.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "wayfront/plugin.hpp"

namespace wayfront::osm {

enum class Unit : std::uint8_t { millimetres, metres, milliseconds, seconds };

struct Options {
  Unit unit = Unit::millimetres;
  std::string speeds;
};

class Osm {
 public:
  static constexpr PluginAbout about{
      .name = "osm",
      .version = "1.0.0",
      .summary = "Reads the roads of OpenStreetMap files, .osm.pbf and .osm, as length or time.",
      .reference = "OpenStreetMap wiki, Key:highway and Key:oneway; libosmium",
      .capabilities = capability::any_weights};

  using Options = osm::Options;
  static constexpr OptionRow rows[] = {
      choice<&Options::unit>(
          "weight", Unit::millimetres,
          {{"millimetres", Unit::millimetres},
           {"metres", Unit::metres},
           {"milliseconds", Unit::milliseconds},
           {"seconds", Unit::seconds}},
          "The weight: the length of an arc, or the time at the speed of its road. Metres and seconds "
          "have fractions of a thousandth."),
      path<&Options::speeds>(
          "speeds", "",
          "A file of lines CLASS KMH, \"residential 30\": the classes of highways that are roads, and "
          "their speeds without a sign; \"\": those for cars."),
  };

  explicit Osm(const Options& options) : options_(options) {}

  static Match sniff(std::string_view head) noexcept;
  void load(const LoadRequest& request, GraphSink& sink, RunContext& context);

 private:
  Options options_;
};

}  // namespace wayfront::osm
