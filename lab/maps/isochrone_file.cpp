#include "maps/isochrone_file.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "answers/shortest_path.hpp"
#include "base/json/field_json.hpp"
#include "graph/places/vertex_points.hpp"
#include "graph/rows_view.hpp"
#include "maps/geojson.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

using Json = nlohmann::json;

/// An arc without its direction: from the end that is nearer to the source to the other one.
struct Line {
  Vertex near, far;
  friend auto operator<=>(const Line&, const Line&) = default;
};

/// The lines of all arcs that lie within the limit, each once.
template <WeightType W>
std::vector<Line> lines_within(const RowsView<W>& view, std::span<const W> distances, double limit, Vertex vertices) {
  std::vector<Line> lines;
  for (Vertex u = 0; u < vertices; ++u) {
    if (distances[u] == unreached<W>) continue;
    for (std::uint64_t e = view.begin(u); e < view.end(u); ++e) {
      const Vertex v = view.targets[e];
      const W end = saturating_add(distances[u], view.weights[e]);
      if (u == v || distances[v] == unreached<W> || end == unreached<W> || static_cast<double>(end) > limit) continue;
      const bool turned = distances[v] < distances[u] || (distances[v] == distances[u] && v < u);
      lines.push_back(turned ? Line{v, u} : Line{u, v});
    }
  }
  std::ranges::sort(lines);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

}  // namespace

IsochroneFile::IsochroneFile(const LoadedGraph& graph, const Question& question, std::size_t sources,
                             FileOutput& output)
    : graph_(graph), question_(question), several_(sources > 1), output_(output) {
  Json about = about_graph(graph_);
  about["direction"] = question_.reversed ? "to" : "from";
  about["limit"] = json_number(question_.limit);
  text_ = "{\"type\":\"FeatureCollection\",\"graph\":" + about.dump(-1, ' ', false, Json::error_handler_t::replace) +
          ",\"features\":[";
}

bool IsochroneFile::write(Json geometry, Json properties, Vertex source) {
  constexpr std::size_t enough = std::size_t{1} << 20;
  if (geometry.is_null()) return false;
  if (several_) properties["source"] = graph_.ids[source];
  text_ += std::exchange(any_, true) ? ",\n" : "\n";
  text_ += feature(std::move(geometry), std::move(properties)).dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text_.size() < enough) return true;
  output_.write(text_);
  text_.clear();
  return true;
}

void IsochroneFile::take(Vertex source, const Output& row, std::span<const Vertex> tree) {
  const Vertex vertices = graph_.graph->info().vertices - (question_.nearest ? 1 : 0);
  const std::vector<Vertex> labels = question_.nearest ? nearest_sources(tree, source) : std::vector<Vertex>();
  const VertexPoints& places = graph_.coordinates;
  visit_rows(graph_.graph->csr(), [&]<class W>(const RowsView<W>& view) {
    const std::span<const W> distances = row.distances_as<W>();
    for (Vertex v = 0; v < vertices; ++v) {
      if (distances[v] == unreached<W>) continue;
      Json properties = {{"id", graph_.ids[v]}, {"distance", distances[v]}};
      if (!labels.empty()) properties["nearest"] = graph_.ids[labels[v]];
      ++(write(point_geometry(places[v]), std::move(properties), source) ? points_ : unknown_);
    }
    for (const auto& [near, far] : lines_within(view, distances, question_.limit, vertices)) {
      const Point ends[] = {places[near], places[far]};
      Json properties = {{"near", graph_.ids[near]}, {"far", graph_.ids[far]}, {"distance", distances[far]}};
      if (write(line_geometry(ends, places.geographic()), std::move(properties), source)) ++lines_;
    }
  });
}

void IsochroneFile::finish() {
  output_.write(text_ + "\n]}\n");
  text_.clear();
}

}  // namespace wayfront::host
