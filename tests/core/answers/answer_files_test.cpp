#include "../output_of.hpp"
#include "answers/matrix_file.hpp"
#include "answers/reduction_file.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

TEST_CASE_TEMPLATE("rows of every type lie behind the header", W, std::int32_t, float, std::int64_t, double) {
  const Scratch scratch;
  const std::filesystem::path file = scratch.path() / "D.npy";
  const auto matrix = open_matrix(file, MatrixFormat::npy, {2, {2, 0}, weight_kind<W>});
  matrix->write(1, Row<W>({1, 2, unreached<W>}).output);
  matrix->write(0, Row<W>({3, 4, 5}).output);
  matrix->finish();
  const std::string bytes = content_of(file);
  REQUIRE(bytes.size() == 128 + 4 * sizeof(W));
  CHECK(contains(bytes, "'shape': (2, 2)"));
  W entries[4];
  std::memcpy(entries, bytes.data() + 128, sizeof entries);
  CHECK(std::vector<W>(entries, entries + 4) == std::vector<W>{5, 3, unreached<W>, 1});
}

TEST_CASE("a matrix that does not fit the disk is refused before any row, with both figures, and leaves nothing") {
  const Scratch scratch;
  const std::filesystem::path file = scratch.path() / "D.npy";
  std::filesystem::path asked;
  const auto message = [&](std::uint64_t rows, std::uint64_t columns, std::uint64_t free) {
    MatrixShape shape{rows, std::vector<Vertex>(columns), WeightKind::float64};
    return refusal_by(ExitCode::failed_run, [&] {
      open_matrix(file, MatrixFormat::npy, std::move(shape), [&](const std::filesystem::path& folder) {
        asked = folder;
        return std::optional(free);
      });
    });
  };
  const std::string text = message(1000, 2000, 3'000'000);
  CHECK(contains(text, "1000 rows of 2000 distances take 16.0 MB, but only 3.0 MB are free"));
  CHECK(asked == scratch.path());
  CHECK(message(10, 10, 128 + 800) == "");
  CHECK(message(10, 10, 128 + 799) != "");
  CHECK(message(std::uint64_t{1} << 62, 10, std::uint64_t{1} << 60) != "");  // no overflow
  CHECK(std::filesystem::is_empty(scratch.path()));
}

TEST_CASE("a matrix is not for a pipe, a device or a missing folder; only its suffixes are known") {
  const Scratch scratch;
  const auto code = [&](const std::filesystem::path& file, MatrixFormat format) {
    try {
      open_matrix(file, format, {1, {0}, WeightKind::int32});
    } catch (const UserError& error) {
      return error.code();
    }
    return ExitCode::fine;
  };
  for (const MatrixFormat format : {MatrixFormat::npy, MatrixFormat::npz}) {
    CHECK(code("/dev/null", format) == ExitCode::usage);
    CHECK(code(scratch.path() / "none" / "D", format) == ExitCode::usage);
    CHECK(code(scratch.path() / "D", format) == ExitCode::fine);
  }
  CHECK(std::filesystem::is_empty(scratch.path()));
  CHECK(matrix_format("a/D.npy") == MatrixFormat::npy);
  CHECK(matrix_format("D.npz") == MatrixFormat::npz);
  CHECK_FALSE(matrix_format("D.csv").has_value());
}

/// The little-endian number at a place.
template <class T>
T number_at(const std::string& bytes, std::size_t at) {
  T value{};
  REQUIRE(at + sizeof value <= bytes.size());
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

/// The content of a member behind its NumPy header, by the archive's directory.
std::string member(const std::string& zip, const std::string& name) {
  const std::size_t end = zip.size() - 22 - 20;  // the locator of the Zip64 record
  REQUIRE(number_at<std::uint32_t>(zip, end) == 0x07064b50);
  const auto record = number_at<std::uint64_t>(zip, end + 8);
  auto at = static_cast<std::size_t>(number_at<std::uint64_t>(zip, record + 48));
  for (std::uint64_t i = number_at<std::uint64_t>(zip, record + 32); i > 0; --i) {
    const auto length = number_at<std::uint16_t>(zip, at + 28);
    const std::size_t extra = at + 46 + length;
    if (zip.substr(at + 46, length) == name) {
      const auto start = static_cast<std::size_t>(number_at<std::uint64_t>(zip, extra + 20));
      const std::size_t data = start + 30 + length + 20;
      const std::size_t header = 10U + number_at<std::uint16_t>(zip, data + 8);
      return zip.substr(data + header, number_at<std::uint64_t>(zip, extra + 4) - header);
    }
    at = extra + 28;
  }
  FAIL("no member");
  return {};
}

template <class T>
std::vector<T> values_of(const std::string& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

TEST_CASE("sparse rows are put in order at the end, and hold the reached entries alone") {
  const Scratch scratch;
  const std::filesystem::path file = scratch.path() / "D.npz";
  const double none = unreached<double>;
  const auto matrix = open_matrix(file, MatrixFormat::npz, {4, {0, 1, 2}, WeightKind::float64});
  matrix->write(2, Row<double>({none, 0, 2.5}).output);
  matrix->write(0, Row<double>({0, none, 1}).output);
  matrix->write(3, Row<double>({7, 8, 9}).output);
  matrix->write(1, Row<double>({none, none, none}).output);
  CHECK(std::filesystem::is_empty(scratch.path()));
  matrix->finish();
  const std::string zip = content_of(file);
  CHECK(values_of<std::int32_t>(member(zip, "indptr.npy")) == std::vector<std::int32_t>{0, 2, 2, 4, 7});
  CHECK(values_of<std::int32_t>(member(zip, "indices.npy")) == std::vector<std::int32_t>{0, 2, 1, 2, 0, 1, 2});
  CHECK(values_of<double>(member(zip, "data.npy")) == std::vector<double>{0, 1, 0, 2.5, 7, 8, 9});
  CHECK(values_of<std::int64_t>(member(zip, "shape.npy")) == std::vector<std::int64_t>{4, 3});
  CHECK(member(zip, "format.npy") == "csr");
  CHECK(std::distance(std::filesystem::directory_iterator(scratch.path()), {}) == 1);
}

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
  CHECK(contains(bytes,
                 "'descr': [('source', '<u8'), ('sum', '<i8'), ('max', '<i4'), ('reached', '<u8'), ('within', '<u8'), "
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
  write_reductions(file, ReductionFormat::npy, {{RowFigure::sum, RowFigure::max}}, sources, rows, WeightKind::int64,
                   {});
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
