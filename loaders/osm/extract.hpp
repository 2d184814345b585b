// The roads of an OpenStreetMap file, as libosmium reads them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <exception>
#include <limits>
#include <new>
#include <numbers>
#include <osmium/io/pbf_input.hpp>
#include <osmium/io/reader.hpp>
#include <osmium/io/xml_input.hpp>
#include <osmium/osm/node.hpp>
#include <osmium/osm/relation.hpp>
#include <osmium/osm/way.hpp>
#include <osmium/thread/pool.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "roads.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"
#include "wayfront/status.hpp"

namespace wayfront::osm {

/// Two neighbours on a way.
struct Piece {
  std::uint64_t from = 0, to = 0;  // ids of nodes
  std::uint64_t millimetres = 0;
  double kmh = 0;
  bool forward = false, backward = false;
};

struct Extract {
  std::vector<Piece> pieces;          // without those whose nodes are not in the file
  std::vector<std::uint64_t> nodes;   // of roads, ascending
  std::vector<Point> places;          // of these, in degrees: NaN where the file has no such node
  std::uint64_t ways = 0;             // that are roads
  std::uint64_t cut = 0;              // pieces left out, because a node is missing
  std::uint64_t missing_node = 0;     // one of those
  std::uint64_t restrictions = 0;     // relations that forbid or demand a turn
  std::uint64_t unknown_oneways = 0;  // ways
};

/// The great circle between two places.
inline double metres_between(const Point& a, const Point& b) {
  constexpr double radius = 6'371'008.8, degree = std::numbers::pi / 180;
  const double up = std::sin((b.y - a.y) * degree / 2), along = std::sin((b.x - a.x) * degree / 2);
  const double h = up * up + std::cos(a.y * degree) * std::cos(b.y * degree) * along * along;
  return 2 * radius * std::asin(std::sqrt(std::min(1.0, h)));
}

/// Reads a file twice: the roads, then the places of their nodes.
class ExtractReader {
 public:
  /// `format` is libosmium's, "pbf" or "xml".
  ExtractReader(std::string_view content, const char* format, std::string file, const Speeds& speeds,
                RunContext& context)
      : content_(content), format_(format), file_(std::move(file)), speeds_(speeds), context_(context) {}

  /// Throws BadInput with the place of `file`.
  Extract read() {
    each(osmium::osm_entity_bits::way | osmium::osm_entity_bits::relation, [this](const osmium::OSMEntity& it) {
      if (it.type() == osmium::item_type::way) take(static_cast<const osmium::Way&>(it));
      if (it.type() == osmium::item_type::relation) take(static_cast<const osmium::Relation&>(it));
    });
    std::ranges::sort(roads_);
    if (const auto twice = std::ranges::adjacent_find(roads_); twice != roads_.end())
      fail_version("way", *twice, " is there twice");
    std::vector<std::uint64_t>& nodes = extract_.nodes;
    nodes.reserve(2 * extract_.pieces.size());
    for (const Piece& piece : extract_.pieces) nodes.insert(nodes.end(), {piece.from, piece.to});
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    extract_.places.assign(nodes.size(), {unknown, unknown});
    each(osmium::osm_entity_bits::node,
         [this](const osmium::OSMEntity& it) { take(static_cast<const osmium::Node&>(it)); });
    measure();
    return std::move(extract_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw BadInput("osm: " + file_ + ": " + what); }

  template <class F>
  void each(osmium::osm_entity_bits::type kinds, F&& take) const {
    constexpr int threads = 2;
    try {
      osmium::thread::Pool pool(threads);  // of its own, so that no thread outlives the call
      osmium::io::Reader reader(osmium::io::File(content_.data(), content_.size(), format_), kinds, pool);
      if (reader.header().has_multiple_object_versions())
        fail("it is a history, with several versions of each object; extract one moment, with osmium time-filter");
      while (osmium::memory::Buffer buffer = reader.read()) {
        context_.throw_if_cancelled();
        for (const auto& it : buffer.select<osmium::OSMEntity>()) take(it);
      }
      reader.close();
    } catch (const BadInput&) {
      throw;
    } catch (const Cancelled&) {
      throw;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& error) {
      fail(std::string("it cannot be read: ") + error.what() + "; is it truncated or damaged?");
    }
  }

  std::uint64_t id_of(osmium::object_id_type id) const {
    if (id < 0)
      fail("the node " + std::to_string(id) +
           " has a negative id, as in an editor's file that was never uploaded; give it "
           "another, with osmium renumber");
    return static_cast<std::uint64_t>(id);
  }

  [[noreturn]] void fail_version(const char* kind, osmium::object_id_type id, const char* what) const {
    fail(std::string("the ") + kind + ' ' + std::to_string(id) + what +
         ", as in a history, which has several versions of each object; extract one moment, with osmium time-filter");
  }

  void take(const osmium::Way& way) {
    if (!way.visible()) fail_version("way", way.id(), " is deleted (visible=\"false\")");
    if (std::exchange(last_way_, way.id()) == way.id()) fail_version("way", way.id(), " is there twice");
    const Road road = road_of([&](const char* key) { return way.tags()[key]; }, speeds_);
    if (!road.forward && !road.backward) return;
    ++extract_.ways;
    roads_.push_back(way.id());
    if (road.unknown_oneway) ++extract_.unknown_oneways;
    const osmium::NodeRef* last = nullptr;
    for (const osmium::NodeRef& node : way.nodes()) {
      const std::uint64_t id = id_of(node.ref());
      if (last != nullptr && last->ref() != node.ref())
        extract_.pieces.push_back({id_of(last->ref()), id, 0, road.kmh, road.forward, road.backward});
      last = &node;
    }
  }

  void take(const osmium::Relation& relation) {
    const char* const type = relation.tags()["type"];
    if (type != nullptr && std::string_view(type).starts_with("restriction")) ++extract_.restrictions;
  }

  void take(const osmium::Node& node) {
    const std::vector<std::uint64_t>& nodes = extract_.nodes;
    const auto found =
        node.id() < 0 ? nodes.end() : std::ranges::lower_bound(nodes, static_cast<std::uint64_t>(node.id()));
    if (found == nodes.end() || *found != static_cast<std::uint64_t>(node.id())) return;
    const osmium::Location location = node.location();
    if (!node.visible()) fail_version("node", node.id(), " is deleted (visible=\"false\")");
    if (location.is_undefined()) return;
    if (!location.valid())
      fail("the node " + std::to_string(node.id()) + " is at longitude " +
           std::to_string(location.lon_without_check()) + " and latitude " +
           std::to_string(location.lat_without_check()) + ", which is not on the globe");
    Point& place = extract_.places[static_cast<std::size_t>(found - nodes.begin())];
    if (!std::isnan(place.x)) fail_version("node", node.id(), " is there twice");
    place = {location.lon(), location.lat()};
  }

  const Point& place_of(std::uint64_t node) const {
    const std::vector<std::uint64_t>& nodes = extract_.nodes;
    return extract_.places[static_cast<std::size_t>(std::ranges::lower_bound(nodes, node) - nodes.begin())];
  }

  void measure() {
    constexpr double per_metre = 1000;
    std::erase_if(extract_.pieces, [&](Piece& piece) {
      const Point &from = place_of(piece.from), &to = place_of(piece.to);
      const bool missing = std::isnan(from.x) || std::isnan(to.x);
      if (missing) {
        if (extract_.cut++ == 0) extract_.missing_node = std::isnan(from.x) ? piece.from : piece.to;
      } else {
        const double metres = metres_between(from, to);
        piece.millimetres = static_cast<std::uint64_t>(std::llround(metres * per_metre));
      }
      return missing;
    });
  }

  std::string_view content_;
  const char* format_;
  std::string file_;
  const Speeds& speeds_;
  RunContext& context_;
  Extract extract_;
  std::vector<osmium::object_id_type> roads_;
  osmium::object_id_type last_way_ = std::numeric_limits<osmium::object_id_type>::min();
};

}  // namespace wayfront::osm
