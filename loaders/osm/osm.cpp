// OpenStreetMap files, .osm.pbf and .osm: the roads for cars. A vertex is a node of a road, and each two neighbours on a way are
// joined by an arc, or by one in each direction.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bytes/whole_file.hpp"
#include "extract.hpp"
#include "ids/rank_ends.hpp"
#include "text/numbers.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront::osm {
namespace {

enum class Unit : std::uint8_t { millimetres, metres, milliseconds, seconds };

struct Options {
  Unit unit = Unit::millimetres;
  std::string speeds;
};

Speeds speeds_of(const std::string& file) {
  if (file.empty()) return speeds_for_cars();
  std::ifstream input(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(input), {}};
  if (!input) throw BadInput("osm: the file of speeds " + file + " cannot be read");
  try {
    return read_speeds(text);
  } catch (const BadInput& error) {
    throw BadInput("osm: the file of speeds " + file + ':' + error.what());
  }
}

bool is_pbf(std::string_view head) {
  constexpr std::size_t behind_length = 6;
  return head.size() > behind_length && head.substr(behind_length).starts_with("OSMHeader");
}

/// In thousandths of metres or of seconds.
std::uint64_t thousandths(const Piece& piece, Unit unit) {
  constexpr double kmh_per_metre_a_second = 3.6;
  if (unit == Unit::millimetres || unit == Unit::metres) return piece.millimetres;
  return static_cast<std::uint64_t>(
      std::llround(static_cast<double>(piece.millimetres) * kmh_per_metre_a_second / piece.kmh));
}

/// A whole number, or one with three decimals, for the rules that all texts follow.
std::string weight_text(std::uint64_t thousandth, Unit unit) {
  if (unit == Unit::millimetres || unit == Unit::milliseconds) return std::to_string(thousandth);
  const std::string decimals = std::to_string(1000 + thousandth % 1000);
  return std::to_string(thousandth / 1000) + (thousandth % 1000 == 0 ? "" : '.' + decimals.substr(1));
}

/// Where the vertices lie. Both numbers and nodes are ascending, and every vertex is a node.
void give_places(const Extract& extract, const ids::Numbering& numbering, GraphSink& sink) {
  std::vector<Point> points(numbering.vertices);
  std::size_t node = 0;
  for (Vertex v = 0; v < numbering.vertices; ++v) {
    const std::uint64_t id = numbering.ids.empty() ? numbering.first_id + v : numbering.ids[v];
    while (extract.nodes[node] != id) ++node;
    points[v] = extract.places[node];
  }
  sink.coordinates({points, true});
}

template <WeightType W>
void give(const Extract& extract, const Options& options, bool exact, const std::string& file, GraphSink& sink,
          RunContext& context) {
  std::uint64_t count = 0;
  for (const Piece& piece : extract.pieces) count += std::uint64_t{piece.forward} + std::uint64_t{piece.backward};
  sink.begin({.arcs = unknown_arcs});
  const std::span<Arc<W>> arcs = sink.arcs<W>(count);
  ids::NumberMap map;
  Arc<W>* out = arcs.data();
  for (const Piece& piece : extract.pieces) {
    const Vertex from = map.of(piece.from), to = map.of(piece.to);
    W weight;
    try {
      weight = textfile::read_weight<W>(weight_text(thousandths(piece, options.unit), options.unit), {.exact = exact});
    } catch (const BadInput& error) {
      throw BadInput("osm: " + file + ": between the nodes " + std::to_string(piece.from) + " and " +
                         std::to_string(piece.to) + ": " + error.what(),
                     error.code());
    }
    if (piece.forward) *out++ = {from, to, weight};
    if (piece.backward) *out++ = {to, from, weight};
  }
  const ids::Numbering numbering =
      ids::rank_mapped_ends<W>(std::span<const std::span<Arc<W>>>(&arcs, 1), map.numbers(), context);
  sink.finish({.vertices = numbering.vertices, .arcs = count, .first_id = numbering.first_id});
  if (!numbering.ids.empty()) sink.ids(numbering.ids);
  give_places(extract, numbering, sink);
}

void say(const Extract& extract, const Options& options, GraphSink& sink) {
  constexpr const char* units[] = {"length in millimetres", "length in metres", "time in milliseconds",
                                   "time in seconds"};
  sink.note(Note::reading, "ways that are roads: " + std::to_string(extract.ways) + "; the weight is their " +
                               units[static_cast<std::size_t>(options.unit)]);
  if (extract.restrictions != 0)
    sink.note(Note::doubt, "turn restrictions are left out (" + std::to_string(extract.restrictions) +
                               " of them): paths may turn where cars must not");
  if (extract.cut != 0)
    sink.note(Note::doubt, "pieces of roads are left out (" + std::to_string(extract.cut) +
                               " of them), because their nodes, such as " + std::to_string(extract.missing_node) +
                               ", are not in the file; extracts with complete ways have them");
  if (extract.unknown_oneways != 0)
    sink.note(Note::doubt, "ways whose oneway is not yes, no or -1 are read in both directions (" +
                               std::to_string(extract.unknown_oneways) + " of them)");
}

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

  static Match sniff(std::string_view head) noexcept {
    if (is_pbf(head)) return {100, "the header of an .osm.pbf file"};
    head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
    if (head.starts_with("<osm ") || head.starts_with("<osm>")) return {95, "an element osm"};
    const bool xml = head.starts_with("<?xml") && (head.find("<osm ") != head.npos || head.find("<osm>") != head.npos);
    return xml ? Match{95, "an element osm"} : Match{0, "neither .osm.pbf nor XML with an element osm"};
  }

  void load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
    const Speeds speeds = speeds_of(options_.speeds);
    const std::string file(request.input->name());
    const bytes::WholeFile content(*request.input, context);
    for (const char* const deleted : {"action='delete'", "action=\"delete\""})
      if (!is_pbf(content.text()) && content.text().find(deleted) != std::string_view::npos)
        throw BadInput(
            "osm: " + file +
            ": it has objects with action=\"delete\", as an editor writes them before an upload; upload them, or "
            "save the file without them");
    const Extract extract =
        ExtractReader(content.text(), is_pbf(content.text()) ? "pbf" : "osm", file, speeds, context).read();
    if (extract.pieces.empty() && extract.cut == 0)
      throw BadInput("osm: " + file + ": it has no roads; the option speeds says which classes of highways are roads");
    with_weight_type(request.weights,
                     [&]<WeightType W>() { give<W>(extract, options_, request.exact, file, sink, context); });
    say(extract, options_, sink);
  }

 private:
  Options options_;
};

}  // namespace
}  // namespace wayfront::osm

WAYFRONT_PLUGIN(wayfront::osm::Osm)
