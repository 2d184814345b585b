#include "answers/solution_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include "../output_of.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

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

VertexIds names(const std::vector<std::string>& all) {
  std::string text;
  std::vector<std::uint64_t> ends;
  for (const std::string& name : all) {
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

template <class T>
T at(const Npy& npy, std::size_t offset) {
  T value;
  REQUIRE(offset + sizeof value <= npy.data.size());
  std::memcpy(&value, npy.data.data() + offset, sizeof value);
  return value;
}

TEST_CASE("NumPy: plain values where ids are a range") {
  const Npy ints = parse_npy(distances_as(SolutionFormat::npy, std::vector<std::int32_t>{0, -7, far}, VertexIds(1)));
  CHECK(ints.dictionary == "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }");
  CHECK(ints.data.size() == 12);
  CHECK(at<std::int32_t>(ints, 4) == -7);
  CHECK(at<std::int32_t>(ints, 8) == 2147483647);
  const Npy floats = parse_npy(distances_as(SolutionFormat::npy, std::vector<float>{0.1F, INFINITY}, VertexIds()));
  CHECK(floats.dictionary == "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }");
  CHECK(at<float>(floats, 0) == 0.1F);
  CHECK(std::isinf(at<float>(floats, 4)));
  const Npy tree = parse_npy(predecessors_as(SolutionFormat::npy, 0, {no_vertex, 0, no_vertex}, VertexIds(1)));
  CHECK(tree.dictionary == "{'descr': '<i8', 'fortran_order': False, 'shape': (3,), }");
  CHECK(at<std::int64_t>(tree, 0) == 1);
  CHECK(at<std::int64_t>(tree, 8) == 1);
  CHECK(at<std::int64_t>(tree, 16) == -1);
}

TEST_CASE("NumPy: plain values, too, where the order of the vertices alone is another one") {
  const VertexIds ids = VertexIds::of_numbers({7, 5, 6});
  const Npy plain = parse_npy(distances_as(SolutionFormat::npy, std::vector<std::int32_t>{3, 1, 2}, ids));
  CHECK(plain.dictionary == "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }");
  CHECK(at<std::int32_t>(plain, 0) == 1);
  CHECK(at<std::int32_t>(plain, 8) == 3);
}

TEST_CASE("NumPy: pairs where ids are not") {
  const VertexIds numbers = VertexIds::of_numbers({30, 10});
  const Npy pairs = parse_npy(distances_as(SolutionFormat::npy, std::vector<std::int32_t>{3, 1}, numbers));
  CHECK(pairs.dictionary == "{'descr': [('id', '<u8'), ('distance', '<i4')], 'fortran_order': False, 'shape': (2,), }");
  CHECK(at<std::uint64_t>(pairs, 0) == 10);
  CHECK(at<std::int32_t>(pairs, 8) == 1);
  CHECK(at<std::uint64_t>(pairs, 12) == 30);
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

TEST_CASE("the end of a name says the format") {
  CHECK(solution_format("a/b.txt") == SolutionFormat::text);
  CHECK(solution_format("x.csv") == SolutionFormat::csv);
  CHECK(solution_format("x.tar.npy") == SolutionFormat::npy);
  CHECK(solution_format("x.jsonl") == SolutionFormat::jsonl);
  CHECK(solution_format("x.json") == std::nullopt);
  CHECK(solution_format("csv") == std::nullopt);
}

TEST_CASE("a file is replaced as a whole; what is no file is written to; errors name the file") {
  const Scratch scratch;
  std::vector<std::int32_t> distances = {0, far};
  Output output;
  output.kind = WeightKind::int32;
  output.vertices = 2;
  output.distances = distances.data();
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

}  // namespace
}  // namespace wayfront::host
