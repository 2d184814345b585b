#include "answers/reduction_file.hpp"

#include "../../test.hpp"

namespace wayfront::host {
namespace {

template <class T>
T value_at(const std::string& bytes, std::size_t place) {
  T value;
  REQUIRE(place + sizeof value <= bytes.size());
  std::memcpy(&value, bytes.data() + place, sizeof value);
  return value;
}

const std::vector<RowFigure> all(std::begin(all_figures), std::end(all_figures));

TEST_CASE("CSV has integers in full, also beyond 64 bits, and floats as short as possible") {
  const Scratch scratch;
  const std::filesystem::path file = scratch.path() / "r.csv";
  const std::vector<Vertex> sources = {2, 0};
  std::vector<ReducedRow> rows(2);
  rows[0] = {.reached = 3, .within = 2, .sum = Int128{1} << 100, .max = std::int64_t{7}, .harmonic = 0.1};
  rows[1] = {.reached = 1, .within = 1};
  write_reductions(file, ReductionFormat::csv, all, sources, rows, WeightKind::int64, VertexIds(1));
  CHECK(content_of(file) ==
        "source,sum,max,reached,within,harmonic\n3,1267650600228229401496703205376,7,3,2,0.1\n1,0,0,1,1,0\n");
  rows[0].sum = 0.1F + 0.2;
  rows[0].max = 0.1F;
  const std::vector<RowFigure> some = {RowFigure::max, RowFigure::reached};
  write_reductions(file, ReductionFormat::csv, some, sources, rows, WeightKind::float32,
                   VertexIds::of_names("xa,by", {1, 4, 5}));
  CHECK(content_of(file) == "source,max,reached\ny,0.1,3\nx,0,1\n");
}

TEST_CASE("NumPy files are arrays of records with the figures as fields") {
  const Scratch scratch;
  const std::filesystem::path file = scratch.path() / "r.npy";
  const std::vector<Vertex> sources = {2, 0};
  std::vector<ReducedRow> rows(2);
  rows[0] = {.reached = 3, .within = 2, .sum = std::int64_t{5'000'000'000}, .max = 7, .harmonic = 0.1};
  write_reductions(file, ReductionFormat::npy, all, sources, rows, WeightKind::int32, VertexIds(10));
  const std::string bytes = content_of(file);
  CHECK(
      contains(bytes, "'descr': [('source', '<u8'), ('sum', '<i8'), ('max', '<i4'), ('reached', '<u8'), ('within', '<u8'), "
                 "('harmonic', '<f8')]"));
  CHECK(contains(bytes, "'shape': (2,)"));
  constexpr std::size_t record = 8 + 8 + 4 + 8 + 8 + 8;
  const std::size_t begin = bytes.size() - 2 * record;
  CHECK(begin % 64 == 0);
  CHECK(value_at<std::uint64_t>(bytes, begin) == 12);
  CHECK(value_at<std::int64_t>(bytes, begin + 8) == 5'000'000'000);
  CHECK(value_at<std::int32_t>(bytes, begin + 16) == 7);
  CHECK(value_at<std::uint64_t>(bytes, begin + 20) == 3);
  CHECK(value_at<std::uint64_t>(bytes, begin + 28) == 2);
  CHECK(value_at<double>(bytes, begin + 36) == 0.1);
  CHECK(value_at<std::uint64_t>(bytes, begin + record) == 10);
  // Sums of 64-bit integers may not fit an integer of NumPy's.
  write_reductions(file, ReductionFormat::npy, {{RowFigure::sum, RowFigure::max}}, sources, rows, WeightKind::int64, {});
  CHECK(contains(content_of(file), "[('source', '<u8'), ('sum', '<f8'), ('max', '<i8')]"));
}

TEST_CASE("lists of figures are checked") {
  const auto fault = [](const std::vector<std::string>& names, bool has_within) {
    std::vector<RowFigure> figures;
    return read_figures(names, has_within, figures);
  };
  CHECK(fault({"sum", "within"}, true).empty());
  CHECK(contains(fault({"summ"}, false), "did you mean 'sum'?"));
  CHECK(contains(fault({"median of all"}, false), "known are sum, max, reached"));
  CHECK(fault({"sum", "sum"}, false) == "'sum' is listed twice");
  CHECK(contains(fault({}, false), "no figure is named"));
  CHECK(contains(fault({"within"}, false), "needs a limit"));
  CHECK(contains(fault({"sum"}, true), "is not wanted"));
}

}  // namespace
}  // namespace wayfront::host
