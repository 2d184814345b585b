// Distances from many sources as one file: a row for each source, a column for each vertex or target. Rows come in any
// order and go to the disk as they come, so memory holds few of them; the file gets its name when all are there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "answers/solution_file.hpp"
#include "graph/vertex_ids.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

enum class MatrixFormat : std::uint8_t {
  npy,  // NumPy 1.0, all entries; an unreached one is unreached<W>
  npz,  // SciPy's sparse CSR (scipy.sparse.load_npz), reached entries alone, those of distance 0 among them
  csv,  // "from,to,distance": a line for each entry, rows as they come; an unreached one is inf
};

template <>
inline constexpr auto enum_names<MatrixFormat> = std::to_array<std::string_view>({"npy", "npz", "csv"});
inline std::optional<MatrixFormat> matrix_format(const std::filesystem::path& file) {
  return format_of<MatrixFormat>(file);
}

struct MatrixShape {
  std::uint64_t rows = 0;
  std::vector<Vertex> columns{};  // the vertex of each column
  WeightKind kind = WeightKind::int32;
  std::span<const Vertex> sources{};  // of the rows, for csv; must outlive the file, and so must the ids
  const VertexIds* ids = nullptr;
};

class MatrixFile {
 public:
  virtual ~MatrixFile() = default;

  /// A row, each once. Throws UserError (failed_run) if it, or one before it, cannot be written.
  virtual void write(std::uint64_t row, const Output& output) = 0;
  /// After the last row: gives the file its name. Throws as write().
  virtual void finish() = 0;
};

/// The bytes that may still be written to a folder; nothing if that is unknown.
using FreeSpace = std::function<std::optional<std::uint64_t>(const std::filesystem::path& folder)>;
std::optional<std::uint64_t> free_space(const std::filesystem::path& folder);

/// Opens a FileReplacement that follows links, and throws its errors; UserError (usage) for a pipe or a device. A .npy
/// file has its full size at once: throws UserError (failed_run) with both figures if there is too little space.
std::unique_ptr<MatrixFile> open_matrix(const std::filesystem::path& file, MatrixFormat format, MatrixShape shape,
                                        const FreeSpace& space = free_space);

}  // namespace wayfront::host
