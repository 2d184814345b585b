// The sparse matrix in an archive, entry by entry.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "numpy/npy.hpp"
#include "numpy/zip_members.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::npz {

/// An array with one dimension, read block by block. Members that are stored are read where they are in the archive, others are
/// decompressed on the way.
class Column {
 public:
  Column(const numpy::ZipMembers& members, const std::string& name, const std::string& file);

  const numpy::Field& field() const { return header_.fields.front(); }
  const numpy::Type& type() const { return *field().type; }
  std::uint64_t entries() const { return header_.entries; }
  /// The next entries as they are in the file. Valid until the next call.
  const char* raw(std::size_t count);
  /// The next entries of an array of integers. Valid until the next call.
  std::span<const std::int64_t> integers(std::size_t count);
  /// Throws BadInput "npz: FILE: NAME WHAT".
  [[noreturn]] void fail(const std::string& what) const;

 private:
  numpy::Fail fail_;
  numpy::ZipMember bytes_;
  numpy::Header header_;
  std::vector<char> raw_;
  std::vector<std::int64_t> integers_;
};

class Matrix {
 public:
  static constexpr std::size_t block = 8192;
  using Block = std::array<Vertex, block>;

  /// Refers to the bytes of the archive. Reads what the arrays' headers say, and throws BadInput if that is not a square
  /// matrix of numbers or of truth values.
  Matrix(std::string_view archive, std::string_view file);

  Vertex vertices() const { return vertices_; }
  std::uint64_t entries() const { return entries_; }
  /// Matrices of truth values have no weights.
  bool weighted() const { return data_->type().kind != 'b'; }
  /// "a CSR matrix of float64, with indices of 32 bits"
  std::string reading() const;

  /// Rows and columns of the next entries, and how many these are.
  std::size_t next(Block& rows, Block& columns);
  /// The values of the entries that next() has given, and their type.
  const char* weights() const { return weights_; }
  const numpy::Type& weight_type() const { return data_->type(); }
  /// Whether the archive has an array of that name, which belongs to no format of matrices.
  bool has(const std::string& name) const { return members_.has(name + ".npy"); }
  /// An array with an entry for each vertex: numbers. Throws BadInput for another one.
  Column of_vertices(const std::string& name) const;
  /// After the last entry: checks the rest of the arrays.
  void finish();
  /// The beginning of messages about an array.
  std::string place(std::string_view array) const { return "npz: " + file_ + ": " + std::string(array) + ": "; }

 private:
  [[noreturn]] void fail(const std::string& what) const;
  void read_format();
  void read_shape();
  void next_line();  // the next row of CSR, or column of CSC
  void copy(const Column& from, std::span<const std::int64_t> indices, Block& to) const;

  std::string file_;
  numpy::ZipMembers members_;
  std::string format_;
  Vertex vertices_ = 0;
  std::uint64_t entries_ = 0;
  std::optional<Column> data_, indices_, starts_, other_;  // other: the columns of COO, whose rows are in indices
  const char* weights_ = nullptr;
  std::uint64_t given_ = 0;
  std::uint64_t line_ = 0;  // the row of CSR or column of CSC that is being read, plus one
  std::uint64_t line_end_ = 0;
};

}  // namespace wayfront::npz
