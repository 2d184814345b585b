// Writes an OpenStreetMap extract of a made-up town: osm_extract SIDE FILE. Its SIDE x SIDE nodes lie near Frankfurt, 60 m apart and
// off the grid. Each line of the grid is a road: every 64th a motorway, on which the two directions are ways of their own, every 16th a
// primary road, the others residential ones with gaps. There are oneways, signs, paths, a closed road and turn restrictions.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <osmium/builder/attr.hpp>
#include <osmium/io/pbf_output.hpp>
#include <osmium/io/writer.hpp>
#include <osmium/io/xml_output.hpp>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace osmium::builder::attr;
using Refs = std::vector<osmium::object_id_type>;

constexpr std::int64_t first_node = 1'000'000'000;

class Town {
 public:
  Town(int side, const std::string& file)
      : side_(side),
        pool_(2),
        writer_(osmium::io::File(file), osmium::io::Header(), osmium::io::overwrite::allow, pool_),
        buffer_(block, osmium::memory::Buffer::auto_grow::yes) {}

  void write() {
    write_nodes();
    for (int line = 0; line < side_; ++line) {
      write_line(line, true);
      write_line(line, false);
    }
    for (int i = 0; i < side_; ++i) {
      osmium::builder::add_relation(buffer_, _id(1 + i), _version(1), _member(osmium::item_type::way, 1, "from"),
                                    _member(osmium::item_type::node, first_node, "via"),
                                    _member(osmium::item_type::way, 2, "to"), _tag("type", "restriction"),
                                    _tag("restriction", "no_left_turn"));
    }
    writer_(std::move(buffer_));
    writer_.close();
  }

 private:
  static constexpr std::size_t block = std::size_t{1} << 20;
  enum class Kind { motorway, primary, street };

  static Kind kind_of(int line) {
    constexpr int motorway = 64, primary = 16;
    return line % motorway == motorway / 2 ? Kind::motorway : line % primary == 0 ? Kind::primary : Kind::street;
  }
  osmium::object_id_type node(int row, int column) const { return first_node + std::int64_t{row} * side_ + column; }
  bool by_chance(double share) { return chance_(random_) < share; }

  void write_nodes() {
    constexpr double longitude = 8.6, latitude = 50.0, east = 0.00084, north = 0.00054, off = 0.35;
    for (int row = 0; row < side_; ++row)
      for (int column = 0; column < side_; ++column) {
        const double bend = 9 * std::sin(row * 0.011) * std::cos(column * 0.007);
        const double x = column + bend + off * (chance_(random_) - 0.5);
        const double y = row + bend / 2 + off * (chance_(random_) - 0.5);
        osmium::builder::add_node(buffer_, _id(node(row, column)), _version(1),
                                  _location(longitude + x * east, latitude + y * north));
      }
  }

  void add_way(const Refs& refs, const std::vector<std::pair<const char*, const char*>>& tags) {
    if (refs.size() < 2) return;
    osmium::builder::add_way(buffer_, _id(++ways_), _version(1), _nodes(refs), _tags(tags));
  }

  void write_line(int line, bool along_row) {
    const auto at = [&](int i) { return along_row ? node(line, i) : node(i, line); };
    const Kind kind = kind_of(line);
    if (kind == Kind::motorway) {
      Refs there, back;
      for (int i = 0; i < side_; ++i) there.push_back(at(i)), back.push_back(at(side_ - 1 - i));
      for (const Refs& refs : {there, back}) add_way(refs, {{"highway", "motorway"}, {"maxspeed", "120"}});
      return;
    }
    if (kind == Kind::primary) {
      Refs all;
      for (int i = 0; i < side_; ++i) all.push_back(at(i));
      return add_way(all, {{"highway", "primary"}, {"oneway", "no"}});
    }
    Refs piece = {at(0)};
    for (int i = 1; i < side_; ++i) {
      const bool junction = kind_of(i) == Kind::primary;
      if (by_chance(0.27)) {
        add_street(piece);
        piece.clear();
      }
      piece.push_back(at(i));
      if (junction) {
        add_street(piece);
        piece = {at(i)};
      }
    }
    add_street(piece);
  }

  void add_street(const Refs& refs) {
    if (by_chance(0.02)) return add_way(refs, {{"highway", "residential"}, {"access", "private"}});
    if (by_chance(0.03)) return add_way(refs, {{"highway", "footway"}});
    if (by_chance(0.05)) return add_way(refs, {{"highway", "residential"}, {"oneway", "yes"}});
    if (by_chance(0.05)) return add_way(refs, {{"highway", "living_street"}});
    add_way(refs, {{"highway", "residential"}, {"maxspeed", by_chance(0.5) ? "30" : "50"}});
  }

  int side_;
  osmium::thread::Pool pool_;
  osmium::io::Writer writer_;
  osmium::memory::Buffer buffer_;
  std::int64_t ways_ = 0;
  std::mt19937_64 random_{1};
  std::uniform_real_distribution<double> chance_{0, 1};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: osm_extract SIDE FILE\n";
    return 2;
  }
  Town(std::atoi(argv[1]), argv[2]).write();
  return 0;
}
