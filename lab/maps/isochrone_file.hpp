// GeoJSON of what is reached: a point for each vertex with its distance, and a line for each arc that lies within the
// limit as a whole. Written feature by feature, so that its size does not matter.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "load/loaded_graph.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// What was asked.
struct IsochroneQuestion {
  double limit = std::numeric_limits<double>::infinity();
  bool several_sources = false;  // features then say from which one
  bool to_sources = false;       // distances to the sources, against the arcs
  Vertex vertices = 0;           // of the file: a virtual source beyond them is not drawn
};

class IsochroneFile {
 public:
  /// `graph` is the one on which was solved, and must have coordinates. All three must outlive this object.
  IsochroneFile(const LoadedGraph& graph, IsochroneQuestion question, FileOutput& output);

  /// The answer of one source. `labels` are the nearest sources of the vertices, if these were asked for. Throws what the
  /// output throws.
  void take(Vertex source, const Output& row, std::span<const Vertex> labels);
  /// Ends the collection. The caller finishes the output.
  void finish();

  std::uint64_t points() const { return points_; }
  std::uint64_t lines() const { return lines_; }
  /// Reached vertices whose places are not known.
  std::uint64_t unknown() const { return unknown_; }

 private:
  template <WeightType W>
  void take_points(Vertex source, std::span<const W> distances, std::span<const Vertex> labels);
  template <WeightType W>
  void take_lines(Vertex source, std::span<const W> distances);
  void write(const nlohmann::json& feature);

  const LoadedGraph& graph_;
  IsochroneQuestion question_;
  FileOutput& output_;
  std::string text_;
  bool any_ = false;
  std::uint64_t points_ = 0, lines_ = 0, unknown_ = 0;
};

}  // namespace wayfront::host
