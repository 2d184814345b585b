#include "npy.hpp"

#include <algorithm>
#include <iterator>

#include "numpy/npy.hpp"

namespace wayfront::external {
namespace {

constexpr WeightKind kinds[] = {WeightKind::float64, WeightKind::float32, WeightKind::int64, WeightKind::int32};
constexpr std::size_t max_shown = 40;  // bytes of a type or a shape in a message

struct Wrong {
  std::string what;
};

}  // namespace

std::optional<NpyRow> npy_row(std::string_view file, std::string& wrong) {
  numpy::Header header;
  try {
    header = numpy::read_header(file, [](const std::string& what) { throw Wrong{what}; });
  } catch (const Wrong& it) {
    wrong = it.what;
    return {};
  }
  if (header.fields.size() != 1 || !header.fields[0].name.empty()) {
    wrong = "holds records, not numbers";
    return {};
  }
  const std::string& type = header.fields[0].text;
  const auto* const kind =
      std::find_if(std::begin(kinds), std::end(kinds), [&](auto it) { return numpy::type_name(it) == type; });
  if (kind == std::end(kinds)) {
    wrong = "has the type '" + type.substr(0, max_shown) + "', not '<f8', '<f4', '<i8' or '<i4'";
    return {};
  }
  if (header.shape.size() != 1) {
    wrong = "has the shape " + header.shape_text.substr(0, max_shown) + ", not one row";
    return {};
  }
  return NpyRow{.kind = *kind, .count = header.entries, .begin = header.begin};
}

}  // namespace wayfront::external
