#include "maps/isochrone_file.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "graph/places/vertex_points.hpp"
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
std::vector<Line> lines_within(const Graph& graph, std::span<const W> distances, double limit, Vertex vertices) {
  std::vector<Line> lines;
  visit(graph.csr(), [&]<class V, class O>(const CsrView<V, O>& view) {
    if constexpr (std::is_same_v<V, W>)
      for (Vertex u = 0; u < vertices; ++u) {
        if (distances[u] == unreached<W>) continue;
        for (O e = view.begin(u); e < view.end(u); ++e) {
          const Vertex v = view.targets[e];
          const W end = saturating_add(distances[u], view.weights[e]);
          if (u == v || distances[v] == unreached<W> || end == unreached<W> || static_cast<double>(end) > limit)
            continue;
          const bool turned = distances[v] < distances[u] || (distances[v] == distances[u] && v < u);
          lines.push_back(turned ? Line{v, u} : Line{u, v});
        }
      }
  });
  std::ranges::sort(lines);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

}  // namespace

IsochroneFile::IsochroneFile(const LoadedGraph& graph, IsochroneQuestion question, FileOutput& output)
    : graph_(graph), question_(question), output_(output) {
  Json about = about_graph(graph_);
  about["direction"] = question_.to_sources ? "to" : "from";
  about["limit"] = question_.limit == std::numeric_limits<double>::infinity() ? Json() : Json(question_.limit);
  text_ = "{\"type\":\"FeatureCollection\",\"graph\":" + about.dump(-1, ' ', false, Json::error_handler_t::replace) +
          ",\"features\":[";
}

void IsochroneFile::write(const Json& feature) {
  constexpr std::size_t enough = std::size_t{1} << 20;
  text_ += std::exchange(any_, true) ? ",\n" : "\n";
  text_ += feature.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text_.size() < enough) return;
  output_.write(text_);
  text_.clear();
}

template <WeightType W>
void IsochroneFile::take_points(Vertex source, std::span<const W> distances, std::span<const Vertex> labels) {
  for (Vertex v = 0; v < question_.vertices; ++v) {
    if (distances[v] == unreached<W>) continue;
    const Point& place = graph_.coordinates[v];
    if (!is_known(place)) {
      ++unknown_;
      continue;
    }
    Json properties = {{"id", graph_.ids[v]}, {"distance", distances[v]}};
    if (question_.several_sources) properties["source"] = graph_.ids[source];
    if (!labels.empty()) properties["nearest"] = graph_.ids[labels[v]];
    write({{"type", "Feature"}, {"geometry", point_geometry(place)}, {"properties", std::move(properties)}});
    ++points_;
  }
}

template <WeightType W>
void IsochroneFile::take_lines(Vertex source, std::span<const W> distances) {
  for (const Line& line : lines_within<W>(*graph_.graph, distances, question_.limit, question_.vertices)) {
    const Point ends[] = {graph_.coordinates[line.near], graph_.coordinates[line.far]};
    Json geometry = line_geometry(ends, graph_.coordinates.geographic());
    if (geometry.is_null()) continue;
    Json properties = {
        {"near", graph_.ids[line.near]}, {"far", graph_.ids[line.far]}, {"distance", distances[line.far]}};
    if (question_.several_sources) properties["source"] = graph_.ids[source];
    write({{"type", "Feature"}, {"geometry", std::move(geometry)}, {"properties", std::move(properties)}});
    ++lines_;
  }
}

void IsochroneFile::take(Vertex source, const Output& row, std::span<const Vertex> labels) {
  with_weight_type(row.kind, [&]<WeightType W>() {
    const std::span<const W> distances = row.distances_as<W>();
    take_points<W>(source, distances, labels);
    take_lines<W>(source, distances);
  });
}

void IsochroneFile::finish() {
  output_.write(text_ + "\n]}\n");
  text_.clear();
}

}  // namespace wayfront::host
