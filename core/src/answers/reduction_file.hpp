// Reductions of rows as a file: a line for each source. Integers are exact in CSV, floats have the fewest digits that
// give the same float again. A NumPy file is an array of records whose fields have the names of the figures:
//
//   field            type
//   source           the id: <u8, or a name of bytes
//   reached, within  <u8
//   max              that of the weights
//   sum              <i8 for int32 weights, whose sums always fit; else <f8
//   harmonic         <f8
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers/solution_file.hpp"
#include "certify/reduced/reduced_row.hpp"
#include "graph/vertex_ids.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

enum class RowFigure : std::uint8_t { sum, max, reached, within, harmonic };

template <>
inline constexpr auto enum_names<RowFigure> = std::to_array<std::string_view>({"sum", "max", "reached", "within",
                                                                               "harmonic"});

/// The figures of a list of names, with what is wrong with it as a sentence, which may suggest a name: an unknown one, a
/// figure named twice, none, `within` without a limit for it or the other way around. "" if nothing is wrong.
std::string read_figures(std::span<const std::string> names, bool has_within, std::vector<RowFigure>& figures);

enum class ReductionFormat : std::uint8_t { csv, npy };
template <>
inline constexpr auto enum_names<ReductionFormat> = std::to_array<std::string_view>({"csv", "npy"});
inline std::optional<ReductionFormat> reduction_format(const std::filesystem::path& file) {
  return format_of<ReductionFormat>(file);
}

/// `rows` has the reductions of `sources`. Writes the file as a FileReplacement that follows links, and throws the same
/// errors.
void write_reductions(const std::filesystem::path& file, ReductionFormat format, std::span<const RowFigure> figures,
                      std::span<const Vertex> sources, std::span<const ReducedRow> rows, WeightKind kind,
                      const VertexIds& ids);

}  // namespace wayfront::host
