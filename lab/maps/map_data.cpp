#include "maps/map_data.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "graph/places/vertex_points.hpp"
#include "graph/weight_kind.hpp"
#include "maps/compact_numbers.hpp"
#include "maps/map_sheet.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

using Json = nlohmann::json;
using Ends = std::pair<Vertex, Vertex>;

/// Whole numbers up to here are exact in JavaScript.
constexpr std::int64_t max_exact = std::int64_t{1} << 53;

class Encoder {
 public:
  explicit Encoder(const MapAnswer& answer)
      : answer_(answer),
        graph_(answer.graph),
        number_(static_cast<Vertex>(answer.graph.coordinates.points().size()), no_vertex) {}

  Json encode() {
    choose_vertices();
    find_lines();
    const MapSheet sheet = sheet_of_vertices();
    Json data = {{"graph", graph_.name},
                 {"digest", graph_.digest},
                 {"plugin", answer_.plugin},
                 {"weights", name(answer_.row.kind)},
                 {"geographic", graph_.coordinates.geographic()},
                 {"direction", answer_.to_source ? "to" : "from"},
                 {"limit", std::isfinite(answer_.limit) ? Json(answer_.limit) : Json()},
                 {"unit", {{"name", answer_.unit.name}, {"weight", answer_.unit.weight}}},
                 {"vertices", number_.size()},
                 {"unknown", unknown_},
                 {"selection", only_reached_ ? "reached" : "all"},
                 {"drawn", drawn_.size()},
                 {"source", place_in_page(answer_.source)},
                 {"target", answer_.target ? place_in_page(*answer_.target) : Json()},
                 {"source_id", graph_.ids[answer_.source]},
                 {"target_id", answer_.target ? Json(graph_.ids[*answer_.target]) : Json()},
                 {"sheet", {{"left", sheet.left}, {"bottom", sheet.bottom}, {"step", sheet.step}}},
                 {"x", differences(sheet.x)},
                 {"y", differences(sheet.y)},
                 {"lines", encoded_lines()},
                 {"tree", encoded_tree()},
                 {"ids", encoded_ids()}};
    with_weight_type(answer_.row.kind, [&]<WeightType W>() { data["distances"] = encoded_distances<W>(); });
    return data;
  }

 private:
  Json place_in_page(Vertex v) const { return number_[v] == no_vertex ? Json() : Json(number_[v]); }

  /// Those whose places are known; if these are too many, those that are reached.
  void choose_vertices() {
    for (Vertex v = 0; v < number_.size(); ++v)
      if (is_known(graph_.coordinates[v])) drawn_.push_back(v);
    unknown_ = number_.size() - drawn_.size();
    only_reached_ = drawn_.size() > answer_.max_vertices;
    if (only_reached_)
      with_weight_type(answer_.row.kind, [&]<WeightType W>() {
        const auto distances = answer_.row.distances_as<W>();
        std::erase_if(drawn_, [&](Vertex v) { return distances[v] == unreached<W> && v != answer_.target; });
      });
    if (drawn_.size() > answer_.max_vertices + 1)  // the target, too
      throw UserError(
          ExitCode::usage,
          fmt::format("{}: {} vertices are reached, and a map has room for {}; --limit makes a map of a part",
                      graph_.name, drawn_.size(), answer_.max_vertices));
    for (Vertex i = 0; i < drawn_.size(); ++i) number_[drawn_[i]] = i;
  }

  /// Arcs between drawn vertices, without directions, each once.
  void find_lines() {
    visit(graph_.graph->csr(), [&](const auto& view) {
      for (Vertex u = 0; u < number_.size(); ++u)
        for (auto e = view.begin(u); e < view.end(u); ++e) {
          const Vertex a = number_[u], b = number_[view.targets[e]];
          if (a != no_vertex && b != no_vertex && a != b) lines_.emplace_back(std::min(a, b), std::max(a, b));
        }
    });
    std::ranges::sort(lines_);
    lines_.erase(std::unique(lines_.begin(), lines_.end()), lines_.end());
  }

  MapSheet sheet_of_vertices() const {
    std::vector<Point> points;
    points.reserve(drawn_.size());
    for (const Vertex v : drawn_) points.push_back(graph_.coordinates[v]);
    return map_sheet(std::move(points), graph_.coordinates.geographic(), lines_);
  }

  static std::string differences(const std::vector<std::int64_t>& numbers) {
    CompactNumbers compact;
    for (const std::int64_t it : numbers) compact.add_next(it);
    return base64(compact.bytes());
  }

  /// For each vertex: how many lines lead to later vertices, and how far after the one before each of these is.
  std::string encoded_lines() const {
    CompactNumbers compact;
    std::size_t at = 0;
    for (Vertex u = 0; u < drawn_.size(); ++u) {
      std::size_t end = at;
      while (end < lines_.size() && lines_[end].first == u) ++end;
      compact.add(end - at);
      for (Vertex before = u; at < end; ++at) {
        compact.add(lines_[at].second - before - 1);
        before = lines_[at].second;
      }
    }
    return base64(compact.bytes());
  }

  /// Integers that JavaScript holds as differences, 1 larger, with 0 for unreached; others as they are.
  template <WeightType W>
  Json encoded_distances() const {
    const std::span<const W> distances = answer_.row.distances_as<W>();
    if constexpr (std::is_integral_v<W>) {
      const bool fit = std::ranges::all_of(drawn_, [&](Vertex v) {
        return distances[v] == unreached<W> || (distances[v] <= max_exact && distances[v] >= -max_exact);
      });
      if (fit) {
        CompactNumbers compact;
        std::int64_t before = 0;
        for (const Vertex v : drawn_) {
          const bool reached = distances[v] != unreached<W>;
          compact.add(reached ? CompactNumbers::unsigned_of(distances[v] - before) + 1 : 0);
          if (reached) before = distances[v];
        }
        return {{"form", "differences"}, {"data", base64(compact.bytes())}};
      }
    }
    using Real = std::conditional_t<std::is_same_v<W, float>, float, double>;
    static_assert(std::endian::native == std::endian::little, "typed arrays of browsers are little-endian");
    std::vector<Real> reals;
    reals.reserve(drawn_.size());
    for (const Vertex v : drawn_)
      reals.push_back(distances[v] == unreached<W> ? std::numeric_limits<Real>::infinity()
                                                   : static_cast<Real>(distances[v]));
    return {{"form", sizeof(Real) == sizeof(float) ? "float32" : "float64"},
            {"data", base64({reinterpret_cast<const char*>(reals.data()), reals.size() * sizeof(Real)})}};
  }

  /// The predecessor of each vertex, as a difference; 0 where there is none on the page.
  std::string encoded_tree() const {
    CompactNumbers compact;
    for (Vertex i = 0; i < drawn_.size(); ++i) {
      const Vertex v = drawn_[i], from = v == answer_.source ? no_vertex : answer_.predecessors[v];
      const Vertex before = from == no_vertex ? no_vertex : number_[from];
      compact.add_signed(before == no_vertex ? 0 : std::int64_t{before} - std::int64_t{i});
    }
    return base64(compact.bytes());
  }

  Json encoded_ids() const {
    const VertexIds& ids = graph_.ids;
    if (ids.kind() == VertexIds::Kind::names) {
      Json names = Json::array();
      for (const Vertex v : drawn_) names.push_back(ids.name(v));
      return {{"form", "names"}, {"data", std::move(names)}};
    }
    if (ids.kind() == VertexIds::Kind::range && drawn_.size() == number_.size())
      return {{"form", "range"}, {"first", ids.first()}};
    if (std::ranges::any_of(drawn_, [&](Vertex v) { return ids[v].number > static_cast<std::uint64_t>(max_exact); })) {
      Json texts = Json::array();
      for (const Vertex v : drawn_) texts.push_back(ids.text(v));
      return {{"form", "names"}, {"data", std::move(texts)}};
    }
    CompactNumbers compact;
    for (const Vertex v : drawn_) compact.add_next(static_cast<std::int64_t>(ids[v].number));
    return {{"form", "numbers"}, {"data", base64(compact.bytes())}};
  }

  const MapAnswer& answer_;
  const LoadedGraph& graph_;
  std::vector<Vertex> drawn_;   // by number on the page, in the order of the graph
  std::vector<Vertex> number_;  // by vertex of the graph: its number on the page, or no_vertex
  std::uint64_t unknown_ = 0;   // vertices whose places are not known
  bool only_reached_ = false;
  std::vector<Ends> lines_;  // numbers on the page, the smaller one first
};

}  // namespace

Json map_data(const MapAnswer& answer) { return Encoder(answer).encode(); }

}  // namespace wayfront::host
