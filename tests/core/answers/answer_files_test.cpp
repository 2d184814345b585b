#include <sys/stat.h>
#include <unistd.h>

#include "../output_of.hpp"
#include "answers/matrix_file.hpp"
#include "answers/reduction_file.hpp"
#include "answers/solution_file.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace answer_files_test {

/// The little-endian number at a place.
template <class T>
T number_at(const std::string& bytes, std::size_t at) {
  T value{};
  REQUIRE(at + sizeof value <= bytes.size());
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

template <class T>
std::vector<T> values_of(const std::string& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

TEST_CASE_TEMPLATE("rows of every type lie behind the header", W, std::int32_t, float, std::int64_t, double) {
  const Scratch scratch;
  const std::filesystem::path file = scratch.path() / "D.npy";
  const auto matrix = open_matrix(file, MatrixFormat::npy, {2, {2, 0}, weight_kind<W>});
  matrix->write(1, OutputRow<W>({1, 2, unreached<W>}).output);
  matrix->write(0, OutputRow<W>({3, 4, 5}).output);
  matrix->finish();
  const std::string bytes = content_of(file);
  REQUIRE(bytes.size() >= 128);
  CHECK(contains(bytes, "'shape': (2, 2)"));
  CHECK(values_of<W>(bytes.substr(128)) == std::vector<W>{5, 3, unreached<W>, 1});
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
  const auto refusal = [&](const std::filesystem::path& file, MatrixFormat format) {
    return refusal_by(ExitCode::usage, [&] { open_matrix(file, format, {1, {0}, WeightKind::int32}); });
  };
  for (const MatrixFormat format : {MatrixFormat::npy, MatrixFormat::npz}) {
    CHECK(refusal("/dev/null", format) != "");
    CHECK(refusal(scratch.path() / "none" / "D", format) != "");
    CHECK(refusal(scratch.path() / "D", format) == "");
  }
  CHECK(std::filesystem::is_empty(scratch.path()));
  CHECK(matrix_format("a/D.npy") == MatrixFormat::npy);
  CHECK(matrix_format("D.npz") == MatrixFormat::npz);
  CHECK(matrix_format("D.csv") == MatrixFormat::csv);
  CHECK_FALSE(matrix_format("D.txt").has_value());
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

TEST_CASE("sparse rows are put in order at the end, and hold the reached entries alone") {
  const Scratch scratch;
  const std::filesystem::path file = scratch.path() / "D.npz";
  const double none = unreached<double>;
  const auto matrix = open_matrix(file, MatrixFormat::npz, {4, {0, 1, 2}, WeightKind::float64});
  matrix->write(2, OutputRow<double>({none, 0, 2.5}).output);
  matrix->write(0, OutputRow<double>({0, none, 1}).output);
  matrix->write(3, OutputRow<double>({7, 8, 9}).output);
  matrix->write(1, OutputRow<double>({none, none, none}).output);
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

const std::vector<RowFigure> all = {RowFigure::sum, RowFigure::max, RowFigure::reached, RowFigure::within,
                                    RowFigure::harmonic};

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
  CHECK(number_at<std::uint64_t>(bytes, begin) == 12);
  CHECK(number_at<std::int64_t>(bytes, begin + 8) == 5'000'000'000);
  CHECK(number_at<std::int32_t>(bytes, begin + 16) == 7);
  CHECK(number_at<std::uint64_t>(bytes, begin + 20) == 3);
  CHECK(number_at<std::uint64_t>(bytes, begin + 28) == 2);
  CHECK(number_at<double>(bytes, begin + 36) == 0.1);
  CHECK(number_at<std::uint64_t>(bytes, begin + record) == 10);
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
  CHECK(contains(fault({"median of all"}, false), "known are sum, max, reached"));
  CHECK(fault({"sum", "sum"}, false) == "'sum' is listed twice");
  CHECK(contains(fault({}, false), "no figure is named"));
}

template <WeightType W>
std::string distances_as(SolutionFormat format, std::vector<W> distances, const VertexIds& ids) {
  const Scratch scratch;
  write_distances(scratch.path() / "d", format, output_of(distances), ids);
  return content_of(scratch.path() / "d");
}

std::string predecessors_as(SolutionFormat format, Vertex source, const std::vector<Vertex>& predecessors,
                            const VertexIds& ids) {
  const Scratch scratch;
  write_predecessors(scratch.path() / "p", format, source, predecessors, ids);
  return content_of(scratch.path() / "p");
}

constexpr std::int32_t far = unreached<std::int32_t>;

VertexIds names(const std::vector<std::string>& given) {
  std::string text;
  std::vector<std::uint64_t> ends;
  for (const std::string& name : given) {
    text += name;
    ends.push_back(text.size());
  }
  return VertexIds::of_names(text, ends);
}

TEST_CASE("distances as text, CSV and JSON Lines") {
  const std::vector<std::int32_t> distances = {0, -7, far};
  CHECK(distances_as(SolutionFormat::text, distances, VertexIds(1)) == "1 0\n2 -7\n3 inf\n");
  CHECK(distances_as(SolutionFormat::csv, distances, VertexIds(1)) == "id,distance\n1,0\n2,-7\n3,inf\n");
  CHECK(distances_as(SolutionFormat::jsonl, distances, VertexIds(1)) ==
        "{\"id\":1,\"distance\":0}\n{\"id\":2,\"distance\":-7}\n{\"id\":3,\"distance\":null}\n");
  const std::vector<float> floats = {0, 0.1F, 1e20F, std::numeric_limits<float>::infinity(), 16777216};
  CHECK(distances_as(SolutionFormat::text, floats, VertexIds()) == "0 0\n1 0.1\n2 1e+20\n3 inf\n4 16777216\n");
  CHECK(distances_as(SolutionFormat::text, std::vector<float>{}, VertexIds()) == "");
}

TEST_CASE("predecessors: the source is its own, an unreached vertex has none") {
  const std::vector<Vertex> tree = {no_vertex, 0, no_vertex};
  CHECK(predecessors_as(SolutionFormat::text, 0, tree, VertexIds(5)) == "5 5\n6 5\n7 -1\n");
  CHECK(predecessors_as(SolutionFormat::csv, 0, tree, VertexIds(5)) == "id,predecessor\n5,5\n6,5\n7,-1\n");
  CHECK(predecessors_as(SolutionFormat::jsonl, 0, tree, VertexIds(5)) ==
        "{\"id\":5,\"predecessor\":5}\n{\"id\":6,\"predecessor\":5}\n{\"id\":7,\"predecessor\":null}\n");
}

TEST_CASE("rows come in the order of the ids, whatever the order of the vertices") {
  const VertexIds ids = VertexIds::of_numbers({30, 10, 20});
  CHECK(distances_as(SolutionFormat::text, std::vector<std::int32_t>{3, 1, 2}, ids) == "10 1\n20 2\n30 3\n");
  CHECK(predecessors_as(SolutionFormat::text, 2, {1, 2, no_vertex}, ids) == "10 20\n20 20\n30 10\n");
}

TEST_CASE("names are quoted as each format needs it") {
  const VertexIds ids = names({"a,b", "say \"x\"", "plain"});
  const std::vector<std::int32_t> distances = {1, 2, 3};
  CHECK(distances_as(SolutionFormat::text, distances, ids) == "a,b 1\nsay \"x\" 2\nplain 3\n");
  CHECK(distances_as(SolutionFormat::csv, distances, ids) == "id,distance\n\"a,b\",1\n\"say \"\"x\"\"\",2\nplain,3\n");
  CHECK(distances_as(SolutionFormat::jsonl, distances, ids).starts_with("{\"id\":\"a,b\",\"distance\":1}\n"));
  CHECK(predecessors_as(SolutionFormat::csv, 0, {no_vertex, 0, no_vertex}, ids) ==
        "id,predecessor\n\"a,b\",\"a,b\"\n\"say \"\"x\"\"\",\"a,b\"\nplain,-1\n");
}

/// A NumPy file, taken apart by the format's definition.
struct Npy {
  std::string dictionary;
  std::string data;
};

Npy parse_npy(const std::string& file) {
  REQUIRE(file.size() >= 10);
  CHECK(file.substr(0, 8) == std::string("\x93NUMPY\x01\0", 8));
  const std::size_t length = static_cast<unsigned char>(file[8]) + 256U * static_cast<unsigned char>(file[9]);
  CHECK((10 + length) % 64 == 0);
  CHECK(file.at(10 + length - 1) == '\n');
  std::string dictionary = file.substr(10, length);
  dictionary.erase(dictionary.find_last_not_of(" \n") + 1);
  return {dictionary, file.substr(10 + length)};
}

TEST_CASE("NumPy: plain values where ids are a range") {
  const Npy ints = parse_npy(distances_as(SolutionFormat::npy, std::vector<std::int32_t>{0, -7, far}, VertexIds(1)));
  CHECK(ints.dictionary == "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }");
  CHECK(values_of<std::int32_t>(ints.data) == std::vector<std::int32_t>{0, -7, 2147483647});
  const Npy floats = parse_npy(distances_as(SolutionFormat::npy, std::vector<float>{0.1F, INFINITY}, VertexIds()));
  CHECK(floats.dictionary == "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }");
  CHECK(values_of<float>(floats.data) == std::vector<float>{0.1F, INFINITY});
  const Npy tree = parse_npy(predecessors_as(SolutionFormat::npy, 0, {no_vertex, 0, no_vertex}, VertexIds(1)));
  CHECK(tree.dictionary == "{'descr': '<i8', 'fortran_order': False, 'shape': (3,), }");
  CHECK(values_of<std::int64_t>(tree.data) == std::vector<std::int64_t>{1, 1, -1});
}

TEST_CASE("NumPy: pairs where ids are not a range in some order") {
  const Npy plain = parse_npy(
      distances_as(SolutionFormat::npy, std::vector<std::int32_t>{3, 1, 2}, VertexIds::of_numbers({7, 5, 6})));
  CHECK(values_of<std::int32_t>(plain.data) == std::vector<std::int32_t>{1, 2, 3});
  const VertexIds numbers = VertexIds::of_numbers({30, 10});
  const Npy pairs = parse_npy(distances_as(SolutionFormat::npy, std::vector<std::int32_t>{3, 1}, numbers));
  CHECK(pairs.dictionary == "{'descr': [('id', '<u8'), ('distance', '<i4')], 'fortran_order': False, 'shape': (2,), }");
  CHECK(number_at<std::uint64_t>(pairs.data, 0) == 10);
  CHECK(number_at<std::int32_t>(pairs.data, 8) == 1);
  CHECK(number_at<std::uint64_t>(pairs.data, 12) == 30);
  const Npy named =
      parse_npy(predecessors_as(SolutionFormat::npy, 0, {no_vertex, 0, no_vertex}, names({"a", "bcd", "x"})));
  CHECK(named.dictionary ==
        "{'descr': [('id', '|S3'), ('predecessor', '|S3')], 'fortran_order': False, 'shape': (3,), }");
  CHECK(named.data == std::string("a\0\0a\0\0bcda\0\0x\0\0\0\0\0", 18));
  CHECK_THROWS_AS(
      predecessors_as(SolutionFormat::npy, 0, {no_vertex, 0}, VertexIds::of_numbers({std::uint64_t{1} << 63, 5})),
      UserError);
}

TEST_CASE("every float comes back as it was, and more rows than fit one buffer") {
  std::vector<float> floats;
  std::uint32_t bits = 1;
  for (int i = 0; i < 200'000; ++i) {
    bits = bits * 1664525 + 1013904223;
    float value = 0;
    std::memcpy(&value, &bits, sizeof value);
    floats.push_back(std::isnan(value) ? 0 : value);
  }
  const std::string text = distances_as(SolutionFormat::text, floats, VertexIds(1));
  const char* at = text.c_str();
  for (std::size_t i = 0; i < floats.size(); ++i) {
    char* end = nullptr;
    REQUIRE(std::strtoull(at, &end, 10) == i + 1);
    const float value = std::strtof(end, &end);
    REQUIRE(value == floats[i]);
    REQUIRE(*end == '\n');
    at = end + 1;
  }
  CHECK(*at == '\0');
}

TEST_CASE("a file is replaced as a whole; what is no file is written to; errors name the file") {
  const Scratch scratch;
  std::vector<std::int32_t> distances = {0, far};
  const Output output = output_of(distances);
  const auto file = scratch.write("d.txt", "a longer content than the new one");
  write_distances(file, SolutionFormat::text, output, VertexIds());
  CHECK(content_of(file) == "0 0\n1 inf\n");
  CHECK(std::distance(std::filesystem::directory_iterator(scratch.path()), {}) == 1);

  const auto pipe = scratch.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::string read;
  std::thread reader([&] { read = content_of(pipe); });
  write_distances(pipe, SolutionFormat::text, output, VertexIds());
  reader.join();
  CHECK(read == "0 0\n1 inf\n");
  CHECK(std::filesystem::is_fifo(pipe));

  CHECK(contains(
      refusal_by(ExitCode::usage,
                 [&] { write_distances(scratch.path() / "no" / "d.txt", SolutionFormat::text, output, VertexIds()); }),
      "d.txt"));
}

}  // namespace answer_files_test
}  // namespace wayfront::host
