// GeoJSON of what is reached: a point for each vertex with its distance, and a line for each arc that lies within the
// limit as a whole. Written feature by feature, so that its size does not matter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "load/loaded_graph.hpp"
#include "question/question.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

class IsochroneFile {
 public:
  /// `graph` is the one on which was solved, and must have coordinates. With several `sources`, features say from which
  /// one. Graph, question and output must outlive this object.
  IsochroneFile(const LoadedGraph& graph, const Question& question, std::size_t sources, FileOutput& output);

  /// The answer of one source; with `nearest`, also its tree. Throws what the output throws.
  void take(Vertex source, const Output& row, std::span<const Vertex> tree);
  /// Ends the collection. The caller finishes the output.
  void finish();

  std::uint64_t points() const { return points_; }
  std::uint64_t lines() const { return lines_; }
  /// Reached vertices whose places are not known.
  std::uint64_t unknown() const { return unknown_; }

 private:
  /// A feature; not without a geometry: then returns false.
  bool write(nlohmann::json geometry, nlohmann::json properties, Vertex source);

  const LoadedGraph& graph_;
  const Question& question_;
  bool several_;
  FileOutput& output_;
  std::string text_;
  bool any_ = false;
  std::uint64_t points_ = 0, lines_ = 0, unknown_ = 0;
};

}  // namespace wayfront::host
