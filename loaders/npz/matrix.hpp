// The sparse matrix in an archive, entry by entry.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arrays/values.hpp"
#include "numpy/npy.hpp"
#include "numpy/zip.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/status.hpp"

namespace wayfront::npz {

inline numpy::Fail refusal(const std::string& file, const std::string& subject) {
  return [place = "npz: " + file + ": " + subject + ' '](const std::string& what) { throw BadInput(place + what); };
}

inline numpy::Header header_of(numpy::ZipMember& member, const numpy::Fail& fail) {
  numpy::Header header = numpy::read_header(member, fail);
  if (header.fields.size() != 1 || !header.fields.front().name.empty()) fail("has entries of several fields");
  if (!header.fields.front().type) fail(arrays::only_readable_types(header.fields.front()));
  return header;
}

inline std::string capitals(std::string text) {
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

/// An array with one dimension, read block by block. Members that are stored are read where they are in the archive, others are
/// decompressed on the way.
class Column {
 public:
  Column(const numpy::ZipMembers& members, const std::string& name, const std::string& file)
      : fail_(refusal(file, name)), bytes_(members.open(name + ".npy")), header_(header_of(bytes_, fail_)) {
    if (header_.shape.size() != 1)
      fail("has " + std::to_string(header_.shape.size()) + " dimensions instead of one: " + header_.shape_text);
  }

  const numpy::Field& field() const { return header_.fields.front(); }
  const numpy::Type& type() const { return *field().type; }
  std::uint64_t entries() const { return header_.entries; }
  /// The next entries as they are in the file. Valid until the next call.
  const char* raw(std::size_t count) {
    raw_.resize(count * type().size);
    bytes_.read(raw_.data(), raw_.size());
    return raw_.data();
  }

  /// The next entries of an array of integers. Valid until the next call.
  std::span<const std::int64_t> integers(std::size_t count) {
    integers_.resize(count);
    arrays::read_integers(type(), raw(count), type().size, integers_);
    return integers_;
  }

  /// Throws BadInput "npz: FILE: NAME WHAT".
  [[noreturn]] void fail(const std::string& what) const {
    fail_(what);
    std::abort();  // it throws
  }

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
  Matrix(std::string_view archive, std::string_view file)
      : file_(file), members_(archive, refusal(file_, "the archive")) {
    read_format();
    read_shape();
    const bool by_coordinates = format_ == "coo";
    const auto open = [&](const std::string& name) {
      if (!members_.has(name + ".npy"))
        fail("it has no array '" + name + "', which a matrix in the format " + format_ + " has");
      return Column(members_, name, file_);
    };
    const auto open_indices = [&](const std::string& name) {
      Column column = open(name);
      if (!column.type().is_integer()) column.fail("has entries of type '" + column.field().text + "', not integers");
      return column;
    };
    data_.emplace(open("data"));
    if (!arrays::is_readable(data_->type()) && data_->type().kind != 'b')
      data_->fail(arrays::only_readable_types(data_->field()));
    entries_ = data_->entries();
    indices_.emplace(open_indices(by_coordinates ? "row" : "indices"));
    if (by_coordinates) other_.emplace(open_indices("col"));
    if (!by_coordinates) starts_.emplace(open_indices("indptr"));
    for (const Column* const it : {&*indices_, other_ ? &*other_ : &*indices_})
      if (it->entries() != entries_)
        it->fail("has " + std::to_string(it->entries()) + " entries, but data has " + std::to_string(entries_));
    if (!starts_) return;
    if (starts_->entries() != std::uint64_t{vertices_} + 1)
      starts_->fail("has " + std::to_string(starts_->entries()) + " entries, but the shape says " +
                    std::to_string(vertices_) + " rows and columns; it has one more than these");
    next_line();
    if (line_end_ != 0) starts_->fail("begins with " + std::to_string(line_end_) + " instead of 0");
  }

  Vertex vertices() const { return vertices_; }
  std::uint64_t entries() const { return entries_; }
  /// Matrices of truth values have no weights.
  bool weighted() const { return data_->type().kind != 'b'; }
  /// "a CSR matrix of float64, with indices of 32 bits"
  std::string reading() const {
    return "a sparse matrix of SciPy in the format " + capitals(format_) + ", entries of type " + data_->field().text +
           (weighted() ? "" : ", which are no weights") + ", row to column";
  }

  /// Rows and columns of the next entries, and how many these are.
  std::size_t next(Block& rows, Block& columns) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(block, entries_ - given_));
    const bool by_columns = format_ == "csc";
    copy(*indices_, indices_->integers(count), other_ || by_columns ? rows : columns);
    if (other_) {
      copy(*other_, other_->integers(count), columns);
    } else {
      Block& lines = by_columns ? columns : rows;
      for (std::size_t i = 0; i < count; ++i) {
        while (given_ + i == line_end_) {
          if (line_ > vertices_)
            starts_->fail("ends with " + std::to_string(line_end_) + ", but data has " + std::to_string(entries_) +
                          " entries; call prune() before save_npz()");
          next_line();
        }
        lines[i] = static_cast<Vertex>(line_ - 2);
      }
    }
    weights_ = data_->raw(count);
    given_ += count;
    return count;
  }

  /// The values of the entries that next() has given, and their type.
  const char* weights() const { return weights_; }
  const numpy::Type& weight_type() const { return data_->type(); }
  /// Whether the archive has an array of that name, which belongs to no format of matrices.
  bool has(const std::string& name) const { return members_.has(name + ".npy"); }
  /// An array with an entry for each vertex: numbers. Throws BadInput for another one.
  Column of_vertices(const std::string& name) const {
    Column column(members_, name, file_);
    if (!arrays::is_readable(column.type())) column.fail(arrays::only_readable_types(column.field()));
    if (column.entries() != vertices_)
      column.fail("has " + std::to_string(column.entries()) + " entries, but the matrix has " +
                  std::to_string(vertices_) + " rows");
    return column;
  }

  /// After the last entry: checks the rest of the arrays.
  void finish() {
    if (starts_)
      while (line_ <= vertices_) next_line();
    if (entries_ != 0) return;
    for (std::optional<Column>* const it : {&data_, &indices_, &other_})
      if (*it) (*it)->raw(0);
  }

  /// The beginning of messages about an array.
  std::string place(std::string_view array) const { return "npz: " + file_ + ": " + std::string(array) + ": "; }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw BadInput("npz: " + file_ + ": " + what); }

  /// SciPy writes b"csr"; earlier versions a string.
  void read_format() {
    if (!members_.has("format.npy") || !members_.has("shape.npy") || !members_.has("data.npy")) {
      std::string names;
      for (const std::string& name : members_.names())
        if (names.size() < 100) names += (names.empty() ? "" : ", ") + name;
      fail("it is no sparse matrix of SciPy, which has the arrays format, shape and data, but has " +
           (names.empty() ? "nothing" : names) +
           "; write one with scipy.sparse.save_npz, or the edges with numpy.save as an array of two or three columns");
    }
    constexpr std::uint64_t longest = 64;
    numpy::ZipMember member = members_.open("format.npy");
    const numpy::Header header = header_of(member, refusal(file_, "format"));
    const char kind = header.fields.front().type->kind;
    if ((kind != 'S' && kind != 'U') || member.left() > longest) fail("format is not a short text");
    std::string text(member.left(), '\0');
    member.read(text.data(), text.size());
    std::erase(text, '\0');
    format_ = text;
    if (format_ != "csr" && format_ != "csc" && format_ != "coo")
      fail("the matrix is in SciPy's format '" + arrays::printable(format_) +
           "'; csr, csc and coo are read: call tocsr() before save_npz()");
  }

  void read_shape() {
    Column shape(members_, "shape", file_);
    if (!shape.type().is_integer() || shape.entries() != 2) shape.fail("is not two integers");
    const std::span<const std::int64_t> sizes = shape.integers(2);
    if (sizes[0] != sizes[1])
      fail("the matrix has " + std::to_string(sizes[0]) + " rows and " + std::to_string(sizes[1]) +
           " columns; the matrix of a graph has a row and a column for each vertex");
    if (sizes[0] < 0) fail("the matrix has " + std::to_string(sizes[0]) + " rows");
    if (sizes[0] > std::int64_t{max_vertices})
      fail("the matrix has rows for " + too_many_vertices(static_cast<std::uint64_t>(sizes[0])));
    vertices_ = static_cast<Vertex>(sizes[0]);
  }

  /// The next row of CSR, or column of CSC.
  void next_line() {
    const std::int64_t end = starts_->integers(1).front();
    if (end < static_cast<std::int64_t>(line_end_) || static_cast<std::uint64_t>(end) > entries_)
      starts_->fail("has " + std::to_string(end) + " at entry " + std::to_string(line_) + " behind " +
                    std::to_string(line_end_) + ", and data has " + std::to_string(entries_) + " entries");
    line_end_ = static_cast<std::uint64_t>(end);
    ++line_;
  }

  void copy(const Column& from, std::span<const std::int64_t> indices, Block& to) const {
    for (std::size_t i = 0; i < indices.size(); ++i) {
      if (indices[i] < 0 || indices[i] >= std::int64_t{vertices_})
        from.fail("has " + std::to_string(indices[i]) + " at entry " + std::to_string(given_ + i) +
                  ", but the matrix has " + std::to_string(vertices_) + " rows and columns, counted from 0");
      to[i] = static_cast<Vertex>(indices[i]);
    }
  }

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
