// Answers in NumPy's formats. A .npy file has one value per vertex, in a row per source, or pairs (id, value) as this
// program writes them. A .npz file has such arrays by name, or SciPy's sparse rows.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "answers/claims/claim_columns.hpp"
#include "answers/claims/claim_formats.hpp"
#include "answers/claims/npy_array.hpp"
#include "base/available_memory.hpp"
#include "numpy/zip_members.hpp"

namespace wayfront::host::detail {
namespace {

class NpyClaim {
 public:
  /// `place` is the name of the array inside an archive, for messages.
  NpyClaim(std::string place, ClaimBuilder& claim) : place_(std::move(place)), claim_(claim) {}

  NpyArray parse(std::string_view bytes) const {
    return parse_npy(bytes, [this](const std::string& what) { fail(what); });
  }

  NpyArray parse_numbers(std::string_view bytes) const {
    NpyArray array = parse(bytes);
    if (array.id || !array.value.is_number()) fail("has other entries than numbers");
    return array;
  }

  /// The bytes of an array of an archive, which must not be larger than an answer can be.
  std::string content(const numpy::ZipMembers& members, const std::string& name, std::uint64_t max_entries) const {
    const auto refuse = [this](const std::string& what) { fail(what); };
    const NpyArray array = answer_array(members.header(name), refuse);
    if (array.entries > max_entries)
      fail(fmt::format("has {} entries, but at most {} can belong there", array.entries, max_entries));
    return members.content(name, available_memory());
  }

  /// How many entries an answer has at most.
  std::uint64_t max_entries() const {
    return std::max<std::uint64_t>(1, claim_.shape().sources.size()) * std::uint64_t{claim_.positions()};
  }

  void take(const NpyArray& array, ClaimContent content) const {
    if (array.id) return pairs(array);
    if (array.value.is_text()) fail("has strings instead of numbers");
    if (array.shape.size() != 1 && array.shape.size() != 2)
      fail(fmt::format("is an array of {} dimensions; an answer has one, or two for several sources",
                       array.shape.size()));
    const std::uint64_t rows = array.shape.size() == 2 ? array.shape.front() : 1;
    const std::uint64_t columns = array.shape.back();
    require_shape(rows, columns);
    for (std::uint32_t row = 0; row < rows; ++row) {
      std::vector<Int128> predecessors;
      for (std::uint64_t i = 0; i < columns; ++i) {
        const WrittenNumber number = array.number(array.by_columns ? i * rows + row : row * columns + i);
        if (content == ClaimContent::distances)
          claim_.distance(row, claim_.at(i), number, place_, array.value.largest());
        else
          predecessors.push_back(whole(number, "a predecessor"));
      }
      if (content == ClaimContent::predecessors) add_predecessors(claim_, row, predecessors, place_);
    }
  }

  void require_shape(std::uint64_t rows, std::uint64_t columns) const {
    const std::uint64_t sources = claim_.shape().sources.size();
    if (rows != sources)
      fail(fmt::format("has {}, but --from names {}", rows == 1 ? "one row" : fmt::format("{} rows", rows),
                       sources == 1 ? "one source" : fmt::format("{} sources", sources)));
    if (columns != claim_.positions())
      fail(fmt::format("has {} entries per row, but {}", columns,
                       claim_.shape().targets.empty() ? fmt::format("the graph has {} vertices", claim_.positions())
                                                      : fmt::format("--to names {}", claim_.positions())));
  }

  std::int64_t whole(const WrittenNumber& number, const char* what) const {
    if (number.kind != WrittenNumber::Kind::whole || number.whole != static_cast<std::int64_t>(number.whole))
      fail(fmt::format("has {} {}, which is not an integer of 64 bits", what, to_text(number)));
    return static_cast<std::int64_t>(number.whole);
  }

  [[noreturn]] void fail(std::string_view what) const { claim_.fail(place_, what); }

 private:
  void pairs(const NpyArray& array) const {
    const ClaimColumn column = column_named(array.value_name);
    if (array.shape.size() != 1 || (column != ClaimColumn::distance && column != ClaimColumn::predecessor))
      fail(fmt::format("has pairs of 'id' and '{}'; an answer has 'distance' or 'predecessor'", array.value_name));
    for (std::uint64_t i = 0; i < array.entries; ++i) {
      const Vertex vertex = claim_.vertex(id(*array.id, array.at(i)), place_);
      const char* const value = array.at(i) + array.id->size;
      if (column == ClaimColumn::distance) {
        if (array.value.is_text()) fail("has names as distances");
        claim_.distance(0, vertex, array.value.number(value), place_, array.value.largest());
      } else if (!array.value.is_text() ? whole(array.value.number(value), "a predecessor") < 0
                                        : array.value.text(value).empty()) {
        claim_.predecessor(0, vertex, no_vertex, place_);
      } else {
        add_predecessor(claim_, 0, vertex, id(array.value, value), place_);
      }
    }
  }

  VertexId id(const NpyType& type, const char* at) const {
    if (type.is_text()) return claim_.id_of(type.text(at));
    const WrittenNumber number = type.number(at);
    if (number.kind != WrittenNumber::Kind::whole || number.whole < 0)
      fail(fmt::format("has {}, which is not an id", to_text(number)));
    return static_cast<std::uint64_t>(number.whole);
  }

  std::string place_;
  ClaimBuilder& claim_;
};

/// SciPy's sparse rows: scipy.sparse.save_npz() of a csr_array.
class SparseRows {
 public:
  SparseRows(const numpy::ZipMembers& members, ClaimBuilder& claim) : members_(members), claim_(claim) {}

  void read() const {
    const NpyClaim of_shape(": shape", claim_), of_starts(": indptr", claim_), of_columns(": indices", claim_),
        of_data(": data", claim_);
    constexpr std::uint64_t short_text = 4096;
    const std::string format = members_.content("format.npy", short_text);
    if (format.find("csr") == format.npos && format.find(std::string("c\0\0\0s\0\0\0r", 9)) == format.npos)
      of_data.fail("is not in SciPy's format csr; call tocsr() before save_npz()");
    const std::uint64_t max = of_data.max_entries();
    const std::string shape_bytes = of_shape.content(members_, "shape.npy", 2),
                      start_bytes =
                          of_starts.content(members_, "indptr.npy", claim_.shape().sources.size() + std::uint64_t{1}),
                      column_bytes = of_columns.content(members_, "indices.npy", max),
                      data_bytes = of_data.content(members_, "data.npy", max);
    const NpyArray shape = of_shape.parse_numbers(shape_bytes), starts = of_starts.parse_numbers(start_bytes),
                   columns = of_columns.parse_numbers(column_bytes), data = of_data.parse_numbers(data_bytes);
    if (shape.entries != 2) of_shape.fail("has not two entries");
    const auto size = [&](std::uint64_t i) {
      return static_cast<std::uint64_t>(of_shape.whole(shape.number(i), "a size"));
    };
    of_shape.require_shape(size(0), size(1));
    const std::uint64_t rows = size(0);
    if (starts.entries != rows + 1 || columns.entries != data.entries) of_starts.fail("does not fit the other arrays");
    claim_.rest_is_unreached();
    for (std::uint32_t row = 0; row < rows; ++row) {
      const std::int64_t begin = of_starts.whole(starts.number(row), "a start");
      const std::int64_t end = of_starts.whole(starts.number(row + 1), "a start");
      if (begin < 0 || begin > end || static_cast<std::uint64_t>(end) > data.entries)
        of_starts.fail("has a row out of range");
      for (std::int64_t i = begin; i < end; ++i) {
        const std::int64_t column = of_columns.whole(columns.number(static_cast<std::uint64_t>(i)), "a column");
        if (column < 0 || static_cast<std::uint64_t>(column) >= claim_.positions())
          of_columns.fail(fmt::format("has column {} of {}", column, claim_.positions()));
        claim_.distance(row, claim_.at(static_cast<std::uint64_t>(column)), data.number(static_cast<std::uint64_t>(i)),
                        ": data", data.value.largest());
      }
    }
  }

 private:
  const numpy::ZipMembers& members_;
  ClaimBuilder& claim_;
};

}  // namespace

void read_npy(std::string_view bytes, ClaimContent content, ClaimBuilder& claim) {
  const NpyClaim it("", claim);
  it.take(it.parse(bytes), content);
}

void read_npz(std::string_view bytes, ClaimContent content, ClaimBuilder& claim) {
  const numpy::ZipMembers members(bytes, [&claim](const std::string& what) { claim.fail("", what); });
  if (members.has("indptr.npy") && members.has("indices.npy") && members.has("data.npy") && members.has("shape.npy") &&
      members.has("format.npy"))
    return SparseRows(members, claim).read();
  bool any = false;
  for (const std::string& name : members.names()) {
    const std::string_view stem = std::string_view(name).substr(0, name.rfind(".npy"));
    ClaimColumn column = column_named(stem);
    if (members.names().size() == 1 && column == ClaimColumn::other)
      column = content == ClaimContent::predecessors ? ClaimColumn::predecessor : ClaimColumn::distance;
    if (column != ClaimColumn::distance && column != ClaimColumn::predecessor) continue;
    const NpyClaim it(fmt::format(": {}", stem), claim);
    const std::string member = it.content(members, name, it.max_entries());
    it.take(it.parse(member), column == ClaimColumn::distance ? ClaimContent::distances : ClaimContent::predecessors);
    any = true;
  }
  if (!any)
    claim.fail("", fmt::format("has the arrays {}; name one of them 'distances' or 'predecessors'",
                               fmt::join(members.names(), ", ")));
}

}  // namespace wayfront::host::detail
