// Answers in NumPy's formats, as this program writes them. A .npy file has one value per vertex, in a row per source, or
// pairs (id, value). A .npz file has SciPy's sparse rows: scipy.sparse.save_npz() of a csr_array.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "answers/claims/claim.hpp"
#include "base/available_memory.hpp"
#include "numpy/npy.hpp"
#include "numpy/zip.hpp"

namespace wayfront::host::detail {
namespace {

/// An array of numbers or byte strings, or of pairs. Errors name it by `place`.
class ClaimArray {
 public:
  ClaimArray(std::string_view bytes, std::string place, ClaimBuilder& claim) : place_(std::move(place)), claim_(claim) {
    const numpy::Fail refuse = [this](const std::string& what) { fail(what); };
    header_ = numpy::read_header(bytes, refuse);
    if (header_.fields.empty() || header_.fields.size() > 2)
      fail("has entries of several fields; an answer has numbers, or pairs of an id and a value");
    for (const numpy::Field& field : header_.fields)
      if (!field.type || !(field.type->kind == 'S' || (field.type->is_number() && field.type->size >= 4)))
        fail(fmt::format("has entries of type '{}'; an answer has integers or floats of 32 or 64 bits", field.text));
    numpy::require_bytes(header_, bytes.size() - header_.begin, refuse);
    data_ = bytes.substr(header_.begin);
  }

  const numpy::Header& header() const { return header_; }
  const numpy::Type& type(std::size_t field) const { return *header_.fields[field].type; }

  WrittenNumber number(std::uint64_t entry, std::size_t field = 0) const {
    if (!type(field).is_number()) fail("has names instead of numbers");
    std::array<char, 8> raw{};
    const std::size_t size = type(field).size;
    std::memcpy(raw.data(), at(entry, field), size);
    if (type(field).swapped) std::reverse(raw.begin(), raw.begin() + static_cast<std::ptrdiff_t>(size));
    const auto as = [&]<class T>(T value) {
      std::memcpy(&value, raw.data(), sizeof value);
      return value;
    };
    if (type(field).kind == 'f') return WrittenNumber::of_real(size == 4 ? double{as(float{})} : as(double{}));
    if (size == 4 && type(field).kind == 'i') return WrittenNumber::of_whole(as(std::int32_t{}));
    if (size == 4) return WrittenNumber::of_whole(as(std::uint32_t{}));
    const auto value = as(std::int64_t{});
    if (type(field).kind == 'i' || value >= 0) return WrittenNumber::of_whole(value);
    return WrittenNumber::of_real(static_cast<double>(as(std::uint64_t{})));
  }

  std::int64_t whole(std::uint64_t entry, std::size_t field = 0) const {
    const WrittenNumber it = number(entry, field);
    if (!it.whole) fail(fmt::format("has {} in place of an integer", it.real));
    return *it.whole;
  }

  /// An id; "" for a negative number or an empty name.
  std::string id(std::uint64_t entry, std::size_t field = 0) const {
    if (!type(field).is_number()) {
      const std::string_view padded(at(entry, field), type(field).size);
      return std::string(padded.substr(0, padded.find('\0')));
    }
    const std::int64_t number = whole(entry, field);
    return number < 0 ? "" : fmt::to_string(number);
  }

  [[noreturn]] void fail(std::string_view what) const { claim_.fail(place_, what); }

 private:
  const char* at(std::uint64_t entry, std::size_t field) const {
    return data_.data() + entry * header_.entry_bytes + (field == 0 ? 0 : type(0).size);
  }

  std::string place_;
  ClaimBuilder& claim_;
  numpy::Header header_;
  std::string_view data_;
};

void require_shape(const ClaimArray& array, std::uint64_t rows, std::uint64_t columns, const ClaimBuilder& claim) {
  const std::uint64_t sources = claim.shape().sources.size();
  if (rows != sources)
    array.fail(fmt::format("has {}, but --from names {}", rows == 1 ? "one row" : fmt::format("{} rows", rows),
                           sources == 1 ? "one source" : fmt::format("{} sources", sources)));
  if (columns != claim.positions())
    array.fail(fmt::format("has {} entries per row, but {}", columns,
                           claim.shape().asked.targets.empty()
                               ? fmt::format("the graph has {} vertices", claim.positions())
                               : fmt::format("--to names {}", claim.positions())));
}

}  // namespace

void read_npy(std::string_view bytes, ClaimContent content, ClaimBuilder& claim) {
  const ClaimArray array(bytes, "", claim);
  const numpy::Header& header = array.header();
  const bool pairs = header.fields.size() == 2;
  if (pairs) {
    const ClaimColumn value = column_named(header.fields[1].name);
    if (header.fields[0].name != "id" || (value != ClaimColumn::distance && value != ClaimColumn::predecessor))
      array.fail("has other fields than 'id' and 'distance' or 'predecessor'");
    content = value == ClaimColumn::distance ? ClaimContent::distances : ClaimContent::predecessors;
  }
  const std::size_t dimensions = header.shape.size();
  if (dimensions != 1 && (dimensions != 2 || pairs))
    array.fail(fmt::format("is an array of {} dimensions; an answer has one, or two for several sources", dimensions));
  const std::uint64_t rows = dimensions == 2 ? header.shape[0] : 1, columns = header.shape.back();
  if (!pairs) require_shape(array, rows, columns, claim);
  for (std::uint32_t row = 0; row < rows; ++row)
    for (std::uint64_t i = 0; i < columns; ++i) {
      const std::uint64_t entry = header.by_columns ? i * rows + row : row * columns + i;
      const Vertex vertex = pairs ? claim.vertex(array.id(entry), "") : claim.at(i);
      const std::size_t field = pairs ? 1 : 0;
      if (content == ClaimContent::distances)
        claim.distance(row, vertex, array.number(entry, field), "");
      else
        claim.predecessor(row, vertex, array.id(entry, field), "");
    }
}

void read_npz(std::string_view bytes, ClaimBuilder& claim) {
  const numpy::ZipMembers members(bytes, [&claim](const std::string& what) { claim.fail("", what); });
  for (const char* const name : {"shape", "indptr", "indices", "data", "format"})
    if (!members.has(fmt::format("{}.npy", name)))
      claim.fail("", fmt::format("has no array '{}': it is not a sparse matrix of SciPy", name));
  constexpr std::uint64_t short_text = 4096;
  if (members.content("format.npy", short_text).find("csr") == std::string::npos)
    claim.fail("", "is not in SciPy's format csr; call tocsr() before save_npz()");
  const std::uint64_t sources = claim.shape().sources.size();
  const auto content = [&](const char* name, std::uint64_t max) {
    const std::string file = fmt::format("{}.npy", name);
    if (const std::uint64_t entries = members.header(file).entries; entries > max)
      claim.fail(fmt::format(": {}", name),
                 fmt::format("has {} entries, but at most {} can belong there", entries, max));
    return members.content(file, available_memory());
  };
  const std::string shape_bytes = content("shape", 2), start_bytes = content("indptr", sources + 1),
                    column_bytes = content("indices", sources * claim.positions()),
                    data_bytes = content("data", sources * claim.positions());
  const ClaimArray shape(shape_bytes, ": shape", claim), starts(start_bytes, ": indptr", claim),
      columns(column_bytes, ": indices", claim), data(data_bytes, ": data", claim);
  if (shape.header().entries != 2) shape.fail("has not two entries");
  require_shape(shape, static_cast<std::uint64_t>(shape.whole(0)), static_cast<std::uint64_t>(shape.whole(1)), claim);
  if (starts.header().entries != sources + 1 || columns.header().entries != data.header().entries)
    starts.fail("does not fit the other arrays");
  claim.rest_is_unreached();
  for (std::uint32_t row = 0; row < sources; ++row) {
    const std::int64_t begin = starts.whole(row), end = starts.whole(row + 1);
    if (begin < 0 || begin > end || static_cast<std::uint64_t>(end) > data.header().entries)
      starts.fail("has a row out of range");
    for (auto i = static_cast<std::uint64_t>(begin); i < static_cast<std::uint64_t>(end); ++i) {
      const auto column = static_cast<std::uint64_t>(columns.whole(i));
      if (column >= claim.positions()) columns.fail(fmt::format("has column {} of {}", column, claim.positions()));
      claim.distance(row, claim.at(column), data.number(i), ": data");
    }
  }
}

}  // namespace wayfront::host::detail
