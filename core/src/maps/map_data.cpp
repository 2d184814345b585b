#include "maps/map_data.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "graph/places/vertex_points.hpp"
#include "graph/weight_kind.hpp"
#include "maps/compact_numbers.hpp"
#include "maps/map_selection.hpp"
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
  Encoder(const MapAnswer& answer, const MapSelection& selection)
      : answer_(answer), graph_(answer.graph), selection_(selection) {}

  Json encode() {
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
                 {"vertices", selection_.number.size() - (is_virtual(answer_.source) ? 1 : 0)},
                 {"unknown", selection_.unknown - (is_virtual(answer_.source) ? 1 : 0)},
                 {"selection", name(selection_.kind)},
                 {"drawn", drawn_.size()},
                 {"source", place_in_page(answer_.source)},
                 {"target", answer_.target ? place_in_page(*answer_.target) : Json()},
                 {"source_id", graph_.ids[answer_.source]},
                 {"virtual_source", is_virtual(answer_.source)},
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
  bool is_virtual(Vertex v) const { return answer_.virtual_source && v == answer_.source; }
  /// The number on the page of what stands for v; no_vertex also for a virtual vertex behind those of the file.
  Vertex on_page(Vertex v) const { return v < selection_.number.size() ? selection_.number[v] : no_vertex; }
  Json place_in_page(Vertex v) const { return on_page(v) == no_vertex ? Json() : Json(on_page(v)); }

  /// Arcs between drawn vertices, without directions, each once.
  void find_lines() {
    visit(graph_.graph->csr(), [&](const auto& view) {
      for (Vertex u = 0; u < selection_.number.size(); ++u)
        for (auto e = view.begin(u); e < view.end(u); ++e) {
          const Vertex a = on_page(u), b = on_page(view.targets[e]);
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
      // Of a simplified map the nearest one before it that another vertex stands for.
      Vertex before = i;
      for (Vertex v = drawn_[i]; v != no_vertex && before == i; before = on_page(v))
        v = v == answer_.source || v >= selection_.number.size() ? no_vertex : answer_.predecessors[v];
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
    if (ids.kind() == VertexIds::Kind::range && selection_.kind == MapSelection::Kind::all &&
        drawn_.size() == selection_.number.size())
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
  const MapSelection& selection_;
  const std::vector<Vertex>& drawn_ = selection_.drawn;
  std::vector<Ends> lines_;  // numbers on the page, the smaller one first
};

}  // namespace

Json map_data(const MapAnswer& answer) { return map_data(answer, select_vertices(answer)); }

Json map_data(const MapAnswer& answer, const MapSelection& selection) { return Encoder(answer, selection).encode(); }

}  // namespace wayfront::host
