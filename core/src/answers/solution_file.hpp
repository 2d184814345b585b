// Distances, predecessors and labels of one solve as files for people and other programs: text, CSV, NumPy, JSON Lines.
// One row for each vertex, in the order of the ids of the input file; integers are never written as floats, floats with
// the fewest digits that give the same float again.
//
//   format   distance of an unreached vertex       predecessor: of the source   of an unreached vertex, and its label
//   text     inf                                   the source itself            -1
//   csv      inf                                   the source itself            -1
//   npy      the largest integer, or inf           the source itself            -1, or an empty name
//   jsonl    null                                  the source itself            null
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/fields.hpp"
#include "graph/vertex_ids.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

enum class SolutionFormat : std::uint8_t {
  text,   // "id value" per line
  csv,    // a header, then "id,value"
  npy,    // NumPy 1.0: an array of values where ids are a range, else of pairs (id, value)
  jsonl,  // {"id": ..., "distance": ...} per line
};

template <>
inline constexpr auto enum_names<SolutionFormat> = std::to_array<std::string_view>({"txt", "csv", "npy", "jsonl"});

/// The format of this kind that has the suffix of the file's name, without its dot, as its own.
template <class Format>
std::optional<Format> format_of(const std::filesystem::path& file) {
  const std::string suffix = file.extension().string();
  return suffix.empty() ? std::nullopt : named<Format>(std::string_view(suffix).substr(1));
}

inline std::optional<SolutionFormat> solution_format(const std::filesystem::path& file) {
  return format_of<SolutionFormat>(file);
}

/// Writes the file as a FileReplacement that follows links, and throws the same errors. With `only` there are rows for
/// those vertices, in that order; a NumPy file then has pairs.
void write_distances(const std::filesystem::path& file, SolutionFormat format, const Output& output,
                     const VertexIds& ids, std::span<const Vertex> only = {});

/// `predecessors` has no_vertex for the source and for unreached vertices, as plugins give them.
void write_predecessors(const std::filesystem::path& file, SolutionFormat format, Vertex source,
                        std::span<const Vertex> predecessors, const VertexIds& ids);

/// `labels` has for each vertex its nearest source, or no_vertex. For `only`, see write_distances().
void write_labels(const std::filesystem::path& file, SolutionFormat format, std::span<const Vertex> labels,
                  const VertexIds& ids, std::span<const Vertex> only = {});

}  // namespace wayfront::host
